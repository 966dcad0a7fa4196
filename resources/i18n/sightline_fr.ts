<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name>Sightline</name>
    <message>
        <source>99 languages</source>
        <translation>99 langues</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Anglais</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>endommagé</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>sur cet ordinateur</translation>
    </message>
    <message>
        <source>to be got</source>
        <translation>à obtenir</translation>
    </message>
    <message>
        <source>{0} MB have come</source>
        <translation>{0} Mo reçus</translation>
    </message>
    <message>
        <source>Words take longer than the settings allow.</source>
        <translation>Les mots prennent plus de temps que ne le permettent les réglages.</translation>
    </message>
    <message>
        <source>The graphics card is too hot.</source>
        <translation>La carte graphique est trop chaude.</translation>
    </message>
    <message>
        <source>The memory is nearly full.</source>
        <translation>La mémoire est presque pleine.</translation>
    </message>
    <message>
        <source>Passes on the graphics card fail.</source>
        <translation>Des passes échouent sur la carte graphique.</translation>
    </message>
    <message>
        <source>Captions come less often for a while.</source>
        <translation>Les sous-titres arrivent moins souvent pour un moment.</translation>
    </message>
    <message>
        <source>A smaller model makes the captions for a while.</source>
        <translation>Un modèle plus petit fait les sous-titres pour un moment.</translation>
    </message>
    <message>
        <source>The processor makes the captions for a while.</source>
        <translation>Le processeur fait les sous-titres pour un moment.</translation>
    </message>
    <message>
        <source>{0} is not there; the captions wait for it.</source>
        <translation>{0} n’est pas disponible&#xa0;; les sous-titres l’attendent.</translation>
    </message>
    <message>
        <source>It is used as soon as it is back. To go on now, choose the default device in the settings.</source>
        <translation>Il sera utilisé dès son retour. Pour continuer maintenant, choisissez le périphérique par défaut dans les réglages.</translation>
    </message>
    <message>
        <source>The {0} does not answer.</source>
        <translation>{0} ne répond pas.</translation>
    </message>
    <message>
        <source>Check the computer&apos;s sound service.</source>
        <translation>Vérifiez le service audio de l’ordinateur.</translation>
    </message>
    <message>
        <source>Start Sightline again.</source>
        <translation>Redémarrez Sightline.</translation>
    </message>
    <message>
        <source>{0} is cut off or damaged: {1} s could be read.</source>
        <translation>{0} est coupé ou endommagé&#xa0;: {1} s ont pu être lues.</translation>
    </message>
    <message>
        <source>Captions cover what could be read. Copy or record the file again for the rest.</source>
        <translation>Les sous-titres couvrent ce qui a pu être lu. Copiez ou enregistrez de nouveau le fichier pour le reste.</translation>
    </message>
    <message>
        <source>The {0} is listened to again after sleep.</source>
        <translation>{0} est de nouveau écouté après la veille.</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>Il n’y a rien à faire.</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>note</source>
        <translation>note</translation>
    </message>
    <message>
        <source>PROBLEM</source>
        <translation>PROBLÈME</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>silence</translation>
    </message>
    <message>
        <source>at {0} dB</source>
        <translation>à {0} dB</translation>
    </message>
    <message>
        <source> through XWayland</source>
        <translation> par XWayland</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now. {3}</source>
        <translation>{0} Écouté&#xa0;: {1}, maintenant {2}. {3}</translation>
    </message>
    <message>
        <source>Not even noise arrives from it.</source>
        <translation>Pas même du bruit n’en arrive.</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>le processeur</translation>
    </message>
    <message>
        <source>CUDA and the processor</source>
        <translation>CUDA et le processeur</translation>
    </message>
    <message>
        <source>No sound service (PulseAudio or PipeWire) answers.</source>
        <translation>Aucun service audio (PulseAudio ou PipeWire) ne répond.</translation>
    </message>
    <message>
        <source>Start the sound service (Linux: `systemctl --user start pipewire-pulse` or `pulseaudio --start`), or give Sightline a file.</source>
        <translation>Démarrez le service audio (Linux&#xa0;: `systemctl --user start pipewire-pulse` ou `pulseaudio --start`), ou donnez un fichier à Sightline.</translation>
    </message>
    <message>
        <source>{0} is muted.</source>
        <translation>{0} est en sourdine.</translation>
    </message>
    <message>
        <source>Switch it on in the sound settings, or with its own switch or key.</source>
        <translation>Activez-le dans les réglages audio, ou avec son interrupteur ou sa touche.</translation>
    </message>
    <message>
        <source>{0} is muted, and muted sound may not reach the captions.</source>
        <translation>{0} est en sourdine, et un son coupé peut ne pas parvenir aux sous-titres.</translation>
    </message>
    <message>
        <source>Switch the mute off in the sound settings; where it must be quiet, plug in headphones.</source>
        <translation>Désactivez la sourdine dans les réglages audio&#xa0;; là où il faut du calme, branchez un casque.</translation>
    </message>
    <message>
        <source>The sound service has no real output (it shows a dummy).</source>
        <translation>Le service audio n’a pas de vraie sortie (il en montre une factice).</translation>
    </message>
    <message>
        <source>Connect or switch on speakers, headphones or a screen with sound; captions then go on.</source>
        <translation>Branchez ou allumez des haut-parleurs, un casque ou un écran avec son&#xa0;; les sous-titres continuent alors.</translation>
    </message>
    <message>
        <source>{0} is set very low ({1}), which may be too quiet for captions.</source>
        <translation>{0} est réglé très bas ({1}), peut-être trop bas pour les sous-titres.</translation>
    </message>
    <message>
        <source>Raise its volume; where it must be quiet, plug in headphones.</source>
        <translation>Montez son volume&#xa0;; là où il faut du calme, branchez un casque.</translation>
    </message>
    <message>
        <source>Connect or switch on a sound output in the system&apos;s sound settings, or give Sightline a file.</source>
        <translation>Branchez ou activez une sortie audio dans les réglages du système, ou donnez un fichier à Sightline.</translation>
    </message>
    <message>
        <source>Connect a microphone and allow it in the system&apos;s privacy settings.</source>
        <translation>Branchez un microphone et autorisez-le dans les réglages de confidentialité du système.</translation>
    </message>
    <message>
        <source>Sound outputs to listen to: {0}.</source>
        <translation>Sorties audio à écouter&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Microphones: {0}.</source>
        <translation>Microphones&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>{0} Listened to: {1}, {2} now.</source>
        <translation>{0} Écouté&#xa0;: {1}, maintenant {2}.</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed.</source>
        <translation>Les liaisons Python de CUDA ne sont pas installées.</translation>
    </message>
    <message>
        <source>CUDA&apos;s Python bindings are not installed; without an NVIDIA card it is not needed.</source>
        <translation>Les liaisons Python de CUDA ne sont pas installées&#xa0;; sans carte NVIDIA, elles ne sont pas nécessaires.</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed.</source>
        <translation>TensorRT for RTX n’est pas installé.</translation>
    </message>
    <message>
        <source>TensorRT for RTX is not installed; without an NVIDIA card it is not needed.</source>
        <translation>TensorRT for RTX n’est pas installé&#xa0;; sans carte NVIDIA, il n’est pas nécessaire.</translation>
    </message>
    <message>
        <source>Get it for faster captions: `sightline engine get`.</source>
        <translation>À obtenir pour des sous-titres plus rapides&#xa0;: `sightline engine get`.</translation>
    </message>
    <message>
        <source>{0} s of speech take {1} ({2}, {3}).</source>
        <translation>{0} s de parole prennent {1} ({2}, {3}).</translation>
    </message>
    <message>
        <source> Too slow for live captions: {0}.</source>
        <translation> Trop lents pour des sous-titres en direct&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Close other programs, then: sightline bench --model auto</source>
        <translation>Fermez d’autres programmes, puis&#xa0;: sightline bench --model auto</translation>
    </message>
    <message>
        <source>Captions of {0} will run on {1} once it has proved itself.{2}</source>
        <translation>Les sous-titres de {0} tourneront sur {1} une fois celui-ci éprouvé.{2}</translation>
    </message>
    <message>
        <source>Captions of {0} run on {1}.{2}</source>
        <translation>Les sous-titres de {0} tournent sur {1}.{2}</translation>
    </message>
    <message>
        <source> A graphics card is not used ({0}).</source>
        <translation> Aucune carte graphique n’est utilisée ({0}).</translation>
    </message>
    <message>
        <source>{0} GB are free where the models are kept ({1}).</source>
        <translation>{0} Go sont libres là où sont les modèles ({1}).</translation>
    </message>
    <message>
        <source>Sound comes again from {0}.</source>
        <translation>Le son arrive de nouveau de {0}.</translation>
    </message>
    <message>
        <source>Now listening to {0}{1}.</source>
        <translation>Écoute maintenant {0}{1}.</translation>
    </message>
    <message>
        <source>Nothing to do; choose a fixed device in the settings if this is not the one you want.</source>
        <translation>Rien à faire&#xa0;; choisissez un périphérique fixe dans les réglages si ce n’est pas le bon.</translation>
    </message>
    <message>
        <source>{0} delivers only silence.</source>
        <translation>{0} ne transmet que du silence.</translation>
    </message>
    <message>
        <source>Look for a switch on it, and allow the microphone in the system&apos;s privacy settings.</source>
        <translation>Cherchez-y un interrupteur, et autorisez le microphone dans les réglages de confidentialité du système.</translation>
    </message>
    <message>
        <source>{0} plays, but only silence arrives from {1}.</source>
        <translation>{0} joue, mais seul du silence arrive de {1}.</translation>
    </message>
    <message>
        <source>Choose another output for the captions, or run `sightline doctor --sound`.</source>
        <translation>Choisissez une autre sortie pour les sous-titres, ou lancez `sightline doctor --sound`.</translation>
    </message>
    <message>
        <source>{0} plays on {1}, but {2} is listened to.</source>
        <translation>{0} joue sur {1}, mais c’est {2} qui est écouté.</translation>
    </message>
    <message>
        <source>Choose that output for the captions, or move the sound in the sound settings.</source>
        <translation>Choisissez cette sortie pour les sous-titres, ou déplacez le son dans les réglages audio.</translation>
    </message>
    <message>
        <source>Python {0} at {1}.</source>
        <translation>Python {0} dans {1}.</translation>
    </message>
    <message>
        <source>{0} processor cores may be used.</source>
        <translation>{0} cœurs du processeur peuvent être utilisés.</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES chooses {1} ({2}).</source>
        <translation>{0}. CUDA_VISIBLE_DEVICES choisit {1} ({2}).</translation>
    </message>
    <message>
        <source>{0} {1}, for {2}.</source>
        <translation>{0} {1}, pour {2}.</translation>
    </message>
    <message>
        <source>On this computer: {0}.</source>
        <translation>Sur cet ordinateur&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>There is no display (DISPLAY and WAYLAND_DISPLAY are not set).</source>
        <translation>Il n’y a pas d’écran (DISPLAY et WAYLAND_DISPLAY ne sont pas définis).</translation>
    </message>
    <message>
        <source>Start Sightline from a desktop; here, captions appear in the terminal.</source>
        <translation>Démarrez Sightline depuis un bureau&#xa0;; ici, les sous-titres apparaissent dans le terminal.</translation>
    </message>
    <message>
        <source>{0} can be read.</source>
        <translation>{0} peut être lu.</translation>
    </message>
    <message>
        <source>{0} can be read ({1} MB).</source>
        <translation>{0} peut être lu ({1} Mo).</translation>
    </message>
    <message>
        <source>One processor core may be used.</source>
        <translation>Un cœur du processeur peut être utilisé.</translation>
    </message>
    <message>
        <source>Captions may lag; keep to the model tiny.en and close other programs.</source>
        <translation>Les sous-titres peuvent tarder&#xa0;; gardez le modèle tiny.en et fermez d’autres programmes.</translation>
    </message>
    <message>
        <source>No NVIDIA driver is installed; captions run on the processor.</source>
        <translation>Aucun pilote NVIDIA n’est installé&#xa0;; les sous-titres tournent sur le processeur.</translation>
    </message>
    <message>
        <source>With an NVIDIA card, install its driver to use it; without one nothing is to be done.</source>
        <translation>Avec une carte NVIDIA, installez son pilote pour l’utiliser&#xa0;; sans elle, il n’y a rien à faire.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is installed but finds no card.</source>
        <translation>Le pilote NVIDIA est installé mais ne trouve aucune carte.</translation>
    </message>
    <message>
        <source>Run `nvidia-smi`: it names the reason. Restarting helps after a driver update.</source>
        <translation>Lancez `nvidia-smi`&#xa0;: il indique la raison. Après une mise à jour du pilote, un redémarrage aide.</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES hides the cards; captions run on the processor.</source>
        <translation>{0}. CUDA_VISIBLE_DEVICES cache les cartes ; les sous-titres tournent sur le processeur.</translation>
    </message>
    <message>
        <source>{0}. CUDA_VISIBLE_DEVICES ({1}) names none of them.</source>
        <translation>{0}. CUDA_VISIBLE_DEVICES ({1}) n&apos;en désigne aucune.</translation>
    </message>
    <message>
        <source>Unset it, or give the UUID of one with --card; `nvidia-smi -L` lists them.</source>
        <translation>Supprimez-la, ou donnez l&apos;UUID d&apos;une carte avec --card ; `nvidia-smi -L` les montre.</translation>
    </message>
    <message>
        <source>{0} {1} is installed.</source>
        <translation>{0} {1} est installé.</translation>
    </message>
    <message>
        <source>ONNX Runtime is not installed: nothing can run a speech model.</source>
        <translation>ONNX Runtime n’est pas installé&#xa0;: rien ne peut exécuter un modèle vocal.</translation>
    </message>
    <message>
        <source>Run `python3 run.py setup` in Sightline&apos;s folder.</source>
        <translation>Lancez `python3 run.py setup` dans le dossier de Sightline.</translation>
    </message>
    <message>
        <source>{0} {1} is installed but does not load.</source>
        <translation>{0} {1} est installé mais ne se charge pas.</translation>
    </message>
    <message>
        <source>Remove the folder .venv in Sightline&apos;s folder and run `python3 run.py setup`.</source>
        <translation>Supprimez le dossier .venv du dossier de Sightline et lancez `python3 run.py setup`.</translation>
    </message>
    <message>
        <source>Damaged: {0}.</source>
        <translation>Endommagé&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Run `sightline models verify {0}`: it says how to mend it.</source>
        <translation>Lancez `sightline models verify {0}`&#xa0;: la commande dit comment le réparer.</translation>
    </message>
    <message>
        <source>The speech detector (silero) is not on this computer.</source>
        <translation>Le détecteur de parole (silero) n’est pas sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Run `sightline models verify silero`: it says how to mend it.</source>
        <translation>Lancez `sightline models verify silero`&#xa0;: la commande dit comment le réparer.</translation>
    </message>
    <message>
        <source>No speech model is on this computer.</source>
        <translation>Aucun modèle vocal n’est sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Run `sightline models list`, then `sightline models get NAME`.</source>
        <translation>Lancez `sightline models list`, puis `sightline models get NAME`.</translation>
    </message>
    <message>
        <source>Not measured: that is done when there is more than one model.</source>
        <translation>Non mesuré&#xa0;: cela se fait quand il y a plus d’un modèle.</translation>
    </message>
    <message>
        <source>{0} Live captions will be late.</source>
        <translation>{0} Les sous-titres en direct arriveront tard.</translation>
    </message>
    <message>
        <source>Captions of {0} run on cpu, as the settings say.</source>
        <translation>Les sous-titres de {0} tournent sur cpu, comme le disent les réglages.</translation>
    </message>
    <message>
        <source>Run `sightline engine verify` to have it examined now.</source>
        <translation>Lancez `sightline engine verify` pour l&apos;examiner maintenant.</translation>
    </message>
    <message>
        <source>Qt (PySide6) is not installed, so no window can be shown.</source>
        <translation>Qt (PySide6) n’est pas installé, aucune fenêtre ne peut donc être affichée.</translation>
    </message>
    <message>
        <source>This system has its own windows.</source>
        <translation>Ce système a ses propres fenêtres.</translation>
    </message>
    <message>
        <source>X11 display {0}{1}.</source>
        <translation>Écran X11 {0}{1}.</translation>
    </message>
    <message>
        <source>Wayland display {0} without XWayland: captions cannot stay above other windows.</source>
        <translation>Écran Wayland {0} sans XWayland&#xa0;: les sous-titres ne peuvent pas rester au-dessus des autres fenêtres.</translation>
    </message>
    <message>
        <source>Install XWayland, or set &quot;always on top&quot; in the window&apos;s own menu.</source>
        <translation>Installez XWayland, ou choisissez «&#xa0;toujours au premier plan&#xa0;» dans le menu de la fenêtre.</translation>
    </message>
    <message>
        <source>{0} is damaged.</source>
        <translation>{0} est endommagé.</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and uses the standard settings.</source>
        <translation>Démarrez Sightline une fois&#xa0;: il met le fichier de côté et utilise les réglages par défaut.</translation>
    </message>
    <message>
        <source>No history yet ({0} is made with the first caption).</source>
        <translation>Pas encore d’historique ({0} est créé au premier sous-titre).</translation>
    </message>
    <message>
        <source>Start Sightline once: it puts the file aside and begins a new history.</source>
        <translation>Démarrez Sightline une fois&#xa0;: il met le fichier de côté et commence un nouvel historique.</translation>
    </message>
    <message>
        <source>Free some space: a model and its engine take up to 500 MB.</source>
        <translation>Libérez de la place&#xa0;: un modèle et son moteur prennent jusqu’à 500 Mo.</translation>
    </message>
    <message>
        <source>This could not be checked ({0}: {1}).</source>
        <translation>Cela n’a pas pu être vérifié ({0}&#xa0;: {1}).</translation>
    </message>
    <message>
        <source>Report this line if captions do not work.</source>
        <translation>Signalez cette ligne si les sous-titres ne marchent pas.</translation>
    </message>
    <message>
        <source>{0} {1} is installed, but this card is none it supports.</source>
        <translation>{0} {1} est installé, mais ne prend pas en charge cette carte.</translation>
    </message>
    <message>
        <source>Use --engine cuda or --engine cpu.</source>
        <translation>Utilisez --engine cuda ou --engine cpu.</translation>
    </message>
    <message>
        <source>{0} {1} is installed, with no card to run it on; engines can be built.</source>
        <translation>{0} {1} est installé, sans carte pour l’exécuter&#xa0;; des moteurs peuvent être construits.</translation>
    </message>
    <message>
        <source>The standard settings are in use ({0} is made when you change one).</source>
        <translation>Les réglages par défaut sont utilisés ({0} est créé quand vous en changez un).</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}).</source>
        <translation>{0} ne peut pas être lu ({1}).</translation>
    </message>
    <message>
        <source>Check who may read that file.</source>
        <translation>Vérifiez qui peut lire ce fichier.</translation>
    </message>
    <message>
        <source>{0} answers.</source>
        <translation>{0} répond.</translation>
    </message>
    <message>
        <source>Playing now: {0} (--app NAME captions one alone).</source>
        <translation>En lecture&#xa0;: {0} (--app NAME en sous-titre une seule).</translation>
    </message>
    <message>
        <source>This system has its own sound service.</source>
        <translation>Ce système a son propre service audio.</translation>
    </message>
    <message>
        <source>pulsectl is not installed, so changes of devices are noticed late.</source>
        <translation>pulsectl n’est pas installé, les changements de périphériques sont donc remarqués tard.</translation>
    </message>
    <message>
        <source>macOS offers no loopback of its own.</source>
        <translation>macOS n’offre pas de capture de son propre son.</translation>
    </message>
    <message>
        <source>There is no sound output to listen to.</source>
        <translation>Il n’y a pas de sortie audio à écouter.</translation>
    </message>
    <message>
        <source>There is no microphone.</source>
        <translation>Il n’y a pas de microphone.</translation>
    </message>
    <message>
        <source>{0} Not even noise arrives from it.</source>
        <translation>{0} Même pas de bruit n’en arrive.</translation>
    </message>
    <message>
        <source>One application alone can be captioned on Linux only.</source>
        <translation>Une application seule ne peut être sous-titrée que sous Linux.</translation>
    </message>
    <message>
        <source>No application plays sound now.</source>
        <translation>Aucune application ne joue de son maintenant.</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot;, which the settings ask for, is not there.</source>
        <translation>{0} «&#xa0;{1}&#xa0;», demandé par les réglages, n’est pas là.</translation>
    </message>
    <message>
        <source>Connect it (captions wait for it), or choose the default device in the settings.</source>
        <translation>Branchez-le (les sous-titres l’attendent), ou choisissez le périphérique par défaut dans les réglages.</translation>
    </message>
    <message>
        <source>Getting {0}…</source>
        <translation>Obtention de {0}…</translation>
    </message>
    <message>
        <source>Getting {0}: {1}</source>
        <translation>Obtention de {0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0} is ready.</source>
        <translation>{0} est prêt.</translation>
    </message>
    <message>
        <source>{0} could not be removed ({1}).</source>
        <translation>{0} n’a pas pu être supprimé ({1}).</translation>
    </message>
    <message>
        <source>Check that you may write in {0}.</source>
        <translation>Vérifiez que vous pouvez écrire dans {0}.</translation>
    </message>
    <message>
        <source>The history file was damaged. {0} captions were saved from it.</source>
        <translation>Le fichier de l’historique était endommagé. {0} sous-titres en ont été sauvés.</translation>
    </message>
    <message>
        <source>The damaged file is kept as {0}.</source>
        <translation>Le fichier endommagé est conservé sous le nom {0}.</translation>
    </message>
    <message>
        <source>{0} captions could not be kept.</source>
        <translation>{0} sous-titres n’ont pas pu être conservés.</translation>
    </message>
    <message>
        <source>The history file {0} could not be written.</source>
        <translation>Le fichier de l’historique {0} n’a pas pu être écrit.</translation>
    </message>
    <message>
        <source>Captions are being kept again.</source>
        <translation>Les sous-titres sont de nouveau conservés.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>Impossible d’écrire {0}&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>Make room on its disk. Captions go on.</source>
        <translation>Libérez de la place sur ce disque. Les sous-titres continuent.</translation>
    </message>
    <message>
        <source>Busy: finished words only</source>
        <translation>Occupé&#xa0;: mots définitifs seulement</translation>
    </message>
    <message>
        <source>Busy: faster model</source>
        <translation>Occupé&#xa0;: modèle plus rapide</translation>
    </message>
    <message>
        <source>Whether Sightline starts with the desktop could not be changed: {0}.</source>
        <translation>Le démarrage de Sightline avec le bureau n’a pas pu être modifié&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Change it in the system&apos;s own settings.</source>
        <translation>Modifiez-le dans les réglages du système.</translation>
    </message>
    <message>
        <source>{0} s of speech were lost.</source>
        <translation>{0} s de parole ont été perdues.</translation>
    </message>
    <message>
        <source>The changed model {0} is not used: {1}.</source>
        <translation>Le modèle modifié {0} n’est pas utilisé&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>Captions go on with the model as it was. Put the files there anew.</source>
        <translation>Les sous-titres continuent avec l’ancien modèle. Remettez les fichiers en place.</translation>
    </message>
    <message>
        <source>Sightline cannot go on.</source>
        <translation>Sightline ne peut pas continuer.</translation>
    </message>
    <message>
        <source>Run `sightline doctor` to see what is wrong.</source>
        <translation>Lancez `sightline doctor` pour voir ce qui ne va pas.</translation>
    </message>
    <message>
        <source>The command line is wrong.</source>
        <translation>La ligne de commande est incorrecte.</translation>
    </message>
    <message>
        <source>Run `sightline --help` for what is possible.</source>
        <translation>Lancez `sightline --help` pour voir ce qui est possible.</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>Le fichier ne peut pas être lu.</translation>
    </message>
    <message>
        <source>Check its path, and that it is a sound or video file.</source>
        <translation>Vérifiez son chemin, et qu’il s’agit d’un fichier audio ou vidéo.</translation>
    </message>
    <message>
        <source>The speech model cannot be used.</source>
        <translation>Le modèle vocal ne peut pas être utilisé.</translation>
    </message>
    <message>
        <source>Run `sightline models verify`, or choose another with --model.</source>
        <translation>Lancez `sightline models verify`, ou choisissez-en un autre avec --model.</translation>
    </message>
    <message>
        <source>The speech model is not on this computer.</source>
        <translation>Le modèle vocal n’est pas sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Run `sightline models list` to see which are, and `sightline models get NAME` to add one.</source>
        <translation>`sightline models list` montre les modèles présents, `sightline models get NAME` en ajoute un.</translation>
    </message>
    <message>
        <source>The speech model is damaged.</source>
        <translation>Le modèle vocal est endommagé.</translation>
    </message>
    <message>
        <source>Run `sightline models get NAME` to put it there anew.</source>
        <translation>Lancez `sightline models get NAME` pour le remettre en place.</translation>
    </message>
    <message>
        <source>There is too little room on the disk for the model.</source>
        <translation>Il y a trop peu de place sur le disque pour le modèle.</translation>
    </message>
    <message>
        <source>Make room, then try again.</source>
        <translation>Libérez de la place, puis réessayez.</translation>
    </message>
    <message>
        <source>Getting the model was stopped.</source>
        <translation>L’obtention du modèle a été arrêtée.</translation>
    </message>
    <message>
        <source>Get it again to go on: what has come is kept.</source>
        <translation>Relancez-la pour continuer&#xa0;: ce qui est arrivé est conservé.</translation>
    </message>
    <message>
        <source>No engine can run the speech model.</source>
        <translation>Aucun moteur ne peut exécuter le modèle vocal.</translation>
    </message>
    <message>
        <source>Try --engine cpu; `sightline doctor` says what each engine lacks.</source>
        <translation>Essayez --engine cpu&#xa0;; `sightline doctor` dit ce qui manque à chaque moteur.</translation>
    </message>
    <message>
        <source>The graphics card has too little free memory.</source>
        <translation>La carte graphique a trop peu de mémoire libre.</translation>
    </message>
    <message>
        <source>Close other programs that use it, choose a smaller model, or use --engine cpu.</source>
        <translation>Fermez d’autres programmes qui l’utilisent, choisissez un modèle plus petit ou utilisez --engine cpu.</translation>
    </message>
    <message>
        <source>The graphics card stopped answering.</source>
        <translation>La carte graphique ne répond plus.</translation>
    </message>
    <message>
        <source>Start Sightline again, or use --engine cpu.</source>
        <translation>Redémarrez Sightline ou utilisez --engine cpu.</translation>
    </message>
    <message>
        <source>The graphics card&apos;s driver is missing or too old.</source>
        <translation>Le pilote de la carte graphique manque ou est trop ancien.</translation>
    </message>
    <message>
        <source>Install the newest NVIDIA driver, or use --engine cpu.</source>
        <translation>Installez le dernier pilote NVIDIA ou utilisez --engine cpu.</translation>
    </message>
    <message>
        <source>The card stopped.</source>
        <translation>La carte graphique s’est arrêtée.</translation>
    </message>
    <message>
        <source>Captions go on on the processor, and the card is tried again.</source>
        <translation>Les sous-titres continuent sur le processeur, et la carte sera essayée de nouveau.</translation>
    </message>
    <message>
        <source>The card does not hear what the processor hears.</source>
        <translation>La carte graphique n’entend pas la même chose que le processeur.</translation>
    </message>
    <message>
        <source>Captions run on the processor. `sightline engine verify` shows the differences.</source>
        <translation>Les sous-titres tournent sur le processeur. `sightline engine verify` montre les différences.</translation>
    </message>
    <message>
        <source>The sound device cannot be used.</source>
        <translation>Le périphérique audio ne peut pas être utilisé.</translation>
    </message>
    <message>
        <source>Check the system&apos;s sound settings; `sightline doctor` lists what is found.</source>
        <translation>Vérifiez les réglages audio du système&#xa0;; `sightline doctor` montre ce qui est trouvé.</translation>
    </message>
    <message>
        <source>There is no display to show captions on.</source>
        <translation>Il n’y a pas d’écran où afficher les sous-titres.</translation>
    </message>
    <message>
        <source>Add --no-window for captions in the terminal.</source>
        <translation>Ajoutez --no-window pour les avoir dans le terminal.</translation>
    </message>
    <message>
        <source>Settings or history cannot be written.</source>
        <translation>Les réglages ou l’historique ne peuvent pas être écrits.</translation>
    </message>
    <message>
        <source>Free some disk space, or give another folder with --data-dir DIR. Captions go on.</source>
        <translation>Libérez de la place sur le disque, ou donnez un autre dossier avec --data-dir DIR. Les sous-titres continuent.</translation>
    </message>
    <message>
        <source>The history file is damaged.</source>
        <translation>Le fichier de l’historique est endommagé.</translation>
    </message>
    <message>
        <source>It is set aside and a new one begins. Captions go on.</source>
        <translation>Il est mis de côté et un nouveau commence. Les sous-titres continuent.</translation>
    </message>
    <message>
        <source>The session that a caption belongs to was deleted.</source>
        <translation>La session d’un sous-titre a été supprimée.</translation>
    </message>
    <message>
        <source>A new one begins. Captions go on.</source>
        <translation>Une nouvelle commence. Les sous-titres continuent.</translation>
    </message>
    <message>
        <source>The history file is in use by another program.</source>
        <translation>Un autre programme utilise le fichier de l’historique.</translation>
    </message>
    <message>
        <source>Close that program. Captions go on.</source>
        <translation>Fermez ce programme. Les sous-titres continuent.</translation>
    </message>
    <message>
        <source>The changed model {0} makes the captions now.</source>
        <translation>Le modèle modifié {0} fait maintenant les sous-titres.</translation>
    </message>
    <message>
        <source>It is better again.</source>
        <translation>Cela va de nouveau mieux.</translation>
    </message>
    <message>
        <source>This computer is busy: the faster model {0} makes the captions for a while.</source>
        <translation>Cet ordinateur est occupé&#xa0;: le modèle plus rapide {0} fait les sous-titres pour un moment.</translation>
    </message>
    <message>
        <source>They come back to {0} by themselves.</source>
        <translation>Ils reviendront d’eux-mêmes à {0}.</translation>
    </message>
    <message>
        <source>{0} suits this computer: it recognises 10 s of speech in {1} s.</source>
        <translation>{0} convient à cet ordinateur&#xa0;: il reconnaît 10 s de parole en {1} s.</translation>
    </message>
    <message>
        <source>Choose another with --model or in the settings.</source>
        <translation>Choisissez-en un autre avec --model ou dans les réglages.</translation>
    </message>
    <message>
        <source>The settings say {0}, which {1} does not know: captions are in English.</source>
        <translation>Les réglages disent {0}, que {1} ne connaît pas&#xa0;: les sous-titres sont en anglais.</translation>
    </message>
    <message>
        <source>Get a model of many languages (sightline models get base), or change the language.</source>
        <translation>Obtenez un modèle multilingue (sightline models get base), ou changez la langue.</translation>
    </message>
    <message>
        <source>This computer is too busy or too slow for {0}: captions come late.</source>
        <translation>Cet ordinateur est trop occupé ou trop lent pour {0}&#xa0;: les sous-titres arrivent tard.</translation>
    </message>
    <message>
        <source>Close other programs, or plug the computer in and let it have its full power.</source>
        <translation>Fermez d’autres programmes, ou branchez l’ordinateur et laissez-lui toute sa puissance.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model (sightline models list).</source>
        <translation>Fermez d’autres programmes, ou choisissez un modèle plus petit (sightline models list).</translation>
    </message>
    <message>
        <source>{0} s of speech could not be captioned: this computer is too busy.</source>
        <translation>{0} s de parole n’ont pas pu être sous-titrées&#xa0;: cet ordinateur est trop occupé.</translation>
    </message>
    <message>
        <source>Close other programs.</source>
        <translation>Fermez d’autres programmes.</translation>
    </message>
    <message>
        <source>Port {0} {1}, so the figures are not served there.</source>
        <translation>Le port {0} {1}, les mesures n’y sont donc pas servies.</translation>
    </message>
    <message>
        <source>Choose another with --metrics-port. Captions go on.</source>
        <translation>Choisissez-en un autre avec --metrics-port. Les sous-titres continuent.</translation>
    </message>
    <message>
        <source>An unexpected fault ({0}).</source>
        <translation>Une erreur inattendue ({0}).</translation>
    </message>
    <message>
        <source>Run the same command with --debug and report what it prints.</source>
        <translation>Relancez la même commande avec --debug et signalez ce qu’elle affiche.</translation>
    </message>
    <message>
        <source>This sounds like {0}, and captions are set to {1}.</source>
        <translation>On dirait {0}, et les sous-titres sont réglés sur {1}.</translation>
    </message>
    <message>
        <source>If it is {0}, choose it, or let the language be recognised by itself (--language auto).</source>
        <translation>Si c’est {0}, choisissez cette langue, ou laissez-la se reconnaître seule (--language auto).</translation>
    </message>
    <message>
        <source>{0} knows English only, and can hardly make out what is said.</source>
        <translation>{0} ne connaît que l’anglais et comprend à peine ce qui est dit.</translation>
    </message>
    <message>
        <source>If it is another language, choose a model of many languages: sightline models get base.</source>
        <translation>Si c’est une autre langue, choisissez un modèle multilingue&#xa0;: sightline models get base.</translation>
    </message>
    <message>
        <source>Nothing is given up any more.</source>
        <translation>Plus rien n’est sacrifié.</translation>
    </message>
    <message>
        <source>Captions are made by {0} again.</source>
        <translation>{0} fait de nouveau les sous-titres.</translation>
    </message>
    <message>
        <source>Your settings were damaged, so the standard ones are used.</source>
        <translation>Vos réglages étaient endommagés&#xa0;; les réglages par défaut sont utilisés.</translation>
    </message>
    <message>
        <source>Your settings could not be read, so the standard ones are used.</source>
        <translation>Vos réglages n’ont pas pu être lus&#xa0;; les réglages par défaut sont utilisés.</translation>
    </message>
    <message>
        <source>Check that you may read {0} ({1}).</source>
        <translation>Vérifiez que vous pouvez lire {0} ({1}).</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>Sous-titres</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>Fenêtres</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Place</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historique</translation>
    </message>
    <message>
        <source>Pause captions</source>
        <translation>Mettre en pause</translation>
    </message>
    <message>
        <source>Hide captions</source>
        <translation>Masquer les sous-titres</translation>
    </message>
    <message>
        <source>Give the captions the keyboard</source>
        <translation>Donner le clavier aux sous-titres</translation>
    </message>
    <message>
        <source>Mark this moment</source>
        <translation>Marquer ce moment</translation>
    </message>
    <message>
        <source>Private: keep no captions</source>
        <translation>Privé&#xa0;: ne rien conserver</translation>
    </message>
    <message>
        <source>Play the sample clip</source>
        <translation>Lire l’exemple</translation>
    </message>
    <message>
        <source>Do what the notice offers</source>
        <translation>Faire ce que l’avis propose</translation>
    </message>
    <message>
        <source>Hide the notice</source>
        <translation>Masquer l’avis</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Texte plus grand</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Texte plus petit</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>Taille normale</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Réglages…</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>Historique…</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>Raccourcis clavier…</translation>
    </message>
    <message>
        <source>First steps…</source>
        <translation>Premiers pas…</translation>
    </message>
    <message>
        <source>Speech models…</source>
        <translation>Modèles vocaux…</translation>
    </message>
    <message>
        <source>Check this computer…</source>
        <translation>Vérifier cet ordinateur…</translation>
    </message>
    <message>
        <source>Show or hide the figures</source>
        <translation>Afficher ou masquer les mesures</translation>
    </message>
    <message>
        <source>Open the menu</source>
        <translation>Ouvrir le menu</translation>
    </message>
    <message>
        <source>Let clicks through</source>
        <translation>Laisser passer les clics</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Vers la gauche</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Vers la droite</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Vers le haut</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Vers le bas</translation>
    </message>
    <message>
        <source>Wider</source>
        <translation>Plus large</translation>
    </message>
    <message>
        <source>Narrower</source>
        <translation>Plus étroit</translation>
    </message>
    <message>
        <source>Dock to the top edge</source>
        <translation>Fixer au bord supérieur</translation>
    </message>
    <message>
        <source>Dock to the bottom edge</source>
        <translation>Fixer au bord inférieur</translation>
    </message>
    <message>
        <source>To the next screen</source>
        <translation>Sur l’écran suivant</translation>
    </message>
    <message>
        <source>Reset position</source>
        <translation>Remettre à sa place</translation>
    </message>
    <message>
        <source>Quit Sightline</source>
        <translation>Quitter Sightline</translation>
    </message>
    <message>
        <source>Search; Enter goes to the results</source>
        <translation>Chercher&#xa0;; Entrée mène aux résultats</translation>
    </message>
    <message>
        <source>What was said around a result</source>
        <translation>Ce qui a été dit autour d’un résultat</translation>
    </message>
    <message>
        <source>Next match, an older one</source>
        <translation>Occurrence suivante, plus ancienne</translation>
    </message>
    <message>
        <source>Match before, a newer one</source>
        <translation>Occurrence précédente, plus récente</translation>
    </message>
    <message>
        <source>Back to the results, then to the newest captions</source>
        <translation>Retour aux résultats, puis aux plus récents</translation>
    </message>
    <message>
        <source>Oldest captions</source>
        <translation>Sous-titres les plus anciens</translation>
    </message>
    <message>
        <source>Newest captions, followed live</source>
        <translation>Sous-titres les plus récents, en direct</translation>
    </message>
    <message>
        <source>Star the selected captions, or take the star away</source>
        <translation>Mettre ou enlever l’étoile</translation>
    </message>
    <message>
        <source>Next star</source>
        <translation>Étoile suivante</translation>
    </message>
    <message>
        <source>Star before</source>
        <translation>Étoile précédente</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>Copier le texte</translation>
    </message>
    <message>
        <source>Copy with times and labels</source>
        <translation>Copier avec heures et étiquettes</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Copier en Markdown</translation>
    </message>
    <message>
        <source>Export what is shown to a file</source>
        <translation>Exporter ce qui est affiché dans un fichier</translation>
    </message>
    <message>
        <source>Delete the selected captions or sessions for good</source>
        <translation>Supprimer définitivement la sélection</translation>
    </message>
    <message>
        <source>Name the session</source>
        <translation>Nommer la session</translation>
    </message>
    <message>
        <source>Merge the selected sessions</source>
        <translation>Fusionner les sessions sélectionnées</translation>
    </message>
    <message>
        <source>Private: pause the keeping of captions</source>
        <translation>Privé&#xa0;: suspendre la conservation</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>Partie suivante de la fenêtre</translation>
    </message>
    <message>
        <source>Part of the window before</source>
        <translation>Partie précédente de la fenêtre</translation>
    </message>
    <message>
        <source>Keys of the history</source>
        <translation>Raccourcis de l’historique</translation>
    </message>
    <message>
        <source>Resume captions</source>
        <translation>Reprendre les sous-titres</translation>
    </message>
    <message>
        <source>Show captions</source>
        <translation>Afficher les sous-titres</translation>
    </message>
    <message>
        <source>Your settings could not be saved.</source>
        <translation>Vos réglages n’ont pas pu être enregistrés.</translation>
    </message>
    <message>
        <source>Check for room on the disk and that you may write {0}.</source>
        <translation>Vérifiez qu’il y a de la place sur le disque et que vous pouvez écrire {0}.</translation>
    </message>
    <message>
        <source>{0} problems found; what to do stands after each arrow.</source>
        <translation>{0} problèmes trouvés&#xa0;; la marche à suivre est après chaque flèche.</translation>
    </message>
    <message>
        <source>Check this computer</source>
        <translation>Vérifier cet ordinateur</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Constats</translation>
    </message>
    <message>
        <source>Report without names, paths and captions</source>
        <translation>Rapport sans noms, chemins ni sous-titres</translation>
    </message>
    <message>
        <source>&amp;Check again</source>
        <translation>&amp;Vérifier de nouveau</translation>
    </message>
    <message>
        <source>&amp;Report to send…</source>
        <translation>&amp;Rapport à envoyer…</translation>
    </message>
    <message>
        <source>C&amp;opy the report</source>
        <translation>&amp;Copier le rapport</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>&amp;Fermer</translation>
    </message>
    <message>
        <source>Looking, which takes a few seconds…</source>
        <translation>Vérification, quelques secondes…</translation>
    </message>
    <message>
        <source>1 problem found; what to do stands after the arrow.</source>
        <translation>1 problème trouvé&#xa0;; la marche à suivre est après la flèche.</translation>
    </message>
    <message>
        <source>The report is copied. It holds no names, paths, devices or captions.</source>
        <translation>Le rapport est copié. Il ne contient ni noms, ni chemins, ni périphériques, ni sous-titres.</translation>
    </message>
    <message>
        <source>No problems found.</source>
        <translation>Aucun problème trouvé.</translation>
    </message>
    <message>
        <source>Hide the &amp;report</source>
        <translation>&amp;Masquer le rapport</translation>
    </message>
    <message>
        <source>Sightline figures</source>
        <translation>Sightline&#xa0;: mesures</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Mesures</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>Ce qui est mesuré</translation>
    </message>
    <message>
        <source>Of the last minute, counts since the start</source>
        <translation>De la dernière minute&#xa0;; les nombres, depuis le début</translation>
    </message>
    <message>
        <source>This &amp;computer&apos;s sound: calls, films, lectures</source>
        <translation>Le son de cet ordinateur&#xa0;: appels, &amp;films, cours</translation>
    </message>
    <message>
        <source>The &amp;microphone: people in the room</source>
        <translation>Le &amp;microphone&#xa0;: les personnes présentes</translation>
    </message>
    <message>
        <source>B&amp;oth, each with a label</source>
        <translation>Les &amp;deux, chacun avec une étiquette</translation>
    </message>
    <message>
        <source>Sightline: first steps</source>
        <translation>Sightline&#xa0;: premiers pas</translation>
    </message>
    <message>
        <source>&amp;Skip this step</source>
        <translation>Passer cette &amp;étape</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>Sui&amp;vant</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Retour</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>Termi&amp;ner</translation>
    </message>
    <message>
        <source>Skip &amp;all</source>
        <translation>Tout &amp;passer</translation>
    </message>
    <message>
        <source>1 of 3: What should be captioned?</source>
        <translation>1 sur 3&#xa0;: Que faut-il sous-titrer&#xa0;?</translation>
    </message>
    <message>
        <source>Let something be said. The bar moves when Sightline hears it.</source>
        <translation>Faites dire quelque chose. La barre bouge quand Sightline l’entend.</translation>
    </message>
    <message>
        <source>Loudness of the sound</source>
        <translation>Niveau du son</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Démarrage…</translation>
    </message>
    <message>
        <source>2 of 3: How should it look?</source>
        <translation>2 sur 3&#xa0;: Quel aspect voulez-vous&#xa0;?</translation>
    </message>
    <message>
        <source>All of it can be changed later, under Settings.</source>
        <translation>Tout peut être changé plus tard, dans les réglages.</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aspect</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Taille du texte</translation>
    </message>
    <message>
        <source>&amp;Look</source>
        <translation>A&amp;spect</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>Taille d&amp;u texte</translation>
    </message>
    <message>
        <source>3 of 3: How should speech be recognised?</source>
        <translation>3 sur 3&#xa0;: Comment reconnaître la parole&#xa0;?</translation>
    </message>
    <message>
        <source>A larger model makes fewer mistakes and knows more languages, but needs more computer.</source>
        <translation>Un modèle plus grand fait moins d’erreurs et connaît plus de langues, mais demande plus à l’ordinateur.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Run it on</source>
        <translation>Exécuter sur</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>Mod&amp;èle</translation>
    </message>
    <message>
        <source>&amp;Run it on</source>
        <translation>E&amp;xécuter sur</translation>
    </message>
    <message>
        <source>&amp;Get this model</source>
        <translation>&amp;Obtenir ce modèle</translation>
    </message>
    <message>
        <source>&amp;Try its speed</source>
        <translation>Essa&amp;yer sa vitesse</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progression</translation>
    </message>
    <message>
        <source>Trying it on a short clip…</source>
        <translation>Essai sur un court extrait…</translation>
    </message>
    <message>
        <source>Another program has the key {0}.</source>
        <translation>Un autre programme a la touche {0}.</translation>
    </message>
    <message>
        <source>Press F1 in the captions to choose another.</source>
        <translation>Appuyez sur F1 dans les sous-titres pour en choisir une autre.</translation>
    </message>
    <message>
        <source>&amp;Do not keep captions</source>
        <translation>Ne pas conserver les &amp;sous-titres</translation>
    </message>
    <message>
        <source>One &amp;day</source>
        <translation>&amp;Un jour</translation>
    </message>
    <message>
        <source>30 da&amp;ys</source>
        <translation>30 &amp;jours</translation>
    </message>
    <message>
        <source>&amp;Always</source>
        <translation>&amp;Toujours</translation>
    </message>
    <message>
        <source>1 caption</source>
        <translation>1 sous-titre</translation>
    </message>
    <message>
        <source>{0} captions</source>
        <translation>{0} sous-titres</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>&amp;Copy text</source>
        <translation>&amp;Copier le texte</translation>
    </message>
    <message>
        <source>Copy with &amp;times and labels</source>
        <translation>Copier avec &amp;heures et étiquettes</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Copier en &amp;Markdown</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exporter…</translation>
    </message>
    <message>
        <source>&amp;Name the session…</source>
        <translation>&amp;Nommer la session…</translation>
    </message>
    <message>
        <source>&amp;Private: pause keeping captions</source>
        <translation>P&amp;rivé&#xa0;: suspendre la conservation</translation>
    </message>
    <message>
        <source>&amp;Keep captions</source>
        <translation>Conserver &amp;les sous-titres</translation>
    </message>
    <message>
        <source>Delete &amp;all captions…</source>
        <translation>Supprimer &amp;tous les sous-titres…</translation>
    </message>
    <message>
        <source>Keyboard &amp;help</source>
        <translation>&amp;Aide du clavier</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Plus</translation>
    </message>
    <message>
        <source>Stop the export</source>
        <translation>Arrêter l’export</translation>
    </message>
    <message>
        <source>Keys (F1)</source>
        <translation>Raccourcis clavier (F1)</translation>
    </message>
    <message>
        <source>Delete all captions of all sessions for good?</source>
        <translation>Supprimer définitivement tous les sous-titres de toutes les sessions&#xa0;?</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>Suppression…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>C’est irréversible.</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Supprimer</translation>
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
        <translation>Exporter les sous-titres</translation>
    </message>
    <message>
        <source>Writing {0}…</source>
        <translation>Écriture de {0}…</translation>
    </message>
    <message>
        <source>Keys of the history window</source>
        <translation>Raccourcis de la fenêtre de l’historique</translation>
    </message>
    <message>
        <source>{0} copied.</source>
        <translation>Copié&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Delete {0} for good?</source>
        <translation>Supprimer définitivement&#xa0;: {0}&#xa0;?</translation>
    </message>
    <message>
        <source>{0} deleted.</source>
        <translation>Supprimé&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>{0} sessions merged.</source>
        <translation>{0} sessions fusionnées.</translation>
    </message>
    <message>
        <source>Delete {0} sessions with all captions for good?</source>
        <translation>Supprimer définitivement {0} sessions avec tous leurs sous-titres&#xa0;?</translation>
    </message>
    <message>
        <source>Delete this session with all captions for good?</source>
        <translation>Supprimer définitivement cette session avec tous ses sous-titres&#xa0;?</translation>
    </message>
    <message>
        <source>{0} written to {1}.</source>
        <translation>Enregistré dans {1}&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Starred.</source>
        <translation>Étoile mise.</translation>
    </message>
    <message>
        <source>Star taken away.</source>
        <translation>Étoile enlevée.</translation>
    </message>
    <message>
        <source>Delete all captions, and keep none from now on?</source>
        <translation>Supprimer tous les sous-titres et n’en conserver aucun désormais&#xa0;?</translation>
    </message>
    <message>
        <source>Activity over time</source>
        <translation>Activité au fil du temps</translation>
    </message>
    <message>
        <source>How much was said when. Left and Right choose a time, Enter goes there.</source>
        <translation>Combien a été dit et quand. Gauche et Droite choisissent un moment, Entrée y va.</translation>
    </message>
    <message>
        <source>bar {0} of {1}</source>
        <translation>barre {0} sur {1}</translation>
    </message>
    <message>
        <source>mic</source>
        <translation>micro</translation>
    </message>
    <message>
        <source>file</source>
        <translation>fichier</translation>
    </message>
    <message>
        <source>Sightline history</source>
        <translation>Sightline&#xa0;: historique</translation>
    </message>
    <message>
        <source>Search the captions</source>
        <translation>Chercher dans les sous-titres</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Source</translation>
    </message>
    <message>
        <source>Any source</source>
        <translation>Toutes les sources</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Any language</source>
        <translation>Toutes les langues</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Date</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Toutes les dates</translation>
    </message>
    <message>
        <source>Starred only</source>
        <translation>Avec étoile seulement</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Occurrences</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Résultats de la recherche</translation>
    </message>
    <message>
        <source>Private: captions are not being kept (Ctrl+P)</source>
        <translation>Privé&#xa0;: les sous-titres ne sont pas conservés (Ctrl+P)</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Go to the newest captions</source>
        <translation>Aller aux sous-titres les plus récents</translation>
    </message>
    <message>
        <source>Search: words, &quot;a phrase&quot;, the beginning of a word</source>
        <translation>Chercher&#xa0;: mots, &quot;une phrase&quot;, un début de mot</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Aujourd’hui</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>7 derniers jours</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>30 derniers jours</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>Dernière année</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Rien trouvé.</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 occurrence</translation>
    </message>
    <message>
        <source>{0}{1} matches</source>
        <translation>{0}{1} occurrences</translation>
    </message>
    <message>
        <source>No older match.</source>
        <translation>Pas d’occurrence plus ancienne.</translation>
    </message>
    <message>
        <source>No newer match.</source>
        <translation>Pas d’occurrence plus récente.</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>1 session</translation>
    </message>
    <message>
        <source>{0} sessions</source>
        <translation>{0} sessions</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sessions</translation>
    </message>
    <message>
        <source>All sessions</source>
        <translation>Toutes les sessions</translation>
    </message>
    <message>
        <source>Name of the session</source>
        <translation>Nom de la session</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Nom&#xa0;:</translation>
    </message>
    <message>
        <source>{0} new (End)</source>
        <translation>{0} nouveaux (Fin)</translation>
    </message>
    <message>
        <source>Newest (End)</source>
        <translation>Les plus récents (Fin)</translation>
    </message>
    <message>
        <source>No captions here yet.</source>
        <translation>Pas encore de sous-titres.</translation>
    </message>
    <message>
        <source>No later star.</source>
        <translation>Pas d’étoile plus loin.</translation>
    </message>
    <message>
        <source>No earlier star.</source>
        <translation>Pas d’étoile avant.</translation>
    </message>
    <message>
        <source>while the captions have the keyboard</source>
        <translation>quand les sous-titres ont le clavier</translation>
    </message>
    <message>
        <source>in the history window</source>
        <translation>dans la fenêtre de l’historique</translation>
    </message>
    <message>
        <source>Change a key</source>
        <translation>Changer une touche</translation>
    </message>
    <message>
        <source>in every program</source>
        <translation>dans tous les programmes</translation>
    </message>
    <message>
        <source>Press the new key for “{0}”, {1}:</source>
        <translation>Appuyez sur la nouvelle touche pour «&#xa0;{0}&#xa0;», {1}&#xa0;:</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Nouvelle touche</translation>
    </message>
    <message>
        <source>&amp;No key</source>
        <translation>&amp;Aucune touche</translation>
    </message>
    <message>
        <source>{0} belongs to “{1}”. Choose another key.</source>
        <translation>{0} appartient à «&#xa0;{1}&#xa0;». Choisissez une autre touche.</translation>
    </message>
    <message>
        <source>A key for every program needs Ctrl, Alt or the Windows key, or typing would set it off.</source>
        <translation>Une touche pour tous les programmes a besoin de Ctrl, Alt ou la touche Windows, sinon la frappe la déclencherait.</translation>
    </message>
    <message>
        <source>Sightline keys</source>
        <translation>Sightline&#xa0;: raccourcis clavier</translation>
    </message>
    <message>
        <source>Search what it does, or the key</source>
        <translation>Chercher l’effet ou la touche</translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation>Chercher des raccourcis</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Change &amp;key…</source>
        <translation>Changer &amp;la touche…</translation>
    </message>
    <message>
        <source>Change key in e&amp;very program…</source>
        <translation>Changer &amp;pour tous les programmes…</translation>
    </message>
    <message>
        <source>&amp;Standard key</source>
        <translation>Raccourci par &amp;défaut</translation>
    </message>
    <message>
        <source>&amp;All standard</source>
        <translation>&amp;Tous par défaut</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>Fer&amp;mer</translation>
    </message>
    <message>
        <source>&amp;Find:</source>
        <translation>&amp;Chercher&#xa0;:</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Ce qu’elle fait</translation>
    </message>
    <message>
        <source>Key in its window</source>
        <translation>Touche dans sa fenêtre</translation>
    </message>
    <message>
        <source>Key in every program</source>
        <translation>Touche dans tous les programmes</translation>
    </message>
    <message>
        <source> (switched off)</source>
        <translation> (désactivée)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucune</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>non proposée</translation>
    </message>
    <message>
        <source>In the history: </source>
        <translation>Dans l’historique&#xa0;: </translation>
    </message>
    <message>
        <source>No font of this computer has the letters of Japanese or Chinese, so the windows are in English.</source>
        <translation>Aucune police de cet ordinateur n’a les caractères japonais ou chinois, les fenêtres sont donc en anglais.</translation>
    </message>
    <message>
        <source>Install one, such as Noto Sans CJK (Debian: fonts-noto-cjk), and start Sightline again.</source>
        <translation>Installez-en une, comme Noto Sans CJK (Debian&#xa0;: fonts-noto-cjk), et redémarrez Sightline.</translation>
    </message>
    <message>
        <source>Looks (*.json);;All files (*)</source>
        <translation>Aspects (*.json);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Maigre</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Moyen</translation>
    </message>
    <message>
        <source>Semi-bold</source>
        <translation>Demi-gras</translation>
    </message>
    <message>
        <source>Bold</source>
        <translation>Gras</translation>
    </message>
    <message>
        <source>Extra bold</source>
        <translation>Extra-gras</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Aucun</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Contour</translation>
    </message>
    <message>
        <source>Shadow</source>
        <translation>Ombre</translation>
    </message>
    <message>
        <source>Raised</source>
        <translation>En relief</translation>
    </message>
    <message>
        <source>Depressed</source>
        <translation>En creux</translation>
    </message>
    <message>
        <source>Ready-made looks</source>
        <translation>Aspects prêts à l’emploi</translation>
    </message>
    <message>
        <source>My loo&amp;ks</source>
        <translation>Mes aspects</translation>
    </message>
    <message>
        <source>&amp;Font</source>
        <translation>Pol&amp;ice</translation>
    </message>
    <message>
        <source>Size in steps</source>
        <translation>Taille par paliers</translation>
    </message>
    <message>
        <source>Wei&amp;ght</source>
        <translation>Gr&amp;aisse</translation>
    </message>
    <message>
        <source>Letter s&amp;pacing</source>
        <translation>Espacement des lett&amp;res</translation>
    </message>
    <message>
        <source>Li&amp;ne spacing</source>
        <translation>Interligne</translation>
    </message>
    <message>
        <source>&amp;Text colour</source>
        <translation>Couleur &amp;du texte</translation>
    </message>
    <message>
        <source>Text opacit&amp;y</source>
        <translation>Opacit&amp;é du texte</translation>
    </message>
    <message>
        <source>&amp;Background colour</source>
        <translation>Coul&amp;eur du fond</translation>
    </message>
    <message>
        <source>Background &amp;opacity</source>
        <translation>Opacité du fo&amp;nd</translation>
    </message>
    <message>
        <source>Window colo&amp;ur</source>
        <translation>&amp;Couleur de la fenêtre</translation>
    </message>
    <message>
        <source>Window op&amp;acity</source>
        <translation>Opacité de &amp;la fenêtre</translation>
    </message>
    <message>
        <source>&amp;Edge of letters</source>
        <translation>&amp;Bord des lettres</translation>
    </message>
    <message>
        <source>Align&amp;ment</source>
        <translation>Ali&amp;gnement</translation>
    </message>
    <message>
        <source>My looks</source>
        <translation>Mes aspects</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>Enregistrer…</translation>
    </message>
    <message>
        <source>Save this look</source>
        <translation>Enregistrer cet aspect</translation>
    </message>
    <message>
        <source>Delete this look</source>
        <translation>Supprimer cet aspect</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xporter…</translation>
    </message>
    <message>
        <source>Export this look to a file</source>
        <translation>Exporter cet aspect dans un fichier</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>Imp&amp;orter…</translation>
    </message>
    <message>
        <source>Import a look from a file</source>
        <translation>Importer un aspect depuis un fichier</translation>
    </message>
    <message>
        <source>Choose one</source>
        <translation>Choisissez</translation>
    </message>
    <message>
        <source>None saved yet</source>
        <translation>Aucun enregistré</translation>
    </message>
    <message>
        <source>Name of the look</source>
        <translation>Nom de l’aspect</translation>
    </message>
    <message>
        <source>Export this look</source>
        <translation>Exporter cet aspect</translation>
    </message>
    <message>
        <source>Import a look</source>
        <translation>Importer un aspect</translation>
    </message>
    <message>
        <source>Best sans serif ({0})</source>
        <translation>Meilleure sans empattement ({0})</translation>
    </message>
    <message>
        <source>Easy reading ({0})</source>
        <translation>Lecture facile ({0})</translation>
    </message>
    <message>
        <source>Look: {0}</source>
        <translation>Aspect&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Text size {0} percent</source>
        <translation>Taille du texte {0} pour cent</translation>
    </message>
    <message>
        <source>The look is in {0}.</source>
        <translation>L’aspect est dans {0}.</translation>
    </message>
    <message>
        <source>The look “{0}” is now yours.</source>
        <translation>L’aspect «&#xa0;{0}&#xa0;» est maintenant à vous.</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Gauche</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>Centre</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. Choose another folder.</source>
        <translation>Impossible d’écrire {0}&#xa0;: {1}. Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>Impossible de lire {0}&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} is not a look of Sightline&apos;s: {1}. Choose a file that was exported here.</source>
        <translation>{0} n’est pas un aspect de Sightline&#xa0;: {1}. Choisissez un fichier exporté ici.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Get the model</source>
        <translation>Obtenir le modèle</translation>
    </message>
    <message>
        <source>Get it anew</source>
        <translation>L’obtenir de nouveau</translation>
    </message>
    <message>
        <source>Use the processor</source>
        <translation>Utiliser le processeur</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Redémarrer</translation>
    </message>
    <message>
        <source>Choose a device</source>
        <translation>Choisir un périphérique</translation>
    </message>
    <message>
        <source>Mend what the notice says</source>
        <translation>Régler ce que dit l’avis</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pause</translation>
    </message>
    <message>
        <source>Click here and press Space, or use the menu, to go on.</source>
        <translation>Cliquez ici et appuyez sur Espace, ou utilisez le menu, pour continuer.</translation>
    </message>
    <message>
        <source>The captions appear here in a moment.</source>
        <translation>Les sous-titres apparaîtront ici dans un instant.</translation>
    </message>
    <message>
        <source>The sound has ended</source>
        <translation>Le son est terminé</translation>
    </message>
    <message>
        <source>Nothing was said in it.</source>
        <translation>Rien n’y a été dit.</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>À l’écoute</translation>
    </message>
    <message>
        <source>What is said appears here.</source>
        <translation>Ce qui est dit apparaît ici.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Langues</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>Remove {0} ({1} MB) from this computer?</source>
        <translation>Supprimer {0} ({1} Mo) de cet ordinateur&#xa0;?</translation>
    </message>
    <message>
        <source>Speech models</source>
        <translation>Modèles vocaux</translation>
    </message>
    <message>
        <source>About the model</source>
        <translation>À propos du modèle</translation>
    </message>
    <message>
        <source>What is going on</source>
        <translation>Ce qui se passe</translation>
    </message>
    <message>
        <source>&amp;Get</source>
        <translation>&amp;Obtenir</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Arrêter</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>&amp;Utiliser</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Supprimer</translation>
    </message>
    <message>
        <source>From a &amp;folder…</source>
        <translation>D&amp;epuis un dossier…</translation>
    </message>
    <message>
        <source>From a &amp;zip…</source>
        <translation>&amp;Depuis un zip…</translation>
    </message>
    <message>
        <source>Which one suits this &amp;computer?</source>
        <translation>&amp;Lequel convient à cet ordinateur&#xa0;?</translation>
    </message>
    <message>
        <source>Looking at the models on this computer…</source>
        <translation>Examen des modèles de cet ordinateur…</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Nom du modèle</translation>
    </message>
    <message>
        <source>What is it? A name of the list is checked to be that model:</source>
        <translation>Qu’est-ce&#xa0;? Pour un nom de la liste, on vérifie que c’est bien ce modèle&#xa0;:</translation>
    </message>
    <message>
        <source>Measuring this computer, which takes a few seconds…</source>
        <translation>Mesure de cet ordinateur, quelques secondes…</translation>
    </message>
    <message>
        <source>about </source>
        <translation>environ </translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>&amp;Réessayer</translation>
    </message>
    <message>
        <source>Remove a model</source>
        <translation>Supprimer un modèle</translation>
    </message>
    <message>
        <source>A zip with a model</source>
        <translation>Un zip contenant un modèle</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>Fichiers zip (*.zip)</translation>
    </message>
    <message>
        <source>A folder with a model</source>
        <translation>Un dossier contenant un modèle</translation>
    </message>
    <message>
        <source>, in use</source>
        <translation>, utilisé</translation>
    </message>
    <message>
        <source>Needs {0}.</source>
        <translation>Demande {0}.</translation>
    </message>
    <message>
        <source>Licence {0}.</source>
        <translation>Licence {0}.</translation>
    </message>
    <message>
        <source>From {0}.</source>
        <translation>De {0}.</translation>
    </message>
    <message>
        <source>Its checksum is the one that the hub states, since none was known before.</source>
        <translation>Sa somme de contrôle est celle qu’indique le serveur&#xa0;; aucune n’était connue avant.</translation>
    </message>
    <message>
        <source>You:</source>
        <translation>Vous&#xa0;:</translation>
    </message>
    <message>
        <source>Computer:</source>
        <translation>Ordinateur&#xa0;:</translation>
    </message>
    <message>
        <source>Sightline captions</source>
        <translation>Sightline&#xa0;: sous-titres</translation>
    </message>
    <message>
        <source>Live captions</source>
        <translation>Sous-titres en direct</translation>
    </message>
    <message>
        <source>White on black</source>
        <translation>Blanc sur noir</translation>
    </message>
    <message>
        <source>Yellow on black</source>
        <translation>Jaune sur noir</translation>
    </message>
    <message>
        <source>Black on white</source>
        <translation>Noir sur blanc</translation>
    </message>
    <message>
        <source>Green on black</source>
        <translation>Vert sur noir</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Contraste élevé</translation>
    </message>
    <message>
        <source>Soft</source>
        <translation>Doux</translation>
    </message>
    <message>
        <source>Large print</source>
        <translation>Gros caractères</translation>
    </message>
    <message>
        <source>Contrast at worst {0} : 1</source>
        <translation>Contraste au pire {0}&#xa0;: 1</translation>
    </message>
    <message>
        <source>Make the background less see-through or choose another colour.</source>
        <translation>Rendez le fond moins transparent ou choisissez une autre couleur.</translation>
    </message>
    <message>
        <source>{0}, below {1} : 1. {2}</source>
        <translation>{0}, sous {1}&#xa0;: 1. {2}</translation>
    </message>
    <message>
        <source>it is no file, or far too long for a look</source>
        <translation>ce n’est pas un fichier, ou il est bien trop long</translation>
    </message>
    <message>
        <source>it holds no look</source>
        <translation>il ne contient pas d’aspect</translation>
    </message>
    <message>
        <source>{0}. Very readable over any desktop.</source>
        <translation>{0}. Très lisible sur n’importe quel fond.</translation>
    </message>
    <message>
        <source>{0}. Readable over any desktop.</source>
        <translation>{0}. Lisible sur n’importe quel fond.</translation>
    </message>
    <message>
        <source>{0}. Enough for this large text; more would be easier to read.</source>
        <translation>{0}. Assez pour ce grand texte&#xa0;; plus serait plus facile à lire.</translation>
    </message>
    <message>
        <source>Text {0}</source>
        <translation>Texte {0}</translation>
    </message>
    <message>
        <source>Background {0}</source>
        <translation>Fond {0}</translation>
    </message>
    <message>
        <source>Solid, text {0}</source>
        <translation>Opaque, texte {0}</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Aperçu</translation>
    </message>
    <message>
        <source>The system&apos;s usual one</source>
        <translation>Par défaut du système</translation>
    </message>
    <message>
        <source>All applications</source>
        <translation>Toutes les applications</translation>
    </message>
    <message>
        <source>Best available</source>
        <translation>Le meilleur disponible</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Processeur (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>Carte graphique (CUDA)</translation>
    </message>
    <message>
        <source>Graphics card (TensorRT)</source>
        <translation>Carte graphique (TensorRT)</translation>
    </message>
    <message>
        <source>Best this computer has time for</source>
        <translation>Le meilleur que cet ordinateur ait le temps d’exécuter</translation>
    </message>
    <message>
        <source>Recognise by itself</source>
        <translation>La reconnaître seule</translation>
    </message>
    <message>
        <source>2 seconds</source>
        <translation>2 secondes</translation>
    </message>
    <message>
        <source>4 seconds</source>
        <translation>4 secondes</translation>
    </message>
    <message>
        <source>8 seconds</source>
        <translation>8 secondes</translation>
    </message>
    <message>
        <source>15 seconds</source>
        <translation>15 secondes</translation>
    </message>
    <message>
        <source>30 seconds</source>
        <translation>30 secondes</translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 minute</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Jamais</translation>
    </message>
    <message>
        <source>No time</source>
        <translation>Sans minimum</translation>
    </message>
    <message>
        <source>1 second</source>
        <translation>1 seconde</translation>
    </message>
    <message>
        <source>3 seconds</source>
        <translation>3 secondes</translation>
    </message>
    <message>
        <source>Relaxed, 120 words a minute</source>
        <translation>Détendu, 120 mots par minute</translation>
    </message>
    <message>
        <source>Calm, 150 words a minute</source>
        <translation>Calme, 150 mots par minute</translation>
    </message>
    <message>
        <source>Usual, 180 words a minute</source>
        <translation>Habituel, 180 mots par minute</translation>
    </message>
    <message>
        <source>Fast, 225 words a minute</source>
        <translation>Rapide, 225 mots par minute</translation>
    </message>
    <message>
        <source>As fast as they come</source>
        <translation>Aussi vite qu’ils arrivent</translation>
    </message>
    <message>
        <source>Anywhere, as I put them</source>
        <translation>Où je les mets</translation>
    </message>
    <message>
        <source>At the top edge, the whole width</source>
        <translation>Au bord supérieur, toute la largeur</translation>
    </message>
    <message>
        <source>At the bottom edge, the whole width</source>
        <translation>Au bord inférieur, toute la largeur</translation>
    </message>
    <message>
        <source>This computer&apos;s sound</source>
        <translation>Le son de cet ordinateur</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>Microphone</translation>
    </message>
    <message>
        <source>Both, each with a label</source>
        <translation>Les deux, chacun avec une étiquette</translation>
    </message>
    <message>
        <source>Li&amp;nes</source>
        <translation>Li&amp;gnes</translation>
    </message>
    <message>
        <source>Line len&amp;gth</source>
        <translation>L&amp;ongueur de ligne</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> caractères</translation>
    </message>
    <message>
        <source>Keep &amp;each line at least</source>
        <translation>Montrer c&amp;haque ligne au moins</translation>
    </message>
    <message>
        <source>&amp;Pace of long bursts</source>
        <translation>R&amp;ythme des paroles rapides</translation>
    </message>
    <message>
        <source>Clear &amp;after silence</source>
        <translation>Effacer après &amp;un silence de</translation>
    </message>
    <message>
        <source>Show words that may s&amp;till change, dimmed</source>
        <translation>Montrer, estompés, les mots qui peu&amp;vent changer</translation>
    </message>
    <message>
        <source>Say who speaks when &amp;both sources are on</source>
        <translation>Dire qui parle quand les deu&amp;x sources sont actives</translation>
    </message>
    <message>
        <source>Na&amp;me the language where it changes</source>
        <translation>Nommer la langue &amp;quand elle change</translation>
    </message>
    <message>
        <source>Scroll smoothl&amp;y</source>
        <translation>Défile&amp;r en douceur</translation>
    </message>
    <message>
        <source>No movement where the system &amp;is set to less of it</source>
        <translation>Aucun mouvement quand le système en demande mo&amp;ins</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>Pl&amp;ace</translation>
    </message>
    <message>
        <source>Language of the windows, at the next start</source>
        <translation>Langue des fenêtres, au prochain démarrage</translation>
    </message>
    <message>
        <source>Show the status r&amp;ow</source>
        <translation>Affi&amp;cher la ligne d’état</translation>
    </message>
    <message>
        <source>See-through wh&amp;ile clicks pass and the mouse is below</source>
        <translation>Transparent &amp;quand les clics passent et que la souris est dessous</translation>
    </message>
    <message>
        <source>Let a screen reader s&amp;ay committed captions</source>
        <translation>Faire &amp;lire les sous-titres définitifs par un lecteur d’écran</translation>
    </message>
    <message>
        <source>Some keys wor&amp;k in every program</source>
        <translation>Certaines touches &amp;valent dans tous les programmes</translation>
    </message>
    <message>
        <source>Ke&amp;ys…</source>
        <translation>Raccourc&amp;is clavier…</translation>
    </message>
    <message>
        <source>All keys, and how to change them</source>
        <translation>Toutes les touches, et comment les changer</translation>
    </message>
    <message>
        <source>Start pa&amp;used</source>
        <translation>&amp;Démarrer en pause</translation>
    </message>
    <message>
        <source>S&amp;tart when I log in</source>
        <translation>Démarrer à l’&amp;ouverture de ma session</translation>
    </message>
    <message>
        <source>Keep a &amp;history on this computer</source>
        <translation>Garder un &amp;historique sur cet ordinateur</translation>
    </message>
    <message>
        <source>Listen &amp;to</source>
        <translation>&amp;Écouter</translation>
    </message>
    <message>
        <source>Play and hear a test so&amp;und</source>
        <translation>&amp;Jouer et entendre un son d’essai</translation>
    </message>
    <message>
        <source>T&amp;ake the loudspeakers out of the microphone</source>
        <translation>Retirer le son des &amp;haut-parleurs du microphone</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>Parco&amp;urir…</translation>
    </message>
    <message>
        <source>All models, and how to get them</source>
        <translation>Tous les modèles, et comment les obtenir</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation>Mot&amp;eur</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Langue</translation>
    </message>
    <message>
        <source>&amp;Names to expect</source>
        <translation>N&amp;oms attendus</translation>
    </message>
    <message>
        <source>when words take more than</source>
        <translation>quand les mots prennent plus de</translation>
    </message>
    <message>
        <source>when the card is hotter than</source>
        <translation>quand la carte dépasse</translation>
    </message>
    <message>
        <source>when less memory is free than</source>
        <translation>quand il reste moins de mémoire que</translation>
    </message>
    <message>
        <source>when so many passes fail</source>
        <translation>quand autant de passes échouent</translation>
    </message>
    <message>
        <source>Another model, engine, language or source starts the captions again, which takes a moment.</source>
        <translation>Un autre modèle, moteur, langue ou source relance les sous-titres, ce qui prend un instant.</translation>
    </message>
    <message>
        <source>Listening…</source>
        <translation>Écoute…</translation>
    </message>
    <message>
        <source>Also stay above &amp;full-screen windows (X11)</source>
        <translation>Rester aussi au-dessus du plein écran (&amp;X11)</translation>
    </message>
    <message>
        <source>Leave out of screen sharin&amp;g and screenshots</source>
        <translation>Exclure des partages et captures d’&amp;écran</translation>
    </message>
    <message>
        <source>Out&amp;put</source>
        <translation>Sort&amp;ie</translation>
    </message>
    <message>
        <source>Microp&amp;hone</source>
        <translation>Mi&amp;crophone</translation>
    </message>
    <message>
        <source>&amp;Only from</source>
        <translation>Seuleme&amp;nt de</translation>
    </message>
    <message>
        <source>Browse the speech models</source>
        <translation>Parcourir les modèles vocaux</translation>
    </message>
    <message>
        <source>Give up quality for a while, 0 for never:</source>
        <translation>Renoncer à la qualité un moment, 0 pour jamais&#xa0;:</translation>
    </message>
    <message>
        <source>Sightline settings</source>
        <translation>Sightline&#xa0;: réglages</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Groupes de réglages</translation>
    </message>
    <message>
        <source>&amp;Reading</source>
        <translation>Lec&amp;ture</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>Fen&amp;être</translation>
    </message>
    <message>
        <source>&amp;Sound and speech</source>
        <translation>Son et &amp;parole</translation>
    </message>
    <message>
        <source>Restore standar&amp;d settings</source>
        <translation>Réglages par dé&amp;faut</translation>
    </message>
    <message>
        <source>Make it readable</source>
        <translation>Rendre lisible</translation>
    </message>
    <message>
        <source>Make it readable: {0}</source>
        <translation>Rendre lisible&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Démarrage</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Computer sound</source>
        <translation>Son de l’ordinateur</translation>
    </message>
    <message>
        <source>Computer sound and microphone</source>
        <translation>Son de l’ordinateur et microphone</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source> · Private, not kept</source>
        <translation> · Privé, non conservé</translation>
    </message>
    <message>
        <source> · Clicks pass through</source>
        <translation> · Les clics passent</translation>
    </message>
    <message>
        <source>{0} s behind</source>
        <translation>{0} s de retard</translation>
    </message>
    <message>
        <source>GPU (TensorRT)</source>
        <translation>Carte graphique (TensorRT)</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+Space and choose “Always on Top”.</source>
        <translation>Cliquez sur les sous-titres, appuyez sur Alt+Espace et choisissez «&#xa0;Toujours au premier plan&#xa0;».</translation>
    </message>
    <message>
        <source>Click the captions, press Alt+F3, then “More Actions” and “Keep Above Others”.</source>
        <translation>Cliquez sur les sous-titres, appuyez sur Alt+F3, puis «&#xa0;Plus d’actions&#xa0;» et «&#xa0;Conserver au-dessus des autres&#xa0;».</translation>
    </message>
    <message>
        <source>Add to sway&apos;s config: for_window [app_id=sightline] floating enable, sticky enable</source>
        <translation>Ajoutez à la configuration de sway&#xa0;: for_window [app_id=sightline] floating enable, sticky enable</translation>
    </message>
    <message>
        <source>Add to hyprland.conf: windowrule = float, pin, class:sightline</source>
        <translation>Ajoutez à hyprland.conf&#xa0;: windowrule = float, pin, class:sightline</translation>
    </message>
    <message>
        <source>Wayland does not let captions stay above other windows by themselves.</source>
        <translation>Wayland ne laisse pas les sous-titres rester d’eux-mêmes au-dessus des autres fenêtres.</translation>
    </message>
    <message>
        <source>Install XWayland, or tell your desktop to keep the window of “sightline” above the others.</source>
        <translation>Installez XWayland, ou demandez à votre bureau de garder la fenêtre de «&#xa0;sightline&#xa0;» au-dessus des autres.</translation>
    </message>
</context>
</TS>
