<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Sightline</name>
    <message>
        <source>99 languages</source>
        <translation>99 种语言</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>to be got</source>
        <translation>未获取</translation>
    </message>
    <message>
        <source>{0} MB have come</source>
        <translation>已收到 {0} MB</translation>
    </message>
    <message>
        <source>Words take longer than the settings allow.</source>
        <translation>词语耗时超过设置允许的时间。</translation>
    </message>
    <message>
        <source>The graphics card is too hot.</source>
        <translation>显卡温度过高。</translation>
    </message>
    <message>
        <source>The memory is nearly full.</source>
        <translation>内存快满了。</translation>
    </message>
    <message>
        <source>Passes on the graphics card fail.</source>
        <translation>显卡上的处理失败。</translation>
    </message>
    <message>
        <source>Captions come less often for a while.</source>
        <translation>字幕暂时更新得较少。</translation>
    </message>
    <message>
        <source>A smaller model makes the captions for a while.</source>
        <translation>暂时由较小的模型生成字幕。</translation>
    </message>
    <message>
        <source>The processor makes the captions for a while.</source>
        <translation>暂时由处理器生成字幕。</translation>
    </message>
    <message>
        <source>{0} is not there; the captions wait for it.</source>
        <translation>{0} 不在；字幕正在等待它。</translation>
    </message>
    <message>
        <source>It is used as soon as it is back. To go on now, choose the default device in the settings.</source>
        <translation>它一恢复就会使用。要立即继续，请在设置中选择默认设备。</translation>
    </message>
    <message>
        <source>The {0} does not answer.</source>
        <translation>{0} 没有响应。</translation>
    </message>
    <message>
        <source>Check the computer&apos;s sound service.</source>
        <translation>请检查电脑的声音服务。</translation>
    </message>
    <message>
        <source>Start Sightline again.</source>
        <translation>请重新启动 Sightline。</translation>
    </message>
    <message>
        <source>{0} is cut off or damaged: {1} s could be read.</source>
        <translation>{0} 被截断或已损坏：可读取 {1} 秒。</translation>
    </message>
    <message>
        <source>Captions cover what could be read. Copy or record the file again for the rest.</source>
        <translation>字幕覆盖可读取的部分。其余部分请重新复制或录制文件。</translation>
    </message>
    <message>
        <source>The {0} is listened to again after sleep.</source>
        <translation>休眠后重新聆听 {0}。</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>无需任何操作。</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>PROBLEM</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>at {0} dB</source>
        <translation>{0} dB</translation>
    </message>
    <message>
        <source> through XWayland</source>
        <translation> (通过 XWayland)</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now. {3}</source>
        <translation>{0} 已聆听：{1}，现在 {2}。{3}</translation>
    </message>
    <message>
        <source>Not even noise arrives from it.</source>
        <translation>连噪声都没有。</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>CUDA and the processor</source>
        <translation>CUDA 和处理器</translation>
    </message>
    <message>
        <source>No sound service (PulseAudio or PipeWire) answers.</source>
        <translation>没有声音服务（PulseAudio 或 PipeWire）响应。</translation>
    </message>
    <message>
        <source>Start the sound service (Linux: `systemctl --user start pipewire-pulse` or `pulseaudio --start`), or give Sightline a file.</source>
        <translation>请启动声音服务（Linux：`systemctl --user start pipewire-pulse` 或 `pulseaudio --start`），或给 Sightline 一个文件。</translation>
    </message>
    <message>
        <source>{0} is muted.</source>
        <translation>{0} 已静音。</translation>
    </message>
    <message>
        <source>Switch it on in the sound settings, or with its own switch or key.</source>
        <translation>请在声音设置中打开，或用其开关或按键打开。</translation>
    </message>
    <message>
        <source>{0} is muted, and muted sound may not reach the captions.</source>
        <translation>{0} 已静音，静音的声音可能无法生成字幕。</translation>
    </message>
    <message>
        <source>Switch the mute off in the sound settings; where it must be quiet, plug in headphones.</source>
        <translation>请在声音设置中取消静音；需要安静时请接上耳机。</translation>
    </message>
    <message>
        <source>The sound service has no real output (it shows a dummy).</source>
        <translation>声音服务没有真正的输出（只有虚拟输出）。</translation>
    </message>
    <message>
        <source>Connect or switch on speakers, headphones or a screen with sound; captions then go on.</source>
        <translation>请连接或打开扬声器、耳机或带声音的显示器；字幕随后继续。</translation>
    </message>
    <message>
        <source>{0} is set very low ({1}), which may be too quiet for captions.</source>
        <translation>{0} 音量很低（{1}），可能不足以生成字幕。</translation>
    </message>
    <message>
        <source>Raise its volume; where it must be quiet, plug in headphones.</source>
        <translation>请调高音量；需要安静时请接上耳机。</translation>
    </message>
    <message>
        <source>Connect or switch on a sound output in the system&apos;s sound settings, or give Sightline a file.</source>
        <translation>请在系统声音设置中连接或打开声音输出，或给 Sightline 一个文件。</translation>
    </message>
    <message>
        <source>Connect a microphone and allow it in the system&apos;s privacy settings.</source>
        <translation>请连接麦克风，并在系统隐私设置中允许使用。</translation>
    </message>
    <message>
        <source>Sound outputs to listen to: {0}.</source>
        <translation>可聆听的声音输出：{0}。</translation>
    </message>
    <message>
        <source>Microphones: {0}.</source>
        <translation>麦克风：{0}。</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now.</source>
        <translation>{0} 已聆听：{1}，现在 {2}。</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed.</source>
        <translation>未安装 CUDA 的 Python 绑定。</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed; without an NVIDIA card it is not needed.</source>
        <translation>未安装 CUDA 的 Python 绑定；没有 NVIDIA 显卡则不需要。</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed.</source>
        <translation>未安装 TensorRT for RTX。</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed; without an NVIDIA card it is not needed.</source>
        <translation>未安装 TensorRT for RTX；没有 NVIDIA 显卡则不需要。</translation>
    </message>
    <message>
        <source>Get it for faster captions: `sightline engine get`.</source>
        <translation>获取后字幕更快：`sightline engine get`。</translation>
    </message>
    <message>
        <source>{0} s of speech take {1} ({2}, {3}).</source>
        <translation>{0} 秒语音需要 {1}（{2}，{3}）。</translation>
    </message>
    <message>
        <source> Too slow for live captions: {0}.</source>
        <translation> 对实时字幕来说太慢：{0}。</translation>
    </message>
    <message>
        <source>Close other programs, then: sightline bench --model auto</source>
        <translation>关闭其他程序，然后：sightline bench --model auto</translation>
    </message>
    <message>
        <source>Captions of {0} will run on {1} once it has proved itself.{2}</source>
        <translation>{1} 通过检验后，{0} 的字幕将由它运行。{2}</translation>
    </message>
    <message>
        <source>Captions of {0} run on {1}.{2}</source>
        <translation>{0} 的字幕由 {1} 运行。{2}</translation>
    </message>
    <message>
        <source> A graphics card is not used ({0}).</source>
        <translation> 未使用显卡（{0}）。</translation>
    </message>
    <message>
        <source>{0} GB are free where the models are kept ({1}).</source>
        <translation>模型所在位置有 {0} GB 可用空间（{1}）。</translation>
    </message>
    <message>
        <source>Sound comes again from {0}.</source>
        <translation>{0} 又有声音了。</translation>
    </message>
    <message>
        <source>Now listening to {0}{1}.</source>
        <translation>现在聆听 {0}{1}。</translation>
    </message>
    <message>
        <source>Nothing to do; choose a fixed device in the settings if this is not the one you want.</source>
        <translation>无需操作；如果不是想要的设备，请在设置中选择固定设备。</translation>
    </message>
    <message>
        <source>{0} delivers only silence.</source>
        <translation>{0} 只有静音。</translation>
    </message>
    <message>
        <source>Look for a switch on it, and allow the microphone in the system&apos;s privacy settings.</source>
        <translation>请检查其上的开关，并在系统隐私设置中允许使用麦克风。</translation>
    </message>
    <message>
        <source>{0} plays, but only silence arrives from {1}.</source>
        <translation>{0} 正在播放，但 {1} 只有静音。</translation>
    </message>
    <message>
        <source>Choose another output for the captions, or run `sightline doctor --sound`.</source>
        <translation>请为字幕选择其他输出，或运行 `sightline doctor --sound`。</translation>
    </message>
    <message>
        <source>{0} plays on {1}, but {2} is listened to.</source>
        <translation>{0} 在 {1} 上播放，但聆听的是 {2}。</translation>
    </message>
    <message>
        <source>Choose that output for the captions, or move the sound in the sound settings.</source>
        <translation>请为字幕选择该输出，或在声音设置中移动声音。</translation>
    </message>
    <message>
        <source>Python {0} at {1}.</source>
        <translation>Python {0}，位于 {1}。</translation>
    </message>
    <message>
        <source>{0} processor cores may be used.</source>
        <translation>可使用 {0} 个处理器核心。</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES chooses {1} ({2}).</source>
        <translation>{0}。CUDA_VISIBLE_DEVICES 选择了 {1} ({2})。</translation>
    </message>
    <message>
        <source>{0} {1}, for {2}.</source>
        <translation>{0} {1}，用于 {2}。</translation>
    </message>
    <message>
        <source>On this computer: {0}.</source>
        <translation>这台电脑上有：{0}。</translation>
    </message>
    <message>
        <source>There is no display (DISPLAY and WAYLAND_DISPLAY are not set).</source>
        <translation>没有屏幕（未设置 DISPLAY 和 WAYLAND_DISPLAY）。</translation>
    </message>
    <message>
        <source>Start Sightline from a desktop; here, captions appear in the terminal.</source>
        <translation>请从桌面启动 Sightline；这里字幕显示在终端中。</translation>
    </message>
    <message>
        <source>{0} can be read.</source>
        <translation>{0} 可以读取。</translation>
    </message>
    <message>
        <source>{0} can be read ({1} MB).</source>
        <translation>{0} 可以读取（{1} MB）。</translation>
    </message>
    <message>
        <source>One processor core may be used.</source>
        <translation>可使用一个处理器核心。</translation>
    </message>
    <message>
        <source>Captions may lag; keep to the model tiny.en and close other programs.</source>
        <translation>字幕可能延迟；请使用模型 tiny.en 并关闭其他程序。</translation>
    </message>
    <message>
        <source>No NVIDIA driver is installed; captions run on the processor.</source>
        <translation>未安装 NVIDIA 驱动；字幕由处理器运行。</translation>
    </message>
    <message>
        <source>With an NVIDIA card, install its driver to use it; without one nothing is to be done.</source>
        <translation>如有 NVIDIA 显卡，安装驱动即可使用；没有则无需操作。</translation>
    </message>
    <message>
        <source>The NVIDIA driver is installed but finds no card.</source>
        <translation>已安装 NVIDIA 驱动，但找不到显卡。</translation>
    </message>
    <message>
        <source>Run `nvidia-smi`: it names the reason. Restarting helps after a driver update.</source>
        <translation>运行 `nvidia-smi` 可得知原因。驱动更新后重启会有帮助。</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES hides the cards; captions run on the processor.</source>
        <translation>{0}。CUDA_VISIBLE_DEVICES 隐藏了显卡;字幕由处理器运行。</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES ({1}) names none of them.</source>
        <translation>{0}。CUDA_VISIBLE_DEVICES ({1}) 没有指定其中任何一个。</translation>
    </message>
    <message>
        <source>Unset it, or give the UUID of one with --card; `nvidia-smi -L` lists them.</source>
        <translation>请取消该变量,或用 --card 指定显卡的 UUID;`nvidia-smi -L` 可列出显卡。</translation>
    </message>
    <message>
        <source>{0} {1} is installed.</source>
        <translation>已安装 {0} {1}。</translation>
    </message>
    <message>
        <source>ONNX Runtime is not installed: nothing can run a speech model.</source>
        <translation>未安装 ONNX Runtime：无法运行语音模型。</translation>
    </message>
    <message>
        <source>Run `python3 run.py setup` in Sightline&apos;s folder.</source>
        <translation>请在 Sightline 的文件夹中运行 `python3 run.py setup`。</translation>
    </message>
    <message>
        <source>{0} {1} is installed but does not load.</source>
        <translation>已安装 {0} {1}，但无法加载。</translation>
    </message>
    <message>
        <source>Remove the folder .venv in Sightline&apos;s folder and run `python3 run.py setup`.</source>
        <translation>请删除 Sightline 文件夹中的 .venv 文件夹，并运行 `python3 run.py setup`。</translation>
    </message>
    <message>
        <source>Damaged: {0}.</source>
        <translation>已损坏：{0}。</translation>
    </message>
    <message>
        <source>Run `sightline models verify {0}`: it says how to mend it.</source>
        <translation>运行 `sightline models verify {0}`，它会说明如何修复。</translation>
    </message>
    <message>
        <source>The speech detector (silero) is not on this computer.</source>
        <translation>这台电脑上没有语音检测器（silero）。</translation>
    </message>
    <message>
        <source>Run `sightline models verify silero`: it says how to mend it.</source>
        <translation>运行 `sightline models verify silero`，它会说明如何修复。</translation>
    </message>
    <message>
        <source>No speech model is on this computer.</source>
        <translation>这台电脑上没有语音模型。</translation>
    </message>
    <message>
        <source>Run `sightline models list`, then `sightline models get NAME`.</source>
        <translation>运行 `sightline models list`，然后运行 `sightline models get NAME`。</translation>
    </message>
    <message>
        <source>Not measured: that is done when there is more than one model.</source>
        <translation>未测量：有多个模型时才会测量。</translation>
    </message>
    <message>
        <source>{0} Live captions will be late.</source>
        <translation>{0} 实时字幕会延迟。</translation>
    </message>
    <message>
        <source>Captions of {0} run on cpu, as the settings say.</source>
        <translation>{0} 的字幕按设置由 cpu 运行。</translation>
    </message>
    <message>
        <source>Run `sightline engine verify` to have it examined now.</source>
        <translation>运行 `sightline engine verify` 立即检验。</translation>
    </message>
    <message>
        <source>Qt (PySide6) is not installed, so no window can be shown.</source>
        <translation>未安装 Qt (PySide6)，因此无法显示窗口。</translation>
    </message>
    <message>
        <source>This system has its own windows.</source>
        <translation>此系统有自己的窗口。</translation>
    </message>
    <message>
        <source>X11 display {0}{1}.</source>
        <translation>X11 显示 {0}{1}。</translation>
    </message>
    <message>
        <source>Wayland display {0} without XWayland: captions cannot stay above other windows.</source>
        <translation>Wayland 显示 {0}，没有 XWayland：字幕无法保持在其他窗口之上。</translation>
    </message>
    <message>
        <source>Install XWayland, or set &quot;always on top&quot; in the window&apos;s own menu.</source>
        <translation>请安装 XWayland，或在窗口菜单中选择“总在最前”。</translation>
    </message>
    <message>
        <source>{0} is damaged.</source>
        <translation>{0} 已损坏。</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and uses the standard settings.</source>
        <translation>启动一次 Sightline：它会把该文件移到一旁并使用标准设置。</translation>
    </message>
    <message>
        <source>No history yet ({0} is made with the first caption).</source>
        <translation>还没有历史（{0} 在出现第一条字幕时创建）。</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and begins a new history.</source>
        <translation>启动一次 Sightline：它会把该文件移到一旁并开始新的历史。</translation>
    </message>
    <message>
        <source>Free some space: a model and its engine take up to 500 MB.</source>
        <translation>请腾出空间：模型及其引擎最多占用 500 MB。</translation>
    </message>
    <message>
        <source>This could not be checked ({0}: {1}).</source>
        <translation>无法检查（{0}：{1}）。</translation>
    </message>
    <message>
        <source>Report this line if captions do not work.</source>
        <translation>如果字幕不工作，请报告此行。</translation>
    </message>
    <message>
        <source>{0} {1} is installed, but this card is none it supports.</source>
        <translation>已安装 {0} {1}，但不支持此显卡。</translation>
    </message>
    <message>
        <source>Use --engine cuda or --engine cpu.</source>
        <translation>请使用 --engine cuda 或 --engine cpu。</translation>
    </message>
    <message>
        <source>{0} {1} is installed, with no card to run it on; engines can be built.</source>
        <translation>已安装 {0} {1}，但没有可运行它的显卡；仍可构建引擎。</translation>
    </message>
    <message>
        <source>The standard settings are in use ({0} is made when you change one).</source>
        <translation>正在使用标准设置（更改设置时会创建 {0}）。</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}).</source>
        <translation>无法读取 {0}（{1}）。</translation>
    </message>
    <message>
        <source>Check who may read that file.</source>
        <translation>请检查谁可以读取该文件。</translation>
    </message>
    <message>
        <source>{0} answers.</source>
        <translation>{0} 有响应。</translation>
    </message>
    <message>
        <source>Playing now: {0} (--app NAME captions one alone).</source>
        <translation>正在播放：{0}（--app NAME 只为其中一个加字幕）。</translation>
    </message>
    <message>
        <source>This system has its own sound service.</source>
        <translation>此系统有自己的声音服务。</translation>
    </message>
    <message>
        <source>pulsectl is not installed, so changes of devices are noticed late.</source>
        <translation>未安装 pulsectl，因此设备变化会较晚被发现。</translation>
    </message>
    <message>
        <source>macOS offers no loopback of its own.</source>
        <translation>macOS 本身不提供内录功能。</translation>
    </message>
    <message>
        <source>There is no sound output to listen to.</source>
        <translation>没有可聆听的声音输出。</translation>
    </message>
    <message>
        <source>There is no microphone.</source>
        <translation>没有麦克风。</translation>
    </message>
    <message>
        <source>{0} Not even noise arrives from it.</source>
        <translation>{0} 连噪声都没有。</translation>
    </message>
    <message>
        <source>One application alone can be captioned on Linux only.</source>
        <translation>只有在 Linux 上才能单独为一个应用加字幕。</translation>
    </message>
    <message>
        <source>No application plays sound now.</source>
        <translation>目前没有应用在播放声音。</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot;, which the settings ask for, is not there.</source>
        <translation>{0} 设置所要求的“{1}”不存在。</translation>
    </message>
    <message>
        <source>Connect it (captions wait for it), or choose the default device in the settings.</source>
        <translation>请连接它（字幕在等待它），或在设置中选择默认设备。</translation>
    </message>
    <message>
        <source>Getting {0}…</source>
        <translation>正在获取 {0}…</translation>
    </message>
    <message>
        <source>Getting {0}: {1}</source>
        <translation>正在获取 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} is ready.</source>
        <translation>{0} 已就绪。</translation>
    </message>
    <message>
        <source>{0} could not be removed ({1}).</source>
        <translation>无法删除 {0}（{1}）。</translation>
    </message>
    <message>
        <source>Check that you may write in {0}.</source>
        <translation>请确认您可以写入 {0}。</translation>
    </message>
    <message>
        <source>The history file was damaged. {0} captions were saved from it.</source>
        <translation>历史文件已损坏。从中救回了 {0} 条字幕。</translation>
    </message>
    <message>
        <source>The damaged file is kept as {0}.</source>
        <translation>损坏的文件保留为 {0}。</translation>
    </message>
    <message>
        <source>{0} captions could not be kept.</source>
        <translation>有 {0} 条字幕无法保存。</translation>
    </message>
    <message>
        <source>The history file {0} could not be written.</source>
        <translation>无法写入历史文件 {0}。</translation>
    </message>
    <message>
        <source>Captions are being kept again.</source>
        <translation>字幕重新开始保存。</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>无法写入 {0}：{1}。</translation>
    </message>
    <message>
        <source>Make room on its disk. Captions go on.</source>
        <translation>请在该磁盘上腾出空间。字幕继续。</translation>
    </message>
    <message>
        <source>Busy: finished words only</source>
        <translation>忙碌：仅显示已确定的词</translation>
    </message>
    <message>
        <source>Busy: faster model</source>
        <translation>忙碌：使用更快的模型</translation>
    </message>
    <message>
        <source>Whether Sightline starts with the desktop could not be changed: {0}.</source>
        <translation>无法更改是否随桌面启动：{0}。</translation>
    </message>
    <message>
        <source>Change it in the system&apos;s own settings.</source>
        <translation>请在系统设置中更改。</translation>
    </message>
    <message>
        <source>{0} s of speech were lost.</source>
        <translation>有 {0} 秒语音丢失。</translation>
    </message>
    <message>
        <source>The changed model {0} is not used: {1}.</source>
        <translation>不使用已更改的模型 {0}：{1}。</translation>
    </message>
    <message>
        <source>Captions go on with the model as it was. Put the files there anew.</source>
        <translation>字幕继续使用原来的模型。请重新放置文件。</translation>
    </message>
    <message>
        <source>Sightline cannot go on.</source>
        <translation>Sightline 无法继续。</translation>
    </message>
    <message>
        <source>Run `sightline doctor` to see what is wrong.</source>
        <translation>运行 `sightline doctor` 查看原因。</translation>
    </message>
    <message>
        <source>The command line is wrong.</source>
        <translation>命令行有误。</translation>
    </message>
    <message>
        <source>Run `sightline --help` for what is possible.</source>
        <translation>运行 `sightline --help` 查看用法。</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>无法读取该文件。</translation>
    </message>
    <message>
        <source>Check its path, and that it is a sound or video file.</source>
        <translation>请检查路径，并确认它是音频或视频文件。</translation>
    </message>
    <message>
        <source>The speech model cannot be used.</source>
        <translation>无法使用该语音模型。</translation>
    </message>
    <message>
        <source>Run `sightline models verify`, or choose another with --model.</source>
        <translation>运行 `sightline models verify`，或用 --model 选择其他模型。</translation>
    </message>
    <message>
        <source>The speech model is not on this computer.</source>
        <translation>这台电脑上没有该语音模型。</translation>
    </message>
    <message>
        <source>Run `sightline models list` to see which are, and `sightline models get NAME` to add one.</source>
        <translation>`sightline models list` 列出已有模型，`sightline models get NAME` 可添加模型。</translation>
    </message>
    <message>
        <source>The speech model is damaged.</source>
        <translation>语音模型已损坏。</translation>
    </message>
    <message>
        <source>Run `sightline models get NAME` to put it there anew.</source>
        <translation>运行 `sightline models get NAME` 重新获取。</translation>
    </message>
    <message>
        <source>There is too little room on the disk for the model.</source>
        <translation>磁盘空间不足，放不下该模型。</translation>
    </message>
    <message>
        <source>Make room, then try again.</source>
        <translation>请腾出空间后再试。</translation>
    </message>
    <message>
        <source>Getting the model was stopped.</source>
        <translation>已停止获取模型。</translation>
    </message>
    <message>
        <source>Get it again to go on: what has come is kept.</source>
        <translation>再次获取即可继续：已收到的部分会保留。</translation>
    </message>
    <message>
        <source>No engine can run the speech model.</source>
        <translation>没有引擎能运行该语音模型。</translation>
    </message>
    <message>
        <source>Try --engine cpu; `sightline doctor` says what each engine lacks.</source>
        <translation>请尝试 --engine cpu；`sightline doctor` 会说明各引擎缺少什么。</translation>
    </message>
    <message>
        <source>The graphics card has too little free memory.</source>
        <translation>显卡的可用内存太少。</translation>
    </message>
    <message>
        <source>Close other programs that use it, choose a smaller model, or use --engine cpu.</source>
        <translation>关闭其他占用显卡的程序，选择较小的模型，或使用 --engine cpu。</translation>
    </message>
    <message>
        <source>The graphics card stopped answering.</source>
        <translation>显卡停止响应。</translation>
    </message>
    <message>
        <source>Start Sightline again, or use --engine cpu.</source>
        <translation>请重新启动 Sightline，或使用 --engine cpu。</translation>
    </message>
    <message>
        <source>The graphics card&apos;s driver is missing or too old.</source>
        <translation>显卡驱动缺失或过旧。</translation>
    </message>
    <message>
        <source>Install the newest NVIDIA driver, or use --engine cpu.</source>
        <translation>请安装最新的 NVIDIA 驱动，或使用 --engine cpu。</translation>
    </message>
    <message>
        <source>The card stopped.</source>
        <translation>显卡停止工作。</translation>
    </message>
    <message>
        <source>Captions go on on the processor, and the card is tried again.</source>
        <translation>字幕改由处理器继续，稍后会再次尝试显卡。</translation>
    </message>
    <message>
        <source>The card does not hear what the processor hears.</source>
        <translation>显卡的识别结果与处理器不同。</translation>
    </message>
    <message>
        <source>Captions run on the processor. `sightline engine verify` shows the differences.</source>
        <translation>字幕由处理器运行。`sightline engine verify` 可查看差异。</translation>
    </message>
    <message>
        <source>The sound device cannot be used.</source>
        <translation>无法使用该声音设备。</translation>
    </message>
    <message>
        <source>Check the system&apos;s sound settings; `sightline doctor` lists what is found.</source>
        <translation>请检查系统的声音设置；`sightline doctor` 会列出找到的设备。</translation>
    </message>
    <message>
        <source>There is no display to show captions on.</source>
        <translation>没有可显示字幕的屏幕。</translation>
    </message>
    <message>
        <source>Add --no-window for captions in the terminal.</source>
        <translation>加上 --no-window 可在终端显示字幕。</translation>
    </message>
    <message>
        <source>Settings or history cannot be written.</source>
        <translation>无法写入设置或历史。</translation>
    </message>
    <message>
        <source>Free some disk space, or give another folder with --data-dir DIR. Captions go on.</source>
        <translation>请腾出磁盘空间，或用 --data-dir DIR 指定其他文件夹。字幕继续。</translation>
    </message>
    <message>
        <source>The history file is damaged.</source>
        <translation>历史文件已损坏。</translation>
    </message>
    <message>
        <source>It is set aside and a new one begins. Captions go on.</source>
        <translation>它已被移到一旁，并开始新的文件。字幕继续。</translation>
    </message>
    <message>
        <source>The session that a caption belongs to was deleted.</source>
        <translation>某条字幕所属的会话已被删除。</translation>
    </message>
    <message>
        <source>A new one begins. Captions go on.</source>
        <translation>开始新的会话。字幕继续。</translation>
    </message>
    <message>
        <source>The history file is in use by another program.</source>
        <translation>历史文件正被其他程序使用。</translation>
    </message>
    <message>
        <source>Close that program. Captions go on.</source>
        <translation>请关闭那个程序。字幕继续。</translation>
    </message>
    <message>
        <source>The changed model {0} makes the captions now.</source>
        <translation>现在由已更改的模型 {0} 生成字幕。</translation>
    </message>
    <message>
        <source>It is better again.</source>
        <translation>情况好转。</translation>
    </message>
    <message>
        <source>This computer is busy: the faster model {0} makes the captions for a while.</source>
        <translation>电脑正忙：暂时由更快的模型 {0} 生成字幕。</translation>
    </message>
    <message>
        <source>They come back to {0} by themselves.</source>
        <translation>之后会自动回到 {0}。</translation>
    </message>
    <message>
        <source>{0} suits this computer: it recognises 10 s of speech in {1} s.</source>
        <translation>{0} 适合这台电脑：识别 10 秒语音需要 {1} 秒。</translation>
    </message>
    <message>
        <source>Choose another with --model or in the settings.</source>
        <translation>可用 --model 或在设置中选择其他模型。</translation>
    </message>
    <message>
        <source>The settings say {0}, which {1} does not know: captions are in English.</source>
        <translation>设置为 {0}，而 {1} 不支持：字幕为英语。</translation>
    </message>
    <message>
        <source>Get a model of many languages (sightline models get base), or change the language.</source>
        <translation>请获取多语言模型（sightline models get base），或更改语言。</translation>
    </message>
    <message>
        <source>This computer is too busy or too slow for {0}: captions come late.</source>
        <translation>这台电脑太忙或太慢，不适合 {0}：字幕会延迟。</translation>
    </message>
    <message>
        <source>Close other programs, or plug the computer in and let it have its full power.</source>
        <translation>请关闭其他程序，或接通电源并使用最高性能。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model (sightline models list).</source>
        <translation>请关闭其他程序，或选择较小的模型（sightline models list）。</translation>
    </message>
    <message>
        <source>{0} s of speech could not be captioned: this computer is too busy.</source>
        <translation>有 {0} 秒语音未能加上字幕：电脑太忙。</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>请关闭其他程序。</translation>
    </message>
    <message>
        <source>Port {0} {1}, so the figures are not served there.</source>
        <translation>端口 {0} {1}，因此不在那里提供测量值。</translation>
    </message>
    <message>
        <source>Choose another with --metrics-port. Captions go on.</source>
        <translation>请用 --metrics-port 选择其他端口。字幕继续。</translation>
    </message>
    <message>
        <source>An unexpected fault ({0}).</source>
        <translation>意外故障（{0}）。</translation>
    </message>
    <message>
        <source>Run the same command with --debug and report what it prints.</source>
        <translation>请加上 --debug 重新运行同一命令，并报告其输出。</translation>
    </message>
    <message>
        <source>This sounds like {0}, and captions are set to {1}.</source>
        <translation>听起来像 {0}，而字幕设置为 {1}。</translation>
    </message>
    <message>
        <source>If it is {0}, choose it, or let the language be recognised by itself (--language auto).</source>
        <translation>如果是 {0}，请选择它，或让语言自动识别（--language auto）。</translation>
    </message>
    <message>
        <source>{0} knows English only, and can hardly make out what is said.</source>
        <translation>{0} 只支持英语，几乎听不清在说什么。</translation>
    </message>
    <message>
        <source>If it is another language, choose a model of many languages: sightline models get base.</source>
        <translation>如果是其他语言，请选择多语言模型：sightline models get base。</translation>
    </message>
    <message>
        <source>Nothing is given up any more.</source>
        <translation>已全部恢复。</translation>
    </message>
    <message>
        <source>Captions are made by {0} again.</source>
        <translation>字幕重新由 {0} 生成。</translation>
    </message>
    <message>
        <source>Your settings were damaged, so the standard ones are used.</source>
        <translation>您的设置已损坏，因此使用标准设置。</translation>
    </message>
    <message>
        <source>Your settings could not be read, so the standard ones are used.</source>
        <translation>无法读取您的设置，因此使用标准设置。</translation>
    </message>
    <message>
        <source>Check that you may read {0} ({1}).</source>
        <translation>请确认您可以读取 {0}（{1}）。</translation>
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
        <translation>窗口</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Pause captions</source>
        <translation>暂停字幕</translation>
    </message>
    <message>
        <source>Hide captions</source>
        <translation>隐藏字幕</translation>
    </message>
    <message>
        <source>Give the captions the keyboard</source>
        <translation>把键盘交给字幕</translation>
    </message>
    <message>
        <source>Mark this moment</source>
        <translation>标记此刻</translation>
    </message>
    <message>
        <source>Private: keep no captions</source>
        <translation>私密：不保留字幕</translation>
    </message>
    <message>
        <source>Play the sample clip</source>
        <translation>播放示例</translation>
    </message>
    <message>
        <source>Do what the notice offers</source>
        <translation>执行通知的建议</translation>
    </message>
    <message>
        <source>Hide the notice</source>
        <translation>隐藏通知</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>标准文字大小</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>历史…</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>快捷键…</translation>
    </message>
    <message>
        <source>First steps…</source>
        <translation>入门…</translation>
    </message>
    <message>
        <source>Speech models…</source>
        <translation>语音模型…</translation>
    </message>
    <message>
        <source>Check this computer…</source>
        <translation>检查这台电脑…</translation>
    </message>
    <message>
        <source>Show or hide the figures</source>
        <translation>显示或隐藏测量值</translation>
    </message>
    <message>
        <source>Open the menu</source>
        <translation>打开菜单</translation>
    </message>
    <message>
        <source>Let clicks through</source>
        <translation>让点击穿过</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Wider</source>
        <translation>加宽</translation>
    </message>
    <message>
        <source>Narrower</source>
        <translation>变窄</translation>
    </message>
    <message>
        <source>Dock to the top edge</source>
        <translation>停靠到上边缘</translation>
    </message>
    <message>
        <source>Dock to the bottom edge</source>
        <translation>停靠到下边缘</translation>
    </message>
    <message>
        <source>To the next screen</source>
        <translation>移到下一个屏幕</translation>
    </message>
    <message>
        <source>Reset position</source>
        <translation>恢复位置</translation>
    </message>
    <message>
        <source>Quit Sightline</source>
        <translation>退出 Sightline</translation>
    </message>
    <message>
        <source>Search; Enter goes to the results</source>
        <translation>搜索；回车转到结果</translation>
    </message>
    <message>
        <source>What was said around a result</source>
        <translation>某个结果前后的内容</translation>
    </message>
    <message>
        <source>Next match, an older one</source>
        <translation>下一个匹配（较旧）</translation>
    </message>
    <message>
        <source>Match before, a newer one</source>
        <translation>上一个匹配（较新）</translation>
    </message>
    <message>
        <source>Back to the results, then to the newest captions</source>
        <translation>返回结果，再返回最新字幕</translation>
    </message>
    <message>
        <source>Oldest captions</source>
        <translation>最早的字幕</translation>
    </message>
    <message>
        <source>Newest captions, followed live</source>
        <translation>最新的字幕，实时跟随</translation>
    </message>
    <message>
        <source>Star the selected captions, or take the star away</source>
        <translation>为所选字幕加星或去星</translation>
    </message>
    <message>
        <source>Next star</source>
        <translation>下一个星标</translation>
    </message>
    <message>
        <source>Star before</source>
        <translation>上一个星标</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Copy with times and labels</source>
        <translation>连同时间和标签复制</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Export what is shown to a file</source>
        <translation>把所示内容导出到文件</translation>
    </message>
    <message>
        <source>Delete the selected captions or sessions for good</source>
        <translation>永久删除所选字幕或会话</translation>
    </message>
    <message>
        <source>Name the session</source>
        <translation>为会话命名</translation>
    </message>
    <message>
        <source>Merge the selected sessions</source>
        <translation>合并所选会话</translation>
    </message>
    <message>
        <source>Private: pause the keeping of captions</source>
        <translation>私密：暂停保留字幕</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>窗口的下一部分</translation>
    </message>
    <message>
        <source>Part of the window before</source>
        <translation>窗口的上一部分</translation>
    </message>
    <message>
        <source>Keys of the history</source>
        <translation>历史窗口的快捷键</translation>
    </message>
    <message>
        <source>Resume captions</source>
        <translation>继续字幕</translation>
    </message>
    <message>
        <source>Show captions</source>
        <translation>显示字幕</translation>
    </message>
    <message>
        <source>Your settings could not be saved.</source>
        <translation>无法保存您的设置。</translation>
    </message>
    <message>
        <source>Check for room on the disk and that you may write {0}.</source>
        <translation>请确认磁盘有空间，且您可以写入 {0}。</translation>
    </message>
    <message>
        <source>{0} problems found; what to do stands after each arrow.</source>
        <translation>发现 {0} 个问题；箭头后写着该怎么做。</translation>
    </message>
    <message>
        <source>Check this computer</source>
        <translation>检查这台电脑</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>检查项</translation>
    </message>
    <message>
        <source>Report without names, paths and captions</source>
        <translation>不含姓名、路径和字幕的报告</translation>
    </message>
    <message>
        <source>&amp;Check again</source>
        <translation>再次检查(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Report to send…</source>
        <translation>可发送的报告(&amp;R)…</translation>
    </message>
    <message>
        <source>C&amp;opy the report</source>
        <translation>复制报告(&amp;O)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Looking, which takes a few seconds…</source>
        <translation>正在检查，需要几秒钟…</translation>
    </message>
    <message>
        <source>1 problem found; what to do stands after the arrow.</source>
        <translation>发现 1 个问题；箭头后写着该怎么做。</translation>
    </message>
    <message>
        <source>The report is copied. It holds no names, paths, devices or captions.</source>
        <translation>报告已复制。其中不含姓名、路径、设备或字幕。</translation>
    </message>
    <message>
        <source>No problems found.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>Hide the &amp;report</source>
        <translation>隐藏报告(&amp;R)</translation>
    </message>
    <message>
        <source>Sightline figures</source>
        <translation>Sightline：测量值</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>测量值</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>测量项目</translation>
    </message>
    <message>
        <source>Of the last minute, counts since the start</source>
        <translation>最近一分钟；计数自启动起</translation>
    </message>
    <message>
        <source>This &amp;computer&apos;s sound: calls, films, lectures</source>
        <translation>这台电脑的声音：通话、电影、讲座(&amp;C)</translation>
    </message>
    <message>
        <source>The &amp;microphone: people in the room</source>
        <translation>麦克风：房间里的人(&amp;M)</translation>
    </message>
    <message>
        <source>B&amp;oth, each with a label</source>
        <translation>两者，各带标签(&amp;O)</translation>
    </message>
    <message>
        <source>Sightline: first steps</source>
        <translation>Sightline：入门</translation>
    </message>
    <message>
        <source>&amp;Skip this step</source>
        <translation>跳过这一步(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>完成(&amp;F)</translation>
    </message>
    <message>
        <source>Skip &amp;all</source>
        <translation>全部跳过(&amp;A)</translation>
    </message>
    <message>
        <source>1 of 3: What should be captioned?</source>
        <translation>1/3：要为什么加字幕？</translation>
    </message>
    <message>
        <source>Let something be said. The bar moves when Sightline hears it.</source>
        <translation>请让人说点什么。Sightline 听到时，指示条会动。</translation>
    </message>
    <message>
        <source>Loudness of the sound</source>
        <translation>声音的大小</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>2 of 3: How should it look?</source>
        <translation>2/3：想要什么外观？</translation>
    </message>
    <message>
        <source>All of it can be changed later, under Settings.</source>
        <translation>以后都可以在“设置”中更改。</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>&amp;Look</source>
        <translation>外观(&amp;L)</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字大小(&amp;Z)</translation>
    </message>
    <message>
        <source>3 of 3: How should speech be recognised?</source>
        <translation>3/3：如何识别语音？</translation>
    </message>
    <message>
        <source>A larger model makes fewer mistakes and knows more languages, but needs more computer.</source>
        <translation>较大的模型错误更少、支持更多语言，但对电脑要求更高。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Run it on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Run it on</source>
        <translation>运行于(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Get this model</source>
        <translation>获取此模型(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Try its speed</source>
        <translation>测试速度(&amp;T)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Trying it on a short clip…</source>
        <translation>正在用一小段声音测试…</translation>
    </message>
    <message>
        <source>Another program has the key {0}.</source>
        <translation>快捷键 {0} 已被其他程序占用。</translation>
    </message>
    <message>
        <source>Press F1 in the captions to choose another.</source>
        <translation>在字幕中按 F1 选择其他快捷键。</translation>
    </message>
    <message>
        <source>&amp;Do not keep captions</source>
        <translation>不保留字幕(&amp;D)</translation>
    </message>
    <message>
        <source>One &amp;day</source>
        <translation>一天(&amp;D)</translation>
    </message>
    <message>
        <source>30 da&amp;ys</source>
        <translation>30 天(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Always</source>
        <translation>一直保留(&amp;A)</translation>
    </message>
    <message>
        <source>1 caption</source>
        <translation>1 条字幕</translation>
    </message>
    <message>
        <source>{0} captions</source>
        <translation>{0} 条字幕</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>&amp;Copy text</source>
        <translation>复制文字(&amp;C)</translation>
    </message>
    <message>
        <source>Copy with &amp;times and labels</source>
        <translation>连同时间和标签复制(&amp;T)</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>复制为 Markdown(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Name the session…</source>
        <translation>为会话命名(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Private: pause keeping captions</source>
        <translation>私密：暂停保留字幕(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Keep captions</source>
        <translation>保留字幕(&amp;K)</translation>
    </message>
    <message>
        <source>Delete &amp;all captions…</source>
        <translation>删除所有字幕(&amp;A)…</translation>
    </message>
    <message>
        <source>Keyboard &amp;help</source>
        <translation>快捷键帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>更多(&amp;M)</translation>
    </message>
    <message>
        <source>Stop the export</source>
        <translation>停止导出</translation>
    </message>
    <message>
        <source>Keys (F1)</source>
        <translation>快捷键 (F1)</translation>
    </message>
    <message>
        <source>Delete all captions of all sessions for good?</source>
        <translation>永久删除所有会话的所有字幕？</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>正在删除…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
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
        <translation>导出字幕</translation>
    </message>
    <message>
        <source>Writing {0}…</source>
        <translation>正在写入 {0}…</translation>
    </message>
    <message>
        <source>Keys of the history window</source>
        <translation>历史窗口的快捷键</translation>
    </message>
    <message>
        <source>{0} copied.</source>
        <translation>已复制 {0}。</translation>
    </message>
    <message>
        <source>Delete {0} for good?</source>
        <translation>永久删除 {0}？</translation>
    </message>
    <message>
        <source>{0} deleted.</source>
        <translation>已删除 {0}。</translation>
    </message>
    <message>
        <source>{0} sessions merged.</source>
        <translation>已合并 {0} 个会话。</translation>
    </message>
    <message>
        <source>Delete {0} sessions with all captions for good?</source>
        <translation>永久删除 {0} 个会话及其所有字幕？</translation>
    </message>
    <message>
        <source>Delete this session with all captions for good?</source>
        <translation>永久删除此会话及其所有字幕？</translation>
    </message>
    <message>
        <source>{0} written to {1}.</source>
        <translation>已将 {0} 写入 {1}。</translation>
    </message>
    <message>
        <source>Starred.</source>
        <translation>已加星。</translation>
    </message>
    <message>
        <source>Star taken away.</source>
        <translation>已去星。</translation>
    </message>
    <message>
        <source>Delete all captions, and keep none from now on?</source>
        <translation>删除所有字幕，并且今后不再保留？</translation>
    </message>
    <message>
        <source>Activity over time</source>
        <translation>随时间的活动</translation>
    </message>
    <message>
        <source>How much was said when. Left and Right choose a time, Enter goes there.</source>
        <translation>何时说了多少。左右键选择时间，回车转到那里。</translation>
    </message>
    <message>
        <source>bar {0} of {1}</source>
        <translation>第 {0} 条，共 {1} 条</translation>
    </message>
    <message>
        <source>mic</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Sightline history</source>
        <translation>Sightline：历史</translation>
    </message>
    <message>
        <source>Search the captions</source>
        <translation>搜索字幕</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Any source</source>
        <translation>所有来源</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Any language</source>
        <translation>所有语言</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>所有时间</translation>
    </message>
    <message>
        <source>Starred only</source>
        <translation>仅加星的</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Private: captions are not being kept (Ctrl+P)</source>
        <translation>私密：不保留字幕 (Ctrl+P)</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Go to the newest captions</source>
        <translation>转到最新字幕</translation>
    </message>
    <message>
        <source>Search: words, &quot;a phrase&quot;, the beginning of a word</source>
        <translation>搜索：词语、&quot;短语&quot;、词的开头</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>最近一年</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 个匹配</translation>
    </message>
    <message>
        <source>{0}{1} matches</source>
        <translation>{0}{1} 个匹配</translation>
    </message>
    <message>
        <source>No older match.</source>
        <translation>没有更旧的匹配。</translation>
    </message>
    <message>
        <source>No newer match.</source>
        <translation>没有更新的匹配。</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>1 个会话</translation>
    </message>
    <message>
        <source>{0} sessions</source>
        <translation>{0} 个会话</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>All sessions</source>
        <translation>所有会话</translation>
    </message>
    <message>
        <source>Name of the session</source>
        <translation>会话名称</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>{0} new (End)</source>
        <translation>{0} 条新字幕 (End)</translation>
    </message>
    <message>
        <source>Newest (End)</source>
        <translation>最新 (End)</translation>
    </message>
    <message>
        <source>No captions here yet.</source>
        <translation>这里还没有字幕。</translation>
    </message>
    <message>
        <source>No later star.</source>
        <translation>后面没有星标。</translation>
    </message>
    <message>
        <source>No earlier star.</source>
        <translation>前面没有星标。</translation>
    </message>
    <message>
        <source>while the captions have the keyboard</source>
        <translation>字幕拥有键盘时</translation>
    </message>
    <message>
        <source>in the history window</source>
        <translation>在历史窗口中</translation>
    </message>
    <message>
        <source>Change a key</source>
        <translation>更改快捷键</translation>
    </message>
    <message>
        <source>in every program</source>
        <translation>在所有程序中</translation>
    </message>
    <message>
        <source>Press the new key for “{0}”, {1}:</source>
        <translation>请按下“{0}”的新快捷键（{1}）：</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>&amp;No key</source>
        <translation>无快捷键(&amp;N)</translation>
    </message>
    <message>
        <source>{0} belongs to “{1}”. Choose another key.</source>
        <translation>{0} 已用于“{1}”。请选择其他快捷键。</translation>
    </message>
    <message>
        <source>A key for every program needs Ctrl, Alt or the Windows key, or typing would set it off.</source>
        <translation>所有程序通用的快捷键需要 Ctrl、Alt 或 Windows 键，否则打字就会触发。</translation>
    </message>
    <message>
        <source>Sightline keys</source>
        <translation>Sightline：快捷键</translation>
    </message>
    <message>
        <source>Search what it does, or the key</source>
        <translation>按功能或快捷键搜索</translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation>搜索快捷键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Change &amp;key…</source>
        <translation>更改快捷键(&amp;K)…</translation>
    </message>
    <message>
        <source>Change key in e&amp;very program…</source>
        <translation>更改所有程序通用的快捷键(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Standard key</source>
        <translation>标准快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;All standard</source>
        <translation>全部恢复标准(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Find:</source>
        <translation>搜索(&amp;F)：</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>功能</translation>
    </message>
    <message>
        <source>Key in its window</source>
        <translation>在其窗口中的快捷键</translation>
    </message>
    <message>
        <source>Key in every program</source>
        <translation>所有程序通用的快捷键</translation>
    </message>
    <message>
        <source> (switched off)</source>
        <translation> (已关闭)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>不提供</translation>
    </message>
    <message>
        <source>In the history: </source>
        <translation>历史：</translation>
    </message>
    <message>
        <source>No font of this computer has the letters of Japanese or Chinese, so the windows are in English.</source>
        <translation>这台电脑没有包含日文或中文字符的字体，因此窗口为英语。</translation>
    </message>
    <message>
        <source>Install one, such as Noto Sans CJK (Debian: fonts-noto-cjk), and start Sightline again.</source>
        <translation>请安装一种，例如 Noto Sans CJK（Debian：fonts-noto-cjk），然后重新启动 Sightline。</translation>
    </message>
    <message>
        <source>Looks (*.json);;All files (*)</source>
        <translation>外观 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>细</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中等</translation>
    </message>
    <message>
        <source>Semi-bold</source>
        <translation>半粗</translation>
    </message>
    <message>
        <source>Bold</source>
        <translation>粗</translation>
    </message>
    <message>
        <source>Extra bold</source>
        <translation>特粗</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>描边</translation>
    </message>
    <message>
        <source>Shadow</source>
        <translation>阴影</translation>
    </message>
    <message>
        <source>Raised</source>
        <translation>凸起</translation>
    </message>
    <message>
        <source>Depressed</source>
        <translation>凹陷</translation>
    </message>
    <message>
        <source>Ready-made looks</source>
        <translation>预设外观</translation>
    </message>
    <message>
        <source>My loo&amp;ks</source>
        <translation>我的外观(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Font</source>
        <translation>字体(&amp;F)</translation>
    </message>
    <message>
        <source>Size in steps</source>
        <translation>分级大小</translation>
    </message>
    <message>
        <source>Wei&amp;ght</source>
        <translation>粗细(&amp;G)</translation>
    </message>
    <message>
        <source>Letter s&amp;pacing</source>
        <translation>字间距(&amp;P)</translation>
    </message>
    <message>
        <source>Li&amp;ne spacing</source>
        <translation>行间距(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Text colour</source>
        <translation>文字颜色(&amp;T)</translation>
    </message>
    <message>
        <source>Text opacit&amp;y</source>
        <translation>文字不透明度(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Background colour</source>
        <translation>背景颜色(&amp;B)</translation>
    </message>
    <message>
        <source>Background &amp;opacity</source>
        <translation>背景不透明度(&amp;O)</translation>
    </message>
    <message>
        <source>Window colo&amp;ur</source>
        <translation>窗口颜色(&amp;U)</translation>
    </message>
    <message>
        <source>Window op&amp;acity</source>
        <translation>窗口不透明度(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Edge of letters</source>
        <translation>文字边缘(&amp;E)</translation>
    </message>
    <message>
        <source>Align&amp;ment</source>
        <translation>对齐(&amp;M)</translation>
    </message>
    <message>
        <source>My looks</source>
        <translation>我的外观</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>保存(&amp;V)…</translation>
    </message>
    <message>
        <source>Save this look</source>
        <translation>保存此外观</translation>
    </message>
    <message>
        <source>Delete this look</source>
        <translation>删除此外观</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>Export this look to a file</source>
        <translation>把此外观导出到文件</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>Import a look from a file</source>
        <translation>从文件导入外观</translation>
    </message>
    <message>
        <source>Choose one</source>
        <translation>请选择</translation>
    </message>
    <message>
        <source>None saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Name of the look</source>
        <translation>外观名称</translation>
    </message>
    <message>
        <source>Export this look</source>
        <translation>导出此外观</translation>
    </message>
    <message>
        <source>Import a look</source>
        <translation>导入外观</translation>
    </message>
    <message>
        <source>Best sans serif ({0})</source>
        <translation>最佳无衬线体 ({0})</translation>
    </message>
    <message>
        <source>Easy reading ({0})</source>
        <translation>易读字体 ({0})</translation>
    </message>
    <message>
        <source>Look: {0}</source>
        <translation>外观：{0}</translation>
    </message>
    <message>
        <source>Text size {0} percent</source>
        <translation>文字大小百分之 {0}</translation>
    </message>
    <message>
        <source>The look is in {0}.</source>
        <translation>外观已存到 {0}。</translation>
    </message>
    <message>
        <source>The look “{0}” is now yours.</source>
        <translation>外观“{0}”已添加到您的外观中。</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>居中</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. Choose another folder.</source>
        <translation>无法写入 {0}：{1}。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>无法读取 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} is not a look of Sightline&apos;s: {1}. Choose a file that was exported here.</source>
        <translation>{0} 不是 Sightline 的外观：{1}。请选择从这里导出的文件。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Get the model</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Get it anew</source>
        <translation>重新获取</translation>
    </message>
    <message>
        <source>Use the processor</source>
        <translation>使用处理器</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>Choose a device</source>
        <translation>选择设备</translation>
    </message>
    <message>
        <source>Mend what the notice says</source>
        <translation>解决通知所说的问题</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Click here and press Space, or use the menu, to go on.</source>
        <translation>点击这里并按空格键，或使用菜单，即可继续。</translation>
    </message>
    <message>
        <source>The captions appear here in a moment.</source>
        <translation>字幕马上会出现在这里。</translation>
    </message>
    <message>
        <source>The sound has ended</source>
        <translation>声音已结束</translation>
    </message>
    <message>
        <source>Nothing was said in it.</source>
        <translation>其中没有人说话。</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>正在聆听</translation>
    </message>
    <message>
        <source>What is said appears here.</source>
        <translation>所说的话会出现在这里。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Remove {0} ({1} MB) from this computer?</source>
        <translation>从这台电脑删除 {0}（{1} MB）？</translation>
    </message>
    <message>
        <source>Speech models</source>
        <translation>语音模型</translation>
    </message>
    <message>
        <source>About the model</source>
        <translation>关于模型</translation>
    </message>
    <message>
        <source>What is going on</source>
        <translation>当前进行</translation>
    </message>
    <message>
        <source>&amp;Get</source>
        <translation>获取(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>使用(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>删除(&amp;R)</translation>
    </message>
    <message>
        <source>From a &amp;folder…</source>
        <translation>从文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>From a &amp;zip…</source>
        <translation>从 ZIP(&amp;Z)…</translation>
    </message>
    <message>
        <source>Which one suits this &amp;computer?</source>
        <translation>哪个适合这台电脑(&amp;C)？</translation>
    </message>
    <message>
        <source>Looking at the models on this computer…</source>
        <translation>正在查看这台电脑上的模型…</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>What is it? A name of the list is checked to be that model:</source>
        <translation>这是什么模型？如果是列表中的名称，会检查是否就是该模型：</translation>
    </message>
    <message>
        <source>Measuring this computer, which takes a few seconds…</source>
        <translation>正在测量这台电脑，需要几秒钟…</translation>
    </message>
    <message>
        <source>about </source>
        <translation>约 </translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>重试(&amp;G)</translation>
    </message>
    <message>
        <source>Remove a model</source>
        <translation>删除模型</translation>
    </message>
    <message>
        <source>A zip with a model</source>
        <translation>含有模型的 ZIP</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>ZIP 文件 (*.zip)</translation>
    </message>
    <message>
        <source>A folder with a model</source>
        <translation>含有模型的文件夹</translation>
    </message>
    <message>
        <source>, in use</source>
        <translation>，使用中</translation>
    </message>
    <message>
        <source>Needs {0}.</source>
        <translation>需要 {0}。</translation>
    </message>
    <message>
        <source>Licence {0}.</source>
        <translation>许可证 {0}。</translation>
    </message>
    <message>
        <source>From {0}.</source>
        <translation>来自 {0}。</translation>
    </message>
    <message>
        <source>Its checksum is the one that the hub states, since none was known before.</source>
        <translation>校验和由服务器给出，此前没有已知的校验和。</translation>
    </message>
    <message>
        <source>You:</source>
        <translation>您：</translation>
    </message>
    <message>
        <source>Computer:</source>
        <translation>电脑：</translation>
    </message>
    <message>
        <source>Sightline captions</source>
        <translation>Sightline：字幕</translation>
    </message>
    <message>
        <source>Live captions</source>
        <translation>实时字幕</translation>
    </message>
    <message>
        <source>White on black</source>
        <translation>黑底白字</translation>
    </message>
    <message>
        <source>Yellow on black</source>
        <translation>黑底黄字</translation>
    </message>
    <message>
        <source>Black on white</source>
        <translation>白底黑字</translation>
    </message>
    <message>
        <source>Green on black</source>
        <translation>黑底绿字</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Soft</source>
        <translation>柔和</translation>
    </message>
    <message>
        <source>Large print</source>
        <translation>大字</translation>
    </message>
    <message>
        <source>Contrast at worst {0} : 1</source>
        <translation>最差对比度 {0} : 1</translation>
    </message>
    <message>
        <source>Make the background less see-through or choose another colour.</source>
        <translation>请降低背景透明度或选择其他颜色。</translation>
    </message>
    <message>
        <source>{0}, below {1} : 1. {2}</source>
        <translation>{0},低于 {1} : 1。{2}</translation>
    </message>
    <message>
        <source>it is no file, or far too long for a look</source>
        <translation>它不是文件，或对外观来说太长</translation>
    </message>
    <message>
        <source>it holds no look</source>
        <translation>其中没有外观</translation>
    </message>
    <message>
        <source>{0}. Very readable over any desktop.</source>
        <translation>{0}。在任何桌面上都非常清晰。</translation>
    </message>
    <message>
        <source>{0}. Readable over any desktop.</source>
        <translation>{0}。在任何桌面上都清晰。</translation>
    </message>
    <message>
        <source>{0}. Enough for this large text; more would be easier to read.</source>
        <translation>{0}。对这么大的文字已足够；更高会更易读。</translation>
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
        <translation>不透明，文字 {0}</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>The system&apos;s usual one</source>
        <translation>系统默认</translation>
    </message>
    <message>
        <source>All applications</source>
        <translation>所有应用程序</translation>
    </message>
    <message>
        <source>Best available</source>
        <translation>最佳可用</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>处理器 (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>显卡 (CUDA)</translation>
    </message>
    <message>
        <source>Graphics card (TensorRT)</source>
        <translation>显卡 (TensorRT)</translation>
    </message>
    <message>
        <source>Best this computer has time for</source>
        <translation>这台电脑来得及运行的最佳模型</translation>
    </message>
    <message>
        <source>Recognise by itself</source>
        <translation>自动识别</translation>
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
        <translation>1 分钟</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>No time</source>
        <translation>不设下限</translation>
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
        <translation>悠闲，每分钟 120 词</translation>
    </message>
    <message>
        <source>Calm, 150 words a minute</source>
        <translation>平静，每分钟 150 词</translation>
    </message>
    <message>
        <source>Usual, 180 words a minute</source>
        <translation>标准，每分钟 180 词</translation>
    </message>
    <message>
        <source>Fast, 225 words a minute</source>
        <translation>快速，每分钟 225 词</translation>
    </message>
    <message>
        <source>As fast as they come</source>
        <translation>随到随显</translation>
    </message>
    <message>
        <source>Anywhere, as I put them</source>
        <translation>我放的任意位置</translation>
    </message>
    <message>
        <source>At the top edge, the whole width</source>
        <translation>上边缘，整个宽度</translation>
    </message>
    <message>
        <source>At the bottom edge, the whole width</source>
        <translation>下边缘，整个宽度</translation>
    </message>
    <message>
        <source>This computer&apos;s sound</source>
        <translation>这台电脑的声音</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>麦克风</translation>
    </message>
    <message>
        <source>Both, each with a label</source>
        <translation>两者，各带标签</translation>
    </message>
    <message>
        <source>Li&amp;nes</source>
        <translation>行数(&amp;N)</translation>
    </message>
    <message>
        <source>Line len&amp;gth</source>
        <translation>每行长度(&amp;G)</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> 个字符</translation>
    </message>
    <message>
        <source>Keep &amp;each line at least</source>
        <translation>每行至少显示(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Pace of long bursts</source>
        <translation>语速快时的节奏(&amp;P)</translation>
    </message>
    <message>
        <source>Clear &amp;after silence</source>
        <translation>静音后清除(&amp;A)</translation>
    </message>
    <message>
        <source>Show words that may s&amp;till change, dimmed</source>
        <translation>以较暗颜色显示可能改变的词(&amp;T)</translation>
    </message>
    <message>
        <source>Say who speaks when &amp;both sources are on</source>
        <translation>两个来源都开启时标明说话者(&amp;B)</translation>
    </message>
    <message>
        <source>Na&amp;me the language where it changes</source>
        <translation>语言变化时标明(&amp;M)</translation>
    </message>
    <message>
        <source>Scroll smoothl&amp;y</source>
        <translation>平滑滚动(&amp;Y)</translation>
    </message>
    <message>
        <source>No movement where the system &amp;is set to less of it</source>
        <translation>系统要求减少动态时不移动(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>位置(&amp;P)</translation>
    </message>
    <message>
        <source>Language of the windows, at the next start</source>
        <translation>窗口语言（下次启动时生效）</translation>
    </message>
    <message>
        <source>Show the status r&amp;ow</source>
        <translation>显示状态行(&amp;O)</translation>
    </message>
    <message>
        <source>See-through wh&amp;ile clicks pass and the mouse is below</source>
        <translation>点击穿过且鼠标在下方时变透明(&amp;I)</translation>
    </message>
    <message>
        <source>Let a screen reader s&amp;ay committed captions</source>
        <translation>让屏幕阅读器朗读已确定的字幕(&amp;A)</translation>
    </message>
    <message>
        <source>Some keys wor&amp;k in every program</source>
        <translation>部分快捷键在所有程序中有效(&amp;K)</translation>
    </message>
    <message>
        <source>Ke&amp;ys…</source>
        <translation>快捷键(&amp;Y)…</translation>
    </message>
    <message>
        <source>All keys, and how to change them</source>
        <translation>所有快捷键及其更改方法</translation>
    </message>
    <message>
        <source>Start pa&amp;used</source>
        <translation>启动时暂停(&amp;U)</translation>
    </message>
    <message>
        <source>S&amp;tart when I log in</source>
        <translation>登录时启动(&amp;T)</translation>
    </message>
    <message>
        <source>Keep a &amp;history on this computer</source>
        <translation>在这台电脑上保留历史(&amp;H)</translation>
    </message>
    <message>
        <source>Listen &amp;to</source>
        <translation>聆听(&amp;T)</translation>
    </message>
    <message>
        <source>Play and hear a test so&amp;und</source>
        <translation>播放并聆听测试音(&amp;U)</translation>
    </message>
    <message>
        <source>T&amp;ake the loudspeakers out of the microphone</source>
        <translation>从麦克风中去除扬声器声音(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>All models, and how to get them</source>
        <translation>所有模型及获取方法</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation>引擎(&amp;E)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Names to expect</source>
        <translation>可能出现的名字(&amp;N)</translation>
    </message>
    <message>
        <source>when words take more than</source>
        <translation>当词语耗时超过</translation>
    </message>
    <message>
        <source>when the card is hotter than</source>
        <translation>当显卡温度高于</translation>
    </message>
    <message>
        <source>when less memory is free than</source>
        <translation>当可用内存少于</translation>
    </message>
    <message>
        <source>when so many passes fail</source>
        <translation>当失败次数达到</translation>
    </message>
    <message>
        <source>Another model, engine, language or source starts the captions again, which takes a moment.</source>
        <translation>更改模型、引擎、语言或来源会重新开始字幕，需要片刻。</translation>
    </message>
    <message>
        <source>Listening…</source>
        <translation>正在聆听…</translation>
    </message>
    <message>
        <source>Also stay above &amp;full-screen windows (X11)</source>
        <translation>也保持在全屏窗口之上 (X11)(&amp;F)</translation>
    </message>
    <message>
        <source>Leave out of screen sharin&amp;g and screenshots</source>
        <translation>不出现在屏幕共享和截图中(&amp;G)</translation>
    </message>
    <message>
        <source>Out&amp;put</source>
        <translation>输出(&amp;P)</translation>
    </message>
    <message>
        <source>Microp&amp;hone</source>
        <translation>麦克风(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Only from</source>
        <translation>仅来自(&amp;O)</translation>
    </message>
    <message>
        <source>Browse the speech models</source>
        <translation>浏览语音模型</translation>
    </message>
    <message>
        <source>Give up quality for a while, 0 for never:</source>
        <translation>暂时降低质量（0 表示从不）：</translation>
    </message>
    <message>
        <source>Sightline settings</source>
        <translation>Sightline：设置</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>设置分组</translation>
    </message>
    <message>
        <source>&amp;Reading</source>
        <translation>阅读(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Sound and speech</source>
        <translation>声音与语音(&amp;S)</translation>
    </message>
    <message>
        <source>Restore standar&amp;d settings</source>
        <translation>恢复标准设置(&amp;D)</translation>
    </message>
    <message>
        <source>Make it readable</source>
        <translation>使其清晰可读</translation>
    </message>
    <message>
        <source>Make it readable: {0}</source>
        <translation>使其清晰可读：{0}</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Computer sound</source>
        <translation>电脑声音</translation>
    </message>
    <message>
        <source>Computer sound and microphone</source>
        <translation>电脑声音和麦克风</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source> · Private, not kept</source>
        <translation> · 私密，不保留</translation>
    </message>
    <message>
        <source> · Clicks pass through</source>
        <translation> · 点击穿过</translation>
    </message>
    <message>
        <source>{0} s behind</source>
        <translation>延迟 {0} 秒</translation>
    </message>
    <message>
        <source>GPU (TensorRT)</source>
        <translation>显卡 (TensorRT)</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+Space and choose “Always on Top”.</source>
        <translation>点击字幕，按 Alt+空格，然后选择“总在最前”。</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+F3, then “More Actions” and “Keep Above Others”.</source>
        <translation>点击字幕，按 Alt+F3，然后选择“更多操作”和“常居顶端”。</translation>
    </message>
    <message>
        <source>Add to sway&apos;s config: for_window [app_id=sightline] floating enable, sticky enable</source>
        <translation>在 sway 配置中加入：for_window [app_id=sightline] floating enable, sticky enable</translation>
    </message>
    <message>
        <source>Add to hyprland.conf: windowrule = float, pin, class:sightline</source>
        <translation>在 hyprland.conf 中加入：windowrule = float, pin, class:sightline</translation>
    </message>
    <message>
        <source>Wayland does not let captions stay above other windows by themselves.</source>
        <translation>Wayland 不允许字幕自行保持在其他窗口之上。</translation>
    </message>
    <message>
        <source>Install XWayland, or tell your desktop to keep the window of “sightline” above the others.</source>
        <translation>请安装 XWayland，或让桌面把“sightline”的窗口保持在其他窗口之上。</translation>
    </message>
</context>
</TS>
