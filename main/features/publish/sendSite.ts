import type { Result } from '../../../preload/contract/result.ts'
import type { RemoteFolder } from '../../platform/remote/remoteFolder.ts'
import type { Spool } from '../../platform/files/spool.ts'
import { cacheControlOf, contentTypeOf } from './rules/entryState.ts'
import type { SiteFile } from './siteBuild.ts'

export type SpooledFile = SiteFile & { readonly spooledAt: number }

export type SendParts = {
  readonly remote: RemoteFolder
  readonly spool: Pick<Spool, 'read'>
  readonly signal: AbortSignal
  /** Tries again what failed in passing. */
  readonly again: <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>
  readonly sentFile: (file: SiteFile) => void
}

const sentAtOnce = 6

/** Sends files that have their content's hash in their names, several at a time. The first failure ends it. */
export const sendFiles = async (
  { remote, spool, signal, again, sentFile }: SendParts,
  files: readonly SpooledFile[],
): Promise<Result<null>> => {
  let next = 0
  let failure: Result<null> | null = null
  const go = async (): Promise<void> => {
    for (let at = next++; at < files.length && failure === null; at = next++) {
      const file = files[at]
      if (file === undefined) return
      const sent = await sendFile(file)
      if (!sent.ok) failure ??= sent
      else sentFile(file)
    }
  }
  const sendFile = async (file: SpooledFile): Promise<Result<null>> => {
    const { path, sizeBytes, spooledAt } = file
    const body = await spool.read(spooledAt, sizeBytes)
    if (!body.ok) return body
    const options = { contentType: contentTypeOf(path), cacheControl: cacheControlOf(path) }
    const written = await again(() => remote.write(path, body.value, options, signal))
    return written.ok ? { ok: true, value: null } : written
  }
  await Promise.all(Array.from({ length: sentAtOnce }, go))
  return failure ?? { ok: true, value: null }
}
