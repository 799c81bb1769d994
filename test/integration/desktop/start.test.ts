import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { isBuildStale } from '../../../main/desktop/start/buildAge.ts'
import { defaultBinaryName, findElectron, type Env } from '../../../main/desktop/start/electronBinary.ts'
import { atEnd, temporaryFolder } from '../../support/atEnd.ts'
import {
  archive,
  archivePath,
  download,
  electronPackage,
  environment,
  program,
  put,
  startMirror,
} from '../../support/desktop/electronMirror.ts'

const projectDir = fileURLToPath(new URL('../../..', import.meta.url))

const mirror = async (answer: RequestListener): Promise<string> => `http://127.0.0.1:${await startMirror(answer)}/`

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
  const downloadFrom = (url: string, electronDir: string, silenceLimitMs?: number) =>
    download(electronDir, { ELECTRON_MIRROR: url }, silenceLimitMs)
  const foldersIn = (electronDir: string) => readdirSync(electronDir).filter((name) => name.startsWith('dist'))

  it('unpacks a slow but steady download and leaves no partial folder', async () => {
    const electronDir = electronPackage()
    const drip = (response: ServerResponse, from: number): void => {
      if (response.destroyed) return
      const next = from + Math.ceil(archive.length / 6)
      response.write(archive.subarray(from, next))
      if (next >= archive.length) response.end()
      else setTimeout(() => drip(response, next), 20)
    }
    const paths: string[] = []
    const url = await mirror((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(200, { 'content-length': archive.length })
      drip(response, 0)
    })
    const { outcome, steps } = await downloadFrom(url, electronDir)
    expect(outcome).toEqual({ ok: true })
    expect(paths).toEqual([archivePath])
    expect(steps).toBeGreaterThan(1)
    const found = findElectron(electronDir, process.platform, {})
    expect(readFileSync(found.path, 'utf8')).toBe(program)
    expect(readFileSync(join(electronDir, 'path.txt'), 'utf8')).toBe(defaultBinaryName(process.platform))
    expect(foldersIn(electronDir)).toEqual(['dist'])
  })

  it('keeps the folder that another start unpacked meanwhile', async () => {
    const electronDir = electronPackage()
    const theirs = join('dist', defaultBinaryName(process.platform))
    const url = await mirror((_request, response) => {
      put(electronDir, theirs, 'runs already')
      response.end(archive)
    })
    expect((await downloadFrom(url, electronDir)).outcome).toEqual({ ok: true })
    expect(readFileSync(join(electronDir, theirs), 'utf8')).toBe('runs already')
    expect(foldersIn(electronDir)).toEqual(['dist'])
  })

  const head = { 'content-length': archive.length }
  const failures: readonly (readonly [RequestListener, string, { limitMs?: number; checksum?: string }])[] = [
    [() => undefined, 'no bytes for 3 s', { limitMs: 3000 }],
    [
      (_request, response) => void response.writeHead(200, head).write(archive.subarray(0, 40)),
      'no bytes for 3 s',
      { limitMs: 3000 },
    ],
    [(_request, response) => response.writeHead(404).end('<html>not here</html>'), 'HTTP 404', {}],
    [(_request, response) => response.end(archive), 'the file has a wrong checksum', { checksum: '0'.repeat(64) }],
  ]

  it('keeps no partial Electron of a mirror that never replies, stops in the middle, lacks the version or sends another file', async () => {
    const expectFailure = async ([answer, reason, { limitMs, checksum }]: (typeof failures)[number]) => {
      const url = await mirror(answer)
      const electronDir = electronPackage(checksum)
      const { outcome } = await downloadFrom(url, electronDir, limitMs)
      expect(outcome).toEqual({ ok: false, host: new URL(url).host, proxy: null, reason })
      expect(foldersIn(electronDir)).toEqual([])
    }
    await Promise.all(failures.map(expectFailure))
  })

  it('reports an error of the system, without the password of the mirror', async () => {
    const { outcome } = await downloadFrom('http://crew:pass-7731@127.0.0.1:9/', electronPackage())
    expect(outcome).toMatchObject({ ok: false, host: '127.0.0.1:9', reason: expect.stringContaining('//***@127') })
    expect(JSON.stringify(outcome)).not.toContain('pass-7731')
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

  /** A module that starts the app there; `argv` are the arguments of the start. */
  const starter = (project: string, electronDir: string, argv: readonly string[]): string => `
    import { start } from ${JSON.stringify(pathToFileURL(join(projectDir, 'main/desktop/start/start.ts')).href)}
    process.exitCode = await start({
      projectDir: ${JSON.stringify(project)}, electronDir: ${JSON.stringify(electronDir)},
      env: process.env, args: ${JSON.stringify(argv)}, silenceLimitMs: 30_000,
    })`

  /** Runs such a module; `end` resolves once it has ended, with the lines of its output and its exit code. */
  function startProcess(module: string, env: Env) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', module], {
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    atEnd(() => child.kill('SIGKILL'))
    const read = { output: '', errors: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (read.output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (read.errors += text))
    const closed = once(child, 'close')
    const end = async () => {
      await closed
      return { ...read, code: child.exitCode }
    }
    return { child, read, end }
  }

  const argv = ['--data', 'x y']
  const server = `
    const stay = setInterval(() => {}, 1000)
    process.once('SIGTERM', () => { clearInterval(stay); console.log('ended cleanly') })
    console.log(JSON.stringify({ url: 'http://127.0.0.1:1/#token=t' }))
    console.log(JSON.stringify(process.argv.slice(2)))`

  it('stays closed when the build fails, and the remedy is printed last', async () => {
    const project = projectWith(server)
    rmSync(join(project, 'out/main/cli.js'))
    const { code, errors } = await startProcess(starter(project, electronPackage(), argv), {}).end()
    expect(code).toBe(5)
    expect(errors.trimEnd().split('\n').at(-1)).toMatch(/could not be built.*npm ci/u)
  })

  it('says without a stack trace why it cannot open', async () => {
    const failing = `
      console.log(JSON.stringify({ ok: false, error: { kind: 'storage' } }))
      console.error('The store failed.')
      process.exitCode = 5`
    const env = { ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder() }
    const { output, errors, code } = await startProcess(starter(projectWith(failing), '', argv), env).end()
    expect([output, code]).toEqual(['', 5])
    expect(errors).toContain('The store failed.')
  })

  // Windows ends a process without asking it.
  it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
    'opens when Electron is unavailable, and %s ends it cleanly',
    async (signal) => {
      const url = await mirror((_request, response) => response.writeHead(404).end())
      const started = startProcess(starter(projectWith(server), electronPackage(), argv), { ELECTRON_MIRROR: url })
      await vi.waitUntil(() => started.read.output.split('\n').length > 2, { timeout: 20_000 })
      started.child.kill(signal)
      const { output, errors, code } = await started.end()
      expect(output.split('\n')).toEqual([
        'Racedesk is open at http://127.0.0.1:1/#token=t',
        JSON.stringify(['serve', '--json', ...argv]),
        'ended cleanly',
        '',
      ])
      expect(code).toBe(0)
      const said = errors.trimEnd().split('\n')
      expect(said.at(-2)).toMatch(/is not at .*downloading it from 127\.0\.0\.1:\d+ failed: HTTP 404\.$/u)
      expect(said.at(-1)).toMatch(/ELECTRON_MIRROR.*ELECTRON_OVERRIDE_DIST_PATH/u)
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
      const module = put(folder, 'start.mjs', starter(project, '', []))
      const env = {
        ...environment({ ELECTRON_OVERRIDE_DIST_PATH: folder }),
        PATH: `${folder}:${process.env['PATH']}`,
        DISPLAY: ':9',
        RACEDESK_ACCESS_KEY: 's3cr3t',
        ELECTRON_RUN_AS_NODE: '1',
      }
      const child = spawn('script', ['-qec', `'${process.execPath}' '${module}'`, '/dev/null'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      })
      atEnd(() => process.kill(-(child.pid ?? 0), 'SIGKILL'))
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

  describe.skipIf(process.platform !== 'linux')('beside a shell script as Electron', () => {
    const startWith = (script: string, env: Env = {}, args: readonly string[] = ['--no-sandbox']) => {
      const folder = temporaryFolder()
      const electron = put(folder, 'electron', `#!/bin/sh\n${script}\n`)
      chmodSync(electron, 0o755)
      const project = projectWith('console.log(JSON.stringify(process.argv.slice(2)))')
      const surroundings = { ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':9', ...env }
      return { ...startProcess(starter(project, '', args), surroundings), project, electron }
    }
    const secret = { ELECTRON_RUN_AS_NODE: '1', RACEDESK_ACCESS_KEY: 'key-7731', CREW: 'here' }

    it('stays closed when the window opens, whose program gets the project and arguments, and neither keys nor ELECTRON_RUN_AS_NODE', async () => {
      const script = 'printf "%s|" "$@" "$ELECTRON_RUN_AS_NODE" "$RACEDESK_ACCESS_KEY" "$CREW"\nexit 7'
      const { end, project } = startWith(script, secret)
      expect(await end()).toEqual({ output: `${project}|--no-sandbox|||here|`, errors: '', code: 7 })
    })

    it('passes no keys to the process that relays stderr', async () => {
      const bin = temporaryFolder()
      const seen = join(bin, 'seen')
      const cat = put(bin, 'cat', `#!/bin/sh\n/usr/bin/env > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`)
      chmodSync(cat, 0o755)
      startWith('sleep 2 &\nexit 7', { ...secret, PATH: `${bin}:${process.env['PATH']}` })
      await vi.waitUntil(() => existsSync(seen), { timeout: 20_000 })
      expect(readFileSync(seen, 'utf8')).toContain('PATH=')
      expect(readFileSync(seen, 'utf8')).not.toContain('key-7731')
    })

    it('opens when Chromium aborts at the start, and quotes the reason from its output', async () => {
      const fatal = '[1:1:FATAL:zygote_host_impl_linux.cc(132)] No usable sandbox! Update your kernel.'
      const args = ['--no-sandbox', '--disable-gpu', ...argv, '--ozone-platform=x11']
      const { end, electron } = startWith(`echo '${fatal}' >&2\nkill -TRAP $$`, {}, args)
      const { output, errors } = await end()
      expect(JSON.parse(output)).toEqual(['serve', '--json', ...argv])
      const helper = join(dirname(electron), 'chrome-sandbox')
      expect(errors.trimEnd().split('\n')).toEqual([
        fatal,
        `Electron is at ${electron}, but this system cannot run it: No usable sandbox. Opening the browser face instead.`,
        `Run once: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
      ])
    })

    it('stays closed when Electron is told to end, whose output is shown while it runs', async () => {
      const { child, end } = startWith('echo ready >&2\nwhile :; do sleep 0.05; done')
      await once(child.stderr, 'data')
      child.kill('SIGTERM')
      expect(await end()).toEqual({ output: '', errors: 'ready\n', code: 143 })
    })

    it('does not end a program that the window opened and that still writes to its stderr', async () => {
      const mark = join(temporaryFolder(), 'mark')
      const opened = `( while [ ! -e '${mark}' ]; do sleep 0.02; done; echo warning >&2; echo warning >&2; echo alive > '${mark}.alive' ) >/dev/null &`
      expect((await startWith(`${opened}\nexit 0`).end()).code).toBe(0)
      writeFileSync(mark, '')
      await expect.poll(() => existsSync(`${mark}.alive`)).toBe(true)
    })
  })
})
