; What electron-builder's installer for Windows leaves out: it tells the system of files, not of links.
; SHELL_CONTEXT is the user's own part of the registry, since the app is installed for one user.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\racedesk" "" "URL:Racedesk link"
  WriteRegStr SHELL_CONTEXT "Software\Classes\racedesk" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\racedesk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

; An update takes the old version away by this as well.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\racedesk"
  ${endIf}
!macroend
