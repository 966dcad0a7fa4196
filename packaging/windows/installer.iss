; Inno Setup 6: ISCC.exe packaging\windows\installer.iss, after `python packaging\build.py` on Windows.
; NOT RUN YET: written and checked against Inno Setup's manual only.

#define Version "0.1.0"

[Setup]
AppId={{6C0B2D53-6F0C-4C3A-9C5B-3B1F5E9B8E21}
AppName=Sightline
AppVersion={#Version}
AppPublisher=The Sightline developers
DefaultDirName={autopf}\Sightline
DefaultGroupName=Sightline
DisableProgramGroupPage=yes
; For this account, without an administrator's password; /ALLUSERS or the dialog for all.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0
LicenseFile=..\..\LICENSE
OutputDir=..\..\build\package
OutputBaseFilename=sightline-{#Version}-windows-x64
SetupIconFile=..\..\build\icons\sightline.ico
UninstallDisplayIcon={app}\sightline.exe
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
; Captions that run are asked to close, and started again afterwards.
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

[Code]
procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Folder: String;
begin
  if Step <> usPostUninstall then
    exit;
  RegDeleteValue(HKCU, 'Software\Microsoft\Windows\CurrentVersion\Run', 'Sightline');
  Folder := ExpandConstant('{localappdata}\sightline');
  if not DirExists(Folder) then
    exit;
  { Silent: nobody is there to be asked, so nothing is lost. }
  if SuppressibleMsgBox(
    'Delete the history of captions, the settings and the speech models of this account for good?' + #13#10 + Folder,
    mbConfirmation, MB_YESNO or MB_DEFBUTTON2, IDNO) = IDYES then
    DelTree(Folder, True, True, True);
end;
