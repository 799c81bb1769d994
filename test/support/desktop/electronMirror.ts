import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { DownloadMessage } from '../../../main/desktop/start/downloadMessage.ts'
import { defaultBinaryName, type Env } from '../../../main/desktop/start/electronBinary.ts'
import { downloadElectron } from '../../../main/desktop/start/electronDownload.ts'
import { atEnd, temporaryFolder } from '../atEnd.ts'
import { zipFile } from '../files/zipFile.ts'
import type { KeyPair } from '../services/certificates.ts'

const version = '45.4.1'
export const program = '#!/bin/sh\nexit 0\n'
export const archive = zipFile([
  { name: defaultBinaryName(process.platform), data: Buffer.from(program) },
  { name: 'version', data: Buffer.from(version) },
])
const archiveName = `electron-v${version}-${process.platform}-${process.arch}.zip`
/** Where a mirror is asked for the archive. */
export const archivePath = `/v${version}/${archiveName}`

export const put = (folder: string, path: string, text = ''): string => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** An `electron` package as npm leaves it, without its program. */
export const electronPackage = (checksum = createHash('sha256').update(archive).digest('hex')): string => {
  const electronDir = join(temporaryFolder(), 'electron')
  put(electronDir, 'package.json', JSON.stringify({ name: 'electron', version }))
  put(electronDir, 'checksums.json', JSON.stringify({ [archiveName]: checksum }))
  return electronDir
}

/** A server on loopback, with a key pair over TLS; resolves with its port. */
export const startMirror = async (answer: RequestListener, pair?: KeyPair): Promise<number> => {
  const server = pair === undefined ? createServer(answer) : createSecureServer(pair, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** The environment without the settings of this machine that would lead the download elsewhere. */
export const environment = (extra: Env): Env => {
  const kept = Object.entries(process.env).filter(([name]) => !/electron|proxy/iu.test(name))
  return { ...Object.fromEntries(kept), electron_config_cache: temporaryFolder(), TMPDIR: temporaryFolder(), ...extra }
}

/** Downloads into the package; `asked` are the hosts, and `steps` how often bytes came. */
export const download = async (electronDir: string, extra: Env, silenceLimitMs = 20_000) => {
  const messages: DownloadMessage[] = []
  const onMessage = (message: DownloadMessage) => messages.push(message)
  const outcome = await downloadElectron({ electronDir, env: environment(extra), silenceLimitMs, onMessage })
  return {
    outcome,
    asked: messages.filter(({ kind }) => kind === 'asking'),
    steps: messages.filter(({ kind }) => kind === 'bytes').length,
  }
}
