import { join } from 'node:path'
import { createEvent, strict, type Stage } from './members.ts'

/** Storage of `persist:` partitions, by partition. Given to the next double, the next start finds it. */
export type Disk = Map<string, Map<string, string>>

type PermissionRequest = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>
type PermissionCheck = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>
type ProtocolHandler = Parameters<Electron.Protocol['handle']>[1]

type Asking = { readonly isMainFrame: boolean; readonly requestingUrl?: string }

type RequestAnswer = (
  contents: unknown,
  permission: string,
  answer: (isAllowed: boolean) => void,
  details: Asking,
) => void
type CheckAnswer = (contents: unknown, permission: string, origin: string, details: Asking) => boolean

/** The app's permission handlers; null until they are set. */
export type Permissions = {
  readonly request: RequestAnswer | null
  readonly check: CheckAnswer | null
  readonly device: ((details: unknown) => boolean) | null
}

/** A reply with its body, or Chromium's number and name of the failure. */
export type Fetched =
  | { readonly isOk: true; readonly status: number; readonly headers: Headers; readonly body: Buffer }
  | { readonly isOk: false; readonly errorCode: number; readonly error: string }

export type SessionDouble = {
  readonly partition: string
  readonly options: Electron.FromPartitionOptions
  /** The same session as Electron's API has it. */
  readonly session: Electron.Session
  readonly permissions: Permissions
  /** `localStorage` of the session's pages. */
  readonly storage: Map<string, string>
  /** Whether `webRequest` would cancel it. */
  readonly isCancelled: (url: string, resourceType: string) => boolean
  /** Fetches as a page does, through `webRequest` and the scheme's handler. */
  readonly fetch: (
    url: string,
    request?: { readonly method?: string; readonly resourceType?: string },
  ) => Promise<Fetched>
  readonly handledSchemes: () => readonly string[]
  /** Whether the app stopped a download that a page began. */
  readonly isDownloadStopped: () => boolean
}

type SessionOptions = {
  readonly stage: Stage
  readonly disk: Disk
  readonly folder: () => string
  readonly proxies: { readonly answer: string }
}

const failed = (errorCode: number, error: string): Fetched => ({ isOk: false, errorCode, error })

/** As Electron answers a page from a scheme's handler (E: lib/browser/api/protocol.ts). */
const answer = async (handler: ProtocolHandler, url: string, method: string): Promise<Fetched> => {
  try {
    const response: unknown = await handler(new Request(url, { method }))
    if (!(response instanceof Response)) return failed(-9, 'ERR_UNEXPECTED')
    if (response.type === 'error') return failed(-2, 'ERR_FAILED')
    const body = Buffer.from(await response.arrayBuffer())
    return { isOk: true, status: response.status, headers: response.headers, body }
  } catch {
    return failed(-9, 'ERR_UNEXPECTED')
  }
}

const createOne = (partition: string, options: Electron.FromPartitionOptions, deps: SessionOptions): SessionDouble => {
  const { stage, disk, folder, proxies } = deps
  const { tell } = stage
  const isPersistent = partition.startsWith('persist:')
  const storage = (isPersistent ? disk.get(partition) : undefined) ?? new Map<string, string>()
  if (isPersistent) disk.set(partition, storage)
  const permissions: { -readonly [Key in keyof Permissions]: Permissions[Key] } = {
    request: null,
    check: null,
    device: null,
  }
  const handlers = new Map<string, ProtocolHandler>()
  type Filter = (
    details: Electron.OnBeforeRequestListenerDetails,
    done: (response: Electron.CallbackResponse) => void,
  ) => void
  let filter: Filter | null = null

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
      storagePath: isPersistent ? join(folder(), 'Partitions', partition.slice('persist:'.length)) : null,
      isPersistent: () => isPersistent,
      setPermissionRequestHandler: (handler) => {
        tell('session.setPermissionRequestHandler')
        permissions.request = (contents, permission, done, details) =>
          (handler as PermissionRequest)(
            contents as Electron.WebContents,
            permission as Parameters<PermissionRequest>[1],
            done,
            details as Parameters<PermissionRequest>[3],
          )
      },
      setPermissionCheckHandler: (handler) => {
        tell('session.setPermissionCheckHandler')
        permissions.check = (contents, permission, origin, details) =>
          (handler as PermissionCheck)(
            contents as Electron.WebContents | null,
            permission as Parameters<PermissionCheck>[1],
            origin,
            details,
          )
      },
      setDevicePermissionHandler: (handler) => {
        tell('session.setDevicePermissionHandler')
        permissions.device = (details) => handler?.(details as Electron.DevicePermissionHandlerHandlerDetails) ?? false
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
    { isEmitter: true },
  )
  const isCancelled = (url: string, resourceType: string): boolean => {
    let isStopped = false
    filter?.({ url, resourceType } as Electron.OnBeforeRequestListenerDetails, ({ cancel }) => {
      isStopped = cancel === true
    })
    return isStopped
  }
  return {
    partition,
    options,
    session,
    permissions,
    storage,
    isCancelled,
    fetch: async (url, { method = 'GET', resourceType = 'xhr' } = {}) => {
      if (isCancelled(url, resourceType)) return failed(-20, 'ERR_BLOCKED_BY_CLIENT')
      const handler = handlers.get(new URL(url).protocol.slice(0, -1))
      if (handler !== undefined) return await answer(handler, url, method)
      if (/^(?:data|https?):/u.test(url)) return await answer((request) => fetch(request), url, method)
      return failed(-2, 'ERR_FAILED')
    },
    handledSchemes: () => [...handlers.keys()],
    isDownloadStopped: () => {
      const event = createEvent()
      session.emit('will-download', event, {}, {})
      return event.defaultPrevented
    },
  }
}

export type Sessions = {
  readonly module: Pick<typeof Electron.Session, 'fromPartition'>
  readonly made: readonly SessionDouble[]
  /** The session that a window is given, or the default one. */
  readonly of: (session: Electron.Session | undefined) => SessionDouble
}

/** One session for each partition name; later options are ignored. Only those with `persist:` outlive the app. */
export const createSessions = (deps: SessionOptions): Sessions => {
  const made: SessionDouble[] = []
  const find = (partition: string, options: Electron.FromPartitionOptions = { cache: true }): SessionDouble => {
    const known = made.find((one) => one.partition === partition)
    if (known !== undefined) return known
    const one = createOne(partition, options, deps)
    made.push(one)
    return one
  }
  return {
    module: strict<typeof Electron.Session>('session', {
      fromPartition: (partition, options) => {
        if (!deps.stage.isReady()) throw new TypeError('Session can only be received when app is ready')
        deps.stage.tell(`session.fromPartition ${partition}`)
        return find(partition, options).session
      },
    }),
    made,
    of: (session) => made.find((one) => one.session === session) ?? find('persist:'),
  }
}
