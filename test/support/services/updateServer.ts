import { get, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { configureRequestOptions, configureRequestUrl, HttpExecutor, type DownloadOptions } from 'builder-util-runtime'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import { openDoor } from '../stores/frontDoor.ts'

export const startUpdateServer = async () => {
  const files = new Map<string, string | Buffer>()
  /** `path`: without the query. */
  const asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = []
  let isHeld = false
  const { endpoint, stop } = await openDoor((request, response) => {
    const path = (request.url ?? '').slice(1).split('?', 1)[0] ?? ''
    asked.push({ path, headers: request.headers })
    const body = files.get(path)
    if (body === undefined) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) })
    if (isHeld) response.write(Buffer.from(body).subarray(0, 64))
    else response.end(body)
  })
  return {
    url: `${endpoint}/`,
    files,
    asked,
    /** Holds back all but the first bytes of what is asked for from now on, until it is called again with false. */
    hold: (held: boolean): void => {
      isHeld = held
    },
    close: stop,
  }
}

export type UpdateServer = Awaited<ReturnType<typeof startUpdateServer>>

/** Node's HTTP where the app has Electron's; everything about files and hashes is the library's own. */
class NodeExecutor extends HttpExecutor<ClientRequest> {
  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    return get(options, callback)
  }

  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const request: RequestOptions = { headers: options.headers ?? {} }
      configureRequestUrl(url, request)
      configureRequestOptions(request)
      const callback = (error?: Error | null): void => (error instanceof Error ? reject(error) : resolve(destination))
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

export const withNodeHttp = <T extends object>(engine: T): T =>
  Object.assign(engine, { httpExecutor: new NodeExecutor() })

type CopyOptions = { readonly version: string; readonly configPath: string; readonly folder: string }

export const appAdapter = ({ version, configPath, folder }: CopyOptions): AppAdapter => ({
  version,
  name: 'racedesk',
  isPackaged: true,
  appUpdateConfigPath: configPath,
  userDataPath: folder,
  baseCachePath: folder,
  whenReady: () => Promise.resolve(),
  relaunch: () => undefined,
  quit: () => undefined,
  onQuit: () => undefined,
})
