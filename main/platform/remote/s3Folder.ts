import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { PlaceAct, PlaceFault, Result } from '../../../preload/contract/result.ts'
import { bucketUrl } from '../../kernel/bucketUrl.ts'
import { fail, type Failure } from '../../kernel/result.ts'
import { createSecretMask } from '../../kernel/secretMask.ts'
import type { WebClient, WebReply, WebRequest } from '../http/webClient.ts'
import { crowded, foundByAll, mostListed, type RemoteFile, type RemoteFolder, type Written } from './remoteFolder.ts'
import { isSafePath } from './safePath.ts'
import { webFault } from './webFault.ts'

export type S3Place = {
  readonly bucket: string
  /** Without slashes at its ends; '' for the bucket itself. */
  readonly prefix: string
  /** Of a store other than Amazon's. Null: Amazon's of the region. */
  readonly endpoint: string | null
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | null
}

type Headers = { readonly [name: string]: string }
/** `at`: path and query below the bucket. */
type Sent = Omit<WebRequest, 'url' | 'headers' | 'limitBytes'> & { readonly at: string; readonly limitBytes?: number }

const smallAnswerBytes = 4_000_000
/** Files of a page. */
const pageFiles = 1_000

/** A folder in a bucket of Amazon S3 or of a store that speaks the same. `keepRegion` is told its region where that is not the given one. */
export const createS3Folder = (
  place: S3Place,
  web: Pick<WebClient, 'send'>,
  keepRegion: (region: string) => void = () => undefined,
): RemoteFolder => {
  const { bucket, endpoint, prefix, accessKeyId, secretAccessKey, sessionToken } = place
  const { add, mask } = createSecretMask()
  for (const secret of [secretAccessKey, sessionToken]) if (secret !== null) add(secret)
  /** As the store last named it. */
  let { region } = place
  const failed = (reply: WebReply, act: PlaceAct): Failure => {
    const code = codeOf(reply)
    if (reply.status === 401 || wrongKeys.has(code)) {
      return fail({ kind: 'publish-refused', reason: 'wrong-secret', detail: `HTTP ${reply.status} ${code}`.trim() })
    }
    const { host } = new URL(bucketUrl(bucket, endpoint, region))
    const message = /<Message>([^<]*)<\/Message>/.exec(reply.body.toString('utf8'))?.[1]
    return fail(webFault(reply, { host, act, mask, code, message, reason: faults[code] ?? ofStatus[reply.status] }))
  }
  const keyOf = (path: string): string => (prefix === '' ? path : `${prefix}/${path}`)
  const atOf = (path: string): string => `/${keyOf(path).split('/').map(encodeURIComponent).join('/')}`

  const sendSigned = async ({ at, ...request }: Sent, headers: Headers): Promise<Result<WebReply>> => {
    const { method, body = new Uint8Array() } = request
    const url = `${bucketUrl(bucket, endpoint, region)}${at}`
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
    }).sign()
    return await web.send({
      limitBytes: smallAnswerBytes,
      ...request,
      url: signed.url.href,
      headers: Object.fromEntries(signed.headers),
    })
  }

  const send = async (request: Sent, headers: Headers = {}): Promise<Result<WebReply>> => {
    const asked = region
    const reply = await sendSigned(request, headers)
    const other = reply.ok ? otherRegion(reply.value) : null
    if (other === null || other === asked) return reply
    region = other
    const again = await sendSigned(request, headers)
    if (again.ok && otherRegion(again.value) === null) keepRegion(other)
    return again
  }

  const versionAt = async (path: string, signal: AbortSignal): Promise<Result<string | null>> => {
    const head = await send({ method: 'HEAD', at: atOf(path), signal })
    if (!head.ok) return head
    if (head.value.status === 404) return { ok: true, value: null }
    return head.value.status === 200
      ? { ok: true, value: head.value.headers['etag'] ?? '' }
      : failed(head.value, 'read')
  }

  const put = async (
    path: string,
    body: Uint8Array,
    headers: Headers,
    condition: Headers,
    signal: AbortSignal,
  ): Promise<Result<Written>> => {
    const reply = await send({ method: 'PUT', at: atOf(path), body, signal }, { ...headers, ...condition })
    if (!reply.ok) return reply
    const { status } = reply.value
    if ([200, 201, 204].includes(status)) {
      return { ok: true, value: { written: true, version: reply.value.headers['etag'] ?? '' } }
    }
    const code = codeOf(reply.value)
    if (condition !== unconditional) {
      // 404: the version is gone. 409: another conditional write was under way.
      const isGone = status === 404 && code !== 'NoSuchBucket' && 'if-match' in condition
      if (status === 412 || status === 409 || isGone) return { ok: true, value: { written: false } }
      const isUnknown = status === 501 || (status === 400 && faults[code] === undefined && !wrongKeys.has(code))
      if (isUnknown) return await put(path, body, headers, unconditional, signal)
    }
    return failed(reply.value, 'write')
  }

  const listPage = async (folder: string, token: string | null, signal: AbortSignal): Promise<Result<ListedPage>> => {
    const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', delimiter: '/' })
    const within = [prefix, folder].filter((part) => part !== '').join('/')
    if (within !== '') query.set('prefix', `${within}/`)
    if (token !== null) query.set('continuation-token', token)
    const reply = await send({ method: 'GET', at: `?${query.toString()}`, signal })
    if (!reply.ok) return reply
    if (reply.value.status !== 200) return failed(reply.value, 'list')
    const text = reply.value.body.toString('utf8')
    const listed = readListed(text, prefix === '' ? 0 : prefix.length + 1)
    return listed === null ? unreadable(mask(text.slice(0, 10_000))) : { ok: true, value: listed }
  }

  const listFolder = async (folder: string, signal: AbortSignal): Promise<Result<readonly RemoteFile[]>> => {
    const files: RemoteFile[] = []
    let token: string | null = null
    for (let asked = 0; asked < mostListed; asked += pageFiles) {
      const page: Result<ListedPage> = await listPage(folder, token, signal)
      if (!page.ok) return page
      files.push(...page.value.files)
      const { next } = page.value
      if (next === null) return { ok: true, value: files }
      if (next === token) return unreadable('')
      token = next
    }
    return crowded(new URL(bucketUrl(bucket, endpoint, region)).host, 'ListObjectsV2')
  }

  return {
    list: (folders, signal) => foundByAll(folders.map((folder) => listFolder(folder, signal))),
    read: async (path, limitBytes, signal) => {
      const reply = await send({ method: 'GET', at: atOf(path), limitBytes, signal })
      if (!reply.ok) return reply
      const { status, body, headers } = reply.value
      if (status === 404) return { ok: true, value: null }
      return status === 200
        ? { ok: true, value: { body, version: headers['etag'] ?? '' } }
        : failed(reply.value, 'read')
    },
    write: async (path, body, { contentType, cacheControl, expects }, signal) => {
      const headers = { 'content-type': contentType, 'cache-control': cacheControl }
      if (expects === undefined) return await put(path, body, headers, unconditional, signal)
      // Some stores ignore or refuse conditions; they are looked at here before, and by those that know them once more.
      const version = await versionAt(path, signal)
      if (!version.ok) return version
      if (version.value !== expects) return { ok: true, value: { written: false } }
      const condition: Headers = expects === null ? { 'if-none-match': '*' } : { 'if-match': expects }
      const written = await put(path, body, headers, condition, signal)
      if (!written.ok || written.value.written || expects === null) return written
      // Ceph up to 16 compares without the quotes, and so refuses the current version too.
      const now = await versionAt(path, signal)
      if (!now.ok || now.value !== expects) return written
      return await put(path, body, headers, { 'if-match': expects.replaceAll('"', '') }, signal)
    },
    remove: async (paths, signal) => {
      let next = 0
      let failure: Result<null> | null = null
      // One by one: the request for many at once is what stores differ in most.
      const go = async (): Promise<void> => {
        for (let at = next++; at < paths.length && failure === null; at = next++) {
          const reply = await send({ method: 'DELETE', at: atOf(paths[at] ?? ''), signal })
          if (!reply.ok) failure ??= reply
          else if (![200, 204, 404].includes(reply.value.status)) failure ??= failed(reply.value, 'remove')
        }
      }
      await Promise.all(Array.from({ length: removedAtOnce }, go))
      return failure ?? { ok: true, value: null }
    },
    close: () => Promise.resolve(),
  }
}

const removedAtOnce = 6
const unconditional: Headers = {}

/** What a store calls its refusal; '' where it does not say. */
const codeOf = ({ body }: WebReply): string => /<Code>([\w.]{1,100})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? ''

const wrongKeys = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'InvalidSecurity',
])

const faults: { readonly [code: string]: PlaceFault | undefined } = {
  RequestTimeTooSkewed: 'clock',
  NoSuchBucket: 'no-bucket',
  InvalidBucketName: 'no-bucket',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  SlowDown: 'busy',
  // The store heard nothing for too long: 400 of Amazon.
  RequestTimeout: 'busy',
  OperationAborted: 'busy',
  QuotaExceeded: 'full',
}

/** Where the code says nothing. */
const ofStatus: { readonly [status: number]: PlaceFault | undefined } = { 301: 'region', 404: 'no-bucket', 409: 'busy' }

/** The region that a store names when it refuses a request for another one; null in all other replies. */
const otherRegion = ({ status, headers, body }: WebReply): string | null => {
  if (![301, 307, 400].includes(status)) return null
  const named = headers['x-amz-bucket-region'] ?? /<Region>([^<]*)<\/Region>/.exec(body.toString('utf8'))?.[1] ?? ''
  // It becomes a part of a host's name.
  return /^[a-z0-9-]{1,40}$/.test(named) ? named : null
}

type ListedPage = { readonly files: readonly RemoteFile[]; readonly next: string | null }

const unreadable = (text: string): Failure =>
  fail({ kind: 'unexpected-reply', where: 'ListObjectsV2', bodyStart: text.slice(0, 300) })

/**
 * Keys are percent-encoded, so that they hold no mark of XML. `from`: characters of the prefix. Null for what is no listing, or a
 * part of one that does not say how to go on: files that are not listed would stay for ever.
 */
const readListed = (xml: string, from: number): ListedPage | null => {
  if (!xml.includes('<ListBucketResult')) return null
  const files: RemoteFile[] = []
  for (const inner of xml.split('<Contents>').slice(1)) {
    const key = /<Key>([^<]*)<\/Key>/.exec(inner)?.[1] ?? ''
    const path = decode(key).slice(from)
    if (isSafePath(path)) {
      files.push({ path, sizeBytes: Number(/<Size>(\d+)<\/Size>/.exec(inner)?.[1] ?? 0) })
    }
  }
  const isCut = /<IsTruncated>true<\/IsTruncated>/.test(xml)
  const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1]
  if (isCut && next === undefined) return null
  return { files, next: isCut && next !== undefined ? next.replaceAll('&amp;', '&') : null }
}

const decode = (key: string): string => {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
