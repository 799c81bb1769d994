import { createEvent, strict } from './members.ts'
import type { World } from './world.ts'

type PermissionRequest = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>
type PermissionCheck = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>
type ProtocolHandler = Parameters<Electron.Protocol['handle']>[1]
type Filter = (
  details: Electron.OnBeforeRequestListenerDetails,
  done: (response: Electron.CallbackResponse) => void,
) => void

/** A reply with its body, or Chromium's number and name of the failure. */
type Fetched =
  | { readonly isOk: true; readonly status: number; readonly headers: Headers; readonly body: Buffer }
  | { readonly isOk: false; readonly errorCode: number; readonly error: string }

const failed = (errorCode: number, error: string): Fetched => ({ isOk: false, errorCode, error })

/** As Electron answers a page from a scheme's handler (E: lib/browser/api/protocol.ts). */
const answer = async (handler: ProtocolHandler, url: string): Promise<Fetched> => {
  try {
    const response: unknown = await handler(new Request(url))
    if (!(response instanceof Response)) return failed(-9, 'ERR_UNEXPECTED')
    if (response.type === 'error') return failed(-2, 'ERR_FAILED')
    const body = Buffer.from(await response.arrayBuffer())
    return { isOk: true, status: response.status, headers: response.headers, body }
  } catch {
    return failed(-9, 'ERR_UNEXPECTED')
  }
}

const createOne = (partition: string, { tell, proxies }: World) => {
  const handlers = new Map<string, ProtocolHandler>()
  let request: PermissionRequest | null = null
  let check: PermissionCheck | null = null
  let device: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null
  let filter: Filter | null = null
  const isCancelled = (url: string, resourceType: string): boolean => {
    let isStopped = false
    filter?.({ url, resourceType } as Electron.OnBeforeRequestListenerDetails, ({ cancel }) => {
      isStopped = cancel === true
    })
    return isStopped
  }
  const protocol = strict<Electron.Protocol>('session.protocol', {
    handle: (scheme, handler) => {
      tell(`protocol.handle ${scheme}`)
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      handlers.set(scheme, handler)
    },
  })
  const webRequest = strict<Electron.WebRequest>('webRequest', {
    onBeforeRequest: (...args: readonly unknown[]) => {
      tell('webRequest.onBeforeRequest')
      filter = args.at(-1) as Filter | null
    },
  })
  const session = strict<Electron.Session>(
    'session',
    {
      protocol,
      webRequest,
      setPermissionRequestHandler: (handler) => {
        tell('session.setPermissionRequestHandler')
        request = handler
      },
      setPermissionCheckHandler: (handler) => {
        tell('session.setPermissionCheckHandler')
        check = handler
      },
      setDevicePermissionHandler: (handler) => {
        tell('session.setDevicePermissionHandler')
        device = handler
      },
      // E: net.fetch of the session's own network context (lib/browser/api/session.ts).
      fetch: async (input, init) => {
        const url = String(input)
        if (isCancelled(url, 'xhr')) throw new TypeError('net::ERR_BLOCKED_BY_CLIENT')
        return await fetch(url, init)
      },
      resolveProxy: async () => proxies.answer,
      setProxy: async ({ mode }) => tell(`session.setProxy ${partition} ${mode}`),
    },
    { emitter: true },
  )
  return {
    partition,
    session,
    isCancelled,
    handledSchemes: (): readonly string[] => [...handlers.keys()],
    /** Fetches as a page does, through `webRequest` and the scheme's handler. */
    fetch: async (url: string, resourceType: string): Promise<Fetched> => {
      if (isCancelled(url, resourceType)) return failed(-20, 'ERR_BLOCKED_BY_CLIENT')
      const handler = handlers.get(new URL(url).protocol.slice(0, -1))
      if (handler !== undefined) return await answer(handler, url)
      return /^(?:data|https?):/u.test(url) ? await answer((asked) => fetch(asked), url) : failed(-2, 'ERR_FAILED')
    },
    /** The answers of the app's handlers; null without one. */
    answerPermission: (permission: string, isMainFrame: boolean, requestingUrl: string) => {
      const contents = {} as Electron.WebContents
      const details = { isMainFrame, requestingUrl }
      let isGranted: boolean | null = null
      const grant = (isAllowed: boolean): void => void (isGranted = isAllowed)
      request?.(contents, permission as Parameters<PermissionRequest>[1], grant, details)
      return {
        isGranted,
        isAllowed: check?.(contents, permission as Parameters<PermissionCheck>[1], requestingUrl, details) ?? null,
      }
    },
    isDeviceAllowed: (details: object): boolean =>
      device?.(details as Electron.DevicePermissionHandlerHandlerDetails) ?? true,
    isDownloadStopped: (): boolean => {
      const event = createEvent()
      session.emit('will-download', event, {}, {})
      return event.defaultPrevented
    },
  }
}

export type SessionDouble = ReturnType<typeof createOne>

/** One session for each partition name; its options when asked for again are ignored. */
export const createSessions = (world: World) => {
  const made: SessionDouble[] = []
  const find = (partition: string): SessionDouble => {
    const known = made.find((one) => one.partition === partition)
    if (known === undefined) made.push(createOne(partition, world))
    return known ?? find(partition)
  }
  return {
    module: strict<typeof Electron.Session>('session', {
      fromPartition: (partition) => {
        world.mustBeReady('Session can only be received when app is ready')
        world.tell(`session.fromPartition ${partition}`)
        return find(partition).session
      },
    }),
    made,
    of: (session: Electron.Session | undefined): SessionDouble =>
      made.find((one) => one.session === session) ?? find('persist:'),
  }
}
