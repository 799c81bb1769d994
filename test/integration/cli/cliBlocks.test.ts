import { expect, it } from 'vitest'
import { closing } from '../../support/atEnd.ts'
import { environmentKeys } from '../../support/openCore.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { startHostileServer } from '../../support/services/hostileServer.ts'
import { sendJson } from '../../support/services/raceService.ts'
import { flagsOf, useTerminal, type Service } from '../../support/terminalRig.ts'

const terminal = useTerminal()

type Answer = { readonly ok: boolean; readonly value?: unknown; readonly error?: { readonly kind: string } }

const itemsOf = ({ value }: Answer): readonly object[] => (value as { readonly items: readonly object[] }).items

const commandsOf = (service: Service, env: Readonly<Record<string, string>>, data: string) => {
  const words = (args: readonly string[]) => [...args, ...flagsOf(service), '--data', data]
  return {
    ask: (...args: readonly string[]) => terminal.ask<Answer>(words(args), { env }),
    run: (...args: readonly string[]) => terminal.run(words(args), { env }),
  }
}

const startDemo = async (data: string) => {
  const demo = closing(await startOrFail({}))
  const env = { RACEDESK_ACCESS_KEY: demo.accessKey, RACEDESK_RESULTS_KEY: demo.resultsKey }
  return { demo, ...commandsOf(demo, env, data) }
}

const startServer = async (data: string) => {
  const server = closing(await startHostileServer())
  return { server, ...commandsOf({ url: server.url, resultsUrl: server.url }, environmentKeys, data) }
}

const offline = { code: 3, answer: { ok: false, error: { kind: 'offline' } } }

it('blocks prints the page of the service, --fields just these, --details one type whole and later from the store', async () => {
  const { demo, ask, run } = await startDemo('page')
  const all = await ask('blocks')
  expect(all).toMatchObject({ code: 0, answer: { ok: true, value: { total: 13, offset: 0, items: { length: 13 } } } })
  const [first] = itemsOf(all.answer)
  expect(Object.keys(first ?? {})).toEqual(['id', 'displayName', 'groupName', 'isModificator', 'orderPriority'])

  const items = itemsOf((await ask('blocks', '--fields', 'id, css')).answer)
  expect(items).toHaveLength(13)
  expect(items.every((item) => Object.keys(item).join() === 'id,css')).toBe(true)

  expect((await ask('blocks', '--details', '203')).answer).toMatchObject({
    ok: true,
    value: { id: 203, template: expect.stringContaining('role="tablist"'), isModificator: true },
  })
  const unknown = await ask('blocks', '--details', 'nothing')
  expect(unknown).toMatchObject({ code: 2, answer: { error: { kind: 'not-found' } } })
  await demo.close()
  const later = await ask('blocks', '--details', '203', '--fields', 'id,js')
  expect([later.code, Object.keys(later.answer.value as object)]).toEqual([0, ['id', 'js']])
  expect(await ask('blocks')).toMatchObject(offline)
  expect(await run('blocks', '--stored')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/203 +Вкладки +Оформление +30 +yes\n/),
  })
})

it('a reply with 10 of 400 types does not replace them: blocks and --details show the 400 and name the reply that is not used', async () => {
  const { server, ask, run } = await startServer('set-aside')
  const types = Array.from({ length: 400 }, (_, index) => ({ id: index + 1, displayName: `Type ${index + 1}` }))
  let items = types
  server.script('/v3/SitePageBlockTypes/List', (response) =>
    sendJson(response, { isSuccess: true, data: { items, total: 400 } }),
  )
  const value = { items: { length: 400 }, total: 400 }
  expect((await ask('blocks')).answer).toMatchObject({ ok: true, value: { ...value, setAside: null } })
  expect(Object.keys((await ask('blocks', '--details', '7')).answer)).toEqual(['ok', 'value'])

  items = types.slice(0, 10)
  const setAside = { types: 10, total: 400, fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u) as string }
  expect((await ask('blocks')).answer).toMatchObject({ ok: true, value: { ...value, setAside } })
  const details = ['blocks', '--details', '7', '--refresh']
  expect((await ask(...details)).answer).toMatchObject({ ok: true, value: { id: 7 }, setAside })
  for (const words of [['blocks'], details]) {
    expect((await run(...words)).stderr).toContain('the last reply had 10 of 400')
  }
})

it('years prints the data as received, in JSON and as a table', async () => {
  const { demo, ask, run } = await startDemo('years')
  expect(await ask('years', '--stored')).toMatchObject({ code: 2, answer: { error: { kind: 'not-found' } } })
  const years = [
    { year: 2026, races: 3 },
    { year: 2025, races: 5 },
    { year: 2024, races: 4 },
  ]
  expect(await ask('years')).toMatchObject({ code: 0, answer: { ok: true, value: years } })
  await demo.close()
  expect(await ask('years')).toMatchObject(offline)
  expect(await run('years', '--stored')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^year +races\n2026 +3\n/),
  })
})

it('an unknown field and conflicting flags are usage errors before anything is sent', async () => {
  const { server, ask } = await startServer('usage')
  for (const args of [
    ['--fields', 'id,,css'],
    ['--fields', 'id;css'],
    ['--stored', '--refresh'],
    ['--stored', '--fields', 'id'],
    ['--details'],
  ]) {
    const usage = { code: 2, answer: { ok: false, error: { kind: 'invalid-input' } } }
    expect(await ask('blocks', ...args)).toMatchObject(usage)
  }
  expect(server.requests).toEqual([])
})
