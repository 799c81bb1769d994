import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import type { ElectronApplication } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { askedSteps } from '../../firstRun/askedSteps.ts'
import { readAnswer } from '../../firstRun/answer.ts'
import { conduct } from '../../firstRun/conduct.ts'
import { endDesk } from '../../firstRun/desk.ts'
import { machineSteps } from '../../firstRun/machineSteps.ts'
import { probeCertificates, probeEncodings, probeSqlite, probeZstd, versionsOf } from '../../firstRun/probes.ts'
import { markdownOf, reportOf, type Report, type Session } from '../../firstRun/report.ts'
import { failed, passed, skipped, type Results, type Step } from '../../firstRun/step.ts'
import { walk, type Walk } from '../../firstRun/walk.ts'
import { temporaryFolder } from '../../support/atEnd.ts'

/** The walk of `npm run first-run` without Electron: made-up steps, and the probes in Node. */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = temporaryFolder()

describe('npm run first-run', () => {
  it('says in two lines that Electron is not installed, and exits with 5', () => {
    const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder() }
    const script = join(root, 'test/firstRun/firstRun.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env })
    expect(stderr.trim().split('\n')).toHaveLength(2)
    expect(stderr).toContain('npm run electron')
    expect(stdout).toBe('')
    expect(status).toBe(5)
  })

  it('gives each step a unique name and asks only for manual steps', () => {
    const ids = [...machineSteps, ...askedSteps].map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(30)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('an answer', () => {
  it.each([
    ['y', { outcome: 'passed' }],
    ['Yes, at once', { outcome: 'passed', note: 'at once' }],
    ['n: two windows', { outcome: 'failed', note: 'two windows' }],
    ['  no  ', { outcome: 'failed' }],
    ['s no printer here', { outcome: 'skipped', note: 'no printer here' }],
    ['q', 'stop'],
    ['', null],
    ['yesterday', null],
    ['maybe', null],
  ])('%j is read as %j', (line, answer) => {
    expect(readAnswer(line)).toEqual(answer)
  })
})

type MadeUp = { readonly opened: string[] }

const steps: readonly Step<MadeUp>[] = [
  { by: 'machine', id: 'start', title: 'Start', run: async () => passed({ electron: '45.4.1' }) },
  { by: 'machine', id: 'pdf', title: 'PDF', run: async () => failed('no file') },
  { by: 'machine', id: 'bug', title: 'Bug', run: () => Promise.reject(new TypeError('is not a function')) },
  { by: 'machine', id: 'hung', title: 'Hung', run: () => new Promise(() => undefined) },
  { by: 'person', id: 'menu', title: 'Menu', how: 'open it', expect: 'words' },
  { by: 'person', id: 'widths', title: 'Widths', how: 'drag', expect: 'as wide', isAfterRestart: true },
]

/** Answers in turn; `asked` are the questions and `kept` what was written down on the way. */
const go = async (answers: readonly (string | null)[], changes: Partial<Walk<MadeUp>> = {}) => {
  const asked: string[] = []
  const said: string[] = []
  const kept: Results[] = []
  const opened: string[] = []
  const left = [...answers]
  const walked = await walk({
    steps,
    place: { opened },
    done: {},
    keep: (results) => void kept.push(results),
    say: (text) => void said.push(text),
    ask: (question) => {
      asked.push(question)
      return Promise.resolve(left.shift() ?? null)
    },
    show: async () => void opened.push('shown'),
    limitMs: 50,
    stop: new AbortController().signal,
    ...changes,
  })
  return { ...walked, asked, said, kept, opened }
}

describe('the app that a walk opened', () => {
  /** Playwright's, of an app in the shell that Windows runs it in. */
  const runInShell = (answers: boolean) => {
    const ended = Promise.withResolvers<number | null>()
    const told: string[] = []
    const exit = (): void => {
      told.push('app.exit')
      ended.resolve(0)
    }
    const kill = (signal: string): void => {
      told.push(signal)
      ended.resolve(null)
    }
    const app = {
      evaluate: (act: (electron: object) => void): Promise<void> =>
        answers ? Promise.resolve(act({ app: { exit } })) : new Promise(() => undefined),
      process: () => ({ kill }),
    }
    return { told, ended: ended.promise, app: app as unknown as ElectronApplication }
  }

  it('is ended itself, not only its shell', async () => {
    const { told, ...desk } = runInShell(true)
    await endDesk(desk)
    expect(told[0]).toBe('app.exit')
  })

  it('is killed when it does not respond', async () => {
    const { told, ...desk } = runInShell(false)
    await endDesk(desk, 1)
    expect(told).toEqual(['SIGKILL'])
  })
})

describe('a walk', () => {
  it('runs automatic steps despite failures, and asks the others one by one', async () => {
    const { results, isStopped, asked, opened, kept } = await go(['yes', '', 'what?', 'n too narrow'])
    expect(results).toEqual({
      start: passed({ electron: '45.4.1' }),
      pdf: failed('no file'),
      bug: failed('TypeError: is not a function'),
      hung: failed('no end within 0.05 s'),
      menu: { outcome: 'passed' },
      widths: { outcome: 'failed', note: 'too narrow' },
    })
    expect(isStopped).toBe(false)
    expect(asked[0]).toContain('(5 of 6) Menu')
    expect(asked[0]).toMatch(/open it[^]*words/u)
    expect(asked[1]).toContain('press Enter')
    expect(asked[2]).toContain('as wide')
    expect(asked[3]).toContain('please')
    // Once for the menu, twice for the widths.
    expect(opened).toHaveLength(3)
    expect(kept.at(-1)).toEqual(results)
  })

  it.each([[['q']], [[null]]])('stops at %j, and goes on from there the next time', async (answers) => {
    const first = await go(answers)
    expect(first.isStopped).toBe(true)
    expect(Object.keys(first.results)).toEqual(['start', 'pdf', 'bug', 'hung'])
    const second = await go(['y', '', 's'], { done: first.results })
    // Failed steps are tried again: the fault may be mended.
    expect(second.said.map((line) => line.slice(11, 15).trim())).toEqual(['PDF:', 'Bug:', 'Hung'])
    expect(second.asked[0]).toContain('(5 of 6) Menu')
    expect(Object.keys(second.results)).toEqual(['start', 'pdf', 'bug', 'hung', 'menu', 'widths'])
  })

  it('skips steps that need a running app when it does not start', async () => {
    const ground: readonly Step<MadeUp>[] = [
      { by: 'machine', id: 'start', title: 'Start', run: async () => failed('no display'), isGround: true },
      { by: 'machine', id: 'pdf', title: 'PDF', run: () => Promise.reject(new Error('was run')) },
    ]
    const { results } = await go([], { steps: ground })
    expect(results).toEqual({ start: failed('no display'), pdf: skipped('the app does not start') })
  })

  it('asks nothing about an app that does not open', async () => {
    const menu = steps.filter(({ id }) => id === 'menu')
    const { results, asked } = await go([], { steps: menu, show: () => Promise.reject(new Error('no window')) })
    expect(results).toEqual({ menu: { outcome: 'not asked', note: 'the app does not open' } })
    expect(asked).toEqual([])
  })

  it('stops in the middle of a step, which then has no result', async () => {
    const interrupted = new AbortController()
    const done = { start: passed(), pdf: passed(), bug: passed() }
    const going = go(['y'], { done, stop: interrupted.signal })
    interrupted.abort()
    const { results, isStopped } = await going
    expect(isStopped).toBe(true)
    expect(results).toEqual(done)
  })
})

describe('a report', () => {
  const session: Session = {
    schema: 'racedesk.first-run',
    schemaVersion: 1,
    versions: { app: '0.1.0', electron: '45.4.1' },
    startedAt: '2026-11-22T10:00:00.000Z',
    finishedAt: null,
    results: {
      start: passed({ electron: '45.4.1', screens: '1920x1080@1' }),
      pdf: failed('EACCES /home/masha/Downloads/x.pdf'),
      bug: skipped('c:\\Users\\Masha\\app and c:/users/masha/app'),
      menu: { outcome: 'failed', note: 'Masha | key a8Fq2LmZ9xWc4RtY7uIoP1sD on mashas-laptop' },
    },
  }
  const secrets = { folders: ['/home/masha', 'C:\\Users\\Masha'], names: ['masha', 'mashas-laptop'] }
  const report = reportOf(session, steps, secrets)

  it('does not identify the computer: no home folder, names or key-like strings', () => {
    const written = [JSON.stringify(report), markdownOf(report)]
    for (const text of written) expect(text).not.toMatch(/masha|a8Fq2LmZ9xWc4RtY7uIoP1sD/iu)
    expect(report.steps.map(({ note }) => note)).toEqual([
      undefined,
      'EACCES (folder)/Downloads/x.pdf',
      '(folder)\\app and (folder)/app',
      '(name) | key (left out) on (name)',
    ])
  })

  it('is Markdown for an issue, with the steps in order and their counts', () => {
    expect(report.schemaVersion).toBe(1)
    expect(markdownOf(report)).toBe(
      [
        '# First run of Racedesk 0.1.0 with Electron 45.4.1',
        '',
        '1 passed, 2 failed, 1 skipped. 2026-11-22, not finished.',
        '',
        '| step | by | outcome | note |',
        '| --- | --- | --- | --- |',
        '| Start | machine | passed |  |',
        '| PDF | machine | **failed** | EACCES (folder)/Downloads/x.pdf |',
        '| Bug | machine | skipped | (folder)\\app and (folder)/app |',
        '| Menu | person | **failed** | (name) \\| key (left out) on (name) |',
        '',
        '## Found',
        '',
        '- Start: electron 45.4.1 · screens 1920x1080@1',
        '',
      ].join('\n'),
    )
  })
})

describe('a session', () => {
  /** With one answer for each question; `ran` counts the starts of the app. */
  const hold = async (name: string, answers: readonly string[] | null, isAnew = false) => {
    const left = [...(answers ?? [])]
    const place = { ran: 0 }
    const made: readonly Step<typeof place>[] = [
      { by: 'machine', id: 'start', title: 'Start', run: async (at) => passed({ ran: (at.ran += 1) }) },
      { by: 'person', id: 'menu', title: 'Menu', how: 'open it', expect: 'words' },
      { by: 'person', id: 'print', title: 'Print', how: 'print it', expect: 'a page' },
    ]
    const outDir = join(folder, name)
    const code = await conduct({
      steps: made,
      place,
      show: async () => undefined,
      say: () => undefined,
      limitMs: 1000,
      outDir,
      versions: { app: '0.1.0', electron: '45.4.1' },
      isAnew,
      person: answers === null ? null : { ask: async () => left.shift() ?? null, stop: new AbortController().signal },
      secrets: { folders: [], names: [] },
    })
    const report = JSON.parse(readFileSync(join(outDir, 'report.json'), 'utf8')) as Report
    const markdown = readFileSync(join(outDir, 'report.md'), 'utf8')
    return { code, report, markdown, ran: place.ran }
  }
  const outcomes = ({ steps: told }: Report) => told.map(({ id, outcome }) => `${id} ${outcome}`)

  it('writes a report when stopped, resumes, and fails if a step failed', async () => {
    const first = await hold('stopped', ['y fine', 'q'])
    expect(outcomes(first.report)).toEqual(['start passed', 'menu passed'])
    expect([first.code, first.ran, first.report.finishedAt]).toEqual([0, 1, null])
    const second = await hold('stopped', ['n blank'])
    expect(outcomes(second.report)).toEqual(['start passed', 'menu passed', 'print failed'])
    expect([second.code, second.ran]).toEqual([1, 0])
    expect(second.report.finishedAt).not.toBeNull()
    expect(second.markdown).toContain('| Print | person | **failed** | blank |')
    expect(outcomes((await hold('stopped', ['s'])).report)).toEqual(['start passed', 'menu skipped'])
  })

  it('starts over when told to', async () => {
    await hold('anew', ['y', 'q'])
    expect(await hold('anew', [], true)).toMatchObject({ ran: 1, code: 0 })
  })

  it('runs automatic steps unattended, and keeps earlier answers', async () => {
    await hold('alone', ['y', 'q'])
    const alone = await hold('alone', null)
    expect(outcomes(alone.report)).toEqual(['start passed', 'menu not asked', 'print not asked'])
    expect([alone.code, alone.ran]).toEqual([0, 1])
    const later = await hold('alone', ['y'])
    expect(outcomes(later.report)).toEqual(['start passed', 'menu passed', 'print passed'])
  })
})

describe('a probe', () => {
  /** As Playwright sends it: the text alone, into a process that has nothing of ours. */
  const send = (probe: (...given: never[]) => unknown, ...given: readonly unknown[]): unknown => {
    const globals = { process, Buffer, TextDecoder, given }
    const sent: unknown = runInNewContext(`(${probe.toString()})(...given)`, globals)
    return JSON.parse(JSON.stringify(sent))
  }

  it('of versions does not identify the computer', () => {
    expect(send(versionsOf)).toMatchObject({ node: process.versions.node, electron: null, arch: process.arch })
  })

  it('of SQLite finds the features that the store needs', () => {
    expect(send(probeSqlite, null, folder)).toMatchObject({
      outcome: 'passed',
      facts: { 'write-ahead log': true, dbstat: true, JSON: true },
    })
  })

  it.each([
    ['zstd finds that the dictionary is used', probeZstd, { outcome: 'passed' }],
    ['charsets finds windows-1251', probeEncodings, { outcome: 'passed' }],
    [
      'certificates counts them and checks their digests',
      probeCertificates,
      { facts: { sha256: 'e3b0c442', sha512: 'cf83e135' } },
    ],
  ])('of %s', (_what, probe, found) => {
    expect(send(probe)).toMatchObject(found)
  })
})
