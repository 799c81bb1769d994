import { afterEach, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { startRaceService } from '../../support/services/raceService.ts'
import { runTerminal, startTerminal, stoppedCode, type Terminal } from '../../support/processes/terminal.ts'

const cores = useCores()
const running = new Set<Terminal>()
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  running.clear()
})

type Answer = { readonly screens: readonly { readonly name: string; readonly view: string; readonly url: string }[] }

const begin = async () => {
  const race = await startRaceService('Men', 'Women')
  const home = await cores.folder()
  const dataDir = `${home}/data`
  const open = await cores.open({ dataDir })
  const { stage } = await addStage(open, race)
  await open.take(stage)
  await open.close()
  await race.close()
  const board = (...args: readonly string[]) => ['board', stage, '--data', dataDir, '--json', ...args]
  return { home, board }
}

test('board prints an address per screen, shows it until SIGTERM, and has the same address the next time', async () => {
  const { home, board } = await begin()
  const asked = board('--screen', 'Finish=last', '--screen', 'Gate=category:10 km/Men')
  const addresses: string[] = []
  for (const _ of [1, 2]) {
    const terminal = startTerminal(home, asked)
    running.add(terminal)
    const { screens } = JSON.parse(await terminal.firstLine) as Answer
    expect(screens).toMatchObject([
      { name: 'Finish', view: 'last' },
      { name: 'Gate', view: 'category:10 km/Men' },
    ])
    addresses.push(screens.map(({ url }) => url).join(' '))
    const page = await fetch(screens[1]?.url ?? '')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    terminal.child.kill('SIGTERM')
    const { code, stdout } = await terminal.ended
    expect([code, stdout.trim().split('\n').length]).toEqual([stoppedCode, 1])
    running.delete(terminal)
  }
  expect(addresses[1]).toBe(addresses[0])
})

test('board without --screen shows the screens that were arranged before, and a PIN for the crew on stderr', async () => {
  const { home, board } = await begin()
  const show = async (...args: readonly string[]) => {
    const terminal = startTerminal(home, board(...args))
    running.add(terminal)
    const { screens } = JSON.parse(await terminal.firstLine) as Answer
    terminal.child.kill('SIGTERM')
    const { stderr } = await terminal.ended
    running.delete(terminal)
    return { screens, stderr }
  }
  const first = await show()
  expect(first.screens).toMatchObject([{ view: 'rotation' }])
  const asked = await show('--screen', 'Phones=crew', '--screen', 'Hall=podium')
  expect(asked.screens).toMatchObject([
    { name: 'Phones', view: 'crew' },
    { name: 'Hall', view: 'podium' },
  ])
  expect(asked.stderr).toMatch(/PIN of the crew: \d{6}\n/)
  const again = await show()
  expect(again.screens.map(({ name }) => name)).toEqual(['Phones', 'Hall', first.screens[0]?.name])
  expect(again.screens.slice(0, 2).map(({ url }) => new URL(url).pathname)).toEqual(
    asked.screens.map(({ url }) => new URL(url).pathname),
  )
})

test('board --watch says why results are not renewed, however early that is known', async () => {
  const { home, board } = await begin()
  const terminal = startTerminal(home, board('--watch', '1'))
  running.add(terminal)
  let told = ''
  terminal.child.stderr.on('data', (text: string) => (told += text))
  await terminal.firstLine
  await expect.poll(() => told).toMatch(/The results are not renewed: \S/)
  terminal.child.kill('SIGTERM')
  await terminal.ended
  running.delete(terminal)
})

test.each([
  [['--screen', 'Finish'], '--screen'],
  [['--screen', 'Finish=weather'], '--screen'],
  [['--screen', 'Finish=last', '--screen', 'Finish=podium'], '--screen'],
  [['--address', '203.0.113.7'], '--address'],
])('board refuses %j', async (args, path) => {
  const { home, board } = await begin()
  const { code, stdout } = await runTerminal(home, board(...args))
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { error: { kind: 'invalid-input', issues: [{ path }] } }])
})

test('board shows no category that the stage does not have', async () => {
  const { home, board } = await begin()
  const { code, stdout } = await runTerminal(home, board('--screen', 'Gate=category:Dogs'))
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { error: { kind: 'not-found' } }])
})
