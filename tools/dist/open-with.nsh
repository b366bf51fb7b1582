; Windows considers only the last extension, .json: "Open with" offers Sightline, and JSON files keep their default app.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Sightline.Workflow" "" "Sightline workflow"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Sightline.Workflow\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Sightline.Workflow\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.json\OpenWithProgids" "Sightline.Workflow"
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)"
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.json\OpenWithProgids" "Sightline.Workflow"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Sightline.Workflow"
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)"
!macroend
