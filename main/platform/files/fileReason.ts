import type { FileReason } from '../../../preload/contract/result.ts'

const reasons: { readonly [code: string]: FileReason } = {
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  EFBIG: 'no-space',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ELOOP: 'denied',
  EBUSY: 'locked',
  ETXTBSY: 'locked',
  ENOENT: 'missing',
  EINVAL: 'missing',
  ERR_INVALID_ARG_VALUE: 'missing',
  ENOTDIR: 'not-a-folder',
  EISDIR: 'exists',
  EEXIST: 'exists',
  ENOTEMPTY: 'exists',
  ENAMETOOLONG: 'name-too-long',
  EIO: 'gone',
  ENODEV: 'gone',
  ENXIO: 'gone',
  ESTALE: 'gone',
  EBADF: 'gone',
  ENOTCONN: 'gone',
  ETIMEDOUT: 'gone',
  EHOSTDOWN: 'gone',
  EHOSTUNREACH: 'gone',
  ECONNRESET: 'gone',
  // Windows reports a removed drive as UNKNOWN.
  UNKNOWN: 'gone',
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** The contract's word for what the file system refused; null when `thrown` is not a file system error. */
export const fileReason = (thrown: unknown): FileReason | null => reasons[codeOf(thrown)] ?? null

/** As `fileReason`, for putting a file in another's place: Windows says "denied" when a program holds the old one open. */
export const replaceReason = (thrown: unknown, platform: NodeJS.Platform): FileReason | null => {
  const reason = fileReason(thrown)
  return platform === 'win32' && reason === 'denied' ? 'locked' : reason
}
