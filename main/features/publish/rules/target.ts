import type { PublishTarget } from '../../../../preload/contract/publish/publish.ts'
import type { Result } from '../../../../preload/contract/result.ts'
import { bucketUrl } from '../../../kernel/bucketUrl.ts'
import { invalidInput } from '../../../kernel/result.ts'
import { isSafeTransport, parseServiceUrl } from '../../../kernel/urls.ts'
import { entryPath } from './entryState.ts'

/** A place that is reached over a network. */
export type StoreTarget = Exclude<PublishTarget, { kind: 'folder' }>
type S3Target = Extract<PublishTarget, { kind: 's3' }>
type SftpTarget = Extract<PublishTarget, { kind: 'sftp' }>
type WebdavTarget = Extract<PublishTarget, { kind: 'webdav' }>

const s3Form = 's3://BUCKET/PREFIX'
const sftpForm = 'sftp://[USER@]HOST[:PORT]/PATH without a password'
const davForm = 'davs://[USER@]HOST/PATH without a password (dav:// only on this computer)'

/** Reads an address as in `PublishTarget`. Errors: invalid-input{address, endpoint}. */
export const readTarget = (address: string, endpoint: string | null): Result<StoreTarget> => {
  const scheme = /^(\w+):\/\//.exec(address)?.[1]?.toLowerCase()
  // A URL would silently become another one.
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(address)) return invalidInput('address', 'without . and .. in its path')
  if (scheme === 's3') return readS3(address, endpoint)
  if (endpoint !== null) return invalidInput('endpoint', `only with ${s3Form}`)
  if (scheme === 'sftp') return readSftp(address)
  if (scheme === 'dav' || scheme === 'davs') return readWebdav(address)
  return invalidInput('address', `${s3Form}, sftp://USER@HOST/PATH or davs://HOST/PATH`)
}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixPart = /^[\w!'()*-][\w!'()*.-]{0,200}$/

const readS3 = (address: string, endpoint: string | null): Result<S3Target> => {
  const [bucket = '', ...parts] = address
    .replace(/^s3:\/\//i, '')
    .replace(/\/+$/, '')
    .split('/')
  if (!bucketPattern.test(bucket) || !parts.every((part) => prefixPart.test(part))) {
    return invalidInput('address', s3Form)
  }
  const known = endpoint === null ? null : parseServiceUrl(endpoint)
  if (known?.ok === false) {
    return invalidInput('endpoint', 'https://HOST without a key or password (http:// only on this computer)')
  }
  const value = { kind: 's3', address: `s3://${[bucket, ...parts].join('/')}`, endpoint: known?.value ?? null } as const
  return { ok: true, value }
}

const asciiHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/

const readSftp = (address: string): Result<SftpTarget> => {
  const url = URL.parse(address)
  const host = url?.hostname.toLowerCase() ?? ''
  if (url === null || !isPlain(url) || !asciiHost.test(host) || !hasPath(url)) return invalidInput('address', sftpForm)
  const port = url.port === '' || url.port === '22' ? '' : `:${url.port}`
  return { ok: true, value: { kind: 'sftp', address: `sftp://${userPart(url)}${host}${port}${pathOf(url)}` } }
}

const readWebdav = (address: string): Result<WebdavTarget> => {
  const url = URL.parse(address.replace(/^dav/i, 'http'))
  if (url === null || !isPlain(url) || !isSafeTransport(url) || !hasPath(url)) return invalidInput('address', davForm)
  const scheme = url.protocol.replace('http', 'dav')
  return { ok: true, value: { kind: 'webdav', address: `${scheme}//${userPart(url)}${url.host}${pathOf(url)}` } }
}

/** Without a password: people would see it wherever the address is shown. */
const isPlain = ({ search, hash, username, password }: URL): boolean =>
  search === '' && hash === '' && password === '' && (username === '' || isName(username))
const userPart = ({ username }: URL): string => (username === '' ? '' : `${username}@`)
const pathOf = ({ pathname }: URL): string => pathname.replace(/\/+$/, '')

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const isName = (part: string): boolean => {
  const name = decoded(part)
  return name !== null && name !== '' && !/[\p{Cc}/\\]/u.test(name)
}

const hasPath = (url: URL): boolean => {
  const path = pathOf(url)
  return path === '' || path.slice(1).split('/').every(isName)
}

/** Bucket and prefix of an address that `readTarget` gave. */
export const bucketOf = ({ address }: S3Target): { readonly bucket: string; readonly prefix: string } => {
  const [bucket = '', ...prefix] = address.slice('s3://'.length).split('/')
  return { bucket, prefix: prefix.join('/') }
}

/** `user`: null where the address names none. A `path` without a slash at its beginning is within the user's folder. */
type SftpPlace = { readonly host: string; readonly port: number; readonly user: string | null; readonly path: string }

/** Host and folder of an address that `readTarget` gave. */
export const sftpPlaceOf = ({ address }: SftpTarget): SftpPlace => {
  const { hostname, port, username, pathname } = new URL(address)
  const path = decodeURIComponent(pathname).replace(/^\/~(?:\/|$)/, '')
  const isHome = path === '' && pathname !== ''
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 22 : Number(port),
    user: decodeURIComponent(username) || null,
    path: isHome ? '.' : path === '' ? '/' : path,
  }
}

/** The URL of the folder, without a slash at its end, and the user; null where the address names none. */
export const webdavPlaceOf = ({ address }: WebdavTarget): { readonly url: string; readonly user: string | null } => {
  const { protocol, username, host, pathname } = new URL(address.replace('dav', 'http'))
  return { url: `${protocol}//${host}${pathname.replace(/\/$/, '')}`, user: decodeURIComponent(username) || null }
}

/** The store that a key or a password is kept for: another one never gets it. */
export const storeOf = (target: StoreTarget): string => {
  if (target.kind === 's3') return target.endpoint ?? 'amazon'
  return /^\w+:\/\/[^/]*/.exec(target.address)?.[0] ?? ''
}

/** Of an S3 store: the one that was found or given, else what its address names, such as s3.eu-central-1.example.com. */
export const regionOf = ({ endpoint }: S3Target, known: string | null): string =>
  known ?? /\bs3[.-]([a-z]+(?:-[a-z]+)*-\d+)\./.exec(endpoint ?? '')?.[1] ?? 'us-east-1'

/** Where a browser opens the entry of a site in a bucket; null where the address does not tell. */
export const entryUrlOf = (target: PublishTarget, knownRegion: string | null): string | null => {
  if (target.kind !== 's3') return null
  const { bucket, prefix } = bucketOf(target)
  const root = bucketUrl(bucket, target.endpoint, regionOf(target, knownRegion))
  return [root, prefix, entryPath].filter((part) => part !== '').join('/')
}
