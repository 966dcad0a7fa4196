<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Sightline</name>
    <message>
        <source>99 languages</source>
        <translation>99 Sprachen</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
    <message>
        <source>to be got</source>
        <translation>zu holen</translation>
    </message>
    <message>
        <source>{0} MB have come</source>
        <translation>{0} MB geladen</translation>
    </message>
    <message>
        <source>Words take longer than the settings allow.</source>
        <translation>Wörter brauchen länger, als die Einstellungen erlauben.</translation>
    </message>
    <message>
        <source>The graphics card is too hot.</source>
        <translation>Die Grafikkarte ist zu heiß.</translation>
    </message>
    <message>
        <source>The memory is nearly full.</source>
        <translation>Der Speicher ist fast voll.</translation>
    </message>
    <message>
        <source>Passes on the graphics card fail.</source>
        <translation>Auf der Grafikkarte schlagen Durchgänge fehl.</translation>
    </message>
    <message>
        <source>Captions come less often for a while.</source>
        <translation>Untertitel kommen eine Weile seltener.</translation>
    </message>
    <message>
        <source>A smaller model makes the captions for a while.</source>
        <translation>Eine Weile macht ein kleineres Modell die Untertitel.</translation>
    </message>
    <message>
        <source>The processor makes the captions for a while.</source>
        <translation>Eine Weile macht der Prozessor die Untertitel.</translation>
    </message>
    <message>
        <source>{0} is not there; the captions wait for it.</source>
        <translation>{0} ist nicht da; die Untertitel warten darauf.</translation>
    </message>
    <message>
        <source>It is used as soon as it is back. To go on now, choose the default device in the settings.</source>
        <translation>Es wird benutzt, sobald es wieder da ist. Um jetzt weiterzumachen, wählen Sie in den Einstellungen das Standardgerät.</translation>
    </message>
    <message>
        <source>The {0} does not answer.</source>
        <translation>{0} antwortet nicht.</translation>
    </message>
    <message>
        <source>Check the computer&apos;s sound service.</source>
        <translation>Prüfen Sie den Tondienst des Computers.</translation>
    </message>
    <message>
        <source>Start Sightline again.</source>
        <translation>Starten Sie Sightline neu.</translation>
    </message>
    <message>
        <source>{0} is cut off or damaged: {1} s could be read.</source>
        <translation>{0} ist abgeschnitten oder beschädigt: {1} s konnten gelesen werden.</translation>
    </message>
    <message>
        <source>Captions cover what could be read. Copy or record the file again for the rest.</source>
        <translation>Die Untertitel decken ab, was gelesen werden konnte. Kopieren Sie die Datei für den Rest neu, oder nehmen Sie sie neu auf.</translation>
    </message>
    <message>
        <source>The {0} is listened to again after sleep.</source>
        <translation>Sightline hört {0} nach dem Ruhezustand wieder.</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>Es ist nichts zu tun.</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>PROBLEM</source>
        <translation>PROBLEM</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>still</translation>
    </message>
    <message>
        <source>at {0} dB</source>
        <translation>bei {0} dB</translation>
    </message>
    <message>
        <source> through XWayland</source>
        <translation> über XWayland</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now. {3}</source>
        <translation>{0} Angehört: {1}, jetzt {2}. {3}</translation>
    </message>
    <message>
        <source>Not even noise arrives from it.</source>
        <translation>Nicht einmal Rauschen kommt an.</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>den Prozessor</translation>
    </message>
    <message>
        <source>CUDA and the processor</source>
        <translation>CUDA und den Prozessor</translation>
    </message>
    <message>
        <source>No sound service (PulseAudio or PipeWire) answers.</source>
        <translation>Kein Tondienst (PulseAudio oder PipeWire) antwortet.</translation>
    </message>
    <message>
        <source>Start the sound service (Linux: `systemctl --user start pipewire-pulse` or `pulseaudio --start`), or give Sightline a file.</source>
        <translation>Starten Sie den Tondienst (Linux: `systemctl --user start pipewire-pulse` oder `pulseaudio --start`), oder geben Sie Sightline eine Datei.</translation>
    </message>
    <message>
        <source>{0} is muted.</source>
        <translation>{0} ist stummgeschaltet.</translation>
    </message>
    <message>
        <source>Switch it on in the sound settings, or with its own switch or key.</source>
        <translation>Schalten Sie es in den Toneinstellungen ein, oder mit seinem Schalter oder seiner Taste.</translation>
    </message>
    <message>
        <source>{0} is muted, and muted sound may not reach the captions.</source>
        <translation>{0} ist stummgeschaltet, und stummer Ton erreicht die Untertitel vielleicht nicht.</translation>
    </message>
    <message>
        <source>Switch the mute off in the sound settings; where it must be quiet, plug in headphones.</source>
        <translation>Heben Sie die Stummschaltung in den Toneinstellungen auf; wo es leise sein muss, stecken Sie Kopfhörer ein.</translation>
    </message>
    <message>
        <source>The sound service has no real output (it shows a dummy).</source>
        <translation>Der Tondienst hat keine echte Ausgabe (nur einen Platzhalter).</translation>
    </message>
    <message>
        <source>Connect or switch on speakers, headphones or a screen with sound; captions then go on.</source>
        <translation>Schließen Sie Lautsprecher, Kopfhörer oder einen Bildschirm mit Ton an, oder schalten Sie sie ein; dann laufen die Untertitel weiter.</translation>
    </message>
    <message>
        <source>{0} is set very low ({1}), which may be too quiet for captions.</source>
        <translation>{0} ist sehr leise eingestellt ({1}), vielleicht zu leise für Untertitel.</translation>
    </message>
    <message>
        <source>Raise its volume; where it must be quiet, plug in headphones.</source>
        <translation>Machen Sie es lauter; wo es leise sein muss, stecken Sie Kopfhörer ein.</translation>
    </message>
    <message>
        <source>Connect or switch on a sound output in the system&apos;s sound settings, or give Sightline a file.</source>
        <translation>Schließen Sie eine Tonausgabe an oder schalten Sie sie in den Toneinstellungen ein, oder geben Sie Sightline eine Datei.</translation>
    </message>
    <message>
        <source>Connect a microphone and allow it in the system&apos;s privacy settings.</source>
        <translation>Schließen Sie ein Mikrofon an und erlauben Sie es in den Datenschutzeinstellungen des Systems.</translation>
    </message>
    <message>
        <source>Sound outputs to listen to: {0}.</source>
        <translation>Tonausgaben zum Zuhören: {0}.</translation>
    </message>
    <message>
        <source>Microphones: {0}.</source>
        <translation>Mikrofone: {0}.</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now.</source>
        <translation>{0} Angehört: {1}, jetzt {2}.</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed.</source>
        <translation>Die Python-Anbindung von CUDA ist nicht installiert.</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed; without an NVIDIA card it is not needed.</source>
        <translation>Die Python-Anbindung von CUDA ist nicht installiert; ohne NVIDIA-Karte wird sie nicht gebraucht.</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed.</source>
        <translation>TensorRT for RTX ist nicht installiert.</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed; without an NVIDIA card it is not needed.</source>
        <translation>TensorRT for RTX ist nicht installiert; ohne NVIDIA-Karte wird es nicht gebraucht.</translation>
    </message>
    <message>
        <source>Get it for faster captions: `sightline engine get`.</source>
        <translation>Für schnellere Untertitel holen: `sightline engine get`.</translation>
    </message>
    <message>
        <source>{0} s of speech take {1} ({2}, {3}).</source>
        <translation>{0} s Sprache brauchen {1} ({2}, {3}).</translation>
    </message>
    <message>
        <source> Too slow for live captions: {0}.</source>
        <translation> Zu langsam für Live-Untertitel: {0}.</translation>
    </message>
    <message>
        <source>Close other programs, then: sightline bench --model auto</source>
        <translation>Schließen Sie andere Programme, dann: sightline bench --model auto</translation>
    </message>
    <message>
        <source>Captions of {0} will run on {1} once it has proved itself.{2}</source>
        <translation>Untertitel von {0} laufen auf {1}, sobald es sich bewährt hat.{2}</translation>
    </message>
    <message>
        <source>Captions of {0} run on {1}.{2}</source>
        <translation>Untertitel von {0} laufen auf {1}.{2}</translation>
    </message>
    <message>
        <source> A graphics card is not used ({0}).</source>
        <translation> Eine Grafikkarte wird nicht benutzt ({0}).</translation>
    </message>
    <message>
        <source>{0} GB are free where the models are kept ({1}).</source>
        <translation>{0} GB sind dort frei, wo die Modelle liegen ({1}).</translation>
    </message>
    <message>
        <source>Sound comes again from {0}.</source>
        <translation>Von {0} kommt wieder Ton.</translation>
    </message>
    <message>
        <source>Now listening to {0}{1}.</source>
        <translation>Sightline hört jetzt {0}{1}.</translation>
    </message>
    <message>
        <source>Nothing to do; choose a fixed device in the settings if this is not the one you want.</source>
        <translation>Es ist nichts zu tun; wählen Sie in den Einstellungen ein festes Gerät, wenn es nicht das richtige ist.</translation>
    </message>
    <message>
        <source>{0} delivers only silence.</source>
        <translation>{0} liefert nur Stille.</translation>
    </message>
    <message>
        <source>Look for a switch on it, and allow the microphone in the system&apos;s privacy settings.</source>
        <translation>Suchen Sie daran einen Schalter, und erlauben Sie das Mikrofon in den Datenschutzeinstellungen des Systems.</translation>
    </message>
    <message>
        <source>{0} plays, but only silence arrives from {1}.</source>
        <translation>{0} spielt, aber von {1} kommt nur Stille.</translation>
    </message>
    <message>
        <source>Choose another output for the captions, or run `sightline doctor --sound`.</source>
        <translation>Wählen Sie für die Untertitel eine andere Ausgabe, oder führen Sie `sightline doctor --sound` aus.</translation>
    </message>
    <message>
        <source>{0} plays on {1}, but {2} is listened to.</source>
        <translation>{0} spielt auf {1}, aber gehört wird {2}.</translation>
    </message>
    <message>
        <source>Choose that output for the captions, or move the sound in the sound settings.</source>
        <translation>Wählen Sie diese Ausgabe für die Untertitel, oder verschieben Sie den Ton in den Toneinstellungen.</translation>
    </message>
    <message>
        <source>Python {0} at {1}.</source>
        <translation>Python {0} in {1}.</translation>
    </message>
    <message>
        <source>{0} processor cores may be used.</source>
        <translation>{0} Prozessorkerne dürfen benutzt werden.</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES chooses {1} ({2}).</source>
        <translation>{0}. CUDA_VISIBLE_DEVICES wählt {1} ({2}).</translation>
    </message>
    <message>
        <source>{0} {1}, for {2}.</source>
        <translation>{0} {1}, für {2}.</translation>
    </message>
    <message>
        <source>On this computer: {0}.</source>
        <translation>Auf diesem Computer: {0}.</translation>
    </message>
    <message>
        <source>There is no display (DISPLAY and WAYLAND_DISPLAY are not set).</source>
        <translation>Es gibt keinen Bildschirm (DISPLAY und WAYLAND_DISPLAY sind nicht gesetzt).</translation>
    </message>
    <message>
        <source>Start Sightline from a desktop; here, captions appear in the terminal.</source>
        <translation>Starten Sie Sightline auf einem Desktop; hier erscheinen die Untertitel im Terminal.</translation>
    </message>
    <message>
        <source>{0} can be read.</source>
        <translation>{0} ist lesbar.</translation>
    </message>
    <message>
        <source>{0} can be read ({1} MB).</source>
        <translation>{0} ist lesbar ({1} MB).</translation>
    </message>
    <message>
        <source>One processor core may be used.</source>
        <translation>Ein Prozessorkern darf benutzt werden.</translation>
    </message>
    <message>
        <source>Captions may lag; keep to the model tiny.en and close other programs.</source>
        <translation>Untertitel können sich verspäten; bleiben Sie beim Modell tiny.en und schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>No NVIDIA driver is installed; captions run on the processor.</source>
        <translation>Es ist kein NVIDIA-Treiber installiert; die Untertitel laufen auf dem Prozessor.</translation>
    </message>
    <message>
        <source>With an NVIDIA card, install its driver to use it; without one nothing is to be done.</source>
        <translation>Mit einer NVIDIA-Karte: Installieren Sie deren Treiber; ohne eine ist nichts zu tun.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is installed but finds no card.</source>
        <translation>Der NVIDIA-Treiber ist installiert, findet aber keine Karte.</translation>
    </message>
    <message>
        <source>Run `nvidia-smi`: it names the reason. Restarting helps after a driver update.</source>
        <translation>`nvidia-smi` nennt den Grund. Nach einer Treiberaktualisierung hilft ein Neustart.</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES hides the cards; captions run on the processor.</source>
        <translation>{0}. CUDA_VISIBLE_DEVICES verbirgt die Karten; die Untertitel laufen auf dem Prozessor.</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES ({1}) names none of them.</source>
        <translation>{0}. CUDA_VISIBLE_DEVICES ({1}) nennt keine davon.</translation>
    </message>
    <message>
        <source>Unset it, or give the UUID of one with --card; `nvidia-smi -L` lists them.</source>
        <translation>Löschen Sie sie, oder geben Sie mit --card die UUID einer Karte an; `nvidia-smi -L` zeigt sie.</translation>
    </message>
    <message>
        <source>{0} {1} is installed.</source>
        <translation>{0} {1} ist installiert.</translation>
    </message>
    <message>
        <source>ONNX Runtime is not installed: nothing can run a speech model.</source>
        <translation>ONNX Runtime ist nicht installiert: Nichts kann ein Sprachmodell ausführen.</translation>
    </message>
    <message>
        <source>Run `python3 run.py setup` in Sightline&apos;s folder.</source>
        <translation>Führen Sie im Ordner von Sightline `python3 run.py setup` aus.</translation>
    </message>
    <message>
        <source>{0} {1} is installed but does not load.</source>
        <translation>{0} {1} ist installiert, lässt sich aber nicht laden.</translation>
    </message>
    <message>
        <source>Remove the folder .venv in Sightline&apos;s folder and run `python3 run.py setup`.</source>
        <translation>Entfernen Sie im Ordner von Sightline den Ordner .venv und führen Sie `python3 run.py setup` aus.</translation>
    </message>
    <message>
        <source>Damaged: {0}.</source>
        <translation>Beschädigt: {0}.</translation>
    </message>
    <message>
        <source>Run `sightline models verify {0}`: it says how to mend it.</source>
        <translation>`sightline models verify {0}` sagt, wie es zu beheben ist.</translation>
    </message>
    <message>
        <source>The speech detector (silero) is not on this computer.</source>
        <translation>Die Sprechpausenerkennung (silero) ist nicht auf diesem Computer.</translation>
    </message>
    <message>
        <source>Run `sightline models verify silero`: it says how to mend it.</source>
        <translation>`sightline models verify silero` sagt, wie es zu beheben ist.</translation>
    </message>
    <message>
        <source>No speech model is on this computer.</source>
        <translation>Auf diesem Computer ist kein Sprachmodell.</translation>
    </message>
    <message>
        <source>Run `sightline models list`, then `sightline models get NAME`.</source>
        <translation>Führen Sie `sightline models list` aus, dann `sightline models get NAME`.</translation>
    </message>
    <message>
        <source>Not measured: that is done when there is more than one model.</source>
        <translation>Nicht gemessen: Das geschieht, wenn es mehr als ein Modell gibt.</translation>
    </message>
    <message>
        <source>{0} Live captions will be late.</source>
        <translation>{0} Live-Untertitel werden sich verspäten.</translation>
    </message>
    <message>
        <source>Captions of {0} run on cpu, as the settings say.</source>
        <translation>Untertitel von {0} laufen auf cpu, wie in den Einstellungen gewählt.</translation>
    </message>
    <message>
        <source>Run `sightline engine verify` to have it examined now.</source>
        <translation>`sightline engine verify` prüft es jetzt.</translation>
    </message>
    <message>
        <source>Qt (PySide6) is not installed, so no window can be shown.</source>
        <translation>Qt (PySide6) ist nicht installiert, deshalb gibt es kein Fenster.</translation>
    </message>
    <message>
        <source>This system has its own windows.</source>
        <translation>Dieses System hat eigene Fenster.</translation>
    </message>
    <message>
        <source>X11 display {0}{1}.</source>
        <translation>X11-Bildschirm {0}{1}.</translation>
    </message>
    <message>
        <source>Wayland display {0} without XWayland: captions cannot stay above other windows.</source>
        <translation>Wayland-Bildschirm {0} ohne XWayland: Untertitel können nicht über anderen Fenstern bleiben.</translation>
    </message>
    <message>
        <source>Install XWayland, or set &quot;always on top&quot; in the window&apos;s own menu.</source>
        <translation>Installieren Sie XWayland, oder wählen Sie im Menü des Fensters „Immer im Vordergrund“.</translation>
    </message>
    <message>
        <source>{0} is damaged.</source>
        <translation>{0} ist beschädigt.</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and uses the standard settings.</source>
        <translation>Starten Sie Sightline einmal: Es legt die Datei beiseite und benutzt die Standardeinstellungen.</translation>
    </message>
    <message>
        <source>No history yet ({0} is made with the first caption).</source>
        <translation>Noch kein Verlauf ({0} entsteht mit dem ersten Untertitel).</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and begins a new history.</source>
        <translation>Starten Sie Sightline einmal: Es legt die Datei beiseite und beginnt einen neuen Verlauf.</translation>
    </message>
    <message>
        <source>Free some space: a model and its engine take up to 500 MB.</source>
        <translation>Schaffen Sie Platz: Ein Modell braucht mit allem bis zu 500 MB.</translation>
    </message>
    <message>
        <source>This could not be checked ({0}: {1}).</source>
        <translation>Das konnte nicht geprüft werden ({0}: {1}).</translation>
    </message>
    <message>
        <source>Report this line if captions do not work.</source>
        <translation>Melden Sie diese Zeile, wenn die Untertitel nicht laufen.</translation>
    </message>
    <message>
        <source>{0} {1} is installed, but this card is none it supports.</source>
        <translation>{0} {1} ist installiert, unterstützt aber diese Karte nicht.</translation>
    </message>
    <message>
        <source>Use --engine cuda or --engine cpu.</source>
        <translation>Benutzen Sie --engine cuda oder --engine cpu.</translation>
    </message>
    <message>
        <source>{0} {1} is installed, with no card to run it on; engines can be built.</source>
        <translation>{0} {1} ist installiert, aber ohne Karte dafür; Engines lassen sich trotzdem bauen.</translation>
    </message>
    <message>
        <source>The standard settings are in use ({0} is made when you change one).</source>
        <translation>Die Standardeinstellungen gelten ({0} entsteht, wenn Sie eine ändern).</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}).</source>
        <translation>{0} kann nicht gelesen werden ({1}).</translation>
    </message>
    <message>
        <source>Check who may read that file.</source>
        <translation>Prüfen Sie, wer diese Datei lesen darf.</translation>
    </message>
    <message>
        <source>{0} answers.</source>
        <translation>{0} antwortet.</translation>
    </message>
    <message>
        <source>Playing now: {0} (--app NAME captions one alone).</source>
        <translation>Jetzt spielen: {0} (--app NAME untertitelt nur eines).</translation>
    </message>
    <message>
        <source>This system has its own sound service.</source>
        <translation>Dieses System hat einen eigenen Tondienst.</translation>
    </message>
    <message>
        <source>pulsectl is not installed, so changes of devices are noticed late.</source>
        <translation>pulsectl ist nicht installiert, deshalb werden Gerätewechsel spät bemerkt.</translation>
    </message>
    <message>
        <source>macOS offers no loopback of its own.</source>
        <translation>macOS bietet von sich aus keine Aufnahme des eigenen Tons.</translation>
    </message>
    <message>
        <source>There is no sound output to listen to.</source>
        <translation>Es gibt keine Tonausgabe zum Zuhören.</translation>
    </message>
    <message>
        <source>There is no microphone.</source>
        <translation>Es gibt kein Mikrofon.</translation>
    </message>
    <message>
        <source>{0} Not even noise arrives from it.</source>
        <translation>{0} Nicht einmal Rauschen kommt an.</translation>
    </message>
    <message>
        <source>One application alone can be captioned on Linux only.</source>
        <translation>Ein einzelnes Programm lässt sich nur unter Linux untertiteln.</translation>
    </message>
    <message>
        <source>No application plays sound now.</source>
        <translation>Kein Programm gibt gerade Ton aus.</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot;, which the settings ask for, is not there.</source>
        <translation>{0} „{1}“, in den Einstellungen gewählt, ist nicht da.</translation>
    </message>
    <message>
        <source>Connect it (captions wait for it), or choose the default device in the settings.</source>
        <translation>Schließen Sie es an (die Untertitel warten darauf), oder wählen Sie in den Einstellungen das Standardgerät.</translation>
    </message>
    <message>
        <source>Getting {0}…</source>
        <translation>{0} wird geholt…</translation>
    </message>
    <message>
        <source>Getting {0}: {1}</source>
        <translation>{0} wird geholt: {1}</translation>
    </message>
    <message>
        <source>{0} is ready.</source>
        <translation>{0} ist bereit.</translation>
    </message>
    <message>
        <source>{0} could not be removed ({1}).</source>
        <translation>{0} konnte nicht entfernt werden ({1}).</translation>
    </message>
    <message>
        <source>Check that you may write in {0}.</source>
        <translation>Prüfen Sie, ob Sie in {0} schreiben dürfen.</translation>
    </message>
    <message>
        <source>The history file was damaged. {0} captions were saved from it.</source>
        <translation>Die Verlaufsdatei war beschädigt. {0} Untertitel wurden aus ihr gerettet.</translation>
    </message>
    <message>
        <source>The damaged file is kept as {0}.</source>
        <translation>Die beschädigte Datei liegt jetzt unter {0}.</translation>
    </message>
    <message>
        <source>{0} captions could not be kept.</source>
        <translation>{0} Untertitel konnten nicht aufbewahrt werden.</translation>
    </message>
    <message>
        <source>The history file {0} could not be written.</source>
        <translation>Die Verlaufsdatei {0} konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Captions are being kept again.</source>
        <translation>Untertitel werden wieder aufbewahrt.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>{0} kann nicht geschrieben werden: {1}.</translation>
    </message>
    <message>
        <source>Make room on its disk. Captions go on.</source>
        <translation>Schaffen Sie dort Platz auf der Platte. Die Untertitel laufen weiter.</translation>
    </message>
    <message>
        <source>Busy: finished words only</source>
        <translation>Ausgelastet: nur fertige Wörter</translation>
    </message>
    <message>
        <source>Busy: faster model</source>
        <translation>Ausgelastet: schnelleres Modell</translation>
    </message>
    <message>
        <source>Whether Sightline starts with the desktop could not be changed: {0}.</source>
        <translation>Ob Sightline mit dem Desktop startet, konnte nicht geändert werden: {0}.</translation>
    </message>
    <message>
        <source>Change it in the system&apos;s own settings.</source>
        <translation>Ändern Sie es in den Einstellungen des Systems.</translation>
    </message>
    <message>
        <source>{0} s of speech were lost.</source>
        <translation>{0} s Sprache gingen verloren.</translation>
    </message>
    <message>
        <source>The changed model {0} is not used: {1}.</source>
        <translation>Das geänderte Modell {0} wird nicht benutzt: {1}.</translation>
    </message>
    <message>
        <source>Captions go on with the model as it was. Put the files there anew.</source>
        <translation>Die Untertitel laufen mit dem bisherigen Modell weiter. Legen Sie die Dateien neu dorthin.</translation>
    </message>
    <message>
        <source>Sightline cannot go on.</source>
        <translation>Sightline kann nicht weitermachen.</translation>
    </message>
    <message>
        <source>Run `sightline doctor` to see what is wrong.</source>
        <translation>`sightline doctor` zeigt, woran es liegt.</translation>
    </message>
    <message>
        <source>The command line is wrong.</source>
        <translation>Die Befehlszeile ist falsch.</translation>
    </message>
    <message>
        <source>Run `sightline --help` for what is possible.</source>
        <translation>`sightline --help` zeigt, was möglich ist.</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>Die Datei kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Check its path, and that it is a sound or video file.</source>
        <translation>Prüfen Sie den Pfad und ob es eine Ton- oder Videodatei ist.</translation>
    </message>
    <message>
        <source>The speech model cannot be used.</source>
        <translation>Das Sprachmodell kann nicht benutzt werden.</translation>
    </message>
    <message>
        <source>Run `sightline models verify`, or choose another with --model.</source>
        <translation>Führen Sie `sightline models verify` aus oder wählen Sie mit --model ein anderes.</translation>
    </message>
    <message>
        <source>The speech model is not on this computer.</source>
        <translation>Das Sprachmodell ist nicht auf diesem Computer.</translation>
    </message>
    <message>
        <source>Run `sightline models list` to see which are, and `sightline models get NAME` to add one.</source>
        <translation>`sightline models list` zeigt die vorhandenen, `sightline models get NAME` holt eines.</translation>
    </message>
    <message>
        <source>The speech model is damaged.</source>
        <translation>Das Sprachmodell ist beschädigt.</translation>
    </message>
    <message>
        <source>Run `sightline models get NAME` to put it there anew.</source>
        <translation>`sightline models get NAME` holt es neu.</translation>
    </message>
    <message>
        <source>There is too little room on the disk for the model.</source>
        <translation>Auf der Platte ist zu wenig Platz für das Modell.</translation>
    </message>
    <message>
        <source>Make room, then try again.</source>
        <translation>Schaffen Sie Platz und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Getting the model was stopped.</source>
        <translation>Das Holen des Modells wurde angehalten.</translation>
    </message>
    <message>
        <source>Get it again to go on: what has come is kept.</source>
        <translation>Holen Sie es noch einmal: Was schon da ist, bleibt.</translation>
    </message>
    <message>
        <source>No engine can run the speech model.</source>
        <translation>Keine Recheneinheit kann das Sprachmodell ausführen.</translation>
    </message>
    <message>
        <source>Try --engine cpu; `sightline doctor` says what each engine lacks.</source>
        <translation>Versuchen Sie --engine cpu; `sightline doctor` sagt, was den anderen fehlt.</translation>
    </message>
    <message>
        <source>The graphics card has too little free memory.</source>
        <translation>Die Grafikkarte hat zu wenig freien Speicher.</translation>
    </message>
    <message>
        <source>Close other programs that use it, choose a smaller model, or use --engine cpu.</source>
        <translation>Schließen Sie andere Programme, die sie benutzen, wählen Sie ein kleineres Modell oder --engine cpu.</translation>
    </message>
    <message>
        <source>The graphics card stopped answering.</source>
        <translation>Die Grafikkarte antwortet nicht mehr.</translation>
    </message>
    <message>
        <source>Start Sightline again, or use --engine cpu.</source>
        <translation>Starten Sie Sightline neu oder benutzen Sie --engine cpu.</translation>
    </message>
    <message>
        <source>The graphics card&apos;s driver is missing or too old.</source>
        <translation>Der Treiber der Grafikkarte fehlt oder ist zu alt.</translation>
    </message>
    <message>
        <source>Install the newest NVIDIA driver, or use --engine cpu.</source>
        <translation>Installieren Sie den neuesten NVIDIA-Treiber oder benutzen Sie --engine cpu.</translation>
    </message>
    <message>
        <source>The card stopped.</source>
        <translation>Die Grafikkarte ist ausgefallen.</translation>
    </message>
    <message>
        <source>Captions go on on the processor, and the card is tried again.</source>
        <translation>Die Untertitel laufen auf dem Prozessor weiter, und die Karte wird später wieder versucht.</translation>
    </message>
    <message>
        <source>The card does not hear what the processor hears.</source>
        <translation>Die Grafikkarte hört nicht dasselbe wie der Prozessor.</translation>
    </message>
    <message>
        <source>Captions run on the processor. `sightline engine verify` shows the differences.</source>
        <translation>Die Untertitel laufen auf dem Prozessor. `sightline engine verify` zeigt die Unterschiede.</translation>
    </message>
    <message>
        <source>The sound device cannot be used.</source>
        <translation>Das Tongerät kann nicht benutzt werden.</translation>
    </message>
    <message>
        <source>Check the system&apos;s sound settings; `sightline doctor` lists what is found.</source>
        <translation>Prüfen Sie die Toneinstellungen des Systems; `sightline doctor` zeigt, was gefunden wurde.</translation>
    </message>
    <message>
        <source>There is no display to show captions on.</source>
        <translation>Es gibt keinen Bildschirm für die Untertitel.</translation>
    </message>
    <message>
        <source>Add --no-window for captions in the terminal.</source>
        <translation>Mit --no-window erscheinen sie im Terminal.</translation>
    </message>
    <message>
        <source>Settings or history cannot be written.</source>
        <translation>Einstellungen oder Verlauf können nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Free some disk space, or give another folder with --data-dir DIR. Captions go on.</source>
        <translation>Schaffen Sie Platz auf der Platte oder geben Sie mit --data-dir DIR einen anderen Ordner an. Die Untertitel laufen weiter.</translation>
    </message>
    <message>
        <source>The history file is damaged.</source>
        <translation>Die Verlaufsdatei ist beschädigt.</translation>
    </message>
    <message>
        <source>It is set aside and a new one begins. Captions go on.</source>
        <translation>Sie wird beiseitegelegt, und eine neue beginnt. Die Untertitel laufen weiter.</translation>
    </message>
    <message>
        <source>The session that a caption belongs to was deleted.</source>
        <translation>Die Sitzung, zu der ein Untertitel gehört, wurde gelöscht.</translation>
    </message>
    <message>
        <source>A new one begins. Captions go on.</source>
        <translation>Eine neue beginnt. Die Untertitel laufen weiter.</translation>
    </message>
    <message>
        <source>The history file is in use by another program.</source>
        <translation>Die Verlaufsdatei wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>Close that program. Captions go on.</source>
        <translation>Schließen Sie dieses Programm. Die Untertitel laufen weiter.</translation>
    </message>
    <message>
        <source>The changed model {0} makes the captions now.</source>
        <translation>Das geänderte Modell {0} macht jetzt die Untertitel.</translation>
    </message>
    <message>
        <source>It is better again.</source>
        <translation>Es ist wieder besser.</translation>
    </message>
    <message>
        <source>This computer is busy: the faster model {0} makes the captions for a while.</source>
        <translation>Dieser Computer ist ausgelastet: Eine Weile macht das schnellere Modell {0} die Untertitel.</translation>
    </message>
    <message>
        <source>They come back to {0} by themselves.</source>
        <translation>Danach wird von selbst wieder {0} benutzt.</translation>
    </message>
    <message>
        <source>{0} suits this computer: it recognises 10 s of speech in {1} s.</source>
        <translation>{0} passt zu diesem Computer: Es erkennt 10 s Sprache in {1} s.</translation>
    </message>
    <message>
        <source>Choose another with --model or in the settings.</source>
        <translation>Mit --model oder in den Einstellungen wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The settings say {0}, which {1} does not know: captions are in English.</source>
        <translation>In den Einstellungen steht {0}, das {1} nicht kennt: Die Untertitel sind englisch.</translation>
    </message>
    <message>
        <source>Get a model of many languages (sightline models get base), or change the language.</source>
        <translation>Holen Sie ein Modell für viele Sprachen (sightline models get base) oder ändern Sie die Sprache.</translation>
    </message>
    <message>
        <source>This computer is too busy or too slow for {0}: captions come late.</source>
        <translation>Dieser Computer ist für {0} zu ausgelastet oder zu langsam: Die Untertitel kommen spät.</translation>
    </message>
    <message>
        <source>Close other programs, or plug the computer in and let it have its full power.</source>
        <translation>Schließen Sie andere Programme, oder schließen Sie den Computer ans Netz an und lassen Sie ihn mit voller Leistung arbeiten.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model (sightline models list).</source>
        <translation>Schließen Sie andere Programme oder wählen Sie ein kleineres Modell (sightline models list).</translation>
    </message>
    <message>
        <source>{0} s of speech could not be captioned: this computer is too busy.</source>
        <translation>{0} s Sprache bekamen keine Untertitel: Dieser Computer ist zu ausgelastet.</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>Schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>Port {0} {1}, so the figures are not served there.</source>
        <translation>Port {0} {1}, deshalb gibt es die Messwerte dort nicht.</translation>
    </message>
    <message>
        <source>Choose another with --metrics-port. Captions go on.</source>
        <translation>Wählen Sie mit --metrics-port einen anderen. Die Untertitel laufen weiter.</translation>
    </message>
    <message>
        <source>An unexpected fault ({0}).</source>
        <translation>Ein unerwarteter Fehler ({0}).</translation>
    </message>
    <message>
        <source>Run the same command with --debug and report what it prints.</source>
        <translation>Führen Sie denselben Befehl mit --debug aus und melden Sie, was er ausgibt.</translation>
    </message>
    <message>
        <source>This sounds like {0}, and captions are set to {1}.</source>
        <translation>Das klingt nach {0}, aber die Untertitel sind auf {1} eingestellt.</translation>
    </message>
    <message>
        <source>If it is {0}, choose it, or let the language be recognised by itself (--language auto).</source>
        <translation>Wenn es {0} ist, wählen Sie es, oder lassen Sie die Sprache von selbst erkennen (--language auto).</translation>
    </message>
    <message>
        <source>{0} knows English only, and can hardly make out what is said.</source>
        <translation>{0} kann nur Englisch und versteht kaum, was gesagt wird.</translation>
    </message>
    <message>
        <source>If it is another language, choose a model of many languages: sightline models get base.</source>
        <translation>Wenn es eine andere Sprache ist, wählen Sie ein Modell für viele Sprachen: sightline models get base.</translation>
    </message>
    <message>
        <source>Nothing is given up any more.</source>
        <translation>Es wird auf nichts mehr verzichtet.</translation>
    </message>
    <message>
        <source>Captions are made by {0} again.</source>
        <translation>Die Untertitel macht wieder {0}.</translation>
    </message>
    <message>
        <source>Your settings were damaged, so the standard ones are used.</source>
        <translation>Ihre Einstellungen waren beschädigt, deshalb gelten die Standardeinstellungen.</translation>
    </message>
    <message>
        <source>Your settings could not be read, so the standard ones are used.</source>
        <translation>Ihre Einstellungen konnten nicht gelesen werden, deshalb gelten die Standardeinstellungen.</translation>
    </message>
    <message>
        <source>Check that you may read {0} ({1}).</source>
        <translation>Prüfen Sie, ob Sie {0} lesen dürfen ({1}).</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>Untertitel</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Pause captions</source>
        <translation>Untertitel anhalten</translation>
    </message>
    <message>
        <source>Hide captions</source>
        <translation>Untertitel verbergen</translation>
    </message>
    <message>
        <source>Give the captions the keyboard</source>
        <translation>Den Untertiteln die Tastatur geben</translation>
    </message>
    <message>
        <source>Mark this moment</source>
        <translation>Diesen Moment merken</translation>
    </message>
    <message>
        <source>Private: keep no captions</source>
        <translation>Privat: nichts aufbewahren</translation>
    </message>
    <message>
        <source>Play the sample clip</source>
        <translation>Beispiel abspielen</translation>
    </message>
    <message>
        <source>Do what the notice offers</source>
        <translation>Tun, was der Hinweis anbietet</translation>
    </message>
    <message>
        <source>Hide the notice</source>
        <translation>Hinweis verbergen</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größerer Text</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinerer Text</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>Normale Textgröße</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>Verlauf…</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>Tastenkürzel…</translation>
    </message>
    <message>
        <source>First steps…</source>
        <translation>Erste Schritte…</translation>
    </message>
    <message>
        <source>Speech models…</source>
        <translation>Sprachmodelle…</translation>
    </message>
    <message>
        <source>Check this computer…</source>
        <translation>Diesen Computer prüfen…</translation>
    </message>
    <message>
        <source>Show or hide the figures</source>
        <translation>Messwerte zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Open the menu</source>
        <translation>Menü öffnen</translation>
    </message>
    <message>
        <source>Let clicks through</source>
        <translation>Klicks durchlassen</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Wider</source>
        <translation>Breiter</translation>
    </message>
    <message>
        <source>Narrower</source>
        <translation>Schmaler</translation>
    </message>
    <message>
        <source>Dock to the top edge</source>
        <translation>An den oberen Rand</translation>
    </message>
    <message>
        <source>Dock to the bottom edge</source>
        <translation>An den unteren Rand</translation>
    </message>
    <message>
        <source>To the next screen</source>
        <translation>Auf den nächsten Bildschirm</translation>
    </message>
    <message>
        <source>Reset position</source>
        <translation>Platz zurücksetzen</translation>
    </message>
    <message>
        <source>Quit Sightline</source>
        <translation>Sightline beenden</translation>
    </message>
    <message>
        <source>Search; Enter goes to the results</source>
        <translation>Suchen; Eingabe führt zu den Treffern</translation>
    </message>
    <message>
        <source>What was said around a result</source>
        <translation>Was um einen Treffer herum gesagt wurde</translation>
    </message>
    <message>
        <source>Next match, an older one</source>
        <translation>Nächster Treffer, ein älterer</translation>
    </message>
    <message>
        <source>Match before, a newer one</source>
        <translation>Treffer davor, ein neuerer</translation>
    </message>
    <message>
        <source>Back to the results, then to the newest captions</source>
        <translation>Zurück zu den Treffern, dann zu den neuesten Untertiteln</translation>
    </message>
    <message>
        <source>Oldest captions</source>
        <translation>Älteste Untertitel</translation>
    </message>
    <message>
        <source>Newest captions, followed live</source>
        <translation>Neueste Untertitel, laufend</translation>
    </message>
    <message>
        <source>Star the selected captions, or take the star away</source>
        <translation>Gewählte Untertitel mit Stern merken, oder Stern entfernen</translation>
    </message>
    <message>
        <source>Next star</source>
        <translation>Nächster Stern</translation>
    </message>
    <message>
        <source>Star before</source>
        <translation>Stern davor</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copy with times and labels</source>
        <translation>Mit Zeiten und Namen kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Export what is shown to a file</source>
        <translation>Das Gezeigte in eine Datei exportieren</translation>
    </message>
    <message>
        <source>Delete the selected captions or sessions for good</source>
        <translation>Gewählte Untertitel oder Sitzungen endgültig löschen</translation>
    </message>
    <message>
        <source>Name the session</source>
        <translation>Sitzung benennen</translation>
    </message>
    <message>
        <source>Merge the selected sessions</source>
        <translation>Gewählte Sitzungen vereinen</translation>
    </message>
    <message>
        <source>Private: pause the keeping of captions</source>
        <translation>Privat: Aufbewahren anhalten</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>Nächster Teil des Fensters</translation>
    </message>
    <message>
        <source>Part of the window before</source>
        <translation>Voriger Teil des Fensters</translation>
    </message>
    <message>
        <source>Keys of the history</source>
        <translation>Tastenkürzel des Verlaufs</translation>
    </message>
    <message>
        <source>Resume captions</source>
        <translation>Untertitel fortsetzen</translation>
    </message>
    <message>
        <source>Show captions</source>
        <translation>Untertitel zeigen</translation>
    </message>
    <message>
        <source>Your settings could not be saved.</source>
        <translation>Ihre Einstellungen konnten nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Check for room on the disk and that you may write {0}.</source>
        <translation>Prüfen Sie, ob auf der Platte Platz ist und Sie {0} schreiben dürfen.</translation>
    </message>
    <message>
        <source>{0} problems found; what to do stands after each arrow.</source>
        <translation>{0} Probleme gefunden; was zu tun ist, steht nach jedem Pfeil.</translation>
    </message>
    <message>
        <source>Check this computer</source>
        <translation>Diesen Computer prüfen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Report without names, paths and captions</source>
        <translation>Bericht ohne Namen, Pfade und Untertitel</translation>
    </message>
    <message>
        <source>&amp;Check again</source>
        <translation>&amp;Noch einmal prüfen</translation>
    </message>
    <message>
        <source>&amp;Report to send…</source>
        <translation>&amp;Bericht zum Senden…</translation>
    </message>
    <message>
        <source>C&amp;opy the report</source>
        <translation>Bericht &amp;kopieren</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>Looking, which takes a few seconds…</source>
        <translation>Es wird geprüft, was einige Sekunden dauert…</translation>
    </message>
    <message>
        <source>1 problem found; what to do stands after the arrow.</source>
        <translation>1 Problem gefunden; was zu tun ist, steht nach dem Pfeil.</translation>
    </message>
    <message>
        <source>The report is copied. It holds no names, paths, devices or captions.</source>
        <translation>Der Bericht ist kopiert. Er enthält keine Namen, Pfade, Geräte oder Untertitel.</translation>
    </message>
    <message>
        <source>No problems found.</source>
        <translation>Keine Probleme gefunden.</translation>
    </message>
    <message>
        <source>Hide the &amp;report</source>
        <translation>&amp;Bericht verbergen</translation>
    </message>
    <message>
        <source>Sightline figures</source>
        <translation>Sightline: Messwerte</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>Was gemessen wird</translation>
    </message>
    <message>
        <source>Of the last minute, counts since the start</source>
        <translation>Der letzten Minute, Anzahlen seit dem Start</translation>
    </message>
    <message>
        <source>This &amp;computer&apos;s sound: calls, films, lectures</source>
        <translation>Der Ton dieses &amp;Computers: Anrufe, Filme, Vorträge</translation>
    </message>
    <message>
        <source>The &amp;microphone: people in the room</source>
        <translation>Das &amp;Mikrofon: Menschen im Raum</translation>
    </message>
    <message>
        <source>B&amp;oth, each with a label</source>
        <translation>&amp;Beides, mit Namen davor</translation>
    </message>
    <message>
        <source>Sightline: first steps</source>
        <translation>Sightline: erste Schritte</translation>
    </message>
    <message>
        <source>&amp;Skip this step</source>
        <translation>Di&amp;esen Schritt auslassen</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>&amp;Fertig</translation>
    </message>
    <message>
        <source>Skip &amp;all</source>
        <translation>&amp;Alles auslassen</translation>
    </message>
    <message>
        <source>1 of 3: What should be captioned?</source>
        <translation>1 von 3: Was soll Untertitel bekommen?</translation>
    </message>
    <message>
        <source>Let something be said. The bar moves when Sightline hears it.</source>
        <translation>Lassen Sie etwas sagen. Der Balken bewegt sich, wenn Sightline es hört.</translation>
    </message>
    <message>
        <source>Loudness of the sound</source>
        <translation>Lautstärke des Tons</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>2 of 3: How should it look?</source>
        <translation>2 von 3: Wie soll es aussehen?</translation>
    </message>
    <message>
        <source>All of it can be changed later, under Settings.</source>
        <translation>All das lässt sich später unter „Einstellungen“ ändern.</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>&amp;Look</source>
        <translation>A&amp;ussehen</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>Textgrö&amp;ße</translation>
    </message>
    <message>
        <source>3 of 3: How should speech be recognised?</source>
        <translation>3 von 3: Wie soll Sprache erkannt werden?</translation>
    </message>
    <message>
        <source>A larger model makes fewer mistakes and knows more languages, but needs more computer.</source>
        <translation>Ein größeres Modell macht weniger Fehler und kann mehr Sprachen, braucht aber mehr Rechenleistung.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Run it on</source>
        <translation>Ausführen auf</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>&amp;Run it on</source>
        <translation>Au&amp;sführen auf</translation>
    </message>
    <message>
        <source>&amp;Get this model</source>
        <translation>&amp;Dieses Modell holen</translation>
    </message>
    <message>
        <source>&amp;Try its speed</source>
        <translation>&amp;Geschwindigkeit testen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Trying it on a short clip…</source>
        <translation>Wird an einem kurzen Beispiel getestet…</translation>
    </message>
    <message>
        <source>Another program has the key {0}.</source>
        <translation>Die Taste {0} gehört schon einem anderen Programm.</translation>
    </message>
    <message>
        <source>Press F1 in the captions to choose another.</source>
        <translation>Wählen Sie mit F1 in den Untertiteln eine andere.</translation>
    </message>
    <message>
        <source>&amp;Do not keep captions</source>
        <translation>Unt&amp;ertitel nicht aufbewahren</translation>
    </message>
    <message>
        <source>One &amp;day</source>
        <translation>&amp;Einen Tag</translation>
    </message>
    <message>
        <source>30 da&amp;ys</source>
        <translation>30 &amp;Tage</translation>
    </message>
    <message>
        <source>&amp;Always</source>
        <translation>&amp;Immer</translation>
    </message>
    <message>
        <source>1 caption</source>
        <translation>1 Untertitel</translation>
    </message>
    <message>
        <source>{0} captions</source>
        <translation>{0} Untertitel</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>&amp;Copy text</source>
        <translation>Text &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy with &amp;times and labels</source>
        <translation>Mit &amp;Zeiten und Namen kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Als &amp;Markdown kopieren</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>&amp;Name the session…</source>
        <translation>&amp;Sitzung benennen…</translation>
    </message>
    <message>
        <source>&amp;Private: pause keeping captions</source>
        <translation>&amp;Privat: Aufbewahren anhalten</translation>
    </message>
    <message>
        <source>&amp;Keep captions</source>
        <translation>&amp;Untertitel aufbewahren</translation>
    </message>
    <message>
        <source>Delete &amp;all captions…</source>
        <translation>&amp;Alle Untertitel löschen…</translation>
    </message>
    <message>
        <source>Keyboard &amp;help</source>
        <translation>&amp;Hilfe zu den Tasten</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Mehr</translation>
    </message>
    <message>
        <source>Stop the export</source>
        <translation>Export anhalten</translation>
    </message>
    <message>
        <source>Keys (F1)</source>
        <translation>Tastenkürzel (F1)</translation>
    </message>
    <message>
        <source>Delete all captions of all sessions for good?</source>
        <translation>Alle Untertitel aller Sitzungen endgültig löschen?</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>Wird gelöscht…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
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
        <translation>Untertitel exportieren</translation>
    </message>
    <message>
        <source>Writing {0}…</source>
        <translation>{0} wird geschrieben…</translation>
    </message>
    <message>
        <source>Keys of the history window</source>
        <translation>Tastenkürzel des Verlaufsfensters</translation>
    </message>
    <message>
        <source>{0} copied.</source>
        <translation>{0} kopiert.</translation>
    </message>
    <message>
        <source>Delete {0} for good?</source>
        <translation>{0} endgültig löschen?</translation>
    </message>
    <message>
        <source>{0} deleted.</source>
        <translation>{0} gelöscht.</translation>
    </message>
    <message>
        <source>{0} sessions merged.</source>
        <translation>{0} Sitzungen vereint.</translation>
    </message>
    <message>
        <source>Delete {0} sessions with all captions for good?</source>
        <translation>{0} Sitzungen mit allen Untertiteln endgültig löschen?</translation>
    </message>
    <message>
        <source>Delete this session with all captions for good?</source>
        <translation>Diese Sitzung mit allen Untertiteln endgültig löschen?</translation>
    </message>
    <message>
        <source>{0} written to {1}.</source>
        <translation>{0} nach {1} geschrieben.</translation>
    </message>
    <message>
        <source>Starred.</source>
        <translation>Stern gesetzt.</translation>
    </message>
    <message>
        <source>Star taken away.</source>
        <translation>Stern entfernt.</translation>
    </message>
    <message>
        <source>Delete all captions, and keep none from now on?</source>
        <translation>Alle Untertitel löschen und von nun an keine aufbewahren?</translation>
    </message>
    <message>
        <source>Activity over time</source>
        <translation>Verlauf über die Zeit</translation>
    </message>
    <message>
        <source>How much was said when. Left and Right choose a time, Enter goes there.</source>
        <translation>Wie viel wann gesagt wurde. Links und Rechts wählen eine Zeit, Eingabe geht dorthin.</translation>
    </message>
    <message>
        <source>bar {0} of {1}</source>
        <translation>Balken {0} von {1}</translation>
    </message>
    <message>
        <source>mic</source>
        <translation>Mikro</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Sightline history</source>
        <translation>Sightline: Verlauf</translation>
    </message>
    <message>
        <source>Search the captions</source>
        <translation>Untertitel durchsuchen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Any source</source>
        <translation>Alle Quellen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Any language</source>
        <translation>Alle Sprachen</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Jederzeit</translation>
    </message>
    <message>
        <source>Starred only</source>
        <translation>Nur mit Stern</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>Private: captions are not being kept (Ctrl+P)</source>
        <translation>Privat: Untertitel werden nicht aufbewahrt (Strg+P)</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Go to the newest captions</source>
        <translation>Zu den neuesten Untertiteln</translation>
    </message>
    <message>
        <source>Search: words, &quot;a phrase&quot;, the beginning of a word</source>
        <translation>Suchen: Wörter, &quot;eine Wendung&quot;, ein Wortanfang</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>Letztes Jahr</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Nichts gefunden.</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 Treffer</translation>
    </message>
    <message>
        <source>{0}{1} matches</source>
        <translation>{0}{1} Treffer</translation>
    </message>
    <message>
        <source>No older match.</source>
        <translation>Kein älterer Treffer.</translation>
    </message>
    <message>
        <source>No newer match.</source>
        <translation>Kein neuerer Treffer.</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>1 Sitzung</translation>
    </message>
    <message>
        <source>{0} sessions</source>
        <translation>{0} Sitzungen</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>All sessions</source>
        <translation>Alle Sitzungen</translation>
    </message>
    <message>
        <source>Name of the session</source>
        <translation>Name der Sitzung</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Name:</translation>
    </message>
    <message>
        <source>{0} new (End)</source>
        <translation>{0} neue (Ende)</translation>
    </message>
    <message>
        <source>Newest (End)</source>
        <translation>Neueste (Ende)</translation>
    </message>
    <message>
        <source>No captions here yet.</source>
        <translation>Noch keine Untertitel.</translation>
    </message>
    <message>
        <source>No later star.</source>
        <translation>Kein späterer Stern.</translation>
    </message>
    <message>
        <source>No earlier star.</source>
        <translation>Kein früherer Stern.</translation>
    </message>
    <message>
        <source>while the captions have the keyboard</source>
        <translation>solange die Untertitel die Tastatur haben</translation>
    </message>
    <message>
        <source>in the history window</source>
        <translation>im Verlaufsfenster</translation>
    </message>
    <message>
        <source>Change a key</source>
        <translation>Taste ändern</translation>
    </message>
    <message>
        <source>in every program</source>
        <translation>in jedem Programm</translation>
    </message>
    <message>
        <source>Press the new key for “{0}”, {1}:</source>
        <translation>Drücken Sie die neue Taste für „{0}“, {1}:</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neue Taste</translation>
    </message>
    <message>
        <source>&amp;No key</source>
        <translation>&amp;Keine Taste</translation>
    </message>
    <message>
        <source>{0} belongs to “{1}”. Choose another key.</source>
        <translation>{0} gehört zu „{1}“. Wählen Sie eine andere Taste.</translation>
    </message>
    <message>
        <source>A key for every program needs Ctrl, Alt or the Windows key, or typing would set it off.</source>
        <translation>Eine Taste für jedes Programm braucht Strg, Alt oder die Windows-Taste, sonst löst das Tippen sie aus.</translation>
    </message>
    <message>
        <source>Sightline keys</source>
        <translation>Sightline: Tastenkürzel</translation>
    </message>
    <message>
        <source>Search what it does, or the key</source>
        <translation>Nach Wirkung oder Taste suchen</translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation>Tastenkürzel suchen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Change &amp;key…</source>
        <translation>T&amp;aste ändern…</translation>
    </message>
    <message>
        <source>Change key in e&amp;very program…</source>
        <translation>Taste &amp;in jedem Programm ändern…</translation>
    </message>
    <message>
        <source>&amp;Standard key</source>
        <translation>S&amp;tandardtaste</translation>
    </message>
    <message>
        <source>&amp;All standard</source>
        <translation>All&amp;e auf Standard</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Find:</source>
        <translation>&amp;Suchen:</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was sie tut</translation>
    </message>
    <message>
        <source>Key in its window</source>
        <translation>Taste in ihrem Fenster</translation>
    </message>
    <message>
        <source>Key in every program</source>
        <translation>Taste in jedem Programm</translation>
    </message>
    <message>
        <source> (switched off)</source>
        <translation> (ausgeschaltet)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>nicht möglich</translation>
    </message>
    <message>
        <source>In the history: </source>
        <translation>Im Verlauf: </translation>
    </message>
    <message>
        <source>No font of this computer has the letters of Japanese or Chinese, so the windows are in English.</source>
        <translation>Keine Schrift dieses Computers hat japanische oder chinesische Zeichen, deshalb sind die Fenster englisch.</translation>
    </message>
    <message>
        <source>Install one, such as Noto Sans CJK (Debian: fonts-noto-cjk), and start Sightline again.</source>
        <translation>Installieren Sie eine, etwa Noto Sans CJK (Debian: fonts-noto-cjk), und starten Sie Sightline neu.</translation>
    </message>
    <message>
        <source>Looks (*.json);;All files (*)</source>
        <translation>Aussehen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Leicht</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Semi-bold</source>
        <translation>Halbfett</translation>
    </message>
    <message>
        <source>Bold</source>
        <translation>Fett</translation>
    </message>
    <message>
        <source>Extra bold</source>
        <translation>Extrafett</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keiner</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Umriss</translation>
    </message>
    <message>
        <source>Shadow</source>
        <translation>Schatten</translation>
    </message>
    <message>
        <source>Raised</source>
        <translation>Erhaben</translation>
    </message>
    <message>
        <source>Depressed</source>
        <translation>Vertieft</translation>
    </message>
    <message>
        <source>Ready-made looks</source>
        <translation>Fertiges Aussehen</translation>
    </message>
    <message>
        <source>My loo&amp;ks</source>
        <translation>&amp;Mein Aussehen</translation>
    </message>
    <message>
        <source>&amp;Font</source>
        <translation>&amp;Schrift</translation>
    </message>
    <message>
        <source>Size in steps</source>
        <translation>Größe in Stufen</translation>
    </message>
    <message>
        <source>Wei&amp;ght</source>
        <translation>Strichst&amp;ärke</translation>
    </message>
    <message>
        <source>Letter s&amp;pacing</source>
        <translation>&amp;Buchstabenabstand</translation>
    </message>
    <message>
        <source>Li&amp;ne spacing</source>
        <translation>&amp;Zeilenabstand</translation>
    </message>
    <message>
        <source>&amp;Text colour</source>
        <translation>Te&amp;xtfarbe</translation>
    </message>
    <message>
        <source>Text opacit&amp;y</source>
        <translation>Deckkraft des &amp;Texts</translation>
    </message>
    <message>
        <source>&amp;Background colour</source>
        <translation>&amp;Hintergrundfarbe</translation>
    </message>
    <message>
        <source>Background &amp;opacity</source>
        <translation>Deckk&amp;raft des Hintergrunds</translation>
    </message>
    <message>
        <source>Window colo&amp;ur</source>
        <translation>Fe&amp;nsterfarbe</translation>
    </message>
    <message>
        <source>Window op&amp;acity</source>
        <translation>Dec&amp;kkraft des Fensters</translation>
    </message>
    <message>
        <source>&amp;Edge of letters</source>
        <translation>Rand &amp;der Buchstaben</translation>
    </message>
    <message>
        <source>Align&amp;ment</source>
        <translation>&amp;Ausrichtung</translation>
    </message>
    <message>
        <source>My looks</source>
        <translation>Mein Aussehen</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>S&amp;peichern…</translation>
    </message>
    <message>
        <source>Save this look</source>
        <translation>Dieses Aussehen speichern</translation>
    </message>
    <message>
        <source>Delete this look</source>
        <translation>Dieses Aussehen löschen</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <source>Export this look to a file</source>
        <translation>Dieses Aussehen in eine Datei exportieren</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren…</translation>
    </message>
    <message>
        <source>Import a look from a file</source>
        <translation>Ein Aussehen aus einer Datei importieren</translation>
    </message>
    <message>
        <source>Choose one</source>
        <translation>Bitte wählen</translation>
    </message>
    <message>
        <source>None saved yet</source>
        <translation>Noch keines gespeichert</translation>
    </message>
    <message>
        <source>Name of the look</source>
        <translation>Name des Aussehens</translation>
    </message>
    <message>
        <source>Export this look</source>
        <translation>Dieses Aussehen exportieren</translation>
    </message>
    <message>
        <source>Import a look</source>
        <translation>Ein Aussehen importieren</translation>
    </message>
    <message>
        <source>Best sans serif ({0})</source>
        <translation>Beste serifenlose ({0})</translation>
    </message>
    <message>
        <source>Easy reading ({0})</source>
        <translation>Leicht lesbar ({0})</translation>
    </message>
    <message>
        <source>Look: {0}</source>
        <translation>Aussehen: {0}</translation>
    </message>
    <message>
        <source>Text size {0} percent</source>
        <translation>Textgröße {0} Prozent</translation>
    </message>
    <message>
        <source>The look is in {0}.</source>
        <translation>Das Aussehen liegt in {0}.</translation>
    </message>
    <message>
        <source>The look “{0}” is now yours.</source>
        <translation>Das Aussehen „{0}“ gehört jetzt Ihnen.</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. Choose another folder.</source>
        <translation>{0} kann nicht geschrieben werden: {1}. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} kann nicht gelesen werden: {1}.</translation>
    </message>
    <message>
        <source>{0} is not a look of Sightline&apos;s: {1}. Choose a file that was exported here.</source>
        <translation>{0} ist kein Aussehen von Sightline: {1}. Wählen Sie eine Datei, die hier exportiert wurde.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Get the model</source>
        <translation>Modell holen</translation>
    </message>
    <message>
        <source>Get it anew</source>
        <translation>Neu holen</translation>
    </message>
    <message>
        <source>Use the processor</source>
        <translation>Prozessor benutzen</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Choose a device</source>
        <translation>Gerät wählen</translation>
    </message>
    <message>
        <source>Mend what the notice says</source>
        <translation>Beheben, was der Hinweis sagt</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Click here and press Space, or use the menu, to go on.</source>
        <translation>Klicken Sie hier und drücken Sie die Leertaste, oder benutzen Sie das Menü.</translation>
    </message>
    <message>
        <source>The captions appear here in a moment.</source>
        <translation>Gleich erscheinen hier die Untertitel.</translation>
    </message>
    <message>
        <source>The sound has ended</source>
        <translation>Der Ton ist zu Ende</translation>
    </message>
    <message>
        <source>Nothing was said in it.</source>
        <translation>Darin wurde nichts gesagt.</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>Hört zu</translation>
    </message>
    <message>
        <source>What is said appears here.</source>
        <translation>Was gesagt wird, erscheint hier.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Remove {0} ({1} MB) from this computer?</source>
        <translation>{0} ({1} MB) von diesem Computer entfernen?</translation>
    </message>
    <message>
        <source>Speech models</source>
        <translation>Sprachmodelle</translation>
    </message>
    <message>
        <source>About the model</source>
        <translation>Über das Modell</translation>
    </message>
    <message>
        <source>What is going on</source>
        <translation>Was gerade geschieht</translation>
    </message>
    <message>
        <source>&amp;Get</source>
        <translation>&amp;Holen</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>&amp;Benutzen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>From a &amp;folder…</source>
        <translation>Aus einem &amp;Ordner…</translation>
    </message>
    <message>
        <source>From a &amp;zip…</source>
        <translation>Aus einer &amp;ZIP-Datei…</translation>
    </message>
    <message>
        <source>Which one suits this &amp;computer?</source>
        <translation>&amp;Welches passt zu diesem Computer?</translation>
    </message>
    <message>
        <source>Looking at the models on this computer…</source>
        <translation>Die Modelle auf diesem Computer werden geprüft…</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Name des Modells</translation>
    </message>
    <message>
        <source>What is it? A name of the list is checked to be that model:</source>
        <translation>Was ist es? Bei einem Namen aus der Liste wird geprüft, ob es dieses Modell ist:</translation>
    </message>
    <message>
        <source>Measuring this computer, which takes a few seconds…</source>
        <translation>Dieser Computer wird gemessen, was einige Sekunden dauert…</translation>
    </message>
    <message>
        <source>about </source>
        <translation>etwa </translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>&amp;Noch einmal</translation>
    </message>
    <message>
        <source>Remove a model</source>
        <translation>Modell entfernen</translation>
    </message>
    <message>
        <source>A zip with a model</source>
        <translation>ZIP-Datei mit einem Modell</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>ZIP-Dateien (*.zip)</translation>
    </message>
    <message>
        <source>A folder with a model</source>
        <translation>Ordner mit einem Modell</translation>
    </message>
    <message>
        <source>, in use</source>
        <translation>, in Gebrauch</translation>
    </message>
    <message>
        <source>Needs {0}.</source>
        <translation>Braucht {0}.</translation>
    </message>
    <message>
        <source>Licence {0}.</source>
        <translation>Lizenz {0}.</translation>
    </message>
    <message>
        <source>From {0}.</source>
        <translation>Von {0}.</translation>
    </message>
    <message>
        <source>Its checksum is the one that the hub states, since none was known before.</source>
        <translation>Die Prüfsumme ist die, die der Hub nennt; vorher war keine bekannt.</translation>
    </message>
    <message>
        <source>You:</source>
        <translation>Sie:</translation>
    </message>
    <message>
        <source>Computer:</source>
        <translation>Computer:</translation>
    </message>
    <message>
        <source>Sightline captions</source>
        <translation>Sightline: Untertitel</translation>
    </message>
    <message>
        <source>Live captions</source>
        <translation>Live-Untertitel</translation>
    </message>
    <message>
        <source>White on black</source>
        <translation>Weiß auf Schwarz</translation>
    </message>
    <message>
        <source>Yellow on black</source>
        <translation>Gelb auf Schwarz</translation>
    </message>
    <message>
        <source>Black on white</source>
        <translation>Schwarz auf Weiß</translation>
    </message>
    <message>
        <source>Green on black</source>
        <translation>Grün auf Schwarz</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Soft</source>
        <translation>Sanft</translation>
    </message>
    <message>
        <source>Large print</source>
        <translation>Großdruck</translation>
    </message>
    <message>
        <source>Contrast at worst {0} : 1</source>
        <translation>Kontrast im schlechtesten Fall {0} : 1</translation>
    </message>
    <message>
        <source>Make the background less see-through or choose another colour.</source>
        <translation>Machen Sie den Hintergrund weniger durchsichtig oder wählen Sie eine andere Farbe.</translation>
    </message>
    <message>
        <source>{0}, below {1} : 1. {2}</source>
        <translation>{0}, unter {1} : 1. {2}</translation>
    </message>
    <message>
        <source>it is no file, or far too long for a look</source>
        <translation>es ist keine Datei oder viel zu lang dafür</translation>
    </message>
    <message>
        <source>it holds no look</source>
        <translation>es enthält kein Aussehen</translation>
    </message>
    <message>
        <source>{0}. Very readable over any desktop.</source>
        <translation>{0}. Auf jedem Hintergrund sehr gut lesbar.</translation>
    </message>
    <message>
        <source>{0}. Readable over any desktop.</source>
        <translation>{0}. Auf jedem Hintergrund lesbar.</translation>
    </message>
    <message>
        <source>{0}. Enough for this large text; more would be easier to read.</source>
        <translation>{0}. Genug für so großen Text; mehr wäre leichter zu lesen.</translation>
    </message>
    <message>
        <source>Text {0}</source>
        <translation>Text {0}</translation>
    </message>
    <message>
        <source>Background {0}</source>
        <translation>Hintergrund {0}</translation>
    </message>
    <message>
        <source>Solid, text {0}</source>
        <translation>Deckend, Text {0}</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>The system&apos;s usual one</source>
        <translation>Standard des Systems</translation>
    </message>
    <message>
        <source>All applications</source>
        <translation>Alle Programme</translation>
    </message>
    <message>
        <source>Best available</source>
        <translation>Das beste vorhandene</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Prozessor (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>Grafikkarte (CUDA)</translation>
    </message>
    <message>
        <source>Graphics card (TensorRT)</source>
        <translation>Grafikkarte (TensorRT)</translation>
    </message>
    <message>
        <source>Best this computer has time for</source>
        <translation>Das beste, für das dieser Computer Zeit hat</translation>
    </message>
    <message>
        <source>Recognise by itself</source>
        <translation>Von selbst erkennen</translation>
    </message>
    <message>
        <source>2 seconds</source>
        <translation>2 Sekunden</translation>
    </message>
    <message>
        <source>4 seconds</source>
        <translation>4 Sekunden</translation>
    </message>
    <message>
        <source>8 seconds</source>
        <translation>8 Sekunden</translation>
    </message>
    <message>
        <source>15 seconds</source>
        <translation>15 Sekunden</translation>
    </message>
    <message>
        <source>30 seconds</source>
        <translation>30 Sekunden</translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 Minute</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>No time</source>
        <translation>Ohne Mindestzeit</translation>
    </message>
    <message>
        <source>1 second</source>
        <translation>1 Sekunde</translation>
    </message>
    <message>
        <source>3 seconds</source>
        <translation>3 Sekunden</translation>
    </message>
    <message>
        <source>Relaxed, 120 words a minute</source>
        <translation>Gemütlich, 120 Wörter in der Minute</translation>
    </message>
    <message>
        <source>Calm, 150 words a minute</source>
        <translation>Ruhig, 150 Wörter in der Minute</translation>
    </message>
    <message>
        <source>Usual, 180 words a minute</source>
        <translation>Üblich, 180 Wörter in der Minute</translation>
    </message>
    <message>
        <source>Fast, 225 words a minute</source>
        <translation>Schnell, 225 Wörter in der Minute</translation>
    </message>
    <message>
        <source>As fast as they come</source>
        <translation>So schnell, wie sie kommen</translation>
    </message>
    <message>
        <source>Anywhere, as I put them</source>
        <translation>Wo ich sie hinstelle</translation>
    </message>
    <message>
        <source>At the top edge, the whole width</source>
        <translation>Am oberen Rand, ganze Breite</translation>
    </message>
    <message>
        <source>At the bottom edge, the whole width</source>
        <translation>Am unteren Rand, ganze Breite</translation>
    </message>
    <message>
        <source>This computer&apos;s sound</source>
        <translation>Der Ton dieses Computers</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>Mikrofon</translation>
    </message>
    <message>
        <source>Both, each with a label</source>
        <translation>Beides, mit Namen davor</translation>
    </message>
    <message>
        <source>Li&amp;nes</source>
        <translation>&amp;Zeilen</translation>
    </message>
    <message>
        <source>Line len&amp;gth</source>
        <translation>Z&amp;eilenlänge</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> Zeichen</translation>
    </message>
    <message>
        <source>Keep &amp;each line at least</source>
        <translation>&amp;Jede Zeile mindestens zeigen</translation>
    </message>
    <message>
        <source>&amp;Pace of long bursts</source>
        <translation>&amp;Tempo bei schneller Rede</translation>
    </message>
    <message>
        <source>Clear &amp;after silence</source>
        <translation>&amp;Bei Stille leeren nach</translation>
    </message>
    <message>
        <source>Show words that may s&amp;till change, dimmed</source>
        <translation>Wörter zeigen, die sich &amp;noch ändern können, blasser</translation>
    </message>
    <message>
        <source>Say who speaks when &amp;both sources are on</source>
        <translation>Sagen, &amp;wer spricht, wenn beide Quellen an sind</translation>
    </message>
    <message>
        <source>Na&amp;me the language where it changes</source>
        <translation>&amp;Die Sprache nennen, wo sie wechselt</translation>
    </message>
    <message>
        <source>Scroll smoothl&amp;y</source>
        <translation>&amp;Sanfter Bildlauf</translation>
    </message>
    <message>
        <source>No movement where the system &amp;is set to less of it</source>
        <translation>&amp;Keine Bewegung, wo das System weniger davon wünscht</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>&amp;Platz</translation>
    </message>
    <message>
        <source>Language of the windows, at the next start</source>
        <translation>Sprache der Fenster, ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Show the status r&amp;ow</source>
        <translation>&amp;Statuszeile zeigen</translation>
    </message>
    <message>
        <source>See-through wh&amp;ile clicks pass and the mouse is below</source>
        <translation>&amp;Durchsichtig, solange Klicks durchgehen und die Maus darunter ist</translation>
    </message>
    <message>
        <source>Let a screen reader s&amp;ay committed captions</source>
        <translation>Feste Untertitel &amp;von einem Screenreader vorlesen lassen</translation>
    </message>
    <message>
        <source>Some keys wor&amp;k in every program</source>
        <translation>&amp;Einige Tasten gelten in jedem Programm</translation>
    </message>
    <message>
        <source>Ke&amp;ys…</source>
        <translation>&amp;Tastenkürzel…</translation>
    </message>
    <message>
        <source>All keys, and how to change them</source>
        <translation>Alle Tasten, und wie man sie ändert</translation>
    </message>
    <message>
        <source>Start pa&amp;used</source>
        <translation>&amp;Angehalten starten</translation>
    </message>
    <message>
        <source>S&amp;tart when I log in</source>
        <translation>Starten, &amp;wenn ich mich anmelde</translation>
    </message>
    <message>
        <source>Keep a &amp;history on this computer</source>
        <translation>Ve&amp;rlauf auf diesem Computer aufbewahren</translation>
    </message>
    <message>
        <source>Listen &amp;to</source>
        <translation>&amp;Zuhören bei</translation>
    </message>
    <message>
        <source>Play and hear a test so&amp;und</source>
        <translation>&amp;Testton abspielen und hören</translation>
    </message>
    <message>
        <source>T&amp;ake the loudspeakers out of the microphone</source>
        <translation>Die Lautsprecher aus dem Mikrofon &amp;herausrechnen</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>All models, and how to get them</source>
        <translation>Alle Modelle, und wie man sie holt</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation>&amp;Recheneinheit</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>&amp;Names to expect</source>
        <translation>&amp;Erwartete Namen</translation>
    </message>
    <message>
        <source>when words take more than</source>
        <translation>wenn Wörter länger brauchen als</translation>
    </message>
    <message>
        <source>when the card is hotter than</source>
        <translation>wenn die Karte heißer ist als</translation>
    </message>
    <message>
        <source>when less memory is free than</source>
        <translation>wenn weniger Speicher frei ist als</translation>
    </message>
    <message>
        <source>when so many passes fail</source>
        <translation>wenn so viele Durchgänge fehlschlagen</translation>
    </message>
    <message>
        <source>Another model, engine, language or source starts the captions again, which takes a moment.</source>
        <translation>Ein anderes Modell oder eine andere Recheneinheit, Sprache oder Quelle startet die Untertitel neu, was einen Moment dauert.</translation>
    </message>
    <message>
        <source>Listening…</source>
        <translation>Hört zu…</translation>
    </message>
    <message>
        <source>Also stay above &amp;full-screen windows (X11)</source>
        <translation>Auch über Vollbildfenstern &amp;bleiben (X11)</translation>
    </message>
    <message>
        <source>Leave out of screen sharin&amp;g and screenshots</source>
        <translation>&amp;In Bildschirmfreigaben und Bildschirmfotos weglassen</translation>
    </message>
    <message>
        <source>Out&amp;put</source>
        <translation>&amp;Ausgabe</translation>
    </message>
    <message>
        <source>Microp&amp;hone</source>
        <translation>Mi&amp;krofon</translation>
    </message>
    <message>
        <source>&amp;Only from</source>
        <translation>&amp;Nur von</translation>
    </message>
    <message>
        <source>Browse the speech models</source>
        <translation>Sprachmodelle durchsuchen</translation>
    </message>
    <message>
        <source>Give up quality for a while, 0 for never:</source>
        <translation>Eine Weile auf Güte verzichten, 0 für nie:</translation>
    </message>
    <message>
        <source>Sightline settings</source>
        <translation>Sightline: Einstellungen</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Gruppen von Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Reading</source>
        <translation>&amp;Lesen</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>&amp;Fenster</translation>
    </message>
    <message>
        <source>&amp;Sound and speech</source>
        <translation>T&amp;on und Sprache</translation>
    </message>
    <message>
        <source>Restore standar&amp;d settings</source>
        <translation>Standardeinstellun&amp;gen</translation>
    </message>
    <message>
        <source>Make it readable</source>
        <translation>Lesbar machen</translation>
    </message>
    <message>
        <source>Make it readable: {0}</source>
        <translation>Lesbar machen: {0}</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Zu Ende</translation>
    </message>
    <message>
        <source>Computer sound</source>
        <translation>Ton des Computers</translation>
    </message>
    <message>
        <source>Computer sound and microphone</source>
        <translation>Ton des Computers und Mikrofon</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source> · Private, not kept</source>
        <translation> · Privat, nichts wird aufbewahrt</translation>
    </message>
    <message>
        <source> · Clicks pass through</source>
        <translation> · Klicks gehen durch</translation>
    </message>
    <message>
        <source>{0} s behind</source>
        <translation>{0} s zurück</translation>
    </message>
    <message>
        <source>GPU (TensorRT)</source>
        <translation>Grafikkarte (TensorRT)</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+Space and choose “Always on Top”.</source>
        <translation>Klicken Sie auf die Untertitel, drücken Sie Alt+Leertaste und wählen Sie „Immer im Vordergrund“.</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+F3, then “More Actions” and “Keep Above Others”.</source>
        <translation>Klicken Sie auf die Untertitel, drücken Sie Alt+F3, dann „Weitere Aktionen“ und „Im Vordergrund halten“.</translation>
    </message>
    <message>
        <source>Add to sway&apos;s config: for_window [app_id=sightline] floating enable, sticky enable</source>
        <translation>In die Einstellungen von sway: for_window [app_id=sightline] floating enable, sticky enable</translation>
    </message>
    <message>
        <source>Add to hyprland.conf: windowrule = float, pin, class:sightline</source>
        <translation>In hyprland.conf: windowrule = float, pin, class:sightline</translation>
    </message>
    <message>
        <source>Wayland does not let captions stay above other windows by themselves.</source>
        <translation>Wayland lässt Untertitel nicht von sich aus über anderen Fenstern bleiben.</translation>
    </message>
    <message>
        <source>Install XWayland, or tell your desktop to keep the window of “sightline” above the others.</source>
        <translation>Installieren Sie XWayland, oder lassen Sie Ihren Desktop das Fenster von „sightline“ über den anderen halten.</translation>
    </message>
</context>
</TS>
