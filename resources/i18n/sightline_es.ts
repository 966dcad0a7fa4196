<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>Sightline</name>
    <message>
        <source>99 languages</source>
        <translation>99 idiomas</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Inglés</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>dañado</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>en este ordenador</translation>
    </message>
    <message>
        <source>to be got</source>
        <translation>sin descargar</translation>
    </message>
    <message>
        <source>{0} MB have come</source>
        <translation>han llegado {0} MB</translation>
    </message>
    <message>
        <source>Words take longer than the settings allow.</source>
        <translation>Las palabras tardan más de lo que permiten los ajustes.</translation>
    </message>
    <message>
        <source>The graphics card is too hot.</source>
        <translation>La tarjeta gráfica está demasiado caliente.</translation>
    </message>
    <message>
        <source>The memory is nearly full.</source>
        <translation>La memoria está casi llena.</translation>
    </message>
    <message>
        <source>Passes on the graphics card fail.</source>
        <translation>Fallan pasadas en la tarjeta gráfica.</translation>
    </message>
    <message>
        <source>Captions come less often for a while.</source>
        <translation>Durante un rato los subtítulos llegan con menos frecuencia.</translation>
    </message>
    <message>
        <source>A smaller model makes the captions for a while.</source>
        <translation>Durante un rato hace los subtítulos un modelo más pequeño.</translation>
    </message>
    <message>
        <source>The processor makes the captions for a while.</source>
        <translation>Durante un rato hace los subtítulos el procesador.</translation>
    </message>
    <message>
        <source>{0} is not there; the captions wait for it.</source>
        <translation>{0} no está disponible; los subtítulos lo esperan.</translation>
    </message>
    <message>
        <source>It is used as soon as it is back. To go on now, choose the default device in the settings.</source>
        <translation>Se usará en cuanto vuelva. Para seguir ahora, elija el dispositivo predeterminado en los ajustes.</translation>
    </message>
    <message>
        <source>The {0} does not answer.</source>
        <translation>{0} no responde.</translation>
    </message>
    <message>
        <source>Check the computer&apos;s sound service.</source>
        <translation>Revise el servicio de sonido del ordenador.</translation>
    </message>
    <message>
        <source>Start Sightline again.</source>
        <translation>Inicie Sightline de nuevo.</translation>
    </message>
    <message>
        <source>{0} is cut off or damaged: {1} s could be read.</source>
        <translation>{0} está cortado o dañado: se pudieron leer {1} s.</translation>
    </message>
    <message>
        <source>Captions cover what could be read. Copy or record the file again for the rest.</source>
        <translation>Los subtítulos cubren lo que se pudo leer. Copie o grabe de nuevo el archivo para el resto.</translation>
    </message>
    <message>
        <source>The {0} is listened to again after sleep.</source>
        <translation>{0} se escucha de nuevo tras la suspensión.</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>No hay que hacer nada.</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>bien</translation>
    </message>
    <message>
        <source>note</source>
        <translation>aviso</translation>
    </message>
    <message>
        <source>PROBLEM</source>
        <translation>PROBLEMA</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>en silencio</translation>
    </message>
    <message>
        <source>at {0} dB</source>
        <translation>a {0} dB</translation>
    </message>
    <message>
        <source> through XWayland</source>
        <translation> a través de XWayland</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now. {3}</source>
        <translation>{0} Escuchado: {1}, ahora {2}. {3}</translation>
    </message>
    <message>
        <source>Not even noise arrives from it.</source>
        <translation>No llega ni siquiera ruido.</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>el procesador</translation>
    </message>
    <message>
        <source>CUDA and the processor</source>
        <translation>CUDA y el procesador</translation>
    </message>
    <message>
        <source>No sound service (PulseAudio or PipeWire) answers.</source>
        <translation>Ningún servicio de sonido (PulseAudio o PipeWire) responde.</translation>
    </message>
    <message>
        <source>Start the sound service (Linux: `systemctl --user start pipewire-pulse` or `pulseaudio --start`), or give Sightline a file.</source>
        <translation>Inicie el servicio de sonido (Linux: `systemctl --user start pipewire-pulse` o `pulseaudio --start`), o dé un archivo a Sightline.</translation>
    </message>
    <message>
        <source>{0} is muted.</source>
        <translation>{0} está silenciado.</translation>
    </message>
    <message>
        <source>Switch it on in the sound settings, or with its own switch or key.</source>
        <translation>Actívelo en los ajustes de sonido, o con su interruptor o tecla.</translation>
    </message>
    <message>
        <source>{0} is muted, and muted sound may not reach the captions.</source>
        <translation>{0} está silenciado, y el sonido silenciado puede no llegar a los subtítulos.</translation>
    </message>
    <message>
        <source>Switch the mute off in the sound settings; where it must be quiet, plug in headphones.</source>
        <translation>Quite el silencio en los ajustes de sonido; si no debe oírse, conecte unos auriculares.</translation>
    </message>
    <message>
        <source>The sound service has no real output (it shows a dummy).</source>
        <translation>El servicio de sonido no tiene salida real (muestra una ficticia).</translation>
    </message>
    <message>
        <source>Connect or switch on speakers, headphones or a screen with sound; captions then go on.</source>
        <translation>Conecte o encienda altavoces, auriculares o una pantalla con sonido; los subtítulos seguirán.</translation>
    </message>
    <message>
        <source>{0} is set very low ({1}), which may be too quiet for captions.</source>
        <translation>{0} está muy bajo ({1}), quizá demasiado para los subtítulos.</translation>
    </message>
    <message>
        <source>Raise its volume; where it must be quiet, plug in headphones.</source>
        <translation>Suba su volumen; si no debe oírse, conecte unos auriculares.</translation>
    </message>
    <message>
        <source>Connect or switch on a sound output in the system&apos;s sound settings, or give Sightline a file.</source>
        <translation>Conecte o active una salida de sonido en los ajustes del sistema, o dé un archivo a Sightline.</translation>
    </message>
    <message>
        <source>Connect a microphone and allow it in the system&apos;s privacy settings.</source>
        <translation>Conecte un micrófono y permítalo en los ajustes de privacidad del sistema.</translation>
    </message>
    <message>
        <source>Sound outputs to listen to: {0}.</source>
        <translation>Salidas de sonido que se pueden escuchar: {0}.</translation>
    </message>
    <message>
        <source>Microphones: {0}.</source>
        <translation>Micrófonos: {0}.</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now.</source>
        <translation>{0} Escuchado: {1}, ahora {2}.</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed.</source>
        <translation>Los enlaces de CUDA para Python no están instalados.</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed; without an NVIDIA card it is not needed.</source>
        <translation>Los enlaces de CUDA para Python no están instalados; sin tarjeta NVIDIA no hacen falta.</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed.</source>
        <translation>TensorRT for RTX no está instalado.</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed; without an NVIDIA card it is not needed.</source>
        <translation>TensorRT for RTX no está instalado; sin tarjeta NVIDIA no hace falta.</translation>
    </message>
    <message>
        <source>Get it for faster captions: `sightline engine get`.</source>
        <translation>Obténgalo para subtítulos más rápidos: `sightline engine get`.</translation>
    </message>
    <message>
        <source>{0} s of speech take {1} ({2}, {3}).</source>
        <translation>{0} s de voz tardan {1} ({2}, {3}).</translation>
    </message>
    <message>
        <source> Too slow for live captions: {0}.</source>
        <translation> Demasiado lentos para subtítulos en directo: {0}.</translation>
    </message>
    <message>
        <source>Close other programs, then: sightline bench --model auto</source>
        <translation>Cierre otros programas y luego: sightline bench --model auto</translation>
    </message>
    <message>
        <source>Captions of {0} will run on {1} once it has proved itself.{2}</source>
        <translation>Los subtítulos de {0} funcionarán en {1} cuando haya demostrado ser fiable.{2}</translation>
    </message>
    <message>
        <source>Captions of {0} run on {1}.{2}</source>
        <translation>Los subtítulos de {0} funcionan en {1}.{2}</translation>
    </message>
    <message>
        <source> A graphics card is not used ({0}).</source>
        <translation> No se usa tarjeta gráfica ({0}).</translation>
    </message>
    <message>
        <source>{0} GB are free where the models are kept ({1}).</source>
        <translation>Hay {0} GB libres donde se guardan los modelos ({1}).</translation>
    </message>
    <message>
        <source>Sound comes again from {0}.</source>
        <translation>Vuelve a llegar sonido de {0}.</translation>
    </message>
    <message>
        <source>Now listening to {0}{1}.</source>
        <translation>Ahora se escucha {0}{1}.</translation>
    </message>
    <message>
        <source>Nothing to do; choose a fixed device in the settings if this is not the one you want.</source>
        <translation>No hay que hacer nada; elija un dispositivo fijo en los ajustes si no es el que quiere.</translation>
    </message>
    <message>
        <source>{0} delivers only silence.</source>
        <translation>{0} solo entrega silencio.</translation>
    </message>
    <message>
        <source>Look for a switch on it, and allow the microphone in the system&apos;s privacy settings.</source>
        <translation>Busque un interruptor en él y permita el micrófono en los ajustes de privacidad del sistema.</translation>
    </message>
    <message>
        <source>{0} plays, but only silence arrives from {1}.</source>
        <translation>{0} suena, pero de {1} solo llega silencio.</translation>
    </message>
    <message>
        <source>Choose another output for the captions, or run `sightline doctor --sound`.</source>
        <translation>Elija otra salida para los subtítulos, o ejecute `sightline doctor --sound`.</translation>
    </message>
    <message>
        <source>{0} plays on {1}, but {2} is listened to.</source>
        <translation>{0} suena en {1}, pero se escucha {2}.</translation>
    </message>
    <message>
        <source>Choose that output for the captions, or move the sound in the sound settings.</source>
        <translation>Elija esa salida para los subtítulos, o mueva el sonido en los ajustes de sonido.</translation>
    </message>
    <message>
        <source>Python {0} at {1}.</source>
        <translation>Python {0} en {1}.</translation>
    </message>
    <message>
        <source>{0} processor cores may be used.</source>
        <translation>Se pueden usar {0} núcleos del procesador.</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES chooses {1} ({2}).</source>
        <translation>{0}. CUDA_VISIBLE_DEVICES elige {1} ({2}).</translation>
    </message>
    <message>
        <source>{0} {1}, for {2}.</source>
        <translation>{0} {1}, para {2}.</translation>
    </message>
    <message>
        <source>On this computer: {0}.</source>
        <translation>En este ordenador: {0}.</translation>
    </message>
    <message>
        <source>There is no display (DISPLAY and WAYLAND_DISPLAY are not set).</source>
        <translation>No hay pantalla (DISPLAY y WAYLAND_DISPLAY no están definidos).</translation>
    </message>
    <message>
        <source>Start Sightline from a desktop; here, captions appear in the terminal.</source>
        <translation>Inicie Sightline desde un escritorio; aquí, los subtítulos aparecen en el terminal.</translation>
    </message>
    <message>
        <source>{0} can be read.</source>
        <translation>{0} se puede leer.</translation>
    </message>
    <message>
        <source>{0} can be read ({1} MB).</source>
        <translation>{0} se puede leer ({1} MB).</translation>
    </message>
    <message>
        <source>One processor core may be used.</source>
        <translation>Se puede usar un núcleo del procesador.</translation>
    </message>
    <message>
        <source>Captions may lag; keep to the model tiny.en and close other programs.</source>
        <translation>Los subtítulos pueden retrasarse; quédese con el modelo tiny.en y cierre otros programas.</translation>
    </message>
    <message>
        <source>No NVIDIA driver is installed; captions run on the processor.</source>
        <translation>No hay controlador NVIDIA instalado; los subtítulos funcionan en el procesador.</translation>
    </message>
    <message>
        <source>With an NVIDIA card, install its driver to use it; without one nothing is to be done.</source>
        <translation>Si tiene una tarjeta NVIDIA, instale su controlador para usarla; si no, no hay que hacer nada.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is installed but finds no card.</source>
        <translation>El controlador NVIDIA está instalado, pero no encuentra ninguna tarjeta.</translation>
    </message>
    <message>
        <source>Run `nvidia-smi`: it names the reason. Restarting helps after a driver update.</source>
        <translation>Ejecute `nvidia-smi`: indica el motivo. Tras actualizar el controlador, reiniciar ayuda.</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES hides the cards; captions run on the processor.</source>
        <translation>{0}. CUDA_VISIBLE_DEVICES oculta las tarjetas; los subtítulos funcionan en el procesador.</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES ({1}) names none of them.</source>
        <translation>{0}. CUDA_VISIBLE_DEVICES ({1}) no nombra ninguna de ellas.</translation>
    </message>
    <message>
        <source>Unset it, or give the UUID of one with --card; `nvidia-smi -L` lists them.</source>
        <translation>Quítela, o indique con --card el UUID de una; `nvidia-smi -L` las muestra.</translation>
    </message>
    <message>
        <source>{0} {1} is installed.</source>
        <translation>{0} {1} está instalado.</translation>
    </message>
    <message>
        <source>ONNX Runtime is not installed: nothing can run a speech model.</source>
        <translation>ONNX Runtime no está instalado: nada puede ejecutar un modelo de voz.</translation>
    </message>
    <message>
        <source>Run `python3 run.py setup` in Sightline&apos;s folder.</source>
        <translation>Ejecute `python3 run.py setup` en la carpeta de Sightline.</translation>
    </message>
    <message>
        <source>{0} {1} is installed but does not load.</source>
        <translation>{0} {1} está instalado, pero no se carga.</translation>
    </message>
    <message>
        <source>Remove the folder .venv in Sightline&apos;s folder and run `python3 run.py setup`.</source>
        <translation>Borre la carpeta .venv de la carpeta de Sightline y ejecute `python3 run.py setup`.</translation>
    </message>
    <message>
        <source>Damaged: {0}.</source>
        <translation>Dañado: {0}.</translation>
    </message>
    <message>
        <source>Run `sightline models verify {0}`: it says how to mend it.</source>
        <translation>Ejecute `sightline models verify {0}`: dice cómo arreglarlo.</translation>
    </message>
    <message>
        <source>The speech detector (silero) is not on this computer.</source>
        <translation>El detector de voz (silero) no está en este ordenador.</translation>
    </message>
    <message>
        <source>Run `sightline models verify silero`: it says how to mend it.</source>
        <translation>Ejecute `sightline models verify silero`: dice cómo arreglarlo.</translation>
    </message>
    <message>
        <source>No speech model is on this computer.</source>
        <translation>No hay ningún modelo de voz en este ordenador.</translation>
    </message>
    <message>
        <source>Run `sightline models list`, then `sightline models get NAME`.</source>
        <translation>Ejecute `sightline models list` y luego `sightline models get NAME`.</translation>
    </message>
    <message>
        <source>Not measured: that is done when there is more than one model.</source>
        <translation>Sin medir: se hace cuando hay más de un modelo.</translation>
    </message>
    <message>
        <source>{0} Live captions will be late.</source>
        <translation>{0} Los subtítulos en directo llegarán tarde.</translation>
    </message>
    <message>
        <source>Captions of {0} run on cpu, as the settings say.</source>
        <translation>Los subtítulos de {0} funcionan en cpu, como dicen los ajustes.</translation>
    </message>
    <message>
        <source>Run `sightline engine verify` to have it examined now.</source>
        <translation>Ejecute `sightline engine verify` para examinarlo ahora.</translation>
    </message>
    <message>
        <source>Qt (PySide6) is not installed, so no window can be shown.</source>
        <translation>Qt (PySide6) no está instalado, así que no se puede mostrar ninguna ventana.</translation>
    </message>
    <message>
        <source>This system has its own windows.</source>
        <translation>Este sistema tiene sus propias ventanas.</translation>
    </message>
    <message>
        <source>X11 display {0}{1}.</source>
        <translation>Pantalla X11 {0}{1}.</translation>
    </message>
    <message>
        <source>Wayland display {0} without XWayland: captions cannot stay above other windows.</source>
        <translation>Pantalla Wayland {0} sin XWayland: los subtítulos no pueden quedar sobre otras ventanas.</translation>
    </message>
    <message>
        <source>Install XWayland, or set &quot;always on top&quot; in the window&apos;s own menu.</source>
        <translation>Instale XWayland o elija «siempre encima» en el menú de la ventana.</translation>
    </message>
    <message>
        <source>{0} is damaged.</source>
        <translation>{0} está dañado.</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and uses the standard settings.</source>
        <translation>Inicie Sightline una vez: aparta el archivo y usa los ajustes predeterminados.</translation>
    </message>
    <message>
        <source>No history yet ({0} is made with the first caption).</source>
        <translation>Todavía no hay historial ({0} se crea con el primer subtítulo).</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and begins a new history.</source>
        <translation>Inicie Sightline una vez: aparta el archivo y empieza un historial nuevo.</translation>
    </message>
    <message>
        <source>Free some space: a model and its engine take up to 500 MB.</source>
        <translation>Libere espacio: un modelo con su motor ocupa hasta 500 MB.</translation>
    </message>
    <message>
        <source>This could not be checked ({0}: {1}).</source>
        <translation>No se pudo comprobar ({0}: {1}).</translation>
    </message>
    <message>
        <source>Report this line if captions do not work.</source>
        <translation>Informe de esta línea si los subtítulos no funcionan.</translation>
    </message>
    <message>
        <source>{0} {1} is installed, but this card is none it supports.</source>
        <translation>{0} {1} está instalado, pero no admite esta tarjeta.</translation>
    </message>
    <message>
        <source>Use --engine cuda or --engine cpu.</source>
        <translation>Use --engine cuda o --engine cpu.</translation>
    </message>
    <message>
        <source>{0} {1} is installed, with no card to run it on; engines can be built.</source>
        <translation>{0} {1} está instalado, sin tarjeta en la que ejecutarlo; se pueden construir motores.</translation>
    </message>
    <message>
        <source>The standard settings are in use ({0} is made when you change one).</source>
        <translation>Se usan los ajustes predeterminados ({0} se crea al cambiar alguno).</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}).</source>
        <translation>No se puede leer {0} ({1}).</translation>
    </message>
    <message>
        <source>Check who may read that file.</source>
        <translation>Compruebe quién puede leer ese archivo.</translation>
    </message>
    <message>
        <source>{0} answers.</source>
        <translation>{0} responde.</translation>
    </message>
    <message>
        <source>Playing now: {0} (--app NAME captions one alone).</source>
        <translation>Suenan ahora: {0} (--app NAME subtitula solo una).</translation>
    </message>
    <message>
        <source>This system has its own sound service.</source>
        <translation>Este sistema tiene su propio servicio de sonido.</translation>
    </message>
    <message>
        <source>pulsectl is not installed, so changes of devices are noticed late.</source>
        <translation>pulsectl no está instalado, así que los cambios de dispositivo se notan tarde.</translation>
    </message>
    <message>
        <source>macOS offers no loopback of its own.</source>
        <translation>macOS no ofrece captura propia de su sonido.</translation>
    </message>
    <message>
        <source>There is no sound output to listen to.</source>
        <translation>No hay salida de sonido que escuchar.</translation>
    </message>
    <message>
        <source>There is no microphone.</source>
        <translation>No hay micrófono.</translation>
    </message>
    <message>
        <source>{0} Not even noise arrives from it.</source>
        <translation>{0} No llega ni siquiera ruido.</translation>
    </message>
    <message>
        <source>One application alone can be captioned on Linux only.</source>
        <translation>Solo en Linux se puede subtitular una aplicación sola.</translation>
    </message>
    <message>
        <source>No application plays sound now.</source>
        <translation>Ninguna aplicación reproduce sonido ahora.</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot;, which the settings ask for, is not there.</source>
        <translation>{0} «{1}», que piden los ajustes, no está.</translation>
    </message>
    <message>
        <source>Connect it (captions wait for it), or choose the default device in the settings.</source>
        <translation>Conéctelo (los subtítulos lo esperan) o elija el dispositivo predeterminado en los ajustes.</translation>
    </message>
    <message>
        <source>Getting {0}…</source>
        <translation>Obteniendo {0}…</translation>
    </message>
    <message>
        <source>Getting {0}: {1}</source>
        <translation>Obteniendo {0}: {1}</translation>
    </message>
    <message>
        <source>{0} is ready.</source>
        <translation>{0} está listo.</translation>
    </message>
    <message>
        <source>{0} could not be removed ({1}).</source>
        <translation>No se pudo quitar {0} ({1}).</translation>
    </message>
    <message>
        <source>Check that you may write in {0}.</source>
        <translation>Compruebe que puede escribir en {0}.</translation>
    </message>
    <message>
        <source>The history file was damaged. {0} captions were saved from it.</source>
        <translation>El archivo del historial estaba dañado. Se salvaron {0} subtítulos.</translation>
    </message>
    <message>
        <source>The damaged file is kept as {0}.</source>
        <translation>El archivo dañado se guarda como {0}.</translation>
    </message>
    <message>
        <source>{0} captions could not be kept.</source>
        <translation>No se pudieron guardar {0} subtítulos.</translation>
    </message>
    <message>
        <source>The history file {0} could not be written.</source>
        <translation>No se pudo escribir el archivo del historial {0}.</translation>
    </message>
    <message>
        <source>Captions are being kept again.</source>
        <translation>Los subtítulos se guardan de nuevo.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>No se puede escribir {0}: {1}.</translation>
    </message>
    <message>
        <source>Make room on its disk. Captions go on.</source>
        <translation>Libere espacio en ese disco. Los subtítulos continúan.</translation>
    </message>
    <message>
        <source>Busy: finished words only</source>
        <translation>Ocupado: solo palabras definitivas</translation>
    </message>
    <message>
        <source>Busy: faster model</source>
        <translation>Ocupado: modelo más rápido</translation>
    </message>
    <message>
        <source>Whether Sightline starts with the desktop could not be changed: {0}.</source>
        <translation>No se pudo cambiar si Sightline se inicia con el escritorio: {0}.</translation>
    </message>
    <message>
        <source>Change it in the system&apos;s own settings.</source>
        <translation>Cámbielo en los ajustes del sistema.</translation>
    </message>
    <message>
        <source>{0} s of speech were lost.</source>
        <translation>Se perdieron {0} s de voz.</translation>
    </message>
    <message>
        <source>The changed model {0} is not used: {1}.</source>
        <translation>El modelo cambiado {0} no se usa: {1}.</translation>
    </message>
    <message>
        <source>Captions go on with the model as it was. Put the files there anew.</source>
        <translation>Los subtítulos continúan con el modelo anterior. Ponga de nuevo los archivos.</translation>
    </message>
    <message>
        <source>Sightline cannot go on.</source>
        <translation>Sightline no puede continuar.</translation>
    </message>
    <message>
        <source>Run `sightline doctor` to see what is wrong.</source>
        <translation>Ejecute `sightline doctor` para ver qué ocurre.</translation>
    </message>
    <message>
        <source>The command line is wrong.</source>
        <translation>La orden no es correcta.</translation>
    </message>
    <message>
        <source>Run `sightline --help` for what is possible.</source>
        <translation>Ejecute `sightline --help` para ver lo que se puede hacer.</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>No se puede leer el archivo.</translation>
    </message>
    <message>
        <source>Check its path, and that it is a sound or video file.</source>
        <translation>Compruebe la ruta y que sea un archivo de sonido o vídeo.</translation>
    </message>
    <message>
        <source>The speech model cannot be used.</source>
        <translation>No se puede usar el modelo de voz.</translation>
    </message>
    <message>
        <source>Run `sightline models verify`, or choose another with --model.</source>
        <translation>Ejecute `sightline models verify` o elija otro con --model.</translation>
    </message>
    <message>
        <source>The speech model is not on this computer.</source>
        <translation>El modelo de voz no está en este ordenador.</translation>
    </message>
    <message>
        <source>Run `sightline models list` to see which are, and `sightline models get NAME` to add one.</source>
        <translation>`sightline models list` muestra los que hay; `sightline models get NAME` añade otro.</translation>
    </message>
    <message>
        <source>The speech model is damaged.</source>
        <translation>El modelo de voz está dañado.</translation>
    </message>
    <message>
        <source>Run `sightline models get NAME` to put it there anew.</source>
        <translation>Ejecute `sightline models get NAME` para obtenerlo de nuevo.</translation>
    </message>
    <message>
        <source>There is too little room on the disk for the model.</source>
        <translation>Hay muy poco espacio en el disco para el modelo.</translation>
    </message>
    <message>
        <source>Make room, then try again.</source>
        <translation>Libere espacio e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Getting the model was stopped.</source>
        <translation>Se detuvo la descarga del modelo.</translation>
    </message>
    <message>
        <source>Get it again to go on: what has come is kept.</source>
        <translation>Obténgalo de nuevo para seguir: lo que llegó se conserva.</translation>
    </message>
    <message>
        <source>No engine can run the speech model.</source>
        <translation>Ningún motor puede ejecutar el modelo de voz.</translation>
    </message>
    <message>
        <source>Try --engine cpu; `sightline doctor` says what each engine lacks.</source>
        <translation>Pruebe --engine cpu; `sightline doctor` dice qué le falta a cada motor.</translation>
    </message>
    <message>
        <source>The graphics card has too little free memory.</source>
        <translation>La tarjeta gráfica tiene muy poca memoria libre.</translation>
    </message>
    <message>
        <source>Close other programs that use it, choose a smaller model, or use --engine cpu.</source>
        <translation>Cierre otros programas que la usen, elija un modelo más pequeño o use --engine cpu.</translation>
    </message>
    <message>
        <source>The graphics card stopped answering.</source>
        <translation>La tarjeta gráfica dejó de responder.</translation>
    </message>
    <message>
        <source>Start Sightline again, or use --engine cpu.</source>
        <translation>Inicie Sightline de nuevo o use --engine cpu.</translation>
    </message>
    <message>
        <source>The graphics card&apos;s driver is missing or too old.</source>
        <translation>El controlador de la tarjeta gráfica falta o es demasiado antiguo.</translation>
    </message>
    <message>
        <source>Install the newest NVIDIA driver, or use --engine cpu.</source>
        <translation>Instale el controlador NVIDIA más reciente o use --engine cpu.</translation>
    </message>
    <message>
        <source>The card stopped.</source>
        <translation>La tarjeta gráfica se detuvo.</translation>
    </message>
    <message>
        <source>Captions go on on the processor, and the card is tried again.</source>
        <translation>Los subtítulos continúan en el procesador, y la tarjeta se probará de nuevo.</translation>
    </message>
    <message>
        <source>The card does not hear what the processor hears.</source>
        <translation>La tarjeta gráfica no oye lo mismo que el procesador.</translation>
    </message>
    <message>
        <source>Captions run on the processor. `sightline engine verify` shows the differences.</source>
        <translation>Los subtítulos funcionan en el procesador. `sightline engine verify` muestra las diferencias.</translation>
    </message>
    <message>
        <source>The sound device cannot be used.</source>
        <translation>No se puede usar el dispositivo de sonido.</translation>
    </message>
    <message>
        <source>Check the system&apos;s sound settings; `sightline doctor` lists what is found.</source>
        <translation>Revise los ajustes de sonido del sistema; `sightline doctor` muestra lo que se encuentra.</translation>
    </message>
    <message>
        <source>There is no display to show captions on.</source>
        <translation>No hay pantalla para mostrar los subtítulos.</translation>
    </message>
    <message>
        <source>Add --no-window for captions in the terminal.</source>
        <translation>Añada --no-window para verlos en el terminal.</translation>
    </message>
    <message>
        <source>Settings or history cannot be written.</source>
        <translation>No se pueden escribir los ajustes o el historial.</translation>
    </message>
    <message>
        <source>Free some disk space, or give another folder with --data-dir DIR. Captions go on.</source>
        <translation>Libere espacio en el disco o indique otra carpeta con --data-dir DIR. Los subtítulos continúan.</translation>
    </message>
    <message>
        <source>The history file is damaged.</source>
        <translation>El archivo del historial está dañado.</translation>
    </message>
    <message>
        <source>It is set aside and a new one begins. Captions go on.</source>
        <translation>Se aparta y empieza uno nuevo. Los subtítulos continúan.</translation>
    </message>
    <message>
        <source>The session that a caption belongs to was deleted.</source>
        <translation>Se borró la sesión a la que pertenece un subtítulo.</translation>
    </message>
    <message>
        <source>A new one begins. Captions go on.</source>
        <translation>Empieza una nueva. Los subtítulos continúan.</translation>
    </message>
    <message>
        <source>The history file is in use by another program.</source>
        <translation>Otro programa está usando el archivo del historial.</translation>
    </message>
    <message>
        <source>Close that program. Captions go on.</source>
        <translation>Cierre ese programa. Los subtítulos continúan.</translation>
    </message>
    <message>
        <source>The changed model {0} makes the captions now.</source>
        <translation>El modelo cambiado {0} hace ahora los subtítulos.</translation>
    </message>
    <message>
        <source>It is better again.</source>
        <translation>Va mejor de nuevo.</translation>
    </message>
    <message>
        <source>This computer is busy: the faster model {0} makes the captions for a while.</source>
        <translation>Este ordenador está ocupado: durante un rato hace los subtítulos el modelo más rápido {0}.</translation>
    </message>
    <message>
        <source>They come back to {0} by themselves.</source>
        <translation>Volverá a {0} por sí mismo.</translation>
    </message>
    <message>
        <source>{0} suits this computer: it recognises 10 s of speech in {1} s.</source>
        <translation>{0} es adecuado para este ordenador: reconoce 10 s de voz en {1} s.</translation>
    </message>
    <message>
        <source>Choose another with --model or in the settings.</source>
        <translation>Elija otro con --model o en los ajustes.</translation>
    </message>
    <message>
        <source>The settings say {0}, which {1} does not know: captions are in English.</source>
        <translation>Los ajustes dicen {0}, que {1} no conoce: los subtítulos son en inglés.</translation>
    </message>
    <message>
        <source>Get a model of many languages (sightline models get base), or change the language.</source>
        <translation>Obtenga un modelo de muchos idiomas (sightline models get base) o cambie el idioma.</translation>
    </message>
    <message>
        <source>This computer is too busy or too slow for {0}: captions come late.</source>
        <translation>Este ordenador está demasiado ocupado o es demasiado lento para {0}: los subtítulos llegan tarde.</translation>
    </message>
    <message>
        <source>Close other programs, or plug the computer in and let it have its full power.</source>
        <translation>Cierre otros programas, o enchufe el ordenador y déjelo trabajar a plena potencia.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model (sightline models list).</source>
        <translation>Cierre otros programas o elija un modelo más pequeño (sightline models list).</translation>
    </message>
    <message>
        <source>{0} s of speech could not be captioned: this computer is too busy.</source>
        <translation>{0} s de voz se quedaron sin subtítulos: este ordenador está demasiado ocupado.</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>Cierre otros programas.</translation>
    </message>
    <message>
        <source>Port {0} {1}, so the figures are not served there.</source>
        <translation>El puerto {0} {1}, así que las medidas no se ofrecen allí.</translation>
    </message>
    <message>
        <source>Choose another with --metrics-port. Captions go on.</source>
        <translation>Elija otro con --metrics-port. Los subtítulos continúan.</translation>
    </message>
    <message>
        <source>An unexpected fault ({0}).</source>
        <translation>Un fallo inesperado ({0}).</translation>
    </message>
    <message>
        <source>Run the same command with --debug and report what it prints.</source>
        <translation>Ejecute la misma orden con --debug e informe de lo que escribe.</translation>
    </message>
    <message>
        <source>This sounds like {0}, and captions are set to {1}.</source>
        <translation>Esto parece {0}, y los subtítulos están en {1}.</translation>
    </message>
    <message>
        <source>If it is {0}, choose it, or let the language be recognised by itself (--language auto).</source>
        <translation>Si es {0}, elíjalo, o deje que el idioma se reconozca solo (--language auto).</translation>
    </message>
    <message>
        <source>{0} knows English only, and can hardly make out what is said.</source>
        <translation>{0} solo conoce el inglés y apenas entiende lo que se dice.</translation>
    </message>
    <message>
        <source>If it is another language, choose a model of many languages: sightline models get base.</source>
        <translation>Si es otro idioma, elija un modelo de muchos idiomas: sightline models get base.</translation>
    </message>
    <message>
        <source>Nothing is given up any more.</source>
        <translation>Ya no se renuncia a nada.</translation>
    </message>
    <message>
        <source>Captions are made by {0} again.</source>
        <translation>Los subtítulos los hace de nuevo {0}.</translation>
    </message>
    <message>
        <source>Your settings were damaged, so the standard ones are used.</source>
        <translation>Sus ajustes estaban dañados, así que se usan los predeterminados.</translation>
    </message>
    <message>
        <source>Your settings could not be read, so the standard ones are used.</source>
        <translation>No se pudieron leer sus ajustes, así que se usan los predeterminados.</translation>
    </message>
    <message>
        <source>Check that you may read {0} ({1}).</source>
        <translation>Compruebe que puede leer {0} ({1}).</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>Subtítulos</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>Ventanas</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lugar</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programa</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historial</translation>
    </message>
    <message>
        <source>Pause captions</source>
        <translation>Pausar los subtítulos</translation>
    </message>
    <message>
        <source>Hide captions</source>
        <translation>Ocultar los subtítulos</translation>
    </message>
    <message>
        <source>Give the captions the keyboard</source>
        <translation>Dar el teclado a los subtítulos</translation>
    </message>
    <message>
        <source>Mark this moment</source>
        <translation>Marcar este momento</translation>
    </message>
    <message>
        <source>Private: keep no captions</source>
        <translation>Privado: no guardar subtítulos</translation>
    </message>
    <message>
        <source>Play the sample clip</source>
        <translation>Reproducir la muestra</translation>
    </message>
    <message>
        <source>Do what the notice offers</source>
        <translation>Hacer lo que ofrece el aviso</translation>
    </message>
    <message>
        <source>Hide the notice</source>
        <translation>Ocultar el aviso</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Texto más grande</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Texto más pequeño</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>Tamaño normal</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Ajustes…</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>Historial…</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>Atajos de teclado…</translation>
    </message>
    <message>
        <source>First steps…</source>
        <translation>Primeros pasos…</translation>
    </message>
    <message>
        <source>Speech models…</source>
        <translation>Modelos de voz…</translation>
    </message>
    <message>
        <source>Check this computer…</source>
        <translation>Revisar este ordenador…</translation>
    </message>
    <message>
        <source>Show or hide the figures</source>
        <translation>Mostrar u ocultar las medidas</translation>
    </message>
    <message>
        <source>Open the menu</source>
        <translation>Abrir el menú</translation>
    </message>
    <message>
        <source>Let clicks through</source>
        <translation>Dejar pasar los clics</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>A la izquierda</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>A la derecha</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Arriba</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Abajo</translation>
    </message>
    <message>
        <source>Wider</source>
        <translation>Más ancho</translation>
    </message>
    <message>
        <source>Narrower</source>
        <translation>Más estrecho</translation>
    </message>
    <message>
        <source>Dock to the top edge</source>
        <translation>Fijar al borde superior</translation>
    </message>
    <message>
        <source>Dock to the bottom edge</source>
        <translation>Fijar al borde inferior</translation>
    </message>
    <message>
        <source>To the next screen</source>
        <translation>A la pantalla siguiente</translation>
    </message>
    <message>
        <source>Reset position</source>
        <translation>Volver al lugar inicial</translation>
    </message>
    <message>
        <source>Quit Sightline</source>
        <translation>Salir de Sightline</translation>
    </message>
    <message>
        <source>Search; Enter goes to the results</source>
        <translation>Buscar; Intro lleva a los resultados</translation>
    </message>
    <message>
        <source>What was said around a result</source>
        <translation>Lo que se dijo alrededor de un resultado</translation>
    </message>
    <message>
        <source>Next match, an older one</source>
        <translation>Coincidencia siguiente, más antigua</translation>
    </message>
    <message>
        <source>Match before, a newer one</source>
        <translation>Coincidencia anterior, más reciente</translation>
    </message>
    <message>
        <source>Back to the results, then to the newest captions</source>
        <translation>Volver a los resultados y luego a lo más reciente</translation>
    </message>
    <message>
        <source>Oldest captions</source>
        <translation>Subtítulos más antiguos</translation>
    </message>
    <message>
        <source>Newest captions, followed live</source>
        <translation>Subtítulos más recientes, en directo</translation>
    </message>
    <message>
        <source>Star the selected captions, or take the star away</source>
        <translation>Poner o quitar la estrella a lo seleccionado</translation>
    </message>
    <message>
        <source>Next star</source>
        <translation>Estrella siguiente</translation>
    </message>
    <message>
        <source>Star before</source>
        <translation>Estrella anterior</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>Copiar el texto</translation>
    </message>
    <message>
        <source>Copy with times and labels</source>
        <translation>Copiar con horas y etiquetas</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Copiar como Markdown</translation>
    </message>
    <message>
        <source>Export what is shown to a file</source>
        <translation>Exportar lo que se ve a un archivo</translation>
    </message>
    <message>
        <source>Delete the selected captions or sessions for good</source>
        <translation>Borrar para siempre lo seleccionado</translation>
    </message>
    <message>
        <source>Name the session</source>
        <translation>Poner nombre a la sesión</translation>
    </message>
    <message>
        <source>Merge the selected sessions</source>
        <translation>Unir las sesiones seleccionadas</translation>
    </message>
    <message>
        <source>Private: pause the keeping of captions</source>
        <translation>Privado: dejar de guardar subtítulos</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>Parte siguiente de la ventana</translation>
    </message>
    <message>
        <source>Part of the window before</source>
        <translation>Parte anterior de la ventana</translation>
    </message>
    <message>
        <source>Keys of the history</source>
        <translation>Atajos del historial</translation>
    </message>
    <message>
        <source>Resume captions</source>
        <translation>Reanudar los subtítulos</translation>
    </message>
    <message>
        <source>Show captions</source>
        <translation>Mostrar los subtítulos</translation>
    </message>
    <message>
        <source>Your settings could not be saved.</source>
        <translation>No se pudieron guardar sus ajustes.</translation>
    </message>
    <message>
        <source>Check for room on the disk and that you may write {0}.</source>
        <translation>Compruebe que hay espacio en el disco y que puede escribir {0}.</translation>
    </message>
    <message>
        <source>{0} problems found; what to do stands after each arrow.</source>
        <translation>Se encontraron {0} problemas; qué hacer está tras cada flecha.</translation>
    </message>
    <message>
        <source>Check this computer</source>
        <translation>Revisar este ordenador</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Hallazgos</translation>
    </message>
    <message>
        <source>Report without names, paths and captions</source>
        <translation>Informe sin nombres, rutas ni subtítulos</translation>
    </message>
    <message>
        <source>&amp;Check again</source>
        <translation>&amp;Revisar de nuevo</translation>
    </message>
    <message>
        <source>&amp;Report to send…</source>
        <translation>&amp;Informe para enviar…</translation>
    </message>
    <message>
        <source>C&amp;opy the report</source>
        <translation>Copiar &amp;el informe</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>&amp;Cerrar</translation>
    </message>
    <message>
        <source>Looking, which takes a few seconds…</source>
        <translation>Revisando; tarda unos segundos…</translation>
    </message>
    <message>
        <source>1 problem found; what to do stands after the arrow.</source>
        <translation>Se encontró 1 problema; qué hacer está tras la flecha.</translation>
    </message>
    <message>
        <source>The report is copied. It holds no names, paths, devices or captions.</source>
        <translation>El informe está copiado. No contiene nombres, rutas, dispositivos ni subtítulos.</translation>
    </message>
    <message>
        <source>No problems found.</source>
        <translation>No se encontraron problemas.</translation>
    </message>
    <message>
        <source>Hide the &amp;report</source>
        <translation>&amp;Ocultar el informe</translation>
    </message>
    <message>
        <source>Sightline figures</source>
        <translation>Sightline: medidas</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Medidas</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>Lo que se mide</translation>
    </message>
    <message>
        <source>Of the last minute, counts since the start</source>
        <translation>Del último minuto; los recuentos, desde el inicio</translation>
    </message>
    <message>
        <source>This &amp;computer&apos;s sound: calls, films, lectures</source>
        <translation>El sonido &amp;de este ordenador: llamadas, películas, clases</translation>
    </message>
    <message>
        <source>The &amp;microphone: people in the room</source>
        <translation>El micrófono: personas en &amp;la sala</translation>
    </message>
    <message>
        <source>B&amp;oth, each with a label</source>
        <translation>Ambos, cada &amp;uno con su etiqueta</translation>
    </message>
    <message>
        <source>Sightline: first steps</source>
        <translation>Sightline: primeros pasos</translation>
    </message>
    <message>
        <source>&amp;Skip this step</source>
        <translation>O&amp;mitir este paso</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Siguiente</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Atrás</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>T&amp;erminar</translation>
    </message>
    <message>
        <source>Skip &amp;all</source>
        <translation>Omitir &amp;todo</translation>
    </message>
    <message>
        <source>1 of 3: What should be captioned?</source>
        <translation>1 de 3: ¿Qué debe tener subtítulos?</translation>
    </message>
    <message>
        <source>Let something be said. The bar moves when Sightline hears it.</source>
        <translation>Haga que se diga algo. La barra se mueve cuando Sightline lo oye.</translation>
    </message>
    <message>
        <source>Loudness of the sound</source>
        <translation>Volumen del sonido</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Iniciando…</translation>
    </message>
    <message>
        <source>2 of 3: How should it look?</source>
        <translation>2 de 3: ¿Qué aspecto debe tener?</translation>
    </message>
    <message>
        <source>All of it can be changed later, under Settings.</source>
        <translation>Todo se puede cambiar después, en Ajustes.</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aspecto</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Tamaño del texto</translation>
    </message>
    <message>
        <source>&amp;Look</source>
        <translation>As&amp;pecto</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>Tamaño del te&amp;xto</translation>
    </message>
    <message>
        <source>3 of 3: How should speech be recognised?</source>
        <translation>3 de 3: ¿Cómo se debe reconocer la voz?</translation>
    </message>
    <message>
        <source>A larger model makes fewer mistakes and knows more languages, but needs more computer.</source>
        <translation>Un modelo más grande comete menos errores y conoce más idiomas, pero exige más al ordenador.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Run it on</source>
        <translation>Ejecutar en</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>M&amp;odelo</translation>
    </message>
    <message>
        <source>&amp;Run it on</source>
        <translation>Eje&amp;cutar en</translation>
    </message>
    <message>
        <source>&amp;Get this model</source>
        <translation>O&amp;btener este modelo</translation>
    </message>
    <message>
        <source>&amp;Try its speed</source>
        <translation>Probar su &amp;velocidad</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progreso</translation>
    </message>
    <message>
        <source>Trying it on a short clip…</source>
        <translation>Probando con una muestra corta…</translation>
    </message>
    <message>
        <source>Another program has the key {0}.</source>
        <translation>Otro programa tiene la tecla {0}.</translation>
    </message>
    <message>
        <source>Press F1 in the captions to choose another.</source>
        <translation>Pulse F1 en los subtítulos para elegir otra.</translation>
    </message>
    <message>
        <source>&amp;Do not keep captions</source>
        <translation>N&amp;o guardar subtítulos</translation>
    </message>
    <message>
        <source>One &amp;day</source>
        <translation>&amp;Un día</translation>
    </message>
    <message>
        <source>30 da&amp;ys</source>
        <translation>30 &amp;días</translation>
    </message>
    <message>
        <source>&amp;Always</source>
        <translation>&amp;Siempre</translation>
    </message>
    <message>
        <source>1 caption</source>
        <translation>1 subtítulo</translation>
    </message>
    <message>
        <source>{0} captions</source>
        <translation>{0} subtítulos</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>&amp;Copy text</source>
        <translation>&amp;Copiar el texto</translation>
    </message>
    <message>
        <source>Copy with &amp;times and labels</source>
        <translation>Copiar con &amp;horas y etiquetas</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Copiar como &amp;Markdown</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportar…</translation>
    </message>
    <message>
        <source>&amp;Name the session…</source>
        <translation>&amp;Poner nombre a la sesión…</translation>
    </message>
    <message>
        <source>&amp;Private: pause keeping captions</source>
        <translation>P&amp;rivado: dejar de guardar subtítulos</translation>
    </message>
    <message>
        <source>&amp;Keep captions</source>
        <translation>&amp;Guardar subtítulos</translation>
    </message>
    <message>
        <source>Delete &amp;all captions…</source>
        <translation>Borrar &amp;todos los subtítulos…</translation>
    </message>
    <message>
        <source>Keyboard &amp;help</source>
        <translation>&amp;Ayuda del teclado</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Más</translation>
    </message>
    <message>
        <source>Stop the export</source>
        <translation>Detener la exportación</translation>
    </message>
    <message>
        <source>Keys (F1)</source>
        <translation>Atajos de teclado (F1)</translation>
    </message>
    <message>
        <source>Delete all captions of all sessions for good?</source>
        <translation>¿Borrar para siempre todos los subtítulos de todas las sesiones?</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>Borrando…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Borrar</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>No se puede deshacer.</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Borrar</translation>
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
        <translation>Exportar subtítulos</translation>
    </message>
    <message>
        <source>Writing {0}…</source>
        <translation>Escribiendo {0}…</translation>
    </message>
    <message>
        <source>Keys of the history window</source>
        <translation>Atajos de la ventana del historial</translation>
    </message>
    <message>
        <source>{0} copied.</source>
        <translation>Copiado: {0}.</translation>
    </message>
    <message>
        <source>Delete {0} for good?</source>
        <translation>¿Borrar para siempre: {0}?</translation>
    </message>
    <message>
        <source>{0} deleted.</source>
        <translation>Borrado: {0}.</translation>
    </message>
    <message>
        <source>{0} sessions merged.</source>
        <translation>{0} sesiones unidas.</translation>
    </message>
    <message>
        <source>Delete {0} sessions with all captions for good?</source>
        <translation>¿Borrar para siempre {0} sesiones con todos sus subtítulos?</translation>
    </message>
    <message>
        <source>Delete this session with all captions for good?</source>
        <translation>¿Borrar para siempre esta sesión con todos sus subtítulos?</translation>
    </message>
    <message>
        <source>{0} written to {1}.</source>
        <translation>Guardado en {1}: {0}.</translation>
    </message>
    <message>
        <source>Starred.</source>
        <translation>Estrella puesta.</translation>
    </message>
    <message>
        <source>Star taken away.</source>
        <translation>Estrella quitada.</translation>
    </message>
    <message>
        <source>Delete all captions, and keep none from now on?</source>
        <translation>¿Borrar todos los subtítulos y no guardar ninguno desde ahora?</translation>
    </message>
    <message>
        <source>Activity over time</source>
        <translation>Actividad a lo largo del tiempo</translation>
    </message>
    <message>
        <source>How much was said when. Left and Right choose a time, Enter goes there.</source>
        <translation>Cuánto se dijo y cuándo. Izquierda y Derecha eligen un momento, Intro va allí.</translation>
    </message>
    <message>
        <source>bar {0} of {1}</source>
        <translation>barra {0} de {1}</translation>
    </message>
    <message>
        <source>mic</source>
        <translation>micro</translation>
    </message>
    <message>
        <source>file</source>
        <translation>archivo</translation>
    </message>
    <message>
        <source>Sightline history</source>
        <translation>Sightline: historial</translation>
    </message>
    <message>
        <source>Search the captions</source>
        <translation>Buscar en los subtítulos</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>Any source</source>
        <translation>Cualquier fuente</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Any language</source>
        <translation>Cualquier idioma</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Cualquier fecha</translation>
    </message>
    <message>
        <source>Starred only</source>
        <translation>Solo con estrella</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Coincidencias</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Resultados de la búsqueda</translation>
    </message>
    <message>
        <source>Private: captions are not being kept (Ctrl+P)</source>
        <translation>Privado: no se guardan subtítulos (Ctrl+P)</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Go to the newest captions</source>
        <translation>Ir a los subtítulos más recientes</translation>
    </message>
    <message>
        <source>Search: words, &quot;a phrase&quot;, the beginning of a word</source>
        <translation>Buscar: palabras, &quot;una frase&quot;, el principio de una palabra</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Últimos 7 días</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Últimos 30 días</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>Último año</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>No se encontró nada.</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 coincidencia</translation>
    </message>
    <message>
        <source>{0}{1} matches</source>
        <translation>{0}{1} coincidencias</translation>
    </message>
    <message>
        <source>No older match.</source>
        <translation>No hay coincidencias más antiguas.</translation>
    </message>
    <message>
        <source>No newer match.</source>
        <translation>No hay coincidencias más recientes.</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>1 sesión</translation>
    </message>
    <message>
        <source>{0} sessions</source>
        <translation>{0} sesiones</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sesiones</translation>
    </message>
    <message>
        <source>All sessions</source>
        <translation>Todas las sesiones</translation>
    </message>
    <message>
        <source>Name of the session</source>
        <translation>Nombre de la sesión</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Nombre:</translation>
    </message>
    <message>
        <source>{0} new (End)</source>
        <translation>{0} nuevos (Fin)</translation>
    </message>
    <message>
        <source>Newest (End)</source>
        <translation>Lo más reciente (Fin)</translation>
    </message>
    <message>
        <source>No captions here yet.</source>
        <translation>Todavía no hay subtítulos.</translation>
    </message>
    <message>
        <source>No later star.</source>
        <translation>No hay estrella posterior.</translation>
    </message>
    <message>
        <source>No earlier star.</source>
        <translation>No hay estrella anterior.</translation>
    </message>
    <message>
        <source>while the captions have the keyboard</source>
        <translation>mientras los subtítulos tienen el teclado</translation>
    </message>
    <message>
        <source>in the history window</source>
        <translation>en la ventana del historial</translation>
    </message>
    <message>
        <source>Change a key</source>
        <translation>Cambiar una tecla</translation>
    </message>
    <message>
        <source>in every program</source>
        <translation>en todos los programas</translation>
    </message>
    <message>
        <source>Press the new key for “{0}”, {1}:</source>
        <translation>Pulse la nueva tecla para «{0}», {1}:</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Tecla nueva</translation>
    </message>
    <message>
        <source>&amp;No key</source>
        <translation>&amp;Ninguna tecla</translation>
    </message>
    <message>
        <source>{0} belongs to “{1}”. Choose another key.</source>
        <translation>{0} pertenece a «{1}». Elija otra tecla.</translation>
    </message>
    <message>
        <source>A key for every program needs Ctrl, Alt or the Windows key, or typing would set it off.</source>
        <translation>Una tecla para todos los programas necesita Ctrl, Alt o la tecla Windows; si no, se activaría al escribir.</translation>
    </message>
    <message>
        <source>Sightline keys</source>
        <translation>Sightline: atajos de teclado</translation>
    </message>
    <message>
        <source>Search what it does, or the key</source>
        <translation>Buscar lo que hace o la tecla</translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation>Buscar atajos</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>Change &amp;key…</source>
        <translation>Cambiar &amp;la tecla…</translation>
    </message>
    <message>
        <source>Change key in e&amp;very program…</source>
        <translation>Cambiar &amp;para todos los programas…</translation>
    </message>
    <message>
        <source>&amp;Standard key</source>
        <translation>Predetermin&amp;ado</translation>
    </message>
    <message>
        <source>&amp;All standard</source>
        <translation>Res&amp;tablecer todo</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Cerrar</translation>
    </message>
    <message>
        <source>&amp;Find:</source>
        <translation>&amp;Buscar:</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Lo que hace</translation>
    </message>
    <message>
        <source>Key in its window</source>
        <translation>Tecla en su ventana</translation>
    </message>
    <message>
        <source>Key in every program</source>
        <translation>Tecla en todos los programas</translation>
    </message>
    <message>
        <source> (switched off)</source>
        <translation> (desactivada)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>no se ofrece</translation>
    </message>
    <message>
        <source>In the history: </source>
        <translation>En el historial: </translation>
    </message>
    <message>
        <source>No font of this computer has the letters of Japanese or Chinese, so the windows are in English.</source>
        <translation>Ninguna fuente de este ordenador tiene los caracteres japoneses o chinos, así que las ventanas están en inglés.</translation>
    </message>
    <message>
        <source>Install one, such as Noto Sans CJK (Debian: fonts-noto-cjk), and start Sightline again.</source>
        <translation>Instale una, como Noto Sans CJK (Debian: fonts-noto-cjk), e inicie Sightline de nuevo.</translation>
    </message>
    <message>
        <source>Looks (*.json);;All files (*)</source>
        <translation>Aspectos (*.json);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Fina</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Media</translation>
    </message>
    <message>
        <source>Semi-bold</source>
        <translation>Seminegrita</translation>
    </message>
    <message>
        <source>Bold</source>
        <translation>Negrita</translation>
    </message>
    <message>
        <source>Extra bold</source>
        <translation>Extranegrita</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Contorno</translation>
    </message>
    <message>
        <source>Shadow</source>
        <translation>Sombra</translation>
    </message>
    <message>
        <source>Raised</source>
        <translation>En relieve</translation>
    </message>
    <message>
        <source>Depressed</source>
        <translation>Hundido</translation>
    </message>
    <message>
        <source>Ready-made looks</source>
        <translation>Aspectos preparados</translation>
    </message>
    <message>
        <source>My loo&amp;ks</source>
        <translation>&amp;Mis aspectos</translation>
    </message>
    <message>
        <source>&amp;Font</source>
        <translation>&amp;Letra</translation>
    </message>
    <message>
        <source>Size in steps</source>
        <translation>Tamaño por pasos</translation>
    </message>
    <message>
        <source>Wei&amp;ght</source>
        <translation>&amp;Grosor</translation>
    </message>
    <message>
        <source>Letter s&amp;pacing</source>
        <translation>E&amp;spacio entre letras</translation>
    </message>
    <message>
        <source>Li&amp;ne spacing</source>
        <translation>Espacio entre l&amp;íneas</translation>
    </message>
    <message>
        <source>&amp;Text colour</source>
        <translation>Color &amp;del texto</translation>
    </message>
    <message>
        <source>Text opacit&amp;y</source>
        <translation>&amp;Opacidad del texto</translation>
    </message>
    <message>
        <source>&amp;Background colour</source>
        <translation>Color del fo&amp;ndo</translation>
    </message>
    <message>
        <source>Background &amp;opacity</source>
        <translation>Opacidad del &amp;fondo</translation>
    </message>
    <message>
        <source>Window colo&amp;ur</source>
        <translation>Colo&amp;r de la ventana</translation>
    </message>
    <message>
        <source>Window op&amp;acity</source>
        <translation>Op&amp;acidad de la ventana</translation>
    </message>
    <message>
        <source>&amp;Edge of letters</source>
        <translation>&amp;Borde de las letras</translation>
    </message>
    <message>
        <source>Align&amp;ment</source>
        <translation>Alineaci&amp;ón</translation>
    </message>
    <message>
        <source>My looks</source>
        <translation>Mis aspectos</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>G&amp;uardar…</translation>
    </message>
    <message>
        <source>Save this look</source>
        <translation>Guardar este aspecto</translation>
    </message>
    <message>
        <source>Delete this look</source>
        <translation>Borrar este aspecto</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>&amp;Exportar…</translation>
    </message>
    <message>
        <source>Export this look to a file</source>
        <translation>Exportar este aspecto a un archivo</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importar…</translation>
    </message>
    <message>
        <source>Import a look from a file</source>
        <translation>Importar un aspecto de un archivo</translation>
    </message>
    <message>
        <source>Choose one</source>
        <translation>Elija uno</translation>
    </message>
    <message>
        <source>None saved yet</source>
        <translation>Ninguno guardado todavía</translation>
    </message>
    <message>
        <source>Name of the look</source>
        <translation>Nombre del aspecto</translation>
    </message>
    <message>
        <source>Export this look</source>
        <translation>Exportar este aspecto</translation>
    </message>
    <message>
        <source>Import a look</source>
        <translation>Importar un aspecto</translation>
    </message>
    <message>
        <source>Best sans serif ({0})</source>
        <translation>La mejor sin serifas ({0})</translation>
    </message>
    <message>
        <source>Easy reading ({0})</source>
        <translation>Lectura fácil ({0})</translation>
    </message>
    <message>
        <source>Look: {0}</source>
        <translation>Aspecto: {0}</translation>
    </message>
    <message>
        <source>Text size {0} percent</source>
        <translation>Tamaño del texto {0} por ciento</translation>
    </message>
    <message>
        <source>The look is in {0}.</source>
        <translation>El aspecto está en {0}.</translation>
    </message>
    <message>
        <source>The look “{0}” is now yours.</source>
        <translation>El aspecto «{0}» ya es suyo.</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Izquierda</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>Centro</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. Choose another folder.</source>
        <translation>No se puede escribir {0}: {1}. Elija otra carpeta.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>No se puede leer {0}: {1}.</translation>
    </message>
    <message>
        <source>{0} is not a look of Sightline&apos;s: {1}. Choose a file that was exported here.</source>
        <translation>{0} no es un aspecto de Sightline: {1}. Elija un archivo exportado aquí.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Get the model</source>
        <translation>Obtener el modelo</translation>
    </message>
    <message>
        <source>Get it anew</source>
        <translation>Obtenerlo de nuevo</translation>
    </message>
    <message>
        <source>Use the processor</source>
        <translation>Usar el procesador</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Iniciar de nuevo</translation>
    </message>
    <message>
        <source>Choose a device</source>
        <translation>Elegir dispositivo</translation>
    </message>
    <message>
        <source>Mend what the notice says</source>
        <translation>Arreglar lo que dice el aviso</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pausa</translation>
    </message>
    <message>
        <source>Click here and press Space, or use the menu, to go on.</source>
        <translation>Haga clic aquí y pulse Espacio, o use el menú, para seguir.</translation>
    </message>
    <message>
        <source>The captions appear here in a moment.</source>
        <translation>Los subtítulos aparecerán aquí en un momento.</translation>
    </message>
    <message>
        <source>The sound has ended</source>
        <translation>El sonido ha terminado</translation>
    </message>
    <message>
        <source>Nothing was said in it.</source>
        <translation>No se dijo nada en él.</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>Escuchando</translation>
    </message>
    <message>
        <source>What is said appears here.</source>
        <translation>Lo que se diga aparece aquí.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Idiomas</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licencia</translation>
    </message>
    <message>
        <source>Remove {0} ({1} MB) from this computer?</source>
        <translation>¿Quitar {0} ({1} MB) de este ordenador?</translation>
    </message>
    <message>
        <source>Speech models</source>
        <translation>Modelos de voz</translation>
    </message>
    <message>
        <source>About the model</source>
        <translation>Sobre el modelo</translation>
    </message>
    <message>
        <source>What is going on</source>
        <translation>Qué está pasando</translation>
    </message>
    <message>
        <source>&amp;Get</source>
        <translation>&amp;Obtener</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>&amp;Usar</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Quitar</translation>
    </message>
    <message>
        <source>From a &amp;folder…</source>
        <translation>D&amp;e una carpeta…</translation>
    </message>
    <message>
        <source>From a &amp;zip…</source>
        <translation>De un &amp;zip…</translation>
    </message>
    <message>
        <source>Which one suits this &amp;computer?</source>
        <translation>¿Cuál conviene &amp;a este ordenador?</translation>
    </message>
    <message>
        <source>Looking at the models on this computer…</source>
        <translation>Revisando los modelos de este ordenador…</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Nombre del modelo</translation>
    </message>
    <message>
        <source>What is it? A name of the list is checked to be that model:</source>
        <translation>¿Qué es? Si es un nombre de la lista, se comprueba que sea ese modelo:</translation>
    </message>
    <message>
        <source>Measuring this computer, which takes a few seconds…</source>
        <translation>Midiendo este ordenador; tarda unos segundos…</translation>
    </message>
    <message>
        <source>about </source>
        <translation>unos </translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>&amp;Reintentar</translation>
    </message>
    <message>
        <source>Remove a model</source>
        <translation>Quitar un modelo</translation>
    </message>
    <message>
        <source>A zip with a model</source>
        <translation>Un zip con un modelo</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>Archivos zip (*.zip)</translation>
    </message>
    <message>
        <source>A folder with a model</source>
        <translation>Una carpeta con un modelo</translation>
    </message>
    <message>
        <source>, in use</source>
        <translation>, en uso</translation>
    </message>
    <message>
        <source>Needs {0}.</source>
        <translation>Necesita {0}.</translation>
    </message>
    <message>
        <source>Licence {0}.</source>
        <translation>Licencia {0}.</translation>
    </message>
    <message>
        <source>From {0}.</source>
        <translation>De {0}.</translation>
    </message>
    <message>
        <source>Its checksum is the one that the hub states, since none was known before.</source>
        <translation>Su suma de comprobación es la que indica el servidor; antes no se conocía ninguna.</translation>
    </message>
    <message>
        <source>You:</source>
        <translation>Usted:</translation>
    </message>
    <message>
        <source>Computer:</source>
        <translation>Ordenador:</translation>
    </message>
    <message>
        <source>Sightline captions</source>
        <translation>Sightline: subtítulos</translation>
    </message>
    <message>
        <source>Live captions</source>
        <translation>Subtítulos en directo</translation>
    </message>
    <message>
        <source>White on black</source>
        <translation>Blanco sobre negro</translation>
    </message>
    <message>
        <source>Yellow on black</source>
        <translation>Amarillo sobre negro</translation>
    </message>
    <message>
        <source>Black on white</source>
        <translation>Negro sobre blanco</translation>
    </message>
    <message>
        <source>Green on black</source>
        <translation>Verde sobre negro</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Alto contraste</translation>
    </message>
    <message>
        <source>Soft</source>
        <translation>Suave</translation>
    </message>
    <message>
        <source>Large print</source>
        <translation>Letra grande</translation>
    </message>
    <message>
        <source>Contrast at worst {0} : 1</source>
        <translation>Contraste en el peor caso {0} : 1</translation>
    </message>
    <message>
        <source>Make the background less see-through or choose another colour.</source>
        <translation>Haga el fondo menos transparente o elija otro color.</translation>
    </message>
    <message>
        <source>{0}, below {1} : 1. {2}</source>
        <translation>{0}, por debajo de {1} : 1. {2}</translation>
    </message>
    <message>
        <source>it is no file, or far too long for a look</source>
        <translation>no es un archivo o es demasiado largo para un aspecto</translation>
    </message>
    <message>
        <source>it holds no look</source>
        <translation>no contiene un aspecto</translation>
    </message>
    <message>
        <source>{0}. Very readable over any desktop.</source>
        <translation>{0}. Muy legible sobre cualquier fondo.</translation>
    </message>
    <message>
        <source>{0}. Readable over any desktop.</source>
        <translation>{0}. Legible sobre cualquier fondo.</translation>
    </message>
    <message>
        <source>{0}. Enough for this large text; more would be easier to read.</source>
        <translation>{0}. Suficiente para este texto grande; más sería más fácil de leer.</translation>
    </message>
    <message>
        <source>Text {0}</source>
        <translation>Texto {0}</translation>
    </message>
    <message>
        <source>Background {0}</source>
        <translation>Fondo {0}</translation>
    </message>
    <message>
        <source>Solid, text {0}</source>
        <translation>Opaco, texto {0}</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vista previa</translation>
    </message>
    <message>
        <source>The system&apos;s usual one</source>
        <translation>El predeterminado del sistema</translation>
    </message>
    <message>
        <source>All applications</source>
        <translation>Todas las aplicaciones</translation>
    </message>
    <message>
        <source>Best available</source>
        <translation>El mejor disponible</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Procesador (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>Tarjeta gráfica (CUDA)</translation>
    </message>
    <message>
        <source>Graphics card (TensorRT)</source>
        <translation>Tarjeta gráfica (TensorRT)</translation>
    </message>
    <message>
        <source>Best this computer has time for</source>
        <translation>El mejor para el que este ordenador tiene tiempo</translation>
    </message>
    <message>
        <source>Recognise by itself</source>
        <translation>Reconocerlo solo</translation>
    </message>
    <message>
        <source>2 seconds</source>
        <translation>2 segundos</translation>
    </message>
    <message>
        <source>4 seconds</source>
        <translation>4 segundos</translation>
    </message>
    <message>
        <source>8 seconds</source>
        <translation>8 segundos</translation>
    </message>
    <message>
        <source>15 seconds</source>
        <translation>15 segundos</translation>
    </message>
    <message>
        <source>30 seconds</source>
        <translation>30 segundos</translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 minuto</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source>No time</source>
        <translation>Sin mínimo</translation>
    </message>
    <message>
        <source>1 second</source>
        <translation>1 segundo</translation>
    </message>
    <message>
        <source>3 seconds</source>
        <translation>3 segundos</translation>
    </message>
    <message>
        <source>Relaxed, 120 words a minute</source>
        <translation>Relajado, 120 palabras por minuto</translation>
    </message>
    <message>
        <source>Calm, 150 words a minute</source>
        <translation>Tranquilo, 150 palabras por minuto</translation>
    </message>
    <message>
        <source>Usual, 180 words a minute</source>
        <translation>Habitual, 180 palabras por minuto</translation>
    </message>
    <message>
        <source>Fast, 225 words a minute</source>
        <translation>Rápido, 225 palabras por minuto</translation>
    </message>
    <message>
        <source>As fast as they come</source>
        <translation>Tan rápido como llegan</translation>
    </message>
    <message>
        <source>Anywhere, as I put them</source>
        <translation>Donde yo los ponga</translation>
    </message>
    <message>
        <source>At the top edge, the whole width</source>
        <translation>En el borde superior, a todo lo ancho</translation>
    </message>
    <message>
        <source>At the bottom edge, the whole width</source>
        <translation>En el borde inferior, a todo lo ancho</translation>
    </message>
    <message>
        <source>This computer&apos;s sound</source>
        <translation>El sonido de este ordenador</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>Micrófono</translation>
    </message>
    <message>
        <source>Both, each with a label</source>
        <translation>Ambos, cada uno con su etiqueta</translation>
    </message>
    <message>
        <source>Li&amp;nes</source>
        <translation>&amp;Líneas</translation>
    </message>
    <message>
        <source>Line len&amp;gth</source>
        <translation>Longitud &amp;de línea</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> caracteres</translation>
    </message>
    <message>
        <source>Keep &amp;each line at least</source>
        <translation>&amp;Mostrar cada línea al menos</translation>
    </message>
    <message>
        <source>&amp;Pace of long bursts</source>
        <translation>&amp;Ritmo cuando se habla rápido</translation>
    </message>
    <message>
        <source>Clear &amp;after silence</source>
        <translation>Limpiar tras &amp;un silencio de</translation>
    </message>
    <message>
        <source>Show words that may s&amp;till change, dimmed</source>
        <translation>Mostrar &amp;atenuadas las palabras que aún pueden cambiar</translation>
    </message>
    <message>
        <source>Say who speaks when &amp;both sources are on</source>
        <translation>Decir &amp;quién habla cuando hay dos fuentes</translation>
    </message>
    <message>
        <source>Na&amp;me the language where it changes</source>
        <translation>&amp;Nombrar el idioma cuando cambia</translation>
    </message>
    <message>
        <source>Scroll smoothl&amp;y</source>
        <translation>D&amp;esplazar con suavidad</translation>
    </message>
    <message>
        <source>No movement where the system &amp;is set to less of it</source>
        <translation>&amp;Sin movimiento cuando el sistema pide menos</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>&amp;Lugar</translation>
    </message>
    <message>
        <source>Language of the windows, at the next start</source>
        <translation>Idioma de las ventanas, desde el próximo inicio</translation>
    </message>
    <message>
        <source>Show the status r&amp;ow</source>
        <translation>&amp;Mostrar la fila de estado</translation>
    </message>
    <message>
        <source>See-through wh&amp;ile clicks pass and the mouse is below</source>
        <translation>Transparente mientras pasan los clics y el &amp;ratón está debajo</translation>
    </message>
    <message>
        <source>Let a screen reader s&amp;ay committed captions</source>
        <translation>&amp;Que un lector de pantalla lea los subtítulos definitivos</translation>
    </message>
    <message>
        <source>Some keys wor&amp;k in every program</source>
        <translation>Alg&amp;unas teclas valen en todos los programas</translation>
    </message>
    <message>
        <source>Ke&amp;ys…</source>
        <translation>&amp;Atajos de teclado…</translation>
    </message>
    <message>
        <source>All keys, and how to change them</source>
        <translation>Todas las teclas, y cómo cambiarlas</translation>
    </message>
    <message>
        <source>Start pa&amp;used</source>
        <translation>&amp;Iniciar en pausa</translation>
    </message>
    <message>
        <source>S&amp;tart when I log in</source>
        <translation>Iniciar cuando &amp;entro en mi sesión</translation>
    </message>
    <message>
        <source>Keep a &amp;history on this computer</source>
        <translation>&amp;Guardar un historial en este ordenador</translation>
    </message>
    <message>
        <source>Listen &amp;to</source>
        <translation>&amp;Escuchar</translation>
    </message>
    <message>
        <source>Play and hear a test so&amp;und</source>
        <translation>Reproducir y oír &amp;un sonido de prueba</translation>
    </message>
    <message>
        <source>T&amp;ake the loudspeakers out of the microphone</source>
        <translation>&amp;Quitar los altavoces del micrófono</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>E&amp;xaminar…</translation>
    </message>
    <message>
        <source>All models, and how to get them</source>
        <translation>Todos los modelos, y cómo obtenerlos</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation>&amp;Motor</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>&amp;Names to expect</source>
        <translation>&amp;Nombres esperados</translation>
    </message>
    <message>
        <source>when words take more than</source>
        <translation>cuando las palabras tarden más de</translation>
    </message>
    <message>
        <source>when the card is hotter than</source>
        <translation>cuando la tarjeta esté a más de</translation>
    </message>
    <message>
        <source>when less memory is free than</source>
        <translation>cuando quede menos memoria libre que</translation>
    </message>
    <message>
        <source>when so many passes fail</source>
        <translation>cuando fallen tantas pasadas</translation>
    </message>
    <message>
        <source>Another model, engine, language or source starts the captions again, which takes a moment.</source>
        <translation>Otro modelo, motor, idioma o fuente reinicia los subtítulos, lo que tarda un momento.</translation>
    </message>
    <message>
        <source>Listening…</source>
        <translation>Escuchando…</translation>
    </message>
    <message>
        <source>Also stay above &amp;full-screen windows (X11)</source>
        <translation>También &amp;sobre ventanas a pantalla completa (X11)</translation>
    </message>
    <message>
        <source>Leave out of screen sharin&amp;g and screenshots</source>
        <translation>&amp;Dejar fuera de pantallas compartidas y capturas</translation>
    </message>
    <message>
        <source>Out&amp;put</source>
        <translation>S&amp;alida</translation>
    </message>
    <message>
        <source>Microp&amp;hone</source>
        <translation>Mic&amp;rófono</translation>
    </message>
    <message>
        <source>&amp;Only from</source>
        <translation>&amp;Solo de</translation>
    </message>
    <message>
        <source>Browse the speech models</source>
        <translation>Examinar los modelos de voz</translation>
    </message>
    <message>
        <source>Give up quality for a while, 0 for never:</source>
        <translation>Renunciar a calidad por un rato, 0 para nunca:</translation>
    </message>
    <message>
        <source>Sightline settings</source>
        <translation>Sightline: ajustes</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Grupos de ajustes</translation>
    </message>
    <message>
        <source>&amp;Reading</source>
        <translation>Lec&amp;tura</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>&amp;Ventana</translation>
    </message>
    <message>
        <source>&amp;Sound and speech</source>
        <translation>Sonido &amp;y voz</translation>
    </message>
    <message>
        <source>Restore standar&amp;d settings</source>
        <translation>A&amp;justes predeterminados</translation>
    </message>
    <message>
        <source>Make it readable</source>
        <translation>Hacerlo legible</translation>
    </message>
    <message>
        <source>Make it readable: {0}</source>
        <translation>Hacerlo legible: {0}</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Iniciando</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Terminado</translation>
    </message>
    <message>
        <source>Computer sound</source>
        <translation>Sonido del ordenador</translation>
    </message>
    <message>
        <source>Computer sound and microphone</source>
        <translation>Sonido del ordenador y micrófono</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source> · Private, not kept</source>
        <translation> · Privado, no se guarda</translation>
    </message>
    <message>
        <source> · Clicks pass through</source>
        <translation> · Los clics pasan</translation>
    </message>
    <message>
        <source>{0} s behind</source>
        <translation>{0} s de retraso</translation>
    </message>
    <message>
        <source>GPU (TensorRT)</source>
        <translation>Tarjeta gráfica (TensorRT)</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+Space and choose “Always on Top”.</source>
        <translation>Haga clic en los subtítulos, pulse Alt+Espacio y elija «Siempre encima».</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+F3, then “More Actions” and “Keep Above Others”.</source>
        <translation>Haga clic en los subtítulos, pulse Alt+F3, luego «Más acciones» y «Mantener por encima de las demás».</translation>
    </message>
    <message>
        <source>Add to sway&apos;s config: for_window [app_id=sightline] floating enable, sticky enable</source>
        <translation>Añada a la configuración de sway: for_window [app_id=sightline] floating enable, sticky enable</translation>
    </message>
    <message>
        <source>Add to hyprland.conf: windowrule = float, pin, class:sightline</source>
        <translation>Añada a hyprland.conf: windowrule = float, pin, class:sightline</translation>
    </message>
    <message>
        <source>Wayland does not let captions stay above other windows by themselves.</source>
        <translation>Wayland no deja que los subtítulos se mantengan por sí mismos sobre otras ventanas.</translation>
    </message>
    <message>
        <source>Install XWayland, or tell your desktop to keep the window of “sightline” above the others.</source>
        <translation>Instale XWayland o pida a su escritorio que mantenga la ventana de «sightline» sobre las demás.</translation>
    </message>
</context>
</TS>
