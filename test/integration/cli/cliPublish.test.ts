import { unnamedText } from '../../../main/cli/words/preflightWords.ts'
import { watch } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import type { Publication } from '../../../preload/contract/publish/publish.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { startTerminal, type Terminal } from '../../support/processes/terminal.ts'
import { hasSshd, suiteFor } from '../../support/requirements.ts'
import { readFrom, readPublished } from '../../support/services/publishedSite.ts'
import { sharedSshd } from '../../support/stores/sharedServer.ts'
import { useTerminal } from '../../support/terminalRig.ts'

const terminal = useTerminal()
let taken = ''
let stage = ''

const people = Array.from({ length: 300 }, (_, at) => ({
  number: at + 1,
  position: at + 1,
  resultTime: '1:00:00',
  account: { lastName: `Runner ${at + 1}`, firstName: 'Alex' },
  club: 'Harriers',
  birthYear: 1990,
}))

beforeAll(ensureBuilt, 120_000)
beforeAll(async () => {
  taken = join(terminal.home(), 'taken')
  stage = await terminal.takeRows(taken, { Men: people, Women: [{ number: 1 }] })
})

const begin = async () => {
  const home = await mkdtemp(join(terminal.home(), 'home-'))
  const dataDir = join(home, 'data')
  await cp(taken, dataDir, { recursive: true })
  const folder = join(home, 'site')
  const words = (...args: readonly string[]) => ['publish', stage, '--data', dataDir, ...args]
  return {
    home,
    folder,
    publish: <T>(...args: readonly string[]) => terminal.ask<T>(words(...args), { cwd: home }),
    start: (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      startTerminal(home, [...words(...args), '--json'], { env }),
    site: () => readPublished(readFrom(folder)),
  }
}

type Answer = Pick<Publication, 'files' | 'sent' | 'sentBytes'> & { readonly entry: string }

test('publish names the stage or asks for its name, tells the files, the entry and the site at the place that is left, and takes it down again', async () => {
  const { folder, publish, site } = await begin()
  const chosen = ['--columns', 'bib,club', '--category', 'Men']
  const { answer, ...first } = await publish<Answer>('--to', 'site', ...chosen, '--final')
  expect(first).toMatchObject({ code: 0, stderr: `${unnamedText}\n` })
  expect(answer.entry).toBe(join(folder, 'index.html'))
  expect(answer.sent).toBe(answer.files)
  const published = await site()
  expect([...(published?.rows.keys() ?? [])]).toEqual(['Men'])
  expect(published?.state).toMatchObject({ isFinal: true, title: '10 km' })
  expect(published?.directory.columns).toEqual(['bib', 'club'])
  const named = await publish<Answer>('--category', 'all', '--final', '--title', 'Spring race')
  expect(named).toMatchObject({ code: 0, stderr: '' })
  expect((await site())?.state.title).toBe('Spring race')
  expect((await site())?.rows.size).toBeGreaterThan(1)
  // Not final this time: the entry and the picture for sharing say so.
  expect((await publish()).answer).toMatchObject({ files: named.answer.files, sent: 2 })
  const moved = await publish('--to', 'other')
  expect(moved.stderr).toContain(`The website at ${folder} stays there. To remove it: --take-down --to ${folder}\n`)
  expect(await publish('--to', 'other')).toMatchObject({ stderr: '' })
  const down = await publish<{ readonly removed: number }>('--take-down', '--to', 'site')
  expect(down.answer.removed).toBeGreaterThanOrEqual(answer.files)
  expect(await site()).toBeNull()
  expect((await publish('--take-down')).answer).toEqual({ entry: answer.entry, removed: 0 })
})

test('publish refuses what it does not know, and warns before a year of birth is public', async () => {
  const { publish } = await begin()
  for (const args of [[], ['--to', 'ftp://host/site'], ['--to', 'site', '--columns', 'phone']]) {
    expect(await publish(...args)).toMatchObject({ code: 2 })
  }
  expect(await publish('--to', 's3://results/spring')).toMatchObject({ code: 4 })
  const warned = await publish('--to', 'site', '--columns', 'birthYear')
  expect([warned.code, warned.stderr]).toEqual([0, expect.stringContaining('born')])
})

test('publish names the file of the app that is missing, and writes nothing', async () => {
  const { home, start, site } = await begin()
  const project = join(import.meta.dirname, '..', '..', '..')
  const app = join(home, 'app')
  for (const part of ['package.json', join('out', 'main')]) {
    await cp(join(project, part), join(app, part), { recursive: true })
  }
  const env = { CLI_OF_THE_TEST: pathToFileURL(join(app, 'out', 'main', 'cli.js')).href }
  expect(await start(['--to', 'site'], env).ended).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(join('out', 'site', 'site.js')),
  })
  expect(await site()).toBeNull()
})

suiteFor('sshd', hasSshd())('a web host by SFTP', () => {
  test('takes what publish of the bundle sends', async () => {
    const { home, folder, start, site } = await begin()
    const host = await sharedSshd(home)
    const address = `sftp://${host.user}@127.0.0.1:${host.port}${folder}`
    const published = await start(['--to', address, '--title', 'Spring race'], { HOME: home }).ended
    expect(published).toMatchObject({ code: 0, stderr: '' })
    expect((await site())?.rows.get('Men')).toHaveLength(people.length)
  })
})

const kills = 2

/** Kills the process at the n-th change of a file below the folder, unless it ends before. */
const killAtChange = async ({ child, ended }: Terminal, folder: string, nth: number): Promise<boolean> => {
  let changes = 0
  const watcher = watch(folder, { recursive: true }, () => {
    changes += 1
    if (changes === nth) child.kill('SIGKILL')
  })
  const { code } = await ended
  watcher.close()
  return code === null
}

test('readers see a whole site whenever the desk is killed', async () => {
  const { folder, publish, start, site } = await begin()
  await publish('--to', 'site', '--title', 'Race 0')
  const ends: boolean[] = []
  for (let round = 1; round <= kills; round += 1) {
    ends.push(await killAtChange(start(['--title', `Race ${round}`]), folder, 2 * round - 1))
    const { state, rows } = (await site()) ?? {}
    expect(rows?.get('Men')).toHaveLength(people.length)
    expect(state?.title).toMatch(/^Race \d+$/)
  }
  expect(ends).toContain(true)
  await publish('--title', 'Race')
  expect((await site())?.state.title).toBe('Race')
}, 120_000)
