import type { Result } from '../../../preload/contract/result.ts'
import type { RemoteFolder } from '../../platform/remote/remoteFolder.ts'
import type { Spool } from '../../platform/files/spool.ts'
import { cacheControlOf, contentTypeOf } from './rules/entryState.ts'
import type { SiteFile } from './siteBuild.ts'

export type SpooledFile = SiteFile & { readonly spooledAt: number }

export type SendingParts = {
  readonly remote: RemoteFolder
  readonly spool: Pick<Spool, 'read'>
  readonly signal: AbortSignal
  /** The first failure stops all that waits or runs, by `signal`. */
  readonly stop: () => void
  /** Tries again what failed in passing. */
  readonly again: <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>
  /** Lists paths before they are sent, so that an interrupted sending leaves nothing unlisted. */
  readonly list: (paths: readonly string[]) => void
  readonly sentFile: (file: SiteFile) => void
}

export type Sending = {
  readonly send: (file: SpooledFile) => void
  /** All that were given are sent, or the first failure. */
  readonly done: () => Promise<Result<null>>
}

const sentAtOnce = 6

/** Sends files that have their content's hash in their names, several at a time, while others are still made. */
export const openSending = ({ remote, spool, signal, stop, again, list, sentFile }: SendingParts): Sending => {
  const waiting: SpooledFile[] = []
  const runs: Promise<void>[] = []
  let failure: Result<null> | null = null
  let running = 0
  const listed = new Set<SpooledFile>()

  const sendFile = async (file: SpooledFile): Promise<Result<unknown>> => {
    const { path, sizeBytes, spooledAt } = file
    if (!listed.has(file)) {
      const next = [file, ...waiting]
      list(next.map((one) => one.path))
      for (const one of next) listed.add(one)
    }
    const body = await spool.read(spooledAt, sizeBytes)
    if (!body.ok) return body
    const options = { contentType: contentTypeOf(path), cacheControl: cacheControlOf(path) }
    return await again(() => remote.write(path, body.value, options, signal))
  }

  const run = async (): Promise<void> => {
    running += 1
    for (let file = waiting.shift(); file !== undefined && failure === null; file = waiting.shift()) {
      const sent = await sendFile(file)
      if (sent.ok) {
        sentFile(file)
        continue
      }
      failure ??= sent
      stop()
    }
    running -= 1
  }

  return {
    send: (file) => {
      waiting.push(file)
      if (running === sentAtOnce) return
      const started = run()
      runs.push(started)
      // `done` tells of it.
      started.catch(stop)
    },
    done: async () => {
      await Promise.all(runs)
      return failure ?? { ok: true, value: null }
    },
  }
}
