import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as passing } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import type { Publication } from '../../../preload/contract/publish/publish.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { runTerminal, startTerminal } from '../../support/processes/terminal.ts'
import { hasSshd, suiteFor } from '../../support/requirements.ts'
import { readFrom, readPublished } from '../../support/services/publishedSite.ts'
import { bytesOf, envelope, startRaceService } from '../../support/services/raceService.ts'
import { startSshd } from '../../support/stores/sshServer.ts'

const cores = useCores()
beforeAll(ensureBuilt, 120_000)

const people = Array.from({ length: 2_000 }, (_, at) => ({
  number: at + 1,
  position: at + 1,
  resultTime: '1:00:00',
  account: { lastName: `Runner ${at + 1}`, firstName: 'Alex' },
  club: 'Harriers',
  birthYear: 1990,
}))

const begin = async () => {
  const race = await startRaceService('Men', 'Women')
  race.answer('Men', bytesOf(JSON.stringify(envelope(people))))
  const home = await cores.folder()
  const dataDir = join(home, 'data')
  const open = await cores.open({ dataDir })
  const { stage } = await addStage(open, race)
  await open.take(stage)
  await open.close()
  await race.close()
  const folder = join(home, 'site')
  const words = (...args: readonly string[]) => ['publish', stage, '--data', dataDir, '--json', ...args]
  return { home, folder, words, site: () => readPublished(readFrom(folder)) }
}

type Answer = Pick<Publication, 'files' | 'sent' | 'sentBytes'> & { readonly entry: string }

test('publish tells the files and the entry, and takes the site down again', async () => {
  const { home, folder, words, site } = await begin()
  const first = await runTerminal(home, words('--to', 'site', '--columns', 'bib,club', '--category', 'Men', '--final'))
  expect(first).toMatchObject({ code: 0, stderr: '' })
  const answer = JSON.parse(first.stdout) as Answer
  expect(answer.entry).toBe(join(folder, 'index.html'))
  expect(answer.sent).toBe(answer.files)
  const published = await site()
  expect([...(published?.rows.keys() ?? [])]).toEqual(['Men'])
  expect(published?.state.isFinal).toBe(true)
  expect(published?.directory.columns).toEqual(['bib', 'club'])
  const whole = await runTerminal(home, words('--category', 'all', '--final'))
  expect(whole.code).toBe(0)
  expect((await site())?.rows.size).toBeGreaterThan(1)
  expect(await runTerminal(home, words('--category', 'Men', '--final'))).toMatchObject({ code: 0 })
  // Not final this time: the entry and the picture for sharing say so.
  const again = await runTerminal(home, words())
  expect(JSON.parse(again.stdout)).toMatchObject({ files: answer.files, sent: 2 })
  const down = await runTerminal(home, words('--take-down'))
  expect((JSON.parse(down.stdout) as { removed: number }).removed).toBeGreaterThanOrEqual(answer.files)
  expect(await site()).toBeNull()
  const nothing = await runTerminal(home, words('--take-down'))
  expect(JSON.parse(nothing.stdout)).toEqual({ entry: answer.entry, removed: 0 })
})

test('publish says that a website stays at the place that is left', async () => {
  const { home, folder, words } = await begin()
  await runTerminal(home, words('--to', 'site'))
  const moved = await runTerminal(home, words('--to', 'other'))
  expect(moved.stderr).toContain(`The website at ${folder} stays there. To remove it: --take-down --to ${folder}\n`)
  expect(await runTerminal(home, words('--to', 'other'))).toMatchObject({ stderr: '' })
})

test('publish refuses what it does not know, and warns before a year of birth is public', async () => {
  const { home, words } = await begin()
  expect(await runTerminal(home, words())).toMatchObject({ code: 2 })
  expect(await runTerminal(home, words('--to', 'ftp://host/site'))).toMatchObject({ code: 2 })
  expect(await runTerminal(home, words('--to', 'site', '--columns', 'phone'))).toMatchObject({ code: 2 })
  expect(await runTerminal(home, words('--to', 's3://results/spring'))).toMatchObject({ code: 4 })
  const warned = await runTerminal(home, words('--to', 'site', '--columns', 'birthYear'))
  expect([warned.code, warned.stderr]).toEqual([0, expect.stringContaining('born')])
})

test('publish names the file of the app that is missing, and writes nothing', async () => {
  const { home, words, site } = await begin()
  const project = join(import.meta.dirname, '..', '..', '..')
  const app = join(home, 'app')
  for (const part of ['package.json', join('out', 'main')]) {
    await cp(join(project, part), join(app, part), { recursive: true })
  }
  const env = { CLI_OF_THE_TEST: pathToFileURL(join(app, 'out', 'main', 'cli.js')).href }
  const ended = await runTerminal(home, words('--to', 'site'), { env })
  expect(ended).toMatchObject({ code: 5, stderr: expect.stringContaining(join('out', 'site', 'site.js')) })
  expect(await site()).toBeNull()
})

suiteFor('sshd', hasSshd())('a web host by SFTP', () => {
  test('takes what publish of the bundle sends', async () => {
    const { home, folder, words, site } = await begin()
    const host = await startSshd(join(home, 'sshd'))
    const address = `sftp://${host.user}@127.0.0.1:${host.port}${folder}`
    const published = await runTerminal(home, words('--to', address), { env: { HOME: host.home } })
    await host.stop()
    expect(published).toMatchObject({ code: 0, stderr: '' })
    expect((await site())?.rows.get('Men')).toHaveLength(people.length)
  })
})

const kills = 12

test('readers see a whole site whenever the desk is killed', async () => {
  const { home, words, site } = await begin()
  await runTerminal(home, words('--to', 'site', '--title', 'Race 0'))
  const seen = new Set<string>()
  for (let round = 1; round <= kills; round += 1) {
    const terminal = startTerminal(home, words('--title', `Race ${round}`))
    await passing(200 + Math.random() * 900)
    terminal.child.kill('SIGKILL')
    await terminal.ended
    const { state, rows } = (await site()) ?? {}
    expect(rows?.get('Men')).toHaveLength(people.length)
    seen.add(state?.title ?? '')
  }
  expect([...seen].every((title) => /^Race \d+$/.test(title))).toBe(true)
  await runTerminal(home, words('--title', 'Race'))
  expect((await site())?.state.title).toBe('Race')
}, 120_000)
