import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from './support/atEnd.ts'
import { windowSuites } from './support/desktop/electronLaunch.ts'
import { findChromium, hasWeston, requireOrSkip, suiteFor } from './support/requirements.ts'

/** Files that cannot be tried where the suite runs must at least name nothing that is not there. */

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Step = { readonly uses?: string; readonly run?: string; readonly if?: string }
type Job = {
  readonly permissions?: unknown
  readonly steps: readonly Step[]
  readonly strategy?: { readonly matrix: { readonly os?: readonly string[] } }
  readonly env?: { readonly [name: string]: string }
}
type Workflow = { readonly permissions: unknown; readonly jobs: { readonly [name: string]: Job } }

const workflow = parse(read('.github/workflows/ci.yml')) as Workflow
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
const commands = steps.flatMap(({ run = '' }) => run.split('\n')).filter((line) => line.trim() !== '')
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: { readonly [name: string]: string } }
const scriptsUsed = commands.flatMap((command) => /npm (?:run (?:-s )?)?([\w:-]+)/u.exec(command)?.[1] ?? [])

const putScript = (path: string, text: string): string => {
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

describe('the workflow', () => {
  it('may read the code and nothing else', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(Object.values(workflow.jobs).flatMap(({ permissions }) => permissions ?? [])).toEqual([])
  })

  it('runs actions of one commit only, so that a moved tag brings in nothing new', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? [])
    expect(actions.length).toBeGreaterThan(4)
    expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40}$/u.test(action))).toEqual([])
  })

  it('calls no script that package.json does not have', () => {
    expect(scriptsUsed).toEqual(
      expect.arrayContaining(['setup', 'electron', 'test', 'dist', 'fuses', 'smoke', 'smoke:start']),
    )
    expect(scriptsUsed.filter((name) => name !== 'ci' && scripts[name] === undefined)).toEqual([])
  })

  it('calls files of the repository that are there', () => {
    const files = scriptsUsed.flatMap((name) => scripts[name]?.match(/[\w/]+\.(?:mjs|sh|ts)\b/gu) ?? [])
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect(read(file)).not.toBe('')
  })

  it('tests the windows on Windows, macOS and both window systems of Linux, where none may be skipped', () => {
    const job = workflow.jobs['test']
    expect(job?.strategy?.matrix.os?.map((name) => name.split('-')[0])).toEqual(['ubuntu', 'windows', 'macos'])
    expect(job?.env?.['RACEDESK_NEEDS_ELECTRON']).toBe('1')
    const tests = job?.steps.filter(({ run = '' }) => /npm (?:run )?test\b/u.test(run))
    expect(tests?.map((step) => [step.if, step.run])).toEqual([
      ["runner.os == 'Linux'", 'xvfb-run -a npm test'],
      ["runner.os == 'Linux'", 'npm run test:wayland'],
      ["runner.os != 'Linux'", 'npm test'],
    ])
  })

  it('chooses on Wayland every suite that opens a window of Electron', () => {
    const [, command = '', pattern = ''] =
      /^sh (\S+) .*--testNamePattern "([^"]+)"$/u.exec(scripts['test:wayland'] ?? '') ?? []
    expect(command).toBe('test/onWayland.sh')
    expect(Object.values(windowSuites).filter((name) => !new RegExp(pattern, 'u').test(name))).toEqual([])
  })

  it('checks the same bytes on Windows, whose git turns line ends unless told otherwise, and the formatter refuses', () => {
    expect(read('.gitattributes')).toContain('* text=auto eol=lf')
  })

  it('is what the machine that lands changes runs too', () => {
    expect(read('.ci/run')).toMatch(/npm run setup\nnpm test/u)
  })
})

/** Runs a script of package.json as npm does, without npm, which takes longer than most of them. */
const runScript = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
  const [program = '', ...own] = (scripts[name] ?? '').split(' ')
  return spawnSync(program === 'node' ? process.execPath : program, [...own, ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
  })
}

describe('npm run fuses', () => {
  /** What @electron/fuses looks for in a program, then the version and the length of the wire, then its fuses. */
  const program = (fuses: string): string => {
    const path = join(temporaryFolder(), 'racedesk')
    const wire = Buffer.from([1, fuses.length])
    writeFileSync(path, Buffer.concat([Buffer.from('…dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), wire, Buffer.from(fuses)]))
    return path
  }

  it('passes a program whose fuses are as the configuration states, with one that no library names yet as Electron ships it', () => {
    const { status, stdout } = runScript('fuses', [program('000011001')])
    for (const name of ['OnlyLoadAppFromAsar', 'WasmTrapHandlers']) expect(stdout).toContain(`as stated  ${name}: on`)
    expect(status).toBe(0)
  })

  it('fails a program for one fuse, and names each that differs or that nobody has decided on', () => {
    expect(runScript('fuses', [program('10001100')]).status).toBe(1)
    const { status, stdout } = runScript('fuses', [program('1001010101')])
    const differing = stdout.split('\n').filter((line) => line.startsWith('DIFFERS'))
    expect(differing.map((line) => /\S+(?=[:,])/u.exec(line)?.[0])).toEqual([
      'RunAsNode',
      'EnableNodeCliInspectArguments',
      'EnableEmbeddedAsarIntegrityValidation',
      'GrantFileProtocolExtraPrivileges',
      'WasmTrapHandlers',
      '9',
    ])
    expect(status).toBe(1)
  })

  it('fails what is no program of Electron', () => {
    const path = join(temporaryFolder(), 'racedesk')
    writeFileSync(path, 'no wire')
    expect(runScript('fuses', [path]).status).toBe(1)
  })
})

describe.skipIf(process.platform === 'win32')('npm run smoke', () => {
  /** Stand-ins for what changes the machine or needs a screen; the script itself is run as it is. */
  const withTools = (app: string): { readonly env: NodeJS.ProcessEnv; readonly installers: string } => {
    const bin = temporaryFolder()
    const installers = temporaryFolder()
    writeFileSync(join(installers, 'racedesk.deb'), '')
    const put = (name: string, text: string) => putScript(join(bin, name), text)
    put('apt-get', 'exit 0')
    put('sudo', '"$@"')
    put('Xvfb', 'exec /bin/sleep 60')
    put('import', 'touch "$3"')
    put('sleep', 'exec /bin/sleep 0.05')
    put('racedesk', app)
    mkdirSync(join(installers, 'tmp'))
    const path = [bin, process.env['PATH']].join(delimiter)
    return { env: { ...process.env, PATH: path, TMPDIR: join(installers, 'tmp') }, installers }
  }
  const starting = 'data=${1#--data=}; echo x > "$data/racedesk.db"'
  const endingWith = (code: number) => `trap 'exit ${code}' TERM; while :; do /bin/sleep 0.05; done`

  it('passes an app that starts, makes its data and ends when told', () => {
    const { env, installers } = withTools(`${starting}; ${endingWith(0)}`)
    const { status, stdout, stderr } = runScript('smoke', [installers], env)
    expect(stderr).toBe('')
    expect(stdout).toContain('installed, started, ended and removed')
    expect(status).toBe(0)
  })

  it.each([
    ['ends by itself', 'exit 1'],
    ['ends with a failure', `${starting}; ${endingWith(3)}`],
    ['leaves its store open', `${starting}; echo x > "$data/racedesk.db-wal"; ${endingWith(0)}`],
  ])('fails an app that %s', (_what, app) => {
    const { env, installers } = withTools(app)
    expect(runScript('smoke', [installers], env).status).toBe(1)
  })

  it('fails without an installer', () => {
    expect(runScript('smoke', [temporaryFolder()]).status).toBe(2)
  })
})

const runOnWayland = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  spawnSync('/bin/sh', [join(root, 'test/onWayland.sh'), command, ...args], { encoding: 'utf8', env, cwd: root })

describe.skipIf(process.platform === 'win32')('test/onWayland.sh', () => {
  it('says so where Weston is not installed', () => {
    const { status, stderr } = runOnWayland('true', [], { PATH: temporaryFolder() })
    expect(stderr).toBe('onWayland: weston is not installed\n')
    expect(status).toBe(127)
  })

  it('fails without running the command when Weston does not start, and says why', () => {
    const bin = temporaryFolder()
    putScript(
      join(bin, 'weston'),
      'for one in "$@"; do case $one in --log=*) echo cause >"${one#--log=}";; esac; done\nexit 1',
    )
    const path = [bin, process.env['PATH']].join(delimiter)
    const { status, stdout, stderr } = runOnWayland('echo', ['ran'], { ...process.env, PATH: path })
    expect(stderr).toBe('onWayland: weston did not start\ncause\n')
    expect(stdout).toBe('')
    expect(status).toBe(1)
  })

  describe.skipIf(!requireOrSkip('weston', hasWeston()))('with Weston', () => {
    it('runs the command in a desktop without X and passes on the exit code', () => {
      const script = 'echo "$XDG_SESSION_TYPE ${DISPLAY:-none}"; ls "$XDG_RUNTIME_DIR"; echo "$XDG_RUNTIME_DIR"; exit 7'
      const { status, stdout } = runOnWayland('sh', ['-c', script], { ...process.env, DISPLAY: ':0' })
      const lines = stdout.trim().split('\n')
      expect(lines).toEqual(expect.arrayContaining(['wayland none', 'racedesk']))
      expect(existsSync(lines.at(-1) ?? '/')).toBe(false)
      expect(status).toBe(7)
    })

    suiteFor('browser', findChromium() !== null)('and a browser', () => {
      it('shows a page by Wayland, which Chromium takes by itself', () => {
        const { stdout, stderr } = runOnWayland(process.execPath, [join(root, 'test/support/processes/shownPage.ts')])
        expect(stdout, stderr).not.toBe('')
        expect(JSON.parse(stdout)).toEqual({ platform: 'wayland', isVisible: true })
      })
    })
  })
})

const chromium = findChromium()

// Windows starts no scripts in place of programs.
describe.skipIf(process.platform === 'win32')('npm run smoke:start', () => {
  /** A program that is told its data folder and the port of its debugger as the app is. */
  const program = (text: string): string =>
    putScript(join(temporaryFolder(), 'racedesk'), `data=\${1#--data=}\nport=$2\n${text}`)
  const keepingStore = 'echo x > "$data/racedesk.db"'
  const flags = '--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-sync'
  /** A real Chromium in place of Electron's: what it is asked, and how it ends, are the same. */
  const showing = (page: string): string =>
    `${keepingStore}\n"${chromium ?? ''}" ${flags} "--user-data-dir=$data/window" "$port" "data:text/html,${page}"`

  /** The program itself and no shell around it: what is ended is the browser. */
  const asTheApp = (text: string): string => text.replace('\n', '\nexec ')
  /** A first screen whose bridge tells that the download of the demo race ended so. */
  const firstScreen = (jobState: string): string =>
    `<main class=first><script>racedesk={call:async o=>({ok:true,value:({'stage:list':[{guid:'s'}],'stage:take':{jobId:'j'},'job:list':[{id:'j',state:'${jobState}'}],'results:page':{total:3}})[o]})}</script>`

  suiteFor('browser', chromium !== null)('with a browser in place of the app', () => {
    it.each([
      [
        'passes what shows its first screen, downloads the demo race and quits when asked',
        showing(firstScreen('done')),
        'started, showed its page, downloaded the demo race, quit',
        0,
      ],
      [
        'fails what does not download the demo race',
        asTheApp(showing(firstScreen('failed'))),
        'the demo race was not downloaded: failed',
        1,
      ],
      [
        'fails what leaves its store open',
        `${showing(firstScreen('done'))}; echo x > "$data/racedesk.db-wal"`,
        'the store was not closed',
        1,
      ],
    ])('%s', (_what, text, said, code) => {
      const { status, stdout } = runScript('smoke:start', [program(text)])
      expect(stdout).toContain(said)
      expect(status).toBe(code)
    })
  })

  it.each([
    ['ends by itself', 'exit 1'],
    ['ends before its page is there', `${keepingStore}; exit 0`],
  ])('fails an app that %s', (_what, text) => {
    const { status, stdout } = runScript('smoke:start', [program(text)])
    expect(stdout).toContain('ended by itself')
    expect(status).toBe(1)
  })

  it('fails what cannot be started at all', () => {
    expect(runScript('smoke:start', [join(temporaryFolder(), 'Racedesk.app')]).status).toBe(1)
  })
})
