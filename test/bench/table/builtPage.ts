import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { build } from 'vite'
import { openDoor } from '../../support/stores/frontDoor.ts'

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchFor = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: chromiumArgs })

/** Builds the page in `root` for production into a temporary folder and serves it on loopback under the app's own style policy. */
export const servePage = async (root: string) => {
  const folder = await mkdtempDisposable(join(tmpdir(), 'racedesk-page-'))
  const outDir = folder.path
  await build({ root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true, target: 'es2024' } })
  const { endpoint, stop } = await openDoor((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname === '/' ? '/index.html' : pathname
    readFile(join(outDir, path)).then(
      (body) => {
        response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
        response.setHeader('content-security-policy', "default-src 'self'; style-src 'self'; script-src 'self'")
        response.end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  return { url: `${endpoint}/`, close: () => stop().then(folder.remove) }
}
