<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>Sightline</name>
    <message>
        <source>99 languages</source>
        <translation>99 言語</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英語</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>破損</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>このコンピューターにあり</translation>
    </message>
    <message>
        <source>to be got</source>
        <translation>未取得</translation>
    </message>
    <message>
        <source>{0} MB have come</source>
        <translation>{0} MB 取得済み</translation>
    </message>
    <message>
        <source>Words take longer than the settings allow.</source>
        <translation>語が設定の上限より遅れています。</translation>
    </message>
    <message>
        <source>The graphics card is too hot.</source>
        <translation>グラフィックカードが熱すぎます。</translation>
    </message>
    <message>
        <source>The memory is nearly full.</source>
        <translation>メモリがほぼ一杯です。</translation>
    </message>
    <message>
        <source>Passes on the graphics card fail.</source>
        <translation>グラフィックカードでの処理が失敗しています。</translation>
    </message>
    <message>
        <source>Captions come less often for a while.</source>
        <translation>しばらく字幕の更新が少なくなります。</translation>
    </message>
    <message>
        <source>A smaller model makes the captions for a while.</source>
        <translation>しばらく小さいモデルで字幕を作ります。</translation>
    </message>
    <message>
        <source>The processor makes the captions for a while.</source>
        <translation>しばらくプロセッサーで字幕を作ります。</translation>
    </message>
    <message>
        <source>{0} is not there; the captions wait for it.</source>
        <translation>{0} がありません。字幕は待っています。</translation>
    </message>
    <message>
        <source>It is used as soon as it is back. To go on now, choose the default device in the settings.</source>
        <translation>戻り次第使います。今すぐ続けるには、設定で標準のデバイスを選んでください。</translation>
    </message>
    <message>
        <source>The {0} does not answer.</source>
        <translation>{0} が応答しません。</translation>
    </message>
    <message>
        <source>Check the computer&apos;s sound service.</source>
        <translation>コンピューターのサウンドサービスを確認してください。</translation>
    </message>
    <message>
        <source>Start Sightline again.</source>
        <translation>Sightline を起動し直してください。</translation>
    </message>
    <message>
        <source>{0} is cut off or damaged: {1} s could be read.</source>
        <translation>{0} は途切れているか壊れています。{1} 秒を読めました。</translation>
    </message>
    <message>
        <source>Captions cover what could be read. Copy or record the file again for the rest.</source>
        <translation>読めた部分に字幕が付きます。残りはファイルをコピーまたは録音し直してください。</translation>
    </message>
    <message>
        <source>The {0} is listened to again after sleep.</source>
        <translation>スリープ後、{0} を再び聞いています。</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>何もする必要はありません。</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>note</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>PROBLEM</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>無音</translation>
    </message>
    <message>
        <source>at {0} dB</source>
        <translation>{0} dB</translation>
    </message>
    <message>
        <source> through XWayland</source>
        <translation> (XWayland 経由)</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now. {3}</source>
        <translation>{0} 聞いた対象: {1}、現在 {2}。{3}</translation>
    </message>
    <message>
        <source>Not even noise arrives from it.</source>
        <translation>雑音すら届きません。</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>プロセッサー</translation>
    </message>
    <message>
        <source>CUDA and the processor</source>
        <translation>CUDA とプロセッサー</translation>
    </message>
    <message>
        <source>No sound service (PulseAudio or PipeWire) answers.</source>
        <translation>サウンドサービス（PulseAudio または PipeWire）が応答しません。</translation>
    </message>
    <message>
        <source>Start the sound service (Linux: `systemctl --user start pipewire-pulse` or `pulseaudio --start`), or give Sightline a file.</source>
        <translation>サウンドサービスを起動するか（Linux: `systemctl --user start pipewire-pulse` または `pulseaudio --start`）、Sightline にファイルを渡してください。</translation>
    </message>
    <message>
        <source>{0} is muted.</source>
        <translation>{0} はミュートされています。</translation>
    </message>
    <message>
        <source>Switch it on in the sound settings, or with its own switch or key.</source>
        <translation>サウンド設定、または本体のスイッチやキーでオンにしてください。</translation>
    </message>
    <message>
        <source>{0} is muted, and muted sound may not reach the captions.</source>
        <translation>{0} はミュートされており、音が字幕に届かないことがあります。</translation>
    </message>
    <message>
        <source>Switch the mute off in the sound settings; where it must be quiet, plug in headphones.</source>
        <translation>サウンド設定でミュートを解除してください。静かにしたい場所ではヘッドホンをつないでください。</translation>
    </message>
    <message>
        <source>The sound service has no real output (it shows a dummy).</source>
        <translation>サウンドサービスに実際の出力がありません（ダミーのみ）。</translation>
    </message>
    <message>
        <source>Connect or switch on speakers, headphones or a screen with sound; captions then go on.</source>
        <translation>スピーカー、ヘッドホン、音の出る画面をつなぐか電源を入れてください。字幕が続きます。</translation>
    </message>
    <message>
        <source>{0} is set very low ({1}), which may be too quiet for captions.</source>
        <translation>{0} の音量がとても小さく（{1}）、字幕には足りないかもしれません。</translation>
    </message>
    <message>
        <source>Raise its volume; where it must be quiet, plug in headphones.</source>
        <translation>音量を上げてください。静かにしたい場所ではヘッドホンをつないでください。</translation>
    </message>
    <message>
        <source>Connect or switch on a sound output in the system&apos;s sound settings, or give Sightline a file.</source>
        <translation>システムのサウンド設定で音声出力をつなぐかオンにするか、Sightline にファイルを渡してください。</translation>
    </message>
    <message>
        <source>Connect a microphone and allow it in the system&apos;s privacy settings.</source>
        <translation>マイクをつなぎ、システムのプライバシー設定で許可してください。</translation>
    </message>
    <message>
        <source>Sound outputs to listen to: {0}.</source>
        <translation>聞ける音声出力: {0}。</translation>
    </message>
    <message>
        <source>Microphones: {0}.</source>
        <translation>マイク: {0}。</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now.</source>
        <translation>{0} 聞いた対象: {1}、現在 {2}。</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed.</source>
        <translation>CUDA の Python バインディングがありません。</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed; without an NVIDIA card it is not needed.</source>
        <translation>CUDA の Python バインディングがありません。NVIDIA カードがなければ不要です。</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed.</source>
        <translation>TensorRT for RTX がありません。</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed; without an NVIDIA card it is not needed.</source>
        <translation>TensorRT for RTX がありません。NVIDIA カードがなければ不要です。</translation>
    </message>
    <message>
        <source>Get it for faster captions: `sightline engine get`.</source>
        <translation>取得すると字幕が速くなります: `sightline engine get`。</translation>
    </message>
    <message>
        <source>{0} s of speech take {1} ({2}, {3}).</source>
        <translation>{0} 秒の音声にかかる時間: {1}（{2}、{3}）。</translation>
    </message>
    <message>
        <source> Too slow for live captions: {0}.</source>
        <translation> ライブ字幕には遅すぎるもの: {0}。</translation>
    </message>
    <message>
        <source>Close other programs, then: sightline bench --model auto</source>
        <translation>他のプログラムを閉じてから: sightline bench --model auto</translation>
    </message>
    <message>
        <source>Captions of {0} will run on {1} once it has proved itself.{2}</source>
        <translation>{0} の字幕は、{1} の動作が確かめられればそれで動きます。{2}</translation>
    </message>
    <message>
        <source>Captions of {0} run on {1}.{2}</source>
        <translation>{0} の字幕は {1} で動きます。{2}</translation>
    </message>
    <message>
        <source> A graphics card is not used ({0}).</source>
        <translation> グラフィックカードは使いません（{0}）。</translation>
    </message>
    <message>
        <source>{0} GB are free where the models are kept ({1}).</source>
        <translation>モデルの保存先の空きは {0} GB です（{1}）。</translation>
    </message>
    <message>
        <source>Sound comes again from {0}.</source>
        <translation>{0} から再び音が届いています。</translation>
    </message>
    <message>
        <source>Now listening to {0}{1}.</source>
        <translation>現在聞いているもの: {0}{1}。</translation>
    </message>
    <message>
        <source>Nothing to do; choose a fixed device in the settings if this is not the one you want.</source>
        <translation>操作は不要です。違う場合は、設定で固定のデバイスを選んでください。</translation>
    </message>
    <message>
        <source>{0} delivers only silence.</source>
        <translation>{0} からは無音しか届きません。</translation>
    </message>
    <message>
        <source>Look for a switch on it, and allow the microphone in the system&apos;s privacy settings.</source>
        <translation>本体のスイッチを確認し、システムのプライバシー設定でマイクを許可してください。</translation>
    </message>
    <message>
        <source>{0} plays, but only silence arrives from {1}.</source>
        <translation>{0} は再生中ですが、{1} からは無音しか届きません。</translation>
    </message>
    <message>
        <source>Choose another output for the captions, or run `sightline doctor --sound`.</source>
        <translation>字幕用に別の出力を選ぶか、`sightline doctor --sound` を実行してください。</translation>
    </message>
    <message>
        <source>{0} plays on {1}, but {2} is listened to.</source>
        <translation>{0} は {1} で再生中ですが、聞いているのは {2} です。</translation>
    </message>
    <message>
        <source>Choose that output for the captions, or move the sound in the sound settings.</source>
        <translation>字幕にその出力を選ぶか、サウンド設定で音の出力先を変えてください。</translation>
    </message>
    <message>
        <source>Python {0} at {1}.</source>
        <translation>Python {0}（{1}）。</translation>
    </message>
    <message>
        <source>{0} processor cores may be used.</source>
        <translation>プロセッサーのコアを {0} 個使えます。</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES chooses {1} ({2}).</source>
        <translation>{0}。CUDA_VISIBLE_DEVICES は {1} ({2}) を選んでいます。</translation>
    </message>
    <message>
        <source>{0} {1}, for {2}.</source>
        <translation>{0} {1}、対象: {2}。</translation>
    </message>
    <message>
        <source>On this computer: {0}.</source>
        <translation>このコンピューターにあるもの: {0}。</translation>
    </message>
    <message>
        <source>There is no display (DISPLAY and WAYLAND_DISPLAY are not set).</source>
        <translation>画面がありません（DISPLAY と WAYLAND_DISPLAY が未設定です）。</translation>
    </message>
    <message>
        <source>Start Sightline from a desktop; here, captions appear in the terminal.</source>
        <translation>デスクトップから起動してください。ここでは字幕は端末に出ます。</translation>
    </message>
    <message>
        <source>{0} can be read.</source>
        <translation>{0} を読めます。</translation>
    </message>
    <message>
        <source>{0} can be read ({1} MB).</source>
        <translation>{0} を読めます（{1} MB）。</translation>
    </message>
    <message>
        <source>One processor core may be used.</source>
        <translation>プロセッサーのコアを 1 個使えます。</translation>
    </message>
    <message>
        <source>Captions may lag; keep to the model tiny.en and close other programs.</source>
        <translation>字幕が遅れることがあります。モデルは tiny.en のままにし、他のプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>No NVIDIA driver is installed; captions run on the processor.</source>
        <translation>NVIDIA ドライバーがありません。字幕はプロセッサーで動きます。</translation>
    </message>
    <message>
        <source>With an NVIDIA card, install its driver to use it; without one nothing is to be done.</source>
        <translation>NVIDIA カードがあれば、ドライバーを入れると使えます。なければ何もする必要はありません。</translation>
    </message>
    <message>
        <source>The NVIDIA driver is installed but finds no card.</source>
        <translation>NVIDIA ドライバーはありますが、カードが見つかりません。</translation>
    </message>
    <message>
        <source>Run `nvidia-smi`: it names the reason. Restarting helps after a driver update.</source>
        <translation>`nvidia-smi` を実行すると原因がわかります。ドライバー更新後は再起動が有効です。</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES hides the cards; captions run on the processor.</source>
        <translation>{0}。CUDA_VISIBLE_DEVICES がカードを隠しています。字幕はプロセッサーで動きます。</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES ({1}) names none of them.</source>
        <translation>{0}。CUDA_VISIBLE_DEVICES ({1}) はどれも指していません。</translation>
    </message>
    <message>
        <source>Unset it, or give the UUID of one with --card; `nvidia-smi -L` lists them.</source>
        <translation>この変数を消すか、--card でカードの UUID を指定してください。`nvidia-smi -L` で一覧を見られます。</translation>
    </message>
    <message>
        <source>{0} {1} is installed.</source>
        <translation>{0} {1} があります。</translation>
    </message>
    <message>
        <source>ONNX Runtime is not installed: nothing can run a speech model.</source>
        <translation>ONNX Runtime がないため、音声モデルを実行できません。</translation>
    </message>
    <message>
        <source>Run `python3 run.py setup` in Sightline&apos;s folder.</source>
        <translation>Sightline のフォルダーで `python3 run.py setup` を実行してください。</translation>
    </message>
    <message>
        <source>{0} {1} is installed but does not load.</source>
        <translation>{0} {1} はありますが、読み込めません。</translation>
    </message>
    <message>
        <source>Remove the folder .venv in Sightline&apos;s folder and run `python3 run.py setup`.</source>
        <translation>Sightline のフォルダーの .venv を削除し、`python3 run.py setup` を実行してください。</translation>
    </message>
    <message>
        <source>Damaged: {0}.</source>
        <translation>破損: {0}。</translation>
    </message>
    <message>
        <source>Run `sightline models verify {0}`: it says how to mend it.</source>
        <translation>`sightline models verify {0}` を実行すると直し方がわかります。</translation>
    </message>
    <message>
        <source>The speech detector (silero) is not on this computer.</source>
        <translation>音声検出器（silero）がこのコンピューターにありません。</translation>
    </message>
    <message>
        <source>Run `sightline models verify silero`: it says how to mend it.</source>
        <translation>`sightline models verify silero` を実行すると直し方がわかります。</translation>
    </message>
    <message>
        <source>No speech model is on this computer.</source>
        <translation>このコンピューターに音声モデルがありません。</translation>
    </message>
    <message>
        <source>Run `sightline models list`, then `sightline models get NAME`.</source>
        <translation>`sightline models list`、次に `sightline models get NAME` を実行してください。</translation>
    </message>
    <message>
        <source>Not measured: that is done when there is more than one model.</source>
        <translation>未測定です。モデルが 2 つ以上あるときに測定します。</translation>
    </message>
    <message>
        <source>{0} Live captions will be late.</source>
        <translation>{0} ライブ字幕は遅れます。</translation>
    </message>
    <message>
        <source>Captions of {0} run on cpu, as the settings say.</source>
        <translation>{0} の字幕は設定どおり cpu で動きます。</translation>
    </message>
    <message>
        <source>Run `sightline engine verify` to have it examined now.</source>
        <translation>`sightline engine verify` で今すぐ検査できます。</translation>
    </message>
    <message>
        <source>Qt (PySide6) is not installed, so no window can be shown.</source>
        <translation>Qt (PySide6) がないため、ウィンドウを表示できません。</translation>
    </message>
    <message>
        <source>This system has its own windows.</source>
        <translation>このシステムには独自のウィンドウがあります。</translation>
    </message>
    <message>
        <source>X11 display {0}{1}.</source>
        <translation>X11 ディスプレイ {0}{1}。</translation>
    </message>
    <message>
        <source>Wayland display {0} without XWayland: captions cannot stay above other windows.</source>
        <translation>Wayland ディスプレイ {0}、XWayland なし: 字幕を他のウィンドウの手前に保てません。</translation>
    </message>
    <message>
        <source>Install XWayland, or set &quot;always on top&quot; in the window&apos;s own menu.</source>
        <translation>XWayland を入れるか、ウィンドウのメニューで「常に手前に表示」を選んでください。</translation>
    </message>
    <message>
        <source>{0} is damaged.</source>
        <translation>{0} が壊れています。</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and uses the standard settings.</source>
        <translation>Sightline を一度起動してください。ファイルを別にして標準の設定を使います。</translation>
    </message>
    <message>
        <source>No history yet ({0} is made with the first caption).</source>
        <translation>まだ履歴はありません（{0} は最初の字幕で作られます）。</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and begins a new history.</source>
        <translation>Sightline を一度起動してください。ファイルを別にして新しい履歴を始めます。</translation>
    </message>
    <message>
        <source>Free some space: a model and its engine take up to 500 MB.</source>
        <translation>空きを作ってください。モデルとエンジンで最大 500 MB 使います。</translation>
    </message>
    <message>
        <source>This could not be checked ({0}: {1}).</source>
        <translation>確認できませんでした（{0}: {1}）。</translation>
    </message>
    <message>
        <source>Report this line if captions do not work.</source>
        <translation>字幕が動かない場合は、この行を報告してください。</translation>
    </message>
    <message>
        <source>{0} {1} is installed, but this card is none it supports.</source>
        <translation>{0} {1} はありますが、このカードに対応していません。</translation>
    </message>
    <message>
        <source>Use --engine cuda or --engine cpu.</source>
        <translation>--engine cuda または --engine cpu を使ってください。</translation>
    </message>
    <message>
        <source>{0} {1} is installed, with no card to run it on; engines can be built.</source>
        <translation>{0} {1} はありますが、動かすカードがありません。エンジンの作成はできます。</translation>
    </message>
    <message>
        <source>The standard settings are in use ({0} is made when you change one).</source>
        <translation>標準の設定を使っています（{0} は変更時に作られます）。</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}).</source>
        <translation>{0} を読めません（{1}）。</translation>
    </message>
    <message>
        <source>Check who may read that file.</source>
        <translation>このファイルの読み取り権限を確認してください。</translation>
    </message>
    <message>
        <source>{0} answers.</source>
        <translation>{0} が応答しています。</translation>
    </message>
    <message>
        <source>Playing now: {0} (--app NAME captions one alone).</source>
        <translation>再生中: {0}（--app NAME で 1 つだけに字幕を付けます）。</translation>
    </message>
    <message>
        <source>This system has its own sound service.</source>
        <translation>このシステムには独自のサウンドサービスがあります。</translation>
    </message>
    <message>
        <source>pulsectl is not installed, so changes of devices are noticed late.</source>
        <translation>pulsectl がないため、デバイスの変化に気づくのが遅れます。</translation>
    </message>
    <message>
        <source>macOS offers no loopback of its own.</source>
        <translation>macOS には音を取り込む機能がありません。</translation>
    </message>
    <message>
        <source>There is no sound output to listen to.</source>
        <translation>聞ける音声出力がありません。</translation>
    </message>
    <message>
        <source>There is no microphone.</source>
        <translation>マイクがありません。</translation>
    </message>
    <message>
        <source>{0} Not even noise arrives from it.</source>
        <translation>{0} 雑音すら届きません。</translation>
    </message>
    <message>
        <source>One application alone can be captioned on Linux only.</source>
        <translation>1 つのアプリだけに字幕を付けられるのは Linux のみです。</translation>
    </message>
    <message>
        <source>No application plays sound now.</source>
        <translation>今は音を出しているアプリはありません。</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot;, which the settings ask for, is not there.</source>
        <translation>{0} 設定にある「{1}」が見つかりません。</translation>
    </message>
    <message>
        <source>Connect it (captions wait for it), or choose the default device in the settings.</source>
        <translation>接続するか（字幕は待っています）、設定で標準のデバイスを選んでください。</translation>
    </message>
    <message>
        <source>Getting {0}…</source>
        <translation>{0} を取得しています…</translation>
    </message>
    <message>
        <source>Getting {0}: {1}</source>
        <translation>{0} を取得中: {1}</translation>
    </message>
    <message>
        <source>{0} is ready.</source>
        <translation>{0} の準備ができました。</translation>
    </message>
    <message>
        <source>{0} could not be removed ({1}).</source>
        <translation>{0} を削除できませんでした（{1}）。</translation>
    </message>
    <message>
        <source>Check that you may write in {0}.</source>
        <translation>{0} に書き込めるか確認してください。</translation>
    </message>
    <message>
        <source>The history file was damaged. {0} captions were saved from it.</source>
        <translation>履歴ファイルが壊れていました。{0} 件の字幕を取り出しました。</translation>
    </message>
    <message>
        <source>The damaged file is kept as {0}.</source>
        <translation>壊れたファイルは {0} として残してあります。</translation>
    </message>
    <message>
        <source>{0} captions could not be kept.</source>
        <translation>{0} 件の字幕を保存できませんでした。</translation>
    </message>
    <message>
        <source>The history file {0} could not be written.</source>
        <translation>履歴ファイル {0} に書き込めませんでした。</translation>
    </message>
    <message>
        <source>Captions are being kept again.</source>
        <translation>字幕の保存を再開しました。</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>{0} に書き込めません: {1}。</translation>
    </message>
    <message>
        <source>Make room on its disk. Captions go on.</source>
        <translation>そのディスクに空きを作ってください。字幕は続きます。</translation>
    </message>
    <message>
        <source>Busy: finished words only</source>
        <translation>高負荷: 確定した語のみ</translation>
    </message>
    <message>
        <source>Busy: faster model</source>
        <translation>高負荷: 速いモデル</translation>
    </message>
    <message>
        <source>Whether Sightline starts with the desktop could not be changed: {0}.</source>
        <translation>ログイン時の起動を変更できませんでした: {0}。</translation>
    </message>
    <message>
        <source>Change it in the system&apos;s own settings.</source>
        <translation>システムの設定で変更してください。</translation>
    </message>
    <message>
        <source>{0} s of speech were lost.</source>
        <translation>{0} 秒の音声が失われました。</translation>
    </message>
    <message>
        <source>The changed model {0} is not used: {1}.</source>
        <translation>変更されたモデル {0} は使いません: {1}。</translation>
    </message>
    <message>
        <source>Captions go on with the model as it was. Put the files there anew.</source>
        <translation>字幕は以前のモデルで続きます。ファイルを置き直してください。</translation>
    </message>
    <message>
        <source>Sightline cannot go on.</source>
        <translation>Sightline を続けられません。</translation>
    </message>
    <message>
        <source>Run `sightline doctor` to see what is wrong.</source>
        <translation>`sightline doctor` で原因を確認してください。</translation>
    </message>
    <message>
        <source>The command line is wrong.</source>
        <translation>コマンドラインが正しくありません。</translation>
    </message>
    <message>
        <source>Run `sightline --help` for what is possible.</source>
        <translation>`sightline --help` で使い方を確認してください。</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>ファイルを読めません。</translation>
    </message>
    <message>
        <source>Check its path, and that it is a sound or video file.</source>
        <translation>パスと、音声または動画のファイルであることを確認してください。</translation>
    </message>
    <message>
        <source>The speech model cannot be used.</source>
        <translation>音声モデルを使えません。</translation>
    </message>
    <message>
        <source>Run `sightline models verify`, or choose another with --model.</source>
        <translation>`sightline models verify` を実行するか、--model で別のものを選んでください。</translation>
    </message>
    <message>
        <source>The speech model is not on this computer.</source>
        <translation>音声モデルがこのコンピューターにありません。</translation>
    </message>
    <message>
        <source>Run `sightline models list` to see which are, and `sightline models get NAME` to add one.</source>
        <translation>`sightline models list` で一覧を見て、`sightline models get NAME` で追加できます。</translation>
    </message>
    <message>
        <source>The speech model is damaged.</source>
        <translation>音声モデルが壊れています。</translation>
    </message>
    <message>
        <source>Run `sightline models get NAME` to put it there anew.</source>
        <translation>`sightline models get NAME` で入れ直してください。</translation>
    </message>
    <message>
        <source>There is too little room on the disk for the model.</source>
        <translation>モデルのためのディスクの空きが足りません。</translation>
    </message>
    <message>
        <source>Make room, then try again.</source>
        <translation>空きを作ってから、もう一度試してください。</translation>
    </message>
    <message>
        <source>Getting the model was stopped.</source>
        <translation>モデルの取得を中止しました。</translation>
    </message>
    <message>
        <source>Get it again to go on: what has come is kept.</source>
        <translation>もう一度取得すると続きから始まります。届いた分は残っています。</translation>
    </message>
    <message>
        <source>No engine can run the speech model.</source>
        <translation>音声モデルを実行できるエンジンがありません。</translation>
    </message>
    <message>
        <source>Try --engine cpu; `sightline doctor` says what each engine lacks.</source>
        <translation>--engine cpu を試してください。`sightline doctor` で足りないものがわかります。</translation>
    </message>
    <message>
        <source>The graphics card has too little free memory.</source>
        <translation>グラフィックカードの空きメモリが足りません。</translation>
    </message>
    <message>
        <source>Close other programs that use it, choose a smaller model, or use --engine cpu.</source>
        <translation>カードを使う他のプログラムを閉じるか、小さいモデルを選ぶか、--engine cpu を使ってください。</translation>
    </message>
    <message>
        <source>The graphics card stopped answering.</source>
        <translation>グラフィックカードが応答しなくなりました。</translation>
    </message>
    <message>
        <source>Start Sightline again, or use --engine cpu.</source>
        <translation>Sightline を起動し直すか、--engine cpu を使ってください。</translation>
    </message>
    <message>
        <source>The graphics card&apos;s driver is missing or too old.</source>
        <translation>グラフィックカードのドライバーがないか、古すぎます。</translation>
    </message>
    <message>
        <source>Install the newest NVIDIA driver, or use --engine cpu.</source>
        <translation>最新の NVIDIA ドライバーを入れるか、--engine cpu を使ってください。</translation>
    </message>
    <message>
        <source>The card stopped.</source>
        <translation>グラフィックカードが止まりました。</translation>
    </message>
    <message>
        <source>Captions go on on the processor, and the card is tried again.</source>
        <translation>字幕はプロセッサーで続き、カードは後でもう一度試します。</translation>
    </message>
    <message>
        <source>The card does not hear what the processor hears.</source>
        <translation>グラフィックカードの認識結果がプロセッサーと違います。</translation>
    </message>
    <message>
        <source>Captions run on the processor. `sightline engine verify` shows the differences.</source>
        <translation>字幕はプロセッサーで動きます。`sightline engine verify` で違いを見られます。</translation>
    </message>
    <message>
        <source>The sound device cannot be used.</source>
        <translation>音声デバイスを使えません。</translation>
    </message>
    <message>
        <source>Check the system&apos;s sound settings; `sightline doctor` lists what is found.</source>
        <translation>システムのサウンド設定を確認してください。`sightline doctor` で見つかったものがわかります。</translation>
    </message>
    <message>
        <source>There is no display to show captions on.</source>
        <translation>字幕を表示する画面がありません。</translation>
    </message>
    <message>
        <source>Add --no-window for captions in the terminal.</source>
        <translation>--no-window を付けると端末に字幕が出ます。</translation>
    </message>
    <message>
        <source>Settings or history cannot be written.</source>
        <translation>設定または履歴を書き込めません。</translation>
    </message>
    <message>
        <source>Free some disk space, or give another folder with --data-dir DIR. Captions go on.</source>
        <translation>ディスクに空きを作るか、--data-dir DIR で別のフォルダーを指定してください。字幕は続きます。</translation>
    </message>
    <message>
        <source>The history file is damaged.</source>
        <translation>履歴ファイルが壊れています。</translation>
    </message>
    <message>
        <source>It is set aside and a new one begins. Captions go on.</source>
        <translation>別にしておき、新しいものを始めます。字幕は続きます。</translation>
    </message>
    <message>
        <source>The session that a caption belongs to was deleted.</source>
        <translation>字幕の属するセッションが削除されました。</translation>
    </message>
    <message>
        <source>A new one begins. Captions go on.</source>
        <translation>新しいものを始めます。字幕は続きます。</translation>
    </message>
    <message>
        <source>The history file is in use by another program.</source>
        <translation>履歴ファイルを別のプログラムが使っています。</translation>
    </message>
    <message>
        <source>Close that program. Captions go on.</source>
        <translation>そのプログラムを閉じてください。字幕は続きます。</translation>
    </message>
    <message>
        <source>The changed model {0} makes the captions now.</source>
        <translation>変更されたモデル {0} で字幕を作ります。</translation>
    </message>
    <message>
        <source>It is better again.</source>
        <translation>改善しました。</translation>
    </message>
    <message>
        <source>This computer is busy: the faster model {0} makes the captions for a while.</source>
        <translation>コンピューターの負荷が高いため、しばらく速いモデル {0} で字幕を作ります。</translation>
    </message>
    <message>
        <source>They come back to {0} by themselves.</source>
        <translation>自動的に {0} に戻ります。</translation>
    </message>
    <message>
        <source>{0} suits this computer: it recognises 10 s of speech in {1} s.</source>
        <translation>このコンピューターには {0} が合います。10 秒の音声を {1} 秒で認識します。</translation>
    </message>
    <message>
        <source>Choose another with --model or in the settings.</source>
        <translation>--model または設定で別のものを選べます。</translation>
    </message>
    <message>
        <source>The settings say {0}, which {1} does not know: captions are in English.</source>
        <translation>設定は {0} ですが、{1} はその言語に対応していません。字幕は英語です。</translation>
    </message>
    <message>
        <source>Get a model of many languages (sightline models get base), or change the language.</source>
        <translation>多言語のモデルを取得するか（sightline models get base）、言語を変えてください。</translation>
    </message>
    <message>
        <source>This computer is too busy or too slow for {0}: captions come late.</source>
        <translation>{0} を動かすには負荷が高すぎるか、性能が足りません。字幕が遅れます。</translation>
    </message>
    <message>
        <source>Close other programs, or plug the computer in and let it have its full power.</source>
        <translation>他のプログラムを閉じるか、電源をつないで最大の性能で動かしてください。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model (sightline models list).</source>
        <translation>他のプログラムを閉じるか、小さいモデルを選んでください（sightline models list）。</translation>
    </message>
    <message>
        <source>{0} s of speech could not be captioned: this computer is too busy.</source>
        <translation>{0} 秒の音声に字幕を付けられませんでした。コンピューターの負荷が高すぎます。</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>他のプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>Port {0} {1}, so the figures are not served there.</source>
        <translation>ポート {0} {1}。測定値はそこでは提供されません。</translation>
    </message>
    <message>
        <source>Choose another with --metrics-port. Captions go on.</source>
        <translation>--metrics-port で別のものを選んでください。字幕は続きます。</translation>
    </message>
    <message>
        <source>An unexpected fault ({0}).</source>
        <translation>予期しないエラー（{0}）。</translation>
    </message>
    <message>
        <source>Run the same command with --debug and report what it prints.</source>
        <translation>同じコマンドを --debug 付きで実行し、表示された内容を報告してください。</translation>
    </message>
    <message>
        <source>This sounds like {0}, and captions are set to {1}.</source>
        <translation>{0} のように聞こえますが、字幕は {1} に設定されています。</translation>
    </message>
    <message>
        <source>If it is {0}, choose it, or let the language be recognised by itself (--language auto).</source>
        <translation>{0} なら、それを選ぶか、言語を自動認識にしてください（--language auto）。</translation>
    </message>
    <message>
        <source>{0} knows English only, and can hardly make out what is said.</source>
        <translation>{0} は英語にしか対応しておらず、ほとんど聞き取れません。</translation>
    </message>
    <message>
        <source>If it is another language, choose a model of many languages: sightline models get base.</source>
        <translation>別の言語なら、多言語のモデルを選んでください: sightline models get base。</translation>
    </message>
    <message>
        <source>Nothing is given up any more.</source>
        <translation>すべて元に戻りました。</translation>
    </message>
    <message>
        <source>Captions are made by {0} again.</source>
        <translation>字幕は再び {0} で作られます。</translation>
    </message>
    <message>
        <source>Your settings were damaged, so the standard ones are used.</source>
        <translation>設定が壊れていたため、標準の設定を使います。</translation>
    </message>
    <message>
        <source>Your settings could not be read, so the standard ones are used.</source>
        <translation>設定を読めなかったため、標準の設定を使います。</translation>
    </message>
    <message>
        <source>Check that you may read {0} ({1}).</source>
        <translation>{0} を読めるか確認してください（{1}）。</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>字幕</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>ウィンドウ</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>History</source>
        <translation>履歴</translation>
    </message>
    <message>
        <source>Pause captions</source>
        <translation>字幕を一時停止</translation>
    </message>
    <message>
        <source>Hide captions</source>
        <translation>字幕を隠す</translation>
    </message>
    <message>
        <source>Give the captions the keyboard</source>
        <translation>キーボードを字幕に渡す</translation>
    </message>
    <message>
        <source>Mark this moment</source>
        <translation>この瞬間に印を付ける</translation>
    </message>
    <message>
        <source>Private: keep no captions</source>
        <translation>プライベート: 字幕を残さない</translation>
    </message>
    <message>
        <source>Play the sample clip</source>
        <translation>サンプルを再生</translation>
    </message>
    <message>
        <source>Do what the notice offers</source>
        <translation>通知の提案を実行</translation>
    </message>
    <message>
        <source>Hide the notice</source>
        <translation>通知を隠す</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>文字を大きく</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>文字を小さく</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>標準の文字サイズ</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>設定…</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>履歴…</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>ショートカットキー…</translation>
    </message>
    <message>
        <source>First steps…</source>
        <translation>はじめに…</translation>
    </message>
    <message>
        <source>Speech models…</source>
        <translation>音声モデル…</translation>
    </message>
    <message>
        <source>Check this computer…</source>
        <translation>このコンピューターを確認…</translation>
    </message>
    <message>
        <source>Show or hide the figures</source>
        <translation>測定値を表示または隠す</translation>
    </message>
    <message>
        <source>Open the menu</source>
        <translation>メニューを開く</translation>
    </message>
    <message>
        <source>Let clicks through</source>
        <translation>クリックを通す</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左へ</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右へ</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上へ</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下へ</translation>
    </message>
    <message>
        <source>Wider</source>
        <translation>広く</translation>
    </message>
    <message>
        <source>Narrower</source>
        <translation>狭く</translation>
    </message>
    <message>
        <source>Dock to the top edge</source>
        <translation>上端に固定</translation>
    </message>
    <message>
        <source>Dock to the bottom edge</source>
        <translation>下端に固定</translation>
    </message>
    <message>
        <source>To the next screen</source>
        <translation>次の画面へ</translation>
    </message>
    <message>
        <source>Reset position</source>
        <translation>位置を戻す</translation>
    </message>
    <message>
        <source>Quit Sightline</source>
        <translation>Sightline を終了</translation>
    </message>
    <message>
        <source>Search; Enter goes to the results</source>
        <translation>検索。Enter で結果へ</translation>
    </message>
    <message>
        <source>What was said around a result</source>
        <translation>結果の前後の発言</translation>
    </message>
    <message>
        <source>Next match, an older one</source>
        <translation>次の一致（古いほう）</translation>
    </message>
    <message>
        <source>Match before, a newer one</source>
        <translation>前の一致（新しいほう）</translation>
    </message>
    <message>
        <source>Back to the results, then to the newest captions</source>
        <translation>結果へ戻り、次に最新の字幕へ</translation>
    </message>
    <message>
        <source>Oldest captions</source>
        <translation>最も古い字幕</translation>
    </message>
    <message>
        <source>Newest captions, followed live</source>
        <translation>最新の字幕（追いかける）</translation>
    </message>
    <message>
        <source>Star the selected captions, or take the star away</source>
        <translation>選んだ字幕に星を付ける、または外す</translation>
    </message>
    <message>
        <source>Next star</source>
        <translation>次の星</translation>
    </message>
    <message>
        <source>Star before</source>
        <translation>前の星</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>文字をコピー</translation>
    </message>
    <message>
        <source>Copy with times and labels</source>
        <translation>時刻とラベル付きでコピー</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Markdown としてコピー</translation>
    </message>
    <message>
        <source>Export what is shown to a file</source>
        <translation>表示中の内容をファイルに書き出す</translation>
    </message>
    <message>
        <source>Delete the selected captions or sessions for good</source>
        <translation>選んだ字幕やセッションを完全に削除</translation>
    </message>
    <message>
        <source>Name the session</source>
        <translation>セッションに名前を付ける</translation>
    </message>
    <message>
        <source>Merge the selected sessions</source>
        <translation>選んだセッションをまとめる</translation>
    </message>
    <message>
        <source>Private: pause the keeping of captions</source>
        <translation>プライベート: 保存を一時停止</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>ウィンドウの次の部分</translation>
    </message>
    <message>
        <source>Part of the window before</source>
        <translation>ウィンドウの前の部分</translation>
    </message>
    <message>
        <source>Keys of the history</source>
        <translation>履歴のキー</translation>
    </message>
    <message>
        <source>Resume captions</source>
        <translation>字幕を再開</translation>
    </message>
    <message>
        <source>Show captions</source>
        <translation>字幕を表示</translation>
    </message>
    <message>
        <source>Your settings could not be saved.</source>
        <translation>設定を保存できませんでした。</translation>
    </message>
    <message>
        <source>Check for room on the disk and that you may write {0}.</source>
        <translation>ディスクの空きと、{0} に書き込めることを確認してください。</translation>
    </message>
    <message>
        <source>{0} problems found; what to do stands after each arrow.</source>
        <translation>{0} 件の問題があります。対処は矢印の後にあります。</translation>
    </message>
    <message>
        <source>Check this computer</source>
        <translation>このコンピューターを確認</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>確認項目</translation>
    </message>
    <message>
        <source>Report without names, paths and captions</source>
        <translation>名前・パス・字幕を含まない報告</translation>
    </message>
    <message>
        <source>&amp;Check again</source>
        <translation>もう一度確認(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Report to send…</source>
        <translation>送るための報告(&amp;R)…</translation>
    </message>
    <message>
        <source>C&amp;opy the report</source>
        <translation>報告をコピー(&amp;O)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>閉じる(&amp;L)</translation>
    </message>
    <message>
        <source>Looking, which takes a few seconds…</source>
        <translation>確認しています（数秒）…</translation>
    </message>
    <message>
        <source>1 problem found; what to do stands after the arrow.</source>
        <translation>1 件の問題があります。対処は矢印の後にあります。</translation>
    </message>
    <message>
        <source>The report is copied. It holds no names, paths, devices or captions.</source>
        <translation>報告をコピーしました。名前・パス・デバイス・字幕は含みません。</translation>
    </message>
    <message>
        <source>No problems found.</source>
        <translation>問題はありません。</translation>
    </message>
    <message>
        <source>Hide the &amp;report</source>
        <translation>報告を隠す(&amp;R)</translation>
    </message>
    <message>
        <source>Sightline figures</source>
        <translation>Sightline: 測定値</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>測定値</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>測定項目</translation>
    </message>
    <message>
        <source>Of the last minute, counts since the start</source>
        <translation>直近 1 分。回数は起動から</translation>
    </message>
    <message>
        <source>This &amp;computer&apos;s sound: calls, films, lectures</source>
        <translation>このコンピューターの音: 通話、映画、講義(&amp;C)</translation>
    </message>
    <message>
        <source>The &amp;microphone: people in the room</source>
        <translation>マイク: 部屋にいる人(&amp;M)</translation>
    </message>
    <message>
        <source>B&amp;oth, each with a label</source>
        <translation>両方（ラベル付き）(&amp;O)</translation>
    </message>
    <message>
        <source>Sightline: first steps</source>
        <translation>Sightline: はじめに</translation>
    </message>
    <message>
        <source>&amp;Skip this step</source>
        <translation>この手順を飛ばす(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>次へ(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>戻る(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>完了(&amp;F)</translation>
    </message>
    <message>
        <source>Skip &amp;all</source>
        <translation>すべて飛ばす(&amp;A)</translation>
    </message>
    <message>
        <source>1 of 3: What should be captioned?</source>
        <translation>1/3: 何に字幕を付けますか？</translation>
    </message>
    <message>
        <source>Let something be said. The bar moves when Sightline hears it.</source>
        <translation>何か話してもらってください。聞こえるとバーが動きます。</translation>
    </message>
    <message>
        <source>Loudness of the sound</source>
        <translation>音の大きさ</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>起動中…</translation>
    </message>
    <message>
        <source>2 of 3: How should it look?</source>
        <translation>2/3: どんな見た目にしますか</translation>
    </message>
    <message>
        <source>All of it can be changed later, under Settings.</source>
        <translation>後から「設定」ですべて変えられます。</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>見た目</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字サイズ</translation>
    </message>
    <message>
        <source>&amp;Look</source>
        <translation>見た目(&amp;L)</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字サイズ(&amp;Z)</translation>
    </message>
    <message>
        <source>3 of 3: How should speech be recognised?</source>
        <translation>3/3: 音声をどう認識しますか</translation>
    </message>
    <message>
        <source>A larger model makes fewer mistakes and knows more languages, but needs more computer.</source>
        <translation>大きいモデルは誤りが少なく多くの言語に対応しますが、より高い性能が必要です。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Run it on</source>
        <translation>実行する場所</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>モデル(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Run it on</source>
        <translation>実行する場所(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Get this model</source>
        <translation>このモデルを取得(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Try its speed</source>
        <translation>速さを試す(&amp;T)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進み具合</translation>
    </message>
    <message>
        <source>Trying it on a short clip…</source>
        <translation>短い音声で試しています…</translation>
    </message>
    <message>
        <source>Another program has the key {0}.</source>
        <translation>キー {0} は別のプログラムが使っています。</translation>
    </message>
    <message>
        <source>Press F1 in the captions to choose another.</source>
        <translation>字幕で F1 を押して別のキーを選んでください。</translation>
    </message>
    <message>
        <source>&amp;Do not keep captions</source>
        <translation>字幕を残さない(&amp;D)</translation>
    </message>
    <message>
        <source>One &amp;day</source>
        <translation>1 日(&amp;D)</translation>
    </message>
    <message>
        <source>30 da&amp;ys</source>
        <translation>30 日(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Always</source>
        <translation>ずっと(&amp;A)</translation>
    </message>
    <message>
        <source>1 caption</source>
        <translation>字幕 1 件</translation>
    </message>
    <message>
        <source>{0} captions</source>
        <translation>字幕 {0} 件</translation>
    </message>
    <message>
        <source>More</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>&amp;Copy text</source>
        <translation>文字をコピー(&amp;C)</translation>
    </message>
    <message>
        <source>Copy with &amp;times and labels</source>
        <translation>時刻とラベル付きでコピー(&amp;T)</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Markdown としてコピー(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>書き出す(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Name the session…</source>
        <translation>セッションに名前を付ける(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Private: pause keeping captions</source>
        <translation>プライベート: 保存を一時停止(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Keep captions</source>
        <translation>字幕を残す期間(&amp;K)</translation>
    </message>
    <message>
        <source>Delete &amp;all captions…</source>
        <translation>すべての字幕を削除(&amp;A)…</translation>
    </message>
    <message>
        <source>Keyboard &amp;help</source>
        <translation>キーのヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>その他(&amp;M)</translation>
    </message>
    <message>
        <source>Stop the export</source>
        <translation>書き出しを中止</translation>
    </message>
    <message>
        <source>Keys (F1)</source>
        <translation>ショートカットキー (F1)</translation>
    </message>
    <message>
        <source>Delete all captions of all sessions for good?</source>
        <translation>すべてのセッションのすべての字幕を完全に削除しますか？</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>削除中…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>元に戻せません。</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>削除(&amp;D)</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>SubRip</source>
        <translation>SubRip</translation>
    </message>
    <message>
        <source>WebVTT</source>
        <translation>WebVTT</translation>
    </message>
    <message>
        <source>Export captions</source>
        <translation>字幕を書き出す</translation>
    </message>
    <message>
        <source>Writing {0}…</source>
        <translation>{0} を書き込み中…</translation>
    </message>
    <message>
        <source>Keys of the history window</source>
        <translation>履歴ウィンドウのキー</translation>
    </message>
    <message>
        <source>{0} copied.</source>
        <translation>{0} をコピーしました。</translation>
    </message>
    <message>
        <source>Delete {0} for good?</source>
        <translation>{0} を完全に削除しますか？</translation>
    </message>
    <message>
        <source>{0} deleted.</source>
        <translation>{0} を削除しました。</translation>
    </message>
    <message>
        <source>{0} sessions merged.</source>
        <translation>{0} 個のセッションをまとめました。</translation>
    </message>
    <message>
        <source>Delete {0} sessions with all captions for good?</source>
        <translation>{0} 個のセッションをすべての字幕とともに完全に削除しますか？</translation>
    </message>
    <message>
        <source>Delete this session with all captions for good?</source>
        <translation>このセッションをすべての字幕とともに完全に削除しますか？</translation>
    </message>
    <message>
        <source>{0} written to {1}.</source>
        <translation>{0} を {1} に書き込みました。</translation>
    </message>
    <message>
        <source>Starred.</source>
        <translation>星を付けました。</translation>
    </message>
    <message>
        <source>Star taken away.</source>
        <translation>星を外しました。</translation>
    </message>
    <message>
        <source>Delete all captions, and keep none from now on?</source>
        <translation>すべての字幕を削除し、今後は残さないようにしますか？</translation>
    </message>
    <message>
        <source>Activity over time</source>
        <translation>時間ごとの発言量</translation>
    </message>
    <message>
        <source>How much was said when. Left and Right choose a time, Enter goes there.</source>
        <translation>いつどれだけ話されたか。左右で時刻を選び、Enter で移動します。</translation>
    </message>
    <message>
        <source>bar {0} of {1}</source>
        <translation>{1} 本中 {0} 本目</translation>
    </message>
    <message>
        <source>mic</source>
        <translation>マイク</translation>
    </message>
    <message>
        <source>file</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Sightline history</source>
        <translation>Sightline: 履歴</translation>
    </message>
    <message>
        <source>Search the captions</source>
        <translation>字幕を検索</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>音源</translation>
    </message>
    <message>
        <source>Any source</source>
        <translation>すべての音源</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Any language</source>
        <translation>すべての言語</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>すべての期間</translation>
    </message>
    <message>
        <source>Starred only</source>
        <translation>星付きのみ</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>検索結果</translation>
    </message>
    <message>
        <source>Private: captions are not being kept (Ctrl+P)</source>
        <translation>プライベート: 字幕を残していません (Ctrl+P)</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Go to the newest captions</source>
        <translation>最新の字幕へ</translation>
    </message>
    <message>
        <source>Search: words, &quot;a phrase&quot;, the beginning of a word</source>
        <translation>検索: 語、&quot;語句&quot;、語の先頭</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>過去 7 日</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>過去 30 日</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>過去 1 年</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>見つかりません。</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 件一致</translation>
    </message>
    <message>
        <source>{0}{1} matches</source>
        <translation>{0}{1} 件一致</translation>
    </message>
    <message>
        <source>No older match.</source>
        <translation>これより古い一致はありません。</translation>
    </message>
    <message>
        <source>No newer match.</source>
        <translation>これより新しい一致はありません。</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>セッション 1 個</translation>
    </message>
    <message>
        <source>{0} sessions</source>
        <translation>セッション {0} 個</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>All sessions</source>
        <translation>すべてのセッション</translation>
    </message>
    <message>
        <source>Name of the session</source>
        <translation>セッションの名前</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名前(&amp;N):</translation>
    </message>
    <message>
        <source>{0} new (End)</source>
        <translation>新着 {0} 件 (End)</translation>
    </message>
    <message>
        <source>Newest (End)</source>
        <translation>最新 (End)</translation>
    </message>
    <message>
        <source>No captions here yet.</source>
        <translation>まだ字幕はありません。</translation>
    </message>
    <message>
        <source>No later star.</source>
        <translation>この後に星はありません。</translation>
    </message>
    <message>
        <source>No earlier star.</source>
        <translation>この前に星はありません。</translation>
    </message>
    <message>
        <source>while the captions have the keyboard</source>
        <translation>字幕がキーボードを持つ間</translation>
    </message>
    <message>
        <source>in the history window</source>
        <translation>履歴ウィンドウ内</translation>
    </message>
    <message>
        <source>Change a key</source>
        <translation>キーを変える</translation>
    </message>
    <message>
        <source>in every program</source>
        <translation>すべてのプログラム内</translation>
    </message>
    <message>
        <source>Press the new key for “{0}”, {1}:</source>
        <translation>「{0}」の新しいキーを押してください（{1}）:</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新しいキー</translation>
    </message>
    <message>
        <source>&amp;No key</source>
        <translation>キーなし(&amp;N)</translation>
    </message>
    <message>
        <source>{0} belongs to “{1}”. Choose another key.</source>
        <translation>{0} は「{1}」に使われています。別のキーを選んでください。</translation>
    </message>
    <message>
        <source>A key for every program needs Ctrl, Alt or the Windows key, or typing would set it off.</source>
        <translation>すべてのプログラムで使うキーには Ctrl、Alt、Windows キーのいずれかが必要です。ないと文字入力で働いてしまいます。</translation>
    </message>
    <message>
        <source>Sightline keys</source>
        <translation>Sightline: ショートカットキー</translation>
    </message>
    <message>
        <source>Search what it does, or the key</source>
        <translation>働きまたはキーで検索</translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation>キーを検索</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>ショートカットキー</translation>
    </message>
    <message>
        <source>Change &amp;key…</source>
        <translation>キーを変える(&amp;K)…</translation>
    </message>
    <message>
        <source>Change key in e&amp;very program…</source>
        <translation>すべてのプログラムのキーを変える(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Standard key</source>
        <translation>標準のキー(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;All standard</source>
        <translation>すべて標準に(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>閉じる(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Find:</source>
        <translation>検索(&amp;F):</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>働き</translation>
    </message>
    <message>
        <source>Key in its window</source>
        <translation>ウィンドウ内のキー</translation>
    </message>
    <message>
        <source>Key in every program</source>
        <translation>すべてのプログラムのキー</translation>
    </message>
    <message>
        <source> (switched off)</source>
        <translation> (オフ)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>In the history: </source>
        <translation>履歴: </translation>
    </message>
    <message>
        <source>No font of this computer has the letters of Japanese or Chinese, so the windows are in English.</source>
        <translation>日本語または中国語の文字を持つフォントがないため、ウィンドウは英語です。</translation>
    </message>
    <message>
        <source>Install one, such as Noto Sans CJK (Debian: fonts-noto-cjk), and start Sightline again.</source>
        <translation>Noto Sans CJK（Debian: fonts-noto-cjk）などを入れて、Sightline を起動し直してください。</translation>
    </message>
    <message>
        <source>Looks (*.json);;All files (*)</source>
        <translation>見た目 (*.json);;すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>細い</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>標準</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Semi-bold</source>
        <translation>やや太い</translation>
    </message>
    <message>
        <source>Bold</source>
        <translation>太い</translation>
    </message>
    <message>
        <source>Extra bold</source>
        <translation>極太</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>縁取り</translation>
    </message>
    <message>
        <source>Shadow</source>
        <translation>影</translation>
    </message>
    <message>
        <source>Raised</source>
        <translation>浮き出し</translation>
    </message>
    <message>
        <source>Depressed</source>
        <translation>くぼみ</translation>
    </message>
    <message>
        <source>Ready-made looks</source>
        <translation>用意された見た目</translation>
    </message>
    <message>
        <source>My loo&amp;ks</source>
        <translation>自分の見た目(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Font</source>
        <translation>フォント(&amp;F)</translation>
    </message>
    <message>
        <source>Size in steps</source>
        <translation>段階的なサイズ</translation>
    </message>
    <message>
        <source>Wei&amp;ght</source>
        <translation>太さ(&amp;G)</translation>
    </message>
    <message>
        <source>Letter s&amp;pacing</source>
        <translation>文字の間隔(&amp;P)</translation>
    </message>
    <message>
        <source>Li&amp;ne spacing</source>
        <translation>行の間隔(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Text colour</source>
        <translation>文字の色(&amp;T)</translation>
    </message>
    <message>
        <source>Text opacit&amp;y</source>
        <translation>文字の不透明度(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Background colour</source>
        <translation>背景の色(&amp;B)</translation>
    </message>
    <message>
        <source>Background &amp;opacity</source>
        <translation>背景の不透明度(&amp;O)</translation>
    </message>
    <message>
        <source>Window colo&amp;ur</source>
        <translation>ウィンドウの色(&amp;U)</translation>
    </message>
    <message>
        <source>Window op&amp;acity</source>
        <translation>ウィンドウの不透明度(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Edge of letters</source>
        <translation>文字の縁(&amp;E)</translation>
    </message>
    <message>
        <source>Align&amp;ment</source>
        <translation>揃え(&amp;M)</translation>
    </message>
    <message>
        <source>My looks</source>
        <translation>自分の見た目</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>保存(&amp;V)…</translation>
    </message>
    <message>
        <source>Save this look</source>
        <translation>この見た目を保存</translation>
    </message>
    <message>
        <source>Delete this look</source>
        <translation>この見た目を削除</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>書き出す(&amp;X)…</translation>
    </message>
    <message>
        <source>Export this look to a file</source>
        <translation>この見た目をファイルに書き出す</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>読み込む(&amp;I)…</translation>
    </message>
    <message>
        <source>Import a look from a file</source>
        <translation>ファイルから見た目を読み込む</translation>
    </message>
    <message>
        <source>Choose one</source>
        <translation>選んでください</translation>
    </message>
    <message>
        <source>None saved yet</source>
        <translation>まだありません</translation>
    </message>
    <message>
        <source>Name of the look</source>
        <translation>見た目の名前</translation>
    </message>
    <message>
        <source>Export this look</source>
        <translation>この見た目を書き出す</translation>
    </message>
    <message>
        <source>Import a look</source>
        <translation>見た目を読み込む</translation>
    </message>
    <message>
        <source>Best sans serif ({0})</source>
        <translation>最適なサンセリフ ({0})</translation>
    </message>
    <message>
        <source>Easy reading ({0})</source>
        <translation>読みやすい書体 ({0})</translation>
    </message>
    <message>
        <source>Look: {0}</source>
        <translation>見た目: {0}</translation>
    </message>
    <message>
        <source>Text size {0} percent</source>
        <translation>文字サイズ {0} パーセント</translation>
    </message>
    <message>
        <source>The look is in {0}.</source>
        <translation>見た目を {0} に書き出しました。</translation>
    </message>
    <message>
        <source>The look “{0}” is now yours.</source>
        <translation>見た目「{0}」を取り込みました。</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>中央</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. Choose another folder.</source>
        <translation>{0} に書き込めません: {1}。別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} を読めません: {1}。</translation>
    </message>
    <message>
        <source>{0} is not a look of Sightline&apos;s: {1}. Choose a file that was exported here.</source>
        <translation>{0} は Sightline の見た目ではありません: {1}。ここで書き出したファイルを選んでください。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>もう一度</translation>
    </message>
    <message>
        <source>Get the model</source>
        <translation>モデルを取得</translation>
    </message>
    <message>
        <source>Get it anew</source>
        <translation>取得し直す</translation>
    </message>
    <message>
        <source>Use the processor</source>
        <translation>プロセッサーを使う</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>起動し直す</translation>
    </message>
    <message>
        <source>Choose a device</source>
        <translation>デバイスを選ぶ</translation>
    </message>
    <message>
        <source>Mend what the notice says</source>
        <translation>通知の問題を直す</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>Click here and press Space, or use the menu, to go on.</source>
        <translation>ここをクリックして Space を押すか、メニューから再開します。</translation>
    </message>
    <message>
        <source>The captions appear here in a moment.</source>
        <translation>まもなくここに字幕が出ます。</translation>
    </message>
    <message>
        <source>The sound has ended</source>
        <translation>音声が終わりました</translation>
    </message>
    <message>
        <source>Nothing was said in it.</source>
        <translation>発言はありませんでした。</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>聞いています</translation>
    </message>
    <message>
        <source>What is said appears here.</source>
        <translation>話された言葉がここに出ます。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>ライセンス</translation>
    </message>
    <message>
        <source>Remove {0} ({1} MB) from this computer?</source>
        <translation>{0} ({1} MB) をこのコンピューターから削除しますか？</translation>
    </message>
    <message>
        <source>Speech models</source>
        <translation>音声モデル</translation>
    </message>
    <message>
        <source>About the model</source>
        <translation>モデルについて</translation>
    </message>
    <message>
        <source>What is going on</source>
        <translation>現在の処理</translation>
    </message>
    <message>
        <source>&amp;Get</source>
        <translation>取得(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>中止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>使う(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>削除(&amp;R)</translation>
    </message>
    <message>
        <source>From a &amp;folder…</source>
        <translation>フォルダーから(&amp;F)…</translation>
    </message>
    <message>
        <source>From a &amp;zip…</source>
        <translation>ZIP から(&amp;Z)…</translation>
    </message>
    <message>
        <source>Which one suits this &amp;computer?</source>
        <translation>どれが合うか調べる(&amp;C)</translation>
    </message>
    <message>
        <source>Looking at the models on this computer…</source>
        <translation>このコンピューターのモデルを調べています…</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>モデルの名前</translation>
    </message>
    <message>
        <source>What is it? A name of the list is checked to be that model:</source>
        <translation>何のモデルですか。一覧にある名前なら、そのモデルかどうか確認します:</translation>
    </message>
    <message>
        <source>Measuring this computer, which takes a few seconds…</source>
        <translation>このコンピューターを測定しています（数秒）…</translation>
    </message>
    <message>
        <source>about </source>
        <translation>約 </translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>もう一度(&amp;G)</translation>
    </message>
    <message>
        <source>Remove a model</source>
        <translation>モデルを削除</translation>
    </message>
    <message>
        <source>A zip with a model</source>
        <translation>モデルの入った ZIP</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>ZIP ファイル (*.zip)</translation>
    </message>
    <message>
        <source>A folder with a model</source>
        <translation>モデルの入ったフォルダー</translation>
    </message>
    <message>
        <source>, in use</source>
        <translation>(使用中)</translation>
    </message>
    <message>
        <source>Needs {0}.</source>
        <translation>必要なもの: {0}。</translation>
    </message>
    <message>
        <source>Licence {0}.</source>
        <translation>ライセンス: {0}。</translation>
    </message>
    <message>
        <source>From {0}.</source>
        <translation>入手元: {0}。</translation>
    </message>
    <message>
        <source>Its checksum is the one that the hub states, since none was known before.</source>
        <translation>チェックサムは配布元が示すものです（以前は不明でした）。</translation>
    </message>
    <message>
        <source>You:</source>
        <translation>あなた:</translation>
    </message>
    <message>
        <source>Computer:</source>
        <translation>コンピューター:</translation>
    </message>
    <message>
        <source>Sightline captions</source>
        <translation>Sightline: 字幕</translation>
    </message>
    <message>
        <source>Live captions</source>
        <translation>ライブ字幕</translation>
    </message>
    <message>
        <source>White on black</source>
        <translation>黒地に白</translation>
    </message>
    <message>
        <source>Yellow on black</source>
        <translation>黒地に黄</translation>
    </message>
    <message>
        <source>Black on white</source>
        <translation>白地に黒</translation>
    </message>
    <message>
        <source>Green on black</source>
        <translation>黒地に緑</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>ハイコントラスト</translation>
    </message>
    <message>
        <source>Soft</source>
        <translation>やわらか</translation>
    </message>
    <message>
        <source>Large print</source>
        <translation>大きな文字</translation>
    </message>
    <message>
        <source>Contrast at worst {0} : 1</source>
        <translation>最悪でもコントラスト {0} : 1</translation>
    </message>
    <message>
        <source>Make the background less see-through or choose another colour.</source>
        <translation>背景をより不透明にするか、別の色を選んでください。</translation>
    </message>
    <message>
        <source>{0}, below {1} : 1. {2}</source>
        <translation>{0}、{1} : 1 未満です。{2}</translation>
    </message>
    <message>
        <source>it is no file, or far too long for a look</source>
        <translation>ファイルでないか、見た目としては長すぎます</translation>
    </message>
    <message>
        <source>it holds no look</source>
        <translation>見た目が入っていません</translation>
    </message>
    <message>
        <source>{0}. Very readable over any desktop.</source>
        <translation>{0}。どんな背景でもとても読みやすい。</translation>
    </message>
    <message>
        <source>{0}. Readable over any desktop.</source>
        <translation>{0}。どんな背景でも読める。</translation>
    </message>
    <message>
        <source>{0}. Enough for this large text; more would be easier to read.</source>
        <translation>{0}。この大きさなら十分ですが、もっと高いほうが読みやすくなります。</translation>
    </message>
    <message>
        <source>Text {0}</source>
        <translation>文字 {0}</translation>
    </message>
    <message>
        <source>Background {0}</source>
        <translation>背景 {0}</translation>
    </message>
    <message>
        <source>Solid, text {0}</source>
        <translation>不透明、文字 {0}</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>プレビュー</translation>
    </message>
    <message>
        <source>The system&apos;s usual one</source>
        <translation>システムの標準</translation>
    </message>
    <message>
        <source>All applications</source>
        <translation>すべてのアプリ</translation>
    </message>
    <message>
        <source>Best available</source>
        <translation>使える最良のもの</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>プロセッサー (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>グラフィックカード (CUDA)</translation>
    </message>
    <message>
        <source>Graphics card (TensorRT)</source>
        <translation>グラフィックカード (TensorRT)</translation>
    </message>
    <message>
        <source>Best this computer has time for</source>
        <translation>このコンピューターで間に合う最良のもの</translation>
    </message>
    <message>
        <source>Recognise by itself</source>
        <translation>自動で認識</translation>
    </message>
    <message>
        <source>2 seconds</source>
        <translation>2 秒</translation>
    </message>
    <message>
        <source>4 seconds</source>
        <translation>4 秒</translation>
    </message>
    <message>
        <source>8 seconds</source>
        <translation>8 秒</translation>
    </message>
    <message>
        <source>15 seconds</source>
        <translation>15 秒</translation>
    </message>
    <message>
        <source>30 seconds</source>
        <translation>30 秒</translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 分</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>消さない</translation>
    </message>
    <message>
        <source>No time</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>1 second</source>
        <translation>1 秒</translation>
    </message>
    <message>
        <source>3 seconds</source>
        <translation>3 秒</translation>
    </message>
    <message>
        <source>Relaxed, 120 words a minute</source>
        <translation>ゆったり、毎分 120 語</translation>
    </message>
    <message>
        <source>Calm, 150 words a minute</source>
        <translation>落ち着いて、毎分 150 語</translation>
    </message>
    <message>
        <source>Usual, 180 words a minute</source>
        <translation>標準、毎分 180 語</translation>
    </message>
    <message>
        <source>Fast, 225 words a minute</source>
        <translation>速め、毎分 225 語</translation>
    </message>
    <message>
        <source>As fast as they come</source>
        <translation>届いたまま</translation>
    </message>
    <message>
        <source>Anywhere, as I put them</source>
        <translation>好きな位置</translation>
    </message>
    <message>
        <source>At the top edge, the whole width</source>
        <translation>上端、全幅</translation>
    </message>
    <message>
        <source>At the bottom edge, the whole width</source>
        <translation>下端、全幅</translation>
    </message>
    <message>
        <source>This computer&apos;s sound</source>
        <translation>このコンピューターの音</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>マイク</translation>
    </message>
    <message>
        <source>Both, each with a label</source>
        <translation>両方（ラベル付き）</translation>
    </message>
    <message>
        <source>Li&amp;nes</source>
        <translation>行数(&amp;N)</translation>
    </message>
    <message>
        <source>Line len&amp;gth</source>
        <translation>行の長さ(&amp;G)</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> 文字</translation>
    </message>
    <message>
        <source>Keep &amp;each line at least</source>
        <translation>各行を表示する最短時間(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Pace of long bursts</source>
        <translation>早口のときの速さ(&amp;P)</translation>
    </message>
    <message>
        <source>Clear &amp;after silence</source>
        <translation>無音の後に消すまで(&amp;A)</translation>
    </message>
    <message>
        <source>Show words that may s&amp;till change, dimmed</source>
        <translation>変わりうる語も薄く表示(&amp;T)</translation>
    </message>
    <message>
        <source>Say who speaks when &amp;both sources are on</source>
        <translation>両方の音源のとき話し手を示す(&amp;B)</translation>
    </message>
    <message>
        <source>Na&amp;me the language where it changes</source>
        <translation>言語が変わったら示す(&amp;M)</translation>
    </message>
    <message>
        <source>Scroll smoothl&amp;y</source>
        <translation>なめらかにスクロール(&amp;Y)</translation>
    </message>
    <message>
        <source>No movement where the system &amp;is set to less of it</source>
        <translation>システムが動きを減らす設定なら動かさない(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>位置(&amp;P)</translation>
    </message>
    <message>
        <source>Language of the windows, at the next start</source>
        <translation>ウィンドウの言語（次の起動から）</translation>
    </message>
    <message>
        <source>Show the status r&amp;ow</source>
        <translation>状態の行を表示(&amp;O)</translation>
    </message>
    <message>
        <source>See-through wh&amp;ile clicks pass and the mouse is below</source>
        <translation>クリックを通す間、マウスの下では透ける(&amp;I)</translation>
    </message>
    <message>
        <source>Let a screen reader s&amp;ay committed captions</source>
        <translation>確定した字幕をスクリーンリーダーに読ませる(&amp;A)</translation>
    </message>
    <message>
        <source>Some keys wor&amp;k in every program</source>
        <translation>一部のキーをすべてのプログラムで使う(&amp;K)</translation>
    </message>
    <message>
        <source>Ke&amp;ys…</source>
        <translation>ショートカットキー(&amp;Y)…</translation>
    </message>
    <message>
        <source>All keys, and how to change them</source>
        <translation>すべてのキーと変え方</translation>
    </message>
    <message>
        <source>Start pa&amp;used</source>
        <translation>一時停止で起動(&amp;U)</translation>
    </message>
    <message>
        <source>S&amp;tart when I log in</source>
        <translation>ログイン時に起動(&amp;T)</translation>
    </message>
    <message>
        <source>Keep a &amp;history on this computer</source>
        <translation>このコンピューターに履歴を残す(&amp;H)</translation>
    </message>
    <message>
        <source>Listen &amp;to</source>
        <translation>聞くもの(&amp;T)</translation>
    </message>
    <message>
        <source>Play and hear a test so&amp;und</source>
        <translation>試験音を鳴らして聞く(&amp;U)</translation>
    </message>
    <message>
        <source>T&amp;ake the loudspeakers out of the microphone</source>
        <translation>マイクからスピーカーの音を取り除く(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>一覧(&amp;B)…</translation>
    </message>
    <message>
        <source>All models, and how to get them</source>
        <translation>すべてのモデルと入手方法</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation>エンジン(&amp;E)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>言語(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Names to expect</source>
        <translation>出てきそうな名前(&amp;N)</translation>
    </message>
    <message>
        <source>when words take more than</source>
        <translation>語の遅れがこれを超えたとき</translation>
    </message>
    <message>
        <source>when the card is hotter than</source>
        <translation>カードの温度がこれを超えたとき</translation>
    </message>
    <message>
        <source>when less memory is free than</source>
        <translation>空きメモリがこれを下回ったとき</translation>
    </message>
    <message>
        <source>when so many passes fail</source>
        <translation>処理の失敗がこの回数に達したとき</translation>
    </message>
    <message>
        <source>Another model, engine, language or source starts the captions again, which takes a moment.</source>
        <translation>モデル・エンジン・言語・音源を変えると字幕が始まり直し、少し時間がかかります。</translation>
    </message>
    <message>
        <source>Listening…</source>
        <translation>聞いています…</translation>
    </message>
    <message>
        <source>Also stay above &amp;full-screen windows (X11)</source>
        <translation>全画面のウィンドウより前に (X11)(&amp;F)</translation>
    </message>
    <message>
        <source>Leave out of screen sharin&amp;g and screenshots</source>
        <translation>画面共有とスクリーンショットに含めない(&amp;G)</translation>
    </message>
    <message>
        <source>Out&amp;put</source>
        <translation>出力(&amp;P)</translation>
    </message>
    <message>
        <source>Microp&amp;hone</source>
        <translation>マイク(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Only from</source>
        <translation>このアプリだけ(&amp;O)</translation>
    </message>
    <message>
        <source>Browse the speech models</source>
        <translation>音声モデルの一覧</translation>
    </message>
    <message>
        <source>Give up quality for a while, 0 for never:</source>
        <translation>しばらく質を下げる（0 なら下げない）:</translation>
    </message>
    <message>
        <source>Sightline settings</source>
        <translation>Sightline: 設定</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>設定のグループ</translation>
    </message>
    <message>
        <source>&amp;Reading</source>
        <translation>読み方(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>ウィンドウ(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Sound and speech</source>
        <translation>音と音声(&amp;S)</translation>
    </message>
    <message>
        <source>Restore standar&amp;d settings</source>
        <translation>標準の設定に戻す(&amp;D)</translation>
    </message>
    <message>
        <source>Make it readable</source>
        <translation>読みやすくする</translation>
    </message>
    <message>
        <source>Make it readable: {0}</source>
        <translation>読みやすくする: {0}</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>起動中</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Computer sound</source>
        <translation>コンピューターの音</translation>
    </message>
    <message>
        <source>Computer sound and microphone</source>
        <translation>コンピューターの音とマイク</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source> · Private, not kept</source>
        <translation> · プライベート、保存なし</translation>
    </message>
    <message>
        <source> · Clicks pass through</source>
        <translation> · クリックは下へ</translation>
    </message>
    <message>
        <source>{0} s behind</source>
        <translation>{0} 秒遅れ</translation>
    </message>
    <message>
        <source>GPU (TensorRT)</source>
        <translation>グラフィックカード (TensorRT)</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+Space and choose “Always on Top”.</source>
        <translation>字幕をクリックし、Alt+Space を押して「常に手前に表示」を選んでください。</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+F3, then “More Actions” and “Keep Above Others”.</source>
        <translation>字幕をクリックし、Alt+F3 を押して「その他の操作」から「他より上に保つ」を選んでください。</translation>
    </message>
    <message>
        <source>Add to sway&apos;s config: for_window [app_id=sightline] floating enable, sticky enable</source>
        <translation>sway の設定に追加: for_window [app_id=sightline] floating enable, sticky enable</translation>
    </message>
    <message>
        <source>Add to hyprland.conf: windowrule = float, pin, class:sightline</source>
        <translation>hyprland.conf に追加: windowrule = float, pin, class:sightline</translation>
    </message>
    <message>
        <source>Wayland does not let captions stay above other windows by themselves.</source>
        <translation>Wayland では、字幕が自分で他のウィンドウの手前に留まることはできません。</translation>
    </message>
    <message>
        <source>Install XWayland, or tell your desktop to keep the window of “sightline” above the others.</source>
        <translation>XWayland を入れるか、「sightline」のウィンドウを手前に保つようデスクトップを設定してください。</translation>
    </message>
</context>
</TS>
