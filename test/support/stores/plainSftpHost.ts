import { once } from 'node:events'
import * as fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2'

declare module 'ssh2' {
  interface Connection {
    /** Missing in @types/ssh2. */
    readonly setNoDelay: (isOn: boolean) => unknown
  }
}

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

const attributesOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: fs.Stats): Attributes => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1_000),
  mtime: Math.floor(mtimeMs / 1_000),
})

const modeOf = (flags: number): string => {
  if ((flags & OPEN_MODE.WRITE) === 0) return 'r'
  return (flags & OPEN_MODE.EXCL) === 0 ? 'w' : 'wx'
}

/** True: it has answered a request, or broken the connection, in place of the host. */
type Lie = (request: string, id: number, sftp: SFTPWrapper) => boolean

/** The host with a lie before each answer. */
const lying = (
  sftp: SFTPWrapper,
  lie: Lie,
): Pick<SFTPWrapper, 'on' | 'status' | 'handle' | 'data' | 'attrs' | 'name'> =>
  new Proxy(sftp, {
    get: (_, name) => {
      const member: unknown = Reflect.get(sftp, name)
      if (typeof member !== 'function') return member
      if (name !== 'on') return member.bind(sftp) as unknown
      return (request: string, answer: (id: number, ...rest: readonly unknown[]) => void) =>
        sftp.on(
          request as 'end',
          ((id: number, ...rest: readonly unknown[]) => {
            if (!lie(request, id, sftp)) answer(id, ...rest)
          }) as never,
        )
    },
  })

const serve = (real: SFTPWrapper, folder: string, mostRead: number, lie: Lie): void => {
  const sftp = lying(real, lie)
  const at = (path: string): string => join(folder, path)
  const folders = new Map<number, string[]>()
  let nextFolder = 0
  const handleOf = (id: number): Buffer => Buffer.from([id])
  const attempt = (id: number, work: () => void): void => {
    try {
      work()
    } catch {
      sftp.status(id, STATUS_CODE.FAILURE)
    }
  }
  const done = (id: number, work: () => void): void =>
    attempt(id, () => {
      work()
      sftp.status(id, STATUS_CODE.OK)
    })
  sftp.on('OPEN', (id, path, flags) =>
    attempt(id, () => sftp.handle(id, handleOf(fs.openSync(at(path), modeOf(flags))))),
  )
  sftp.on('READ', (id, handle, from, length) =>
    attempt(id, () => {
      const bytes = Buffer.alloc(Math.min(length, mostRead))
      const count = fs.readSync(handle[0] ?? -1, bytes, 0, bytes.byteLength, from)
      if (count === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, bytes.subarray(0, count))
    }),
  )
  sftp.on('WRITE', (id, handle, from, bytes) =>
    done(id, () => void fs.writeSync(handle[0] ?? -1, bytes, 0, bytes.byteLength, from)),
  )
  sftp.on('CLOSE', (id, handle) =>
    done(id, () => {
      if (!folders.delete(handle[0] ?? -1)) fs.closeSync(handle[0] ?? -1)
    }),
  )
  sftp.on('FSTAT', (id, handle) => attempt(id, () => sftp.attrs(id, attributesOf(fs.fstatSync(handle[0] ?? -1)))))
  for (const name of ['STAT', 'LSTAT'] as const) {
    sftp.on(name, (id: number, path: string) => attempt(id, () => sftp.attrs(id, attributesOf(fs.statSync(at(path))))))
  }
  sftp.on('OPENDIR', (id, path) =>
    attempt(id, () => {
      nextFolder = (nextFolder + 1) % 100
      const handle = 150 + nextFolder
      folders.set(handle, [path, ...fs.readdirSync(at(path))])
      sftp.handle(id, handleOf(handle))
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    attempt(id, () => {
      const [path, ...names] = folders.get(handle[0] ?? -1)?.splice(0) ?? []
      if (path === undefined) return sftp.status(id, STATUS_CODE.EOF)
      sftp.name(
        id,
        names.map((filename) => ({
          filename,
          longname: filename,
          attrs: attributesOf(fs.statSync(at(join(path, filename)))),
        })),
      )
    }),
  )
  sftp.on('RENAME', (id, from, to) => done(id, () => fs.renameSync(at(from), at(to))))
  sftp.on('REMOVE', (id, path) => done(id, () => fs.unlinkSync(at(path))))
  sftp.on('MKDIR', (id, path) => done(id, () => fs.mkdirSync(at(path))))
  sftp.on('RMDIR', (id, path) => done(id, () => fs.rmdirSync(at(path))))
}

type Hooks = {
  /** How many bytes an answer has. */
  readonly mostRead?: number
  readonly lie?: Lie
  /** Told of every password that comes. */
  readonly heard?: (password: string) => void
  readonly port?: number
}

/**
 * A host with an SFTP server unlike OpenSSH's: without extensions, it calls every failure just a failure, and a rename replaces what
 * has the new name. It lets everybody in; `folder` is its root, `keyFile` the key that it shows.
 */
export const startPlainSftp = async (
  folder: string,
  keyFile: string,
  { mostRead = Infinity, lie = () => false, heard = () => undefined, port = 0 }: Hooks = {},
) => {
  const server = new ssh2.Server({ hostKeys: [fs.readFileSync(keyFile)] }, (client) => {
    // Else each answer of two packets waits 40 ms for the client's acknowledgement.
    client.setNoDelay(true)
    client.on('error', () => undefined)
    client.on('authentication', (asked) => {
      if (asked.method === 'password') heard(asked.password)
      asked.accept()
    })
    client.on('session', (accept) => accept().on('sftp', (open) => serve(open(), folder, mostRead, lie)))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return { port: own, stop: () => new Promise<void>((closed) => void server.close(() => closed())) }
}
