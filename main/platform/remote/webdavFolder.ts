import { createHash } from 'node:crypto'
import type { PlaceAct, Result } from '../../../preload/contract/result.ts'
import { fail, type Failure } from '../../kernel/result.ts'
import { createSecretMask } from '../../kernel/secretMask.ts'
import { createQueue } from '../../kernel/turns.ts'
import type { WebClient, WebReply, WebRequest } from '../http/webClient.ts'
import { readDavListing, type DavEntry } from './davListing.ts'
import {
  crowded,
  foundByAll,
  largestReplaced,
  mostListed,
  type RemoteFile,
  type RemoteFolder,
  type WriteOptions,
  type Written,
} from './remoteFolder.ts'
import { isSafePath } from './safePath.ts'
import { webFault } from './webFault.ts'

export type WebdavPlace = {
  /** Of the folder, without a slash at its end. */
  readonly url: string
  readonly user: string
  /** Null: none is sent. */
  readonly password: string | null
}

type Headers = { readonly [name: string]: string }
type Expected = Exclude<WriteOptions['expects'], undefined>

const smallAnswerBytes = 1_000_000
const listingBytes = 32_000_000
const removedAtOnce = 6

const asked = '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/></prop></propfind>'

const versionOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex')

/**
 * A folder on a WebDAV server. A file is put to its name at once: Apache and nginx write it beside and rename it, and Apache's MOVE
 * would remove the earlier one first. Folders stay when they are empty, since WebDAV removes one with all that somebody put there.
 */
export const createWebdavFolder = (place: WebdavPlace, web: Pick<WebClient, 'send'>): RemoteFolder => {
  const { url: root, user, password } = place
  const { add, mask } = createSecretMask()
  const signIn = password === null ? null : Buffer.from(`${user}:${password}`).toString('base64')
  for (const secret of [password, signIn]) if (secret !== null) add(secret)
  const authorization: Headers = signIn === null ? {} : { authorization: `Basic ${signIn}` }
  const urlOf = (path: string): string => `${root}/${path}`

  const send = async (
    request: Omit<WebRequest, 'headers' | 'limitBytes'> & { readonly limitBytes?: number },
    headers: Headers = {},
  ): Promise<Result<WebReply>> =>
    await web.send({ limitBytes: smallAnswerBytes, ...request, headers: { ...headers, ...authorization } })

  const { host } = new URL(root)
  const failed = (reply: WebReply, act: PlaceAct): Failure => {
    if (reply.status !== 401) return fail(webFault(reply, { host, act, mask }))
    return fail({ kind: 'publish-refused', reason: password === null ? 'no-secret' : 'wrong-secret' })
  }

  /** Apache refuses a folder, with 403, that another request makes at the same moment. */
  const inTurn = createQueue()

  /** Makes a folder and those that it is in. */
  const makeFolder = async (url: URL, signal: AbortSignal): Promise<Result<null>> => {
    const reply = await send({ method: 'MKCOL', url: url.href, signal })
    if (!reply.ok) return reply
    // 405: it is there.
    if ([200, 201, 405].includes(reply.value.status)) return { ok: true, value: null }
    const parent = new URL('..', url)
    if (reply.value.status !== 409 || parent.href === url.href) return failed(reply.value, 'write')
    const made = await makeFolder(parent, signal)
    if (!made.ok) return made
    const again = await send({ method: 'MKCOL', url: url.href, signal })
    if (!again.ok) return again
    return [200, 201, 405].includes(again.value.status) ? { ok: true, value: null } : failed(again.value, 'write')
  }

  const put = async (
    path: string,
    body: Uint8Array,
    headers: Headers,
    signal: AbortSignal,
    isFolderMade = false,
  ): Promise<Result<Written>> => {
    const url = urlOf(path)
    const reply = await send({ method: 'PUT', url, body, signal }, headers)
    if (!reply.ok) return reply
    const { status } = reply.value
    if (status === 412 && isConditional(headers)) return { ok: true, value: { written: false } }
    if ([200, 201, 204].includes(status)) return { ok: true, value: { written: true, version: versionOf(body) } }
    if ((status !== 409 && status !== 404) || isFolderMade) return failed(reply.value, 'write')
    const made = await inTurn(() => makeFolder(new URL('.', url), signal))
    return made.ok ? await put(path, body, headers, signal, true) : made
  }

  const get = async (path: string, limitBytes: number, signal: AbortSignal): Promise<Result<WebReply | null>> => {
    const reply = await send({ method: 'GET', url: urlOf(path), limitBytes, signal }, { 'cache-control': 'no-cache' })
    if (!reply.ok) return reply
    if (reply.value.status === 404) return { ok: true, value: null }
    return reply.value.status === 200 ? reply : failed(reply.value, 'read')
  }

  /** The header that asks the server for the condition once more; false: it does not hold already. */
  const readCondition = async (
    path: string,
    expects: Expected,
    signal: AbortSignal,
  ): Promise<Result<Headers | false>> => {
    const now = await get(path, largestReplaced, signal)
    if (!now.ok) return now.error.kind === 'too-large' ? { ok: true, value: false } : now
    const version = now.value === null ? null : versionOf(now.value.body)
    if (version !== expects) return { ok: true, value: false }
    if (expects === null) return { ok: true, value: { 'if-none-match': '*' } }
    const etag = now.value?.headers['etag'] ?? ''
    // A weak one never fits If-Match; Apache gives one to a file of the last second.
    return { ok: true, value: etag.startsWith('"') ? { 'if-match': etag } : {} }
  }

  const listFolder = async (folder: string, signal: AbortSignal): Promise<Result<readonly RemoteFile[]>> => {
    const url = folder === '' ? `${root}/` : `${root}/${folder}/`
    const headers = { depth: '1', 'content-type': 'application/xml; charset=utf-8' }
    const request = { method: 'PROPFIND', url, body: Buffer.from(asked), limitBytes: listingBytes, signal } as const
    const reply = await send(request, headers)
    if (!reply.ok) return reply
    if (reply.value.status === 404) return { ok: true, value: [] }
    if (reply.value.status !== 207) return failed(reply.value, 'list')
    const xml = reply.value.body.toString('utf8')
    const listed = await readDavListing(xml, mostListed)
    if (listed === null) return fail({ kind: 'unexpected-reply', where: host, bodyStart: mask(xml.slice(0, 300)) })
    if (listed.length > mostListed) return crowded(host, 'PROPFIND')
    const files = filesIn(url, listed).map(({ name, sizeBytes }) => ({
      path: folder === '' ? name : `${folder}/${name}`,
      sizeBytes,
    }))
    return { ok: true, value: files.filter(({ path }) => isSafePath(path)) }
  }

  return {
    list: (folders, signal) => foundByAll(folders.map((folder) => listFolder(folder, signal))),
    read: async (path, limitBytes, signal) => {
      const reply = await get(path, limitBytes, signal)
      if (!reply.ok) return reply
      if (reply.value === null) return { ok: true, value: null }
      const { body } = reply.value
      return { ok: true, value: { body, version: versionOf(body) } }
    },
    write: async (path, body, { contentType, expects }, signal) => {
      const type = { 'content-type': contentType }
      if (expects === undefined) return await put(path, body, type, signal)
      const condition = await readCondition(path, expects, signal)
      if (!condition.ok) return condition
      if (condition.value === false) return { ok: true, value: { written: false } }
      return await put(path, body, { ...type, ...condition.value }, signal)
    },
    remove: async (paths, signal) => {
      let next = 0
      let failure: Result<null> | null = null
      const go = async (): Promise<void> => {
        for (let at = next++; at < paths.length && failure === null; at = next++) {
          const reply = await send({ method: 'DELETE', url: urlOf(paths[at] ?? ''), signal })
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

const isConditional = (headers: Headers): boolean => 'if-match' in headers || 'if-none-match' in headers

/** Files directly in a folder. A proxy may have it under another path than the server behind, which lists the folder itself first of all. */
const filesIn = (
  folder: string,
  listed: readonly DavEntry[],
): readonly { readonly name: string; readonly sizeBytes: number }[] => {
  const found = listed.flatMap((entry) => {
    const path = pathOf(entry.href, folder)
    return path === null ? [] : [{ ...entry, path }]
  })
  const own = found.reduce<string | null>(
    (shortest, { isFolder, path }) =>
      isFolder && (shortest === null || path.length < shortest.length) ? path : shortest,
    null,
  )
  const outer = own === null ? null : own.replace(/\/?$/, '/')
  const isTheirs = outer !== null && found.every(({ path }) => path === own || path.startsWith(outer))
  const from = isTheirs ? outer : pathOf('', folder)
  return found.flatMap(({ isFolder, path, sizeBytes }) => {
    const name = from !== null && !isFolder && path.startsWith(from) ? path.slice(from.length) : ''
    return name === '' || name.includes('/') ? [] : [{ name, sizeBytes }]
  })
}

const pathOf = (href: string, folder: string): string | null => {
  const url = URL.parse(href, folder)
  return url === null ? null : decode(url.pathname)
}

const decode = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
