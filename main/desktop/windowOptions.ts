/** The page gets no Node, no other world's objects and no way to weaken either. */
export function webPreferences(preloadPath: string, isDevelopment: boolean) {
  return Object.freeze({
    preload: preloadPath,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    webviewTag: false,
    spellcheck: false,
    safeDialogs: true,
    devTools: isDevelopment,
  })
}

export type Theme = 'system' | 'light' | 'dark' | 'sunlight'

/** Colour of the window before its page paints: the page's own `--color-bg`, so that nothing flashes. */
export function backgroundColor(theme: Theme, isSystemDark: boolean): string {
  switch (theme) {
    case 'light':
      return '#f5f6f6'
    case 'dark':
      return '#14181a'
    case 'sunlight':
      return '#ffffff'
    case 'system':
      return backgroundColor(isSystemDark ? 'dark' : 'light', isSystemDark)
  }
}

/** macOS takes copy, paste and quit from the menu; elsewhere the page's own shortcuts need none. */
export function menuRoles(platform: string): readonly ('appMenu' | 'editMenu' | 'windowMenu')[] {
  return platform === 'darwin' ? ['appMenu', 'editMenu', 'windowMenu'] : []
}
