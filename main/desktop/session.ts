import { app, session, type Session } from 'electron'
import { isAllowedNavigation, isAllowedPermission, isAllowedRequest } from './guards.ts'

/** A session in memory: the page leaves nothing on disk that the store does not know of. */
export function createSession(isDevelopment: boolean): Session {
  const own = session.fromPartition('racedesk', { cache: false })
  // Electron security 5: permission requests, and the checks that need no request.
  own.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(isAllowedPermission({ permission, isMainFrame, url: requestingUrl })),
  )
  own.setPermissionCheckHandler((_contents, permission, _origin, { isMainFrame, requestingUrl }) =>
    isAllowedPermission({ permission, isMainFrame, url: requestingUrl }),
  )
  own.setDevicePermissionHandler(() => false)
  own.on('will-download', (event) => event.preventDefault())
  own.webRequest.onBeforeRequest(({ url, resourceType }, answer) =>
    answer({ cancel: !isAllowedRequest(url, isDevelopment, resourceType) }),
  )
  return own
}

/** Keeps every page that ever comes to be where it is, and alone. `askToOpen`: told of links that would have opened a window. */
export function confinePages(askToOpen: (url: string) => void): void {
  app.on('web-contents-created', (_created, contents) => {
    // Electron security 14: new windows.
    contents.setWindowOpenHandler(({ url }) => {
      askToOpen(url)
      return { action: 'deny' }
    })
    // Electron security 13: navigation.
    type Navigation = { readonly url: string; readonly isMainFrame: boolean; readonly preventDefault: () => void }
    const confine = (event: Navigation): void => {
      if (!isAllowedNavigation(event.url, event.isMainFrame)) event.preventDefault()
    }
    contents.on('will-navigate', confine)
    contents.on('will-frame-navigate', confine)
    contents.on('will-redirect', confine)
    // Electron security 12: no webview is ever attached.
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}
