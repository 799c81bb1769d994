import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { SFTPWrapper } from 'ssh2'
import { integerBetween, pick, type Random } from '../../../main/demo/random.ts'
import { openDoor } from './frontDoor.ts'
import { startPlainSftp } from './plainSftpHost.ts'
import { fingerprintOf, makeKey } from './sshServer.ts'

export type LiarHost = Pick<ReturnType<typeof createLiar>, 'lie' | 'said'> & {
  readonly kind: string
  readonly address: string
  readonly endpoint: string | null
  readonly put: (path: string, text: string) => void
  readonly read: (path: string) => string | null
  /** Requests that came where a redirect led. */
  readonly strays: () => readonly string[]
  readonly passwords: () => readonly string[]
  readonly hostKey: () => Promise<string>
  readonly changeKey: () => Promise<void>
  readonly close: () => Promise<unknown>
}

/** One lie at a time, told now and then, until the next one is chosen. */
const createLiar = (random: Random, lies: readonly string[]) => {
  const told: string[] = []
  let current: string | null = null
  let rate = 1
  return {
    lie: (isOn: boolean): void => {
      current = isOn ? pick(random, lies as [string, ...string[]]) : null
      rate = pick(random, [1, 0.3, 0.05] as const)
      told.push(current === null ? 'honest' : `${current} ${rate}`)
    },
    next: (): string | null => (current !== null && random() < rate ? current : null),
    /** The lies so far. */
    said: () => told.join(', '),
  }
}

const names = '../x ..%2Fx /etc/passwd d/../../x %zz index.html/ d/0123456789abcdef.bin'.split(' ')

const entryOf = (isDav: boolean, path: string, size: string): string =>
  isDav
    ? `<response><href>/site/${path}</href><propstat><prop><getcontentlength>${size}</getcontentlength></prop></propstat></response>`
    : `<Contents><Key>${encodeURIComponent(`spring/${path}`)}</Key><Size>${size}</Size></Contents>`

const listing = (isDav: boolean, entries: string, next = ''): string =>
  isDav
    ? `<multistatus xmlns="DAV:">${entries}</multistatus>`
    : `<ListBucketResult>${entries}<IsTruncated>${next !== ''}</IsTruncated><NextContinuationToken>${next}</NextContinuationToken></ListBucketResult>`

/** Sends until nobody listens. */
const sendEndlessly = (response: ServerResponse, piece: string): void => {
  while (!response.destroyed && response.write(piece));
  if (!response.destroyed) response.once('drain', () => sendEndlessly(response, piece))
}

/** A WebDAV server or an S3 store in memory. */
export const openWebLiar =
  (kind: 'dav' | 's3') =>
  async (_home: string, random: Random): Promise<LiarHost> => {
    const files = new Map<string, Buffer>()
    const strays: string[] = []
    const decoy = await openDoor((asked, answer) => {
      strays.push(`${asked.method} ${asked.headers.authorization === undefined ? 'without' : 'with'} the secret`)
      answer.end('')
    })
    const isDav = kind === 'dav'
    const root = isDav ? '/site/' : '/results/spring/'
    const versionOf = (body: Buffer): string => `"${body.length}-${body.subarray(-40).toString('hex')}"`

    const list = (url: URL, lie: string | null): string => {
      const folder = isDav
        ? url.pathname.slice(root.length)
        : (url.searchParams.get('prefix') ?? '').slice('spring/'.length)
      const own = [...files].filter(([path]) => path.startsWith(folder) && !path.slice(folder.length).includes('/'))
      const sizeOf = (body: Buffer): string =>
        lie === 'wrong sizes' ? pick(random, ['0', '-1', '1e99', 'NaN', '']) : String(body.length)
      const others = lie === 'other names' ? names.map((name) => entryOf(isDav, `${folder}${name}`, '1')) : []
      const entries = [...own.map(([path, body]) => entryOf(isDav, path, sizeOf(body))), ...others].join('')
      return listing(isDav, entries, lie === 'endless listing' ? randomBytes(6).toString('hex') : '')
    }

    const lies: { readonly [lie: string]: (asked: IncomingMessage, answer: ServerResponse) => void } = {
      'half a reply': (_, answer) => {
        answer.writeHead(200, { 'content-length': '1000' })
        answer.write('x'.repeat(500), () => answer.destroy())
      },
      redirect: (_, answer) =>
        answer.writeHead(pick(random, [301, 302, 307, 308]), { location: `${decoy.endpoint}/x` }).end(),
      'endless reply': (_, answer) => sendEndlessly(answer.writeHead(200), 'x'.repeat(65_536)),
      'any status': (_, answer) => answer.writeHead(integerBetween(random, 200, 599), { 'retry-after': '1' }).end('a'),
      noise: (_, answer) => answer.writeHead(207).end(randomBytes(20_000)),
      nothing: (_, answer) => answer.destroy(),
      echo: ({ headers }, answer) => {
        const given = Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64').toString()
        answer.writeHead(integerBetween(random, 400, 500)).end(JSON.stringify([headers, given]))
      },
      empty: (_, answer) => answer.writeHead(200).end(),
    }
    const liar = createLiar(random, [...Object.keys(lies), 'endless listing', 'wrong sizes', 'other names', 'no deed'])

    const answerHonestly = (asked: IncomingMessage, body: Buffer, answer: ServerResponse, lie: string | null): void => {
      const url = new URL(asked.url ?? '', 'http://host')
      const path = decodeURIComponent(url.pathname).slice(root.length)
      const known = files.get(path)
      if (asked.method === 'PROPFIND' || url.searchParams.has('list-type')) {
        if (lie === 'endless listing' && isDav) {
          answer.writeHead(207).write('<multistatus xmlns="DAV:">')
          return sendEndlessly(answer, entryOf(isDav, 'd/x', '1').repeat(300))
        }
        return void answer.writeHead(isDav ? 207 : 200).end(list(url, lie))
      }
      if (asked.method === 'MKCOL') return void answer.writeHead(201).end()
      if (asked.method === 'PUT' && lie !== 'no deed') files.set(path, body)
      if (asked.method === 'PUT') return void answer.writeHead(201, { etag: versionOf(body) }).end()
      if (asked.method === 'DELETE' && lie !== 'no deed') files.delete(path)
      if (asked.method === 'DELETE') return void answer.writeHead(204).end()
      if (known === undefined) return void answer.writeHead(404).end()
      answer.writeHead(200, { etag: versionOf(known) }).end(asked.method === 'HEAD' ? '' : known)
    }

    const door = await openDoor((asked, answer) => {
      answer.on('error', () => undefined)
      const lie = liar.next()
      const tell = lie === null ? undefined : lies[lie]
      void buffer(asked)
        .then((body) => (tell === undefined ? answerHonestly(asked, body, answer, lie) : tell(asked, answer)))
        .catch(() => answer.destroy())
    })
    return {
      kind,
      address: isDav ? `dav://desk@${new URL(door.endpoint).host}/site` : 's3://results/spring',
      endpoint: isDav ? null : door.endpoint,
      put: (path, text) => void files.set(path, Buffer.from(text)),
      read: (path) => files.get(path)?.toString() ?? null,
      ...liar,
      strays: () => strays,
      passwords: () => [],
      hostKey: () => Promise.resolve(''),
      changeKey: () => Promise.resolve(),
      close: () => Promise.all([door.stop(), decoy.stop()]),
    }
  }

/** A host with SFTP over a folder. */
export const openSftpLiar = async (home: string, random: Random): Promise<LiarHost> => {
  const root = join(home, 'served', 'site')
  mkdirSync(root, { recursive: true })
  const key = join(home, 'key')
  await makeKey(key)
  const passwords: string[] = []
  const attrs = { mode: 0o100644, uid: 0, gid: 0, size: 2 ** 50, atime: 0, mtime: 0 }
  const nameOf = (filename: string) => ({ filename, longname: filename, attrs })
  const manyNames = () => Array.from({ length: 100 }, () => nameOf(randomBytes(20).toString('hex')))

  /** By name: the requests that it answers, and how. */
  const lies: { readonly [lie: string]: readonly [RegExp, (sftp: SFTPWrapper, id: number) => unknown] } = {
    'endless listing': [/^READDIR$/, (sftp, id) => sftp.name(id, manyNames())],
    'other names': [
      /^READDIR$/,
      (sftp, id) => (random() < 0.5 ? sftp.name(id, names.map(nameOf)) : sftp.status(id, 1)),
    ],
    'wrong sizes': [/STAT$/, (sftp, id) => sftp.attrs(id, attrs)],
    'endless file': [/^READ$/, (sftp, id) => sftp.data(id, Buffer.alloc(32_768, 'x'))],
    'no deed': [/^(?:WRITE|RENAME|REMOVE|MKDIR)$/, (sftp, id) => sftp.status(id, 0)],
    failure: [/./, (sftp, id) => sftp.status(id, 4)],
    'any status': [/./, (sftp, id) => sftp.status(id, integerBetween(random, 1, 31))],
    'hangs up': [/./, (sftp) => sftp.end()],
  }
  const liar = createLiar(random, Object.keys(lies))
  const lie = (request: string, id: number, sftp: SFTPWrapper): boolean => {
    const [asked, answer] = lies[liar.next() ?? ''] ?? []
    if (asked?.test(request) !== true) return false
    answer?.(sftp, id)
    return true
  }
  const start = (port = 0) =>
    startPlainSftp(join(home, 'served'), key, { lie, heard: (password) => passwords.push(password), port })
  let server = await start()
  return {
    kind: 'sftp',
    address: `sftp://desk@127.0.0.1:${server.port}/site`,
    endpoint: null,
    put: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
    ...liar,
    strays: () => [],
    passwords: () => passwords,
    hostKey: () => fingerprintOf(key),
    changeKey: async () => {
      const { port } = server
      await server.stop()
      for (const name of [key, `${key}.pub`]) rmSync(name)
      await makeKey(key)
      server = await start(port)
    },
    close: () => server.stop(),
  }
}
