import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isBuildStale } from '../../../main/desktop/start/buildAge.ts'
import type { DownloadMessage } from '../../../main/desktop/start/downloadMessage.ts'
import { defaultBinaryName, findElectron } from '../../../main/desktop/start/electronBinary.ts'
import { downloadElectron } from '../../../main/desktop/start/electronDownload.ts'
import { zipFile } from '../../support/files/zipFile.ts'

const version = '45.4.1'
const projectDir = fileURLToPath(new URL('../../..', import.meta.url))
const program = '#!/bin/sh\nexit 0\n'
const archive = zipFile([
  { name: defaultBinaryName(process.platform), data: Buffer.from(program) },
  { name: 'version', data: Buffer.from(version) },
])
const archiveName = `electron-v${version}-${process.platform}-${process.arch}.zip`

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-start-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** An `electron` package as npm leaves it, without its program. */
function electronPackage(checksum = createHash('sha256').update(archive).digest('hex')): string {
  const electronDir = join(temporaryFolder(), 'electron')
  put(electronDir, 'package.json', JSON.stringify({ name: 'electron', version }))
  put(electronDir, 'checksums.json', JSON.stringify({ [archiveName]: checksum }))
  return electronDir
}

function put(folder: string, path: string, text = ''): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

async function mirror(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** The environment without the settings of this machine that would lead the download elsewhere. */
function environment(extra: { readonly [name: string]: string }): { readonly [name: string]: string | undefined } {
  const kept = Object.entries(process.env).filter(([name]) => !/electron|proxy/iu.test(name))
  return { ...Object.fromEntries(kept), electron_config_cache: temporaryFolder(), TMPDIR: temporaryFolder(), ...extra }
}

async function download(mirrorUrl: string, electronDir: string, silenceLimitMs = 20_000) {
  const messages: DownloadMessage[] = []
  const env = environment({ ELECTRON_MIRROR: mirrorUrl })
  const onMessage = (message: DownloadMessage) => messages.push(message)
  const outcome = await downloadElectron({ electronDir, env, silenceLimitMs, onMessage })
  return { outcome, messages }
}

describe('looking for Electron', () => {
  it('finds the program by the default name, by path.txt and in the override folder', () => {
    const electronDir = electronPackage()
    expect(findElectron(electronDir, 'linux', {}).isPresent).toBe(false)
    put(electronDir, 'dist/electron')
    expect(findElectron(electronDir, 'linux', {}).isPresent).toBe(true)
    expect(findElectron(electronDir, 'win32', {}).isPresent).toBe(false)
    put(electronDir, 'path.txt', 'other/name')
    expect(findElectron(electronDir, 'linux', {}).isPresent).toBe(false)
    const override = temporaryFolder()
    put(override, 'other/name')
    expect(findElectron(electronDir, 'linux', { ELECTRON_OVERRIDE_DIST_PATH: override })).toEqual({
      path: join(override, 'other/name'),
      isPresent: true,
      isOverridden: true,
    })
  })

  it('finds the program in macOS and Windows archives', () => {
    expect(['darwin', 'win32', 'linux'].map(defaultBinaryName)).toEqual([
      'Electron.app/Contents/MacOS/Electron',
      'electron.exe',
      'electron',
    ])
  })
})

describe('downloading Electron', () => {
  it('unpacks a slow but steady download and leaves no partial folder', async () => {
    const electronDir = electronPackage()
    const drip = (response: ServerResponse, from: number): void => {
      if (response.destroyed) return
      const next = from + Math.ceil(archive.length / 6)
      response.write(archive.subarray(from, next))
      if (next >= archive.length) response.end()
      else setTimeout(() => drip(response, next), 100)
    }
    const paths: string[] = []
    const url = await mirror((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(200, { 'content-length': archive.length })
      drip(response, 0)
    })
    const { outcome, messages } = await download(url, electronDir)
    expect(outcome).toEqual({ ok: true })
    expect(paths).toEqual([`/v${version}/${archiveName}`])
    expect(messages.filter(({ kind }) => kind === 'bytes').length).toBeGreaterThan(1)
    const found = findElectron(electronDir, process.platform, {})
    expect(readFileSync(found.path, 'utf8')).toBe(program)
    expect(readFileSync(join(electronDir, 'path.txt'), 'utf8')).toBe(defaultBinaryName(process.platform))
    expect(readdirSync(electronDir).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
  })

  it('keeps the folder that another start unpacked meanwhile', async () => {
    const electronDir = electronPackage()
    const theirs = join('dist', defaultBinaryName(process.platform))
    const url = await mirror((_request, response) => {
      put(electronDir, theirs, 'runs already')
      response.end(archive)
    })
    expect((await download(url, electronDir)).outcome).toEqual({ ok: true })
    expect(readFileSync(join(electronDir, theirs), 'utf8')).toBe('runs already')
    expect(readdirSync(electronDir).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
  })

  it('gives up on a mirror that accepts and never replies', async () => {
    const url = await mirror(() => undefined)
    const { outcome } = await download(url, electronPackage(), 3000)
    expect(outcome).toEqual({ ok: false, host: new URL(url).host, proxy: null, reason: 'no bytes for 3 s' })
  })

  it('gives up on a mirror that stops in the middle, and keeps no partial Electron', async () => {
    const electronDir = electronPackage()
    const url = await mirror((_request, response) => {
      response.writeHead(200, { 'content-length': archive.length })
      response.write(archive.subarray(0, 40))
    })
    const { outcome } = await download(url, electronDir, 1500)
    expect(outcome).toMatchObject({ ok: false, reason: 'no bytes for 1.5 s' })
    expect(existsSync(join(electronDir, 'dist'))).toBe(false)
  })

  it('reports the HTTP status when the mirror lacks the version', async () => {
    const url = await mirror((_request, response) => response.writeHead(404).end('<html>not here</html>'))
    const { outcome } = await download(url, electronPackage())
    expect(outcome).toEqual({ ok: false, host: new URL(url).host, proxy: null, reason: 'HTTP 404' })
  })

  it('prints no password of a mirror', async () => {
    const { outcome } = await download('http://crew:pass-7731@127.0.0.1:9/', electronPackage())
    expect(outcome).toMatchObject({ ok: false, host: '127.0.0.1:9', reason: expect.stringContaining('//***@127') })
    expect(JSON.stringify(outcome)).not.toContain('pass-7731')
  })

  it('reports the system error when the connection is refused', async () => {
    const { outcome } = await download('http://127.0.0.1:9/', electronPackage())
    expect(outcome).toMatchObject({ ok: false, host: '127.0.0.1:9', reason: expect.stringMatching(/\S/u) as unknown })
  })

  it('refuses an archive with a wrong checksum', async () => {
    const electronDir = electronPackage('0'.repeat(64))
    const url = await mirror((_request, response) => response.end(archive))
    const { outcome } = await download(url, electronDir)
    expect(outcome).toMatchObject({ ok: false, reason: 'the file has a wrong checksum' })
    expect(existsSync(join(electronDir, 'dist'))).toBe(false)
  })
})

describe('the build', () => {
  it('runs only when a bundle is missing or a source is newer', () => {
    const folder = temporaryFolder()
    const sources = ['package.json', 'main/core.ts', 'preload/preload.ts', 'renderer/app/App.tsx']
    const bundles = ['out/main/cli.js', 'out/main/desktop.js', 'out/preload/preload.cjs', 'out/renderer/index.html']
    const age = (path: string, seconds: number) => utimesSync(path, seconds, seconds)
    for (const path of sources) age(put(folder, path), 1000)
    expect(isBuildStale(folder)).toBe(true)
    for (const path of bundles) age(put(folder, path), 2000)
    expect(isBuildStale(folder)).toBe(false)
    for (const path of sources) {
      age(join(folder, path), 3000)
      expect(isBuildStale(folder), path).toBe(true)
      age(join(folder, path), 1000)
    }
    rmSync(join(folder, 'out/preload/preload.cjs'))
    expect(isBuildStale(folder)).toBe(true)
  })
})

describe('the browser face', () => {
  /** A project whose racedesk.mjs is a small server of the same habits: one line when ready, a clean end on SIGTERM. */
  function projectWith(racedesk: string): string {
    const folder = temporaryFolder()
    for (const path of ['package.json', 'preload/preload.ts', 'renderer/app/App.tsx'])
      utimesSync(put(folder, path), 1000, 1000)
    utimesSync(put(folder, 'main/racedesk.mjs', racedesk), 1000, 1000)
    for (const path of ['main/cli.js', 'main/desktop.js', 'preload/preload.cjs', 'renderer/index.html'])
      put(folder, `out/${path}`)
    return folder
  }

  function startProcess(project: string, electronDir: string, extraEnv: { readonly [name: string]: string }) {
    const module = pathToFileURL(join(projectDir, 'main/desktop/start/start.ts')).href
    const script = `
      import { start } from ${JSON.stringify(module)}
      process.exitCode = await start({
        projectDir: ${JSON.stringify(project)}, electronDir: ${JSON.stringify(electronDir)},
        env: process.env, args: ['--data', 'x y'], silenceLimitMs: 30_000,
      })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: environment(extraEnv),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    undo.push(() => child.kill('SIGKILL'))
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    return { child, readErrors: () => errors }
  }

  const server = `
    const stay = setInterval(() => {}, 1000)
    process.once('SIGTERM', () => { clearInterval(stay); console.log('ended cleanly') })
    console.log(JSON.stringify({ url: 'http://127.0.0.1:1/#token=t' }))
    console.log(JSON.stringify(process.argv.slice(2)))`

  it('stays closed when the build fails, and the remedy is printed last', async () => {
    const project = projectWith(server)
    rmSync(join(project, 'out/main/cli.js'))
    const { child, readErrors } = startProcess(project, electronPackage(), {})
    await once(child, 'close')
    expect(child.exitCode).toBe(5)
    expect(readErrors().trimEnd().split('\n').at(-1)).toMatch(/could not be built.*npm ci/u)
  })

  it('says without a stack trace why it cannot open', async () => {
    const failing = `
      console.log(JSON.stringify({ ok: false, error: { kind: 'storage' } }))
      console.error('The store failed.')
      process.exitCode = 5`
    const { child, readErrors } = startProcess(projectWith(failing), '', {
      ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder(),
    })
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) lines.push(line)
    if (child.exitCode === null) await once(child, 'exit')
    expect(lines).toEqual([])
    expect(readErrors()).toContain('The store failed.')
    expect(child.exitCode).toBe(5)
  })

  // Windows ends a process without asking it.
  it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
    'opens when Electron is unavailable, and %s ends it cleanly',
    async (signal) => {
      const url = await mirror((_request, response) => response.writeHead(404).end())
      const { child, readErrors } = startProcess(projectWith(server), electronPackage(), { ELECTRON_MIRROR: url })
      const lines: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line)
        if (lines.length === 2) child.kill(signal)
      }
      if (child.exitCode === null) await once(child, 'exit')
      expect(lines).toEqual([
        'Racedesk is open at http://127.0.0.1:1/#token=t',
        JSON.stringify(['serve', '--json', '--data', 'x y']),
        'ended cleanly',
      ])
      expect(child.exitCode).toBe(0)
      const said = readErrors().trimEnd().split('\n')
      expect(said.slice(-2)[0]).toMatch(/is not at .*downloading it from 127\.0\.0\.1:\d+ failed: HTTP 404\.$/u)
      expect(said.slice(-2)[1]).toMatch(/ELECTRON_MIRROR.*ELECTRON_OVERRIDE_DIST_PATH/u)
    },
  )

  // `script` gives it a terminal, without which no browser is opened.
  it.runIf(process.platform === 'linux' && spawnSync('script', ['--version']).status === 0)(
    'is shown by a browser that gets the one-time address alone, and no keys',
    async () => {
      const folder = temporaryFolder()
      const seen = join(folder, 'seen')
      // Written whole before it is seen.
      const browser = `#!/bin/sh\n{ echo "$#|$@"; env; } > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`
      chmodSync(put(folder, 'xdg-open', browser), 0o755)
      const oneTime = 'http://127.0.0.1:1/#once=o'
      const project = projectWith(`
        process.once('SIGTERM', () => process.exit())
        setInterval(() => {}, 1000)
        console.log(JSON.stringify({ url: 'http://127.0.0.1:1/#token=t0k3n', token: 't0k3n', openUrl: '${oneTime}' }))`)
      const starter = put(
        folder,
        'start.mjs',
        `import { start } from ${JSON.stringify(pathToFileURL(join(projectDir, 'main/desktop/start/start.ts')).href)}
         await start({ projectDir: ${JSON.stringify(project)}, electronDir: '', env: process.env, args: [], silenceLimitMs: 1000 })`,
      )
      const env = {
        ...environment({ ELECTRON_OVERRIDE_DIST_PATH: folder }),
        PATH: `${folder}:${process.env['PATH']}`,
        DISPLAY: ':9',
        RACEDESK_ACCESS_KEY: 's3cr3t',
        ELECTRON_RUN_AS_NODE: '1',
      }
      const child = spawn('script', ['-qec', `'${process.execPath}' '${starter}'`, '/dev/null'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      })
      undo.push(() => process.kill(-(child.pid ?? 0), 'SIGKILL'))
      let shown = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text))
      await expect.poll(() => existsSync(seen)).toBe(true)
      const [args, ...names] = readFileSync(seen, 'utf8').split('\n')
      expect(args).toBe(`1|${oneTime}`)
      expect(names.join('\n')).not.toMatch(/t0k3n|s3cr3t|ELECTRON_RUN_AS_NODE/u)
      // The terminal passes the line on in its own time.
      await expect.poll(() => shown).toContain('Racedesk is open at http://127.0.0.1:1/#token=t0k3n')
    },
  )

  /** Runs a start with that shell script as Electron; gives its output and exit code. */
  async function startWith(
    script: string,
    options: { readonly args?: readonly string[]; readonly env?: Record<string, string> } = {},
  ) {
    const folder = temporaryFolder()
    const program = put(folder, 'electron', `#!/bin/sh\n${script}\n`)
    chmodSync(program, 0o755)
    const project = projectWith('console.log(JSON.stringify(process.argv.slice(2)))')
    const module = pathToFileURL(join(projectDir, 'main/desktop/start/start.ts')).href
    const code = `
      import { start } from ${JSON.stringify(module)}
      process.exitCode = await start({ projectDir: ${JSON.stringify(project)}, electronDir: '', env: process.env,
        args: ${JSON.stringify(options.args ?? ['--no-sandbox'])}, silenceLimitMs: 30_000 })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...environment({ ELECTRON_OVERRIDE_DIST_PATH: folder }), DISPLAY: ':9', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    undo.push(() => child.kill('SIGKILL'))
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    return { child, project, program, read: () => ({ output, errors }) }
  }

  it.skipIf(process.platform !== 'linux')(
    'stays closed when the window opens, whose program gets the project and the arguments',
    async () => {
      const { child, project, read } = await startWith('printf "%s|" "$@"\nexit 7')
      await once(child, 'close')
      expect(read()).toEqual({ output: `${project}|--no-sandbox|`, errors: '' })
      expect(child.exitCode).toBe(7)
    },
  )

  it.skipIf(process.platform !== 'linux')('passes no keys to the process that relays stderr', async () => {
    const bin = temporaryFolder()
    const seen = join(bin, 'seen')
    put(bin, 'cat', `#!/bin/sh\n/usr/bin/env > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`)
    chmodSync(join(bin, 'cat'), 0o755)
    const { child } = await startWith('sleep 2 &\nexit 7', {
      env: { PATH: `${bin}:${process.env['PATH']}`, RACEDESK_ACCESS_KEY: 'key-7731' },
    })
    await once(child, 'exit')
    await vi.waitUntil(() => existsSync(seen), { timeout: 20_000 })
    expect(readFileSync(seen, 'utf8')).toContain('PATH=')
    expect(readFileSync(seen, 'utf8')).not.toContain('key-7731')
  })

  it.skipIf(process.platform !== 'linux')(
    'opens when Chromium aborts at the start, and quotes the reason from its output',
    async () => {
      const fatal = '[1:1:FATAL:zygote_host_impl_linux.cc(132)] No usable sandbox! Update your kernel.'
      const { child, program, read } = await startWith(`echo '${fatal}' >&2\nkill -TRAP $$`, {
        args: ['--no-sandbox', '--disable-gpu', '--data', 'x y', '--ozone-platform=x11'],
      })
      await once(child, 'close')
      const { output, errors } = read()
      expect(JSON.parse(output)).toEqual(['serve', '--json', '--data', 'x y'])
      const [shown, problem, remedy] = errors.split('\n')
      expect(shown).toBe(fatal)
      expect(problem).toBe(
        `Electron is at ${program}, but this system cannot run it: No usable sandbox. Opening the browser face instead.`,
      )
      const helper = join(dirname(program), 'chrome-sandbox')
      expect(remedy).toBe(`Run once: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`)
    },
  )

  it.skipIf(process.platform !== 'linux')(
    'stays closed when Electron is told to end, whose output is shown while it runs',
    async () => {
      const { child, read } = await startWith('echo ready >&2\nwhile :; do sleep 0.05; done')
      await once(child.stderr, 'data')
      child.kill('SIGTERM')
      await once(child, 'close')
      expect(read()).toEqual({ output: '', errors: 'ready\n' })
      expect(child.exitCode).toBe(143)
    },
  )

  it.skipIf(process.platform !== 'linux')('takes ELECTRON_RUN_AS_NODE and keys out of the environment', async () => {
    const env = { ELECTRON_RUN_AS_NODE: '1', RACEDESK_ACCESS_KEY: 'secret', CREW: 'here' }
    const { child, read } = await startWith('echo "$ELECTRON_RUN_AS_NODE|$RACEDESK_ACCESS_KEY|$CREW"', { env })
    await once(child, 'close')
    expect(read().output).toBe('||here\n')
  })

  it.skipIf(process.platform !== 'linux')(
    'does not end a program that the window opened and that still writes to its stderr',
    async () => {
      const mark = join(temporaryFolder(), 'mark')
      const opened = `( while [ ! -e '${mark}' ]; do sleep 0.02; done; echo warning >&2; echo warning >&2; echo alive > '${mark}.alive' ) >/dev/null &`
      const { child } = await startWith(`${opened}\nexit 0`)
      await once(child, 'close')
      expect(child.exitCode).toBe(0)
      writeFileSync(mark, '')
      await expect.poll(() => existsSync(`${mark}.alive`)).toBe(true)
    },
  )
})
