import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { flagsOf, useTerminal } from '../../support/terminalRig.ts'

const terminal = useTerminal()
let stage = ''
beforeAll(ensureBuilt, 120_000)
beforeAll(async () => {
  stage = await terminal.takeRows('data', { Men: [{ number: 1 }], Women: [{ number: 2 }] })
})

type Answer = { readonly screens: readonly { readonly name: string; readonly view: string; readonly url: string }[] }

const board = (...args: readonly string[]) => ['board', stage, '--data', 'data', ...args]

const open = async (...args: readonly string[]) => {
  const { firstLine, printed, stop } = terminal.open([...board(...args), '--json'])
  return { screens: (JSON.parse(await firstLine) as Answer).screens, printed, stop }
}

test('board without --screen shows the screens that were arranged before, and a PIN for the crew on stderr', async () => {
  const show = async (...args: readonly string[]) => {
    const { screens, stop } = await open(...args)
    return { screens, stderr: (await stop()).stderr }
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

test('board prints an address per screen, shows it until it is stopped, and has the same address the next time', async () => {
  const addresses: string[] = []
  for (const _ of [1, 2]) {
    const { screens, stop } = await open('--screen', 'Finish=last', '--screen', 'Gate=category:10 km/Men')
    expect(screens).toMatchObject([
      { name: 'Finish', view: 'last' },
      { name: 'Gate', view: 'category:10 km/Men' },
    ])
    addresses.push(screens.map(({ url }) => url).join(' '))
    const page = await fetch(screens[1]?.url ?? '')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const { code, stdout } = await stop()
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 1])
  }
  expect(addresses[1]).toBe(addresses[0])
})

test('board --watch says why results are not renewed, however early that is known', async () => {
  const noService = { url: 'http://127.0.0.1:9', resultsUrl: 'http://127.0.0.1:9' }
  const { printed } = await open('--watch', '1', ...flagsOf(noService))
  await expect.poll(() => printed().stderr).toMatch(/The results are not renewed: \S/)
})

test.each([
  [['--screen', 'Finish'], { kind: 'invalid-input', issues: [{ path: '--screen' }] }],
  [['--screen', 'Finish=weather'], { kind: 'invalid-input', issues: [{ path: '--screen' }] }],
  [['--screen', 'Finish=last', '--screen', 'Finish=podium'], { kind: 'invalid-input', issues: [{ path: '--screen' }] }],
  [['--address', '203.0.113.7'], { kind: 'invalid-input', issues: [{ path: '--address' }] }],
  [['--screen', 'Gate=category:Dogs'], { kind: 'not-found' }],
])('board refuses %j', async (args, error) => {
  expect(await terminal.ask(board(...args))).toMatchObject({ code: 2, answer: { error } })
})
