import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadArtifact, FetchDownloader } from '@electron/get'
import { extract } from '@electron-internal/extract-zip'
import type { DownloadMessage } from './downloadMessage.ts'
import { proxyHostFor } from './downloadProxy.ts'
import { defaultBinaryName, electronVersion } from './electronBinary.ts'
import { retryWhileHeld } from './heldFolder.ts'

// A separate process, so that a hanging connection can be killed at once. Argument: the electron package's folder.
// Mirrors, cache and checksums are those of the package's own install.js, which shows no progress.

const tell = (message: DownloadMessage): void => {
  process.send?.(message)
}

const fetchDownloader = new FetchDownloader()

const downloader = {
  download: (url: string, targetPath: string, options?: object): Promise<void> => {
    const asked = new URL(url)
    tell({ kind: 'asking', host: asked.host, proxy: proxyHostFor(asked, process.env) })
    return fetchDownloader.download(url, targetPath, {
      ...options,
      quiet: true,
      getProgressCallback: ({ transferred, total }: { transferred: number; total: number | null }) => {
        tell({ kind: 'bytes', receivedBytes: transferred, totalBytes: total })
        return Promise.resolve()
      },
    })
  },
}

async function readChecksums(electronDir: string): Promise<Record<string, string>> {
  const parsed: unknown = JSON.parse(await readFile(join(electronDir, 'checksums.json'), 'utf8'))
  return parsed as Record<string, string>
}

async function download(electronDir: string): Promise<string> {
  const version = electronVersion(electronDir)
  if (version === null) throw new Error('the electron package is not installed')
  const { env } = process
  const wantsRemoteChecksums = Boolean(
    env['electron_use_remote_checksums'] || env['npm_config_electron_use_remote_checksums'],
  )
  return downloadArtifact({
    version,
    artifactName: 'electron',
    platform: process.platform,
    arch: process.arch,
    downloader,
    ...(env['electron_config_cache'] ? { cacheRoot: env['electron_config_cache'] } : {}),
    ...(wantsRemoteChecksums ? {} : { checksums: await readChecksums(electronDir) }),
  })
}

/** The folder gets its name only when all of it is there: half an Electron must not pass for one. */
async function unpack(zipPath: string, electronDir: string): Promise<void> {
  const partialDir = await mkdtemp(join(electronDir, 'dist-partial-'))
  const distDir = join(electronDir, 'dist')
  try {
    await extract(zipPath, { dir: partialDir })
    // Another start unpacked it first, and its Electron may be running from that folder.
    if (existsSync(join(distDir, defaultBinaryName(process.platform)))) return
    await retryWhileHeld(() => rm(distDir, { recursive: true, force: true, maxRetries: 3 }))
    await retryWhileHeld(() => rename(partialDir, distDir))
    await writeFile(join(electronDir, 'path.txt'), defaultBinaryName(process.platform))
  } finally {
    // A locked folder must not hide why unpacking failed.
    await rm(partialDir, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

/** The error and what caused it, outermost first: fetch hides why it failed one or two levels down. */
function causesOf(thrown: Error): readonly Error[] {
  return [thrown, ...(thrown.cause instanceof Error ? causesOf(thrown.cause) : [])]
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown'
  if (thrown instanceof TypeError) {
    const causes = causesOf(thrown)
    // As undici words it: "Proxy response (407) !== 200 when HTTP Tunneling".
    const refusal = causes.map(({ message }) => /^Proxy response \((\d{3})\)/u.exec(message)?.[1]).find(Boolean)
    if (refusal !== undefined) return `the proxy answered HTTP ${refusal}`
    const code = causes.map((cause) => ('code' in cause ? cause.code : null)).find((found) => typeof found === 'string')
    if (code !== undefined) return code
  }
  const status = /Response code (\d{3})/u.exec(thrown.message)?.[1]
  if (status !== undefined) return `HTTP ${status}`
  if (/checksum|did not match/iu.test(`${thrown.name} ${thrown.message}`)) return 'the file has a wrong checksum'
  // Error messages of fetch contain the mirror's URL, which may contain a name and password.
  const [line = ''] = thrown.message.split('\n', 1)
  return line.replaceAll(/\/\/[^/\s]*@/gu, '//***@').slice(0, 120)
}

async function run(electronDir: string): Promise<void> {
  try {
    const zipPath = await download(electronDir)
    tell({ kind: 'unpacking' })
    await unpack(zipPath, electronDir)
    tell({ kind: 'done' })
  } catch (thrown) {
    tell({ kind: 'failed', reason: reasonOf(thrown) })
  }
  process.disconnect()
}

process.once('disconnect', () => process.exit())
await run(process.argv[2] ?? '')
