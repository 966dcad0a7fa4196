; Inno Setup 6.3 or newer: ISCC.exe packaging\windows\installer.iss, after `python packaging\build.py` on Windows.
; NOT RUN YET: no Windows was at hand. Most directives were looked up in Inno Setup's help on 2026-12-01.

#define Version "0.1.0"

[Setup]
AppId={{6C0B2D53-6F0C-4C3A-9C5B-3B1F5E9B8E21}
AppName=Sightline
AppVersion={#Version}
AppPublisher=The Sightline developers
DefaultDirName={autopf}\Sightline
; The shortcut is in the programs' own list, not in a group.
DisableProgramGroupPage=yes
; For this account, without an administrator's password; /ALLUSERS or the dialog for all.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
; Windows 10 1809, the oldest that Qt 6.8 runs on.
MinVersion=10.0.17763
LicenseFile=..\..\LICENSE
OutputDir=..\..\build\package
OutputBaseFilename=sightline-{#Version}-windows-x64
SetupIconFile=..\..\build\icons\sightline.ico
UninstallDisplayIcon={app}\sightline.exe
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
; Captions that run are asked to close: their files are to be written anew. The last page starts them again.
CloseApplications=yes
RestartApplications=no

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"
Name: "ja"; MessagesFile: "compiler:Languages\Japanese.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; Files of an older version that the new one does not have.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\build\dist\sightline\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\Sightline"; Filename: "{app}\sightline.exe"; Comment: "Live captions"
Name: "{autodesktop}\Sightline"; Filename: "{app}\sightline.exe"; Tasks: desktopicon

[Run]
Filename: "{app}\sightline.exe"; Description: "{cm:LaunchProgram,Sightline}"; Flags: nowait postinstall skipifsilent

[CustomMessages]
DeleteData=Delete the history of captions, the settings and the speech models of this account for good?
de.DeleteData=Den Verlauf der Untertitel, die Einstellungen und die Sprachmodelle dieses Kontos endgültig löschen?
es.DeleteData=¿Eliminar para siempre el historial de subtítulos, los ajustes y los modelos de voz de esta cuenta?
fr.DeleteData=Supprimer définitivement l'historique des sous-titres, les réglages et les modèles vocaux de ce compte ?
ja.DeleteData=このアカウントの字幕の履歴、設定、音声モデルを完全に削除しますか？

[Code]
procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Folder: String;
begin
  if Step <> usPostUninstall then
    exit;
  { Written by the program where it is to start at log-in: app/autostart.py. }
  RegDeleteValue(HKEY_CURRENT_USER, 'Software\Microsoft\Windows\CurrentVersion\Run', 'Sightline');
  Folder := ExpandConstant('{localappdata}\sightline');
  if not DirExists(Folder) then
    exit;
  { Made anew at any time. }
  DelTree(Folder + '\Cache', True, True, True);
  DelTree(Folder + '\Logs', True, True, True);
  { Nobody is there to be asked: nothing is lost. A silent uninstall alone does not suppress the question. }
  if UninstallSilent then
    exit;
  if SuppressibleMsgBox(ExpandConstant('{cm:DeleteData}') + #13#10 + Folder,
      mbConfirmation, MB_YESNO or MB_DEFBUTTON2, IDNO) = IDYES then
    DelTree(Folder, True, True, True);
end;
