import * as z from 'zod'
import type { UpdateFault, UpdateState, UpdateWay } from '../../../../preload/contract/updates.ts'
import { once } from '../../../kernel/once.ts'
import { isSafeTransport } from '../../../kernel/urls.ts'

/** Names that lead nowhere by RFC 2606 and 6761: the address of a build for which no real one was set. */
const nowhere = /(?:^|\.)(?:example|invalid|test|example\.(?:com|net|org))$/u

/** Whether updates can be looked for at `url` at all. */
export function isRealFeed(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && isSafeTransport(parsed) && !nowhere.test(parsed.hostname)
}

type Copy = {
  /** As `process.platform`. */
  readonly platform: string
  readonly isPackaged: boolean
  /** Package type from the packer's file, such as `deb`; null without one. */
  readonly packageType: string | null
  /** Where the AppImage lies that this process was started from. */
  readonly appImagePath: string | undefined
  readonly feedUrl: string
}

/** How this copy of the app comes by a newer one. A package belongs to its package manager: the app only tells. */
export function updateWay({ platform, isPackaged, packageType, appImagePath, feedUrl }: Copy): UpdateWay {
  if (!isPackaged) return 'not-installed'
  if (!isRealFeed(feedUrl)) return 'no-address'
  if (platform === 'win32' || platform === 'darwin') return 'self'
  if (packageType !== null) return 'package'
  return platform === 'linux' && appImagePath?.startsWith('/') === true ? 'self' : 'not-installed'
}

export type UpdateAction = 'check' | 'download' | 'install'

type UpdateSituation = Pick<UpdateState, 'way' | 'phase' | 'isHeld'> & {
  /** The user's switch. */
  readonly isOn: boolean
}

/**
 * The one decision about updates. Held while a stage is watched or a job runs: then nothing is downloaded or installed,
 * and nothing is checked unless the user asks.
 */
export function mayUpdate(
  action: UpdateAction,
  isAsked: boolean,
  { way, phase, isHeld, isOn }: UpdateSituation,
): boolean {
  if (!isOn || (way !== 'self' && way !== 'package')) return false
  switch (action) {
    case 'check':
      return (phase === 'idle' || phase === 'available') && (isAsked || !isHeld)
    case 'download':
      return way === 'self' && phase === 'available' && isAsked && !isHeld
    case 'install':
      return way === 'self' && phase === 'ready' && !isHeld
  }
}

const version = () => z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.-]{1,40})?$/u)
/** A plain name: the file comes from where the metadata came from. */
const fileName = () => z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._ +()-]{0,199}$/u)
const sha512 = () => z.string().regex(/^[A-Za-z0-9+/]{86}==$/u)

/** latest*.yml as electron-builder 26 writes it. Installers that load more by themselves, or ask for an administrator, are not among it. */
const metadata = once(() =>
  z.strictObject({
    version: version(),
    files: z
      .array(
        z.strictObject({
          url: fileName(),
          sha512: sha512(),
          size: z.number().int().positive().max(1_000_000_000).optional(),
          blockMapSize: z.number().int().positive().optional(),
        }),
      )
      .min(1)
      .max(20),
    path: fileName().optional(),
    sha512: sha512().optional(),
    releaseDate: z.union([z.string(), z.date()]).optional(),
    releaseName: z.string().nullish(),
    releaseNotes: z.unknown().optional(),
    stagingPercentage: z.number().optional(),
    minimumSystemVersion: z.string().optional(),
  }),
)

export type UpdateOffer = {
  readonly version: string
  /** Base64, by file name. */
  readonly sha512Of: ReadonlyMap<string, string>
}

/** Reads the offer from update metadata; null when invalid. */
export function readUpdateOffer(value: unknown): UpdateOffer | null {
  const parsed = metadata().safeParse(value)
  if (!parsed.success) return null
  const { data } = parsed
  return { version: data.version, sha512Of: new Map(data.files.map((file) => [file.url, file.sha512])) }
}

const faults: readonly (readonly [RegExp, UpdateFault])[] = [
  [/^(?:ERR_CHECKSUM_MISMATCH|ERR_UPDATER_INVALID_SIGNATURE)$/u, 'tampered'],
  [/^(?:ERR_UPDATER_CHANNEL_FILE_NOT_FOUND|HTTP_ERROR_404|HTTP_ERROR_410)$|, status (?:404|410): /u, 'missing'],
  [/^(?:ERR_UPDATER_|ERR_INVALID_URL$)/u, 'unreadable'],
  [/^(?:ENOSPC|EDQUOT|EFBIG|EACCES|EPERM|EROFS)$/u, 'disk'],
  [
    /^(?:HTTP_ERROR_|E[A-Z_]+$|CERT_|DEPTH_ZERO_|UNABLE_TO_|SELF_SIGNED_|net::|Request (?:timed out|has been aborted))|, status \d{3}: /u,
    'unreachable',
  ],
]

/** Maps an electron-updater failure by `code`, else by message; neither is passed on. */
export function updateFaultOf(thrown: unknown): UpdateFault {
  if (!(thrown instanceof Error)) return 'unknown'
  const text = 'code' in thrown ? String(thrown.code) : thrown.message
  return faults.find(([pattern]) => pattern.test(text))?.[1] ?? 'unknown'
}
