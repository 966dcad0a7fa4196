"""A small DeepSpeech2 in PyTorch, to hold ours against; layers and names as in engines/ctc/deepspeech2.py."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn


class _Norm(nn.Module):
    """A batch norm over the last axis, under the name `module`."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.module = nn.BatchNorm1d(n)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.module(x[:, 0])[:, None]


class _Recurrent(nn.Module):
    def __init__(self, kind: str, n_in: int, n_hidden: int, both: bool, normed: bool) -> None:
        super().__init__()
        if normed:
            self.batch_norm = _Norm(n_in)
        self.rnn = {"gru": nn.GRU, "lstm": nn.LSTM}[kind](n_in, n_hidden, bidirectional=both)
        self._n_ways = 2 if both else 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        found, _ = self.rnn(self.batch_norm(x) if hasattr(self, "batch_norm") else x)
        return found.view(*found.shape[:2], self._n_ways, -1).sum(2)


class _Named(nn.Module):
    """One layer, under a name."""

    def __init__(self, name: str, layer: nn.Module) -> None:
        super().__init__()
        self.add_module(name, layer)


class DeepSpeech2(nn.Module):
    """samples (n_samples,) to log-probabilities (n_frames, n_tokens)."""

    def __init__(
        self,
        *,
        rnn_type: str,
        bidirectional: bool,
        hidden_size: int,
        num_hidden_layers: int,
        vocab_size: int,
        lookahead_context: int = 20,
    ) -> None:
        super().__init__()
        self.config = {
            "model_type": "deepspeech2",
            "rnn_type": rnn_type,
            "bidirectional": bidirectional,
            "hidden_size": hidden_size,
            "num_hidden_layers": num_hidden_layers,
            "vocab_size": vocab_size,
            "lookahead_context": lookahead_context,
            "pad_token_id": 0,
            "normalization": "fixed",
        }
        convolutions = nn.Sequential(
            nn.Conv2d(1, 32, (41, 11), (2, 2), (20, 5)),
            nn.BatchNorm2d(32),
            nn.Hardtanh(0, 20),
            nn.Conv2d(32, 32, (21, 11), (2, 1), (10, 5)),
            nn.BatchNorm2d(32),
            nn.Hardtanh(0, 20),
        )
        self.conv = _Named("seq_module", convolutions)
        sizes = [32 * 41] + [hidden_size] * (num_hidden_layers - 1)
        self.rnns = nn.ModuleList(
            _Recurrent(rnn_type, n, hidden_size, bidirectional, i > 0) for i, n in enumerate(sizes)
        )
        self.lookahead = None
        if not bidirectional:
            ahead = nn.Conv1d(hidden_size, hidden_size, lookahead_context, groups=hidden_size, bias=False)
            self.lookahead = nn.ModuleList([_Named("conv", ahead)])
        last = nn.Sequential(nn.BatchNorm1d(hidden_size), nn.Linear(hidden_size, vocab_size, bias=False))
        self.fc = nn.ModuleList([_Named("module", last)])
        self.features = _Named("unused", nn.Identity())
        self.features.register_buffer("mean", torch.rand(161))
        self.features.register_buffer("std", torch.rand(161) + 0.5)
        with torch.no_grad():
            for module in self.modules():
                if isinstance(module, nn.BatchNorm1d | nn.BatchNorm2d):
                    module.running_mean.normal_(0, 0.2)
                    module.running_var.uniform_(0.5, 2.0)
            last[1].weight.mul_(20)

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        return self.heard(self.columns(samples))

    def columns(self, samples: torch.Tensor) -> torch.Tensor:
        """samples (n_samples,) to (161, n_columns)."""
        window = torch.hamming_window(320, device=samples.device)
        columns = torch.stft(samples, 320, 160, window=window, center=False, return_complex=True)
        return (torch.log1p(columns.abs()) - self.features.mean[:, None]) / self.features.std[:, None]

    def heard(self, columns: torch.Tensor) -> torch.Tensor:
        """columns (161, n_columns) to log-probabilities."""
        x = self.conv.seq_module(columns[None, None])
        x = x.flatten(1, 2).permute(2, 0, 1)
        for layer in self.rnns:
            x = layer(x)
        if self.lookahead is not None:
            n_more = self.config["lookahead_context"] - 1
            padded = nn.functional.pad(x.permute(1, 2, 0), (0, n_more))
            x = nn.functional.hardtanh(self.lookahead[0].conv(padded), 0, 20).permute(2, 0, 1)
        return torch.log_softmax(self.fc[0].module(x[:, 0]), -1)


def write_deepspeech2(model: DeepSpeech2, folder: Path) -> None:
    """The checkpoint as a user's."""
    state = {name: t.contiguous() for name, t in model.state_dict().items() if "num_batches" not in name}
    save_file(state, str(folder / "model.safetensors"))
    (folder / "config.json").write_text(json.dumps(model.config))
    letters = ["_", "'", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", " "]
    (folder / "vocab.json").write_text(json.dumps({letter: i for i, letter in enumerate(letters)}))
