import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { startHostileServer, type HostileServer } from '../../support/services/hostileServer.ts'
import { runTerminal } from '../../support/processes/terminal.ts'

let home = ''
const closing: (() => Promise<void>)[] = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-cli-blocks-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const keys = { RACEDESK_ACCESS_KEY: 'access-key-of-the-blocks-1', RACEDESK_RESULTS_KEY: 'results-key-of-the-blocks-1' }

const demo = async () => {
  const service = await startOrFail({})
  closing.push(service.close)
  const env = { RACEDESK_ACCESS_KEY: service.accessKey, RACEDESK_RESULTS_KEY: service.resultsKey }
  const profile = ['--base-url', service.url, '--results-url', service.resultsUrl, '--data', join(home, 'data')]
  const run = async (...args: readonly string[]) => {
    const ended = await runTerminal(home, [...args, ...profile], { env })
    return { ...ended, json: args.includes('--json') ? (JSON.parse(ended.stdout) as Answer) : null }
  }
  return { service, run }
}

type Answer = { readonly ok: boolean; readonly value?: unknown; readonly error?: { readonly kind: string } }

const itemsOf = (answer: Answer | null): readonly object[] =>
  (answer?.value as { readonly items: readonly object[] } | undefined)?.items ?? []

it('blocks prints the page of the service, --fields just these, --details one type whole and later from the store', async () => {
  const { service, run } = await demo()
  const all = await run('blocks', '--json')
  expect([all.code, all.json]).toMatchObject([0, { ok: true, value: { total: 13, offset: 0, items: { length: 13 } } }])
  const [first] = itemsOf(all.json)
  expect(Object.keys(first ?? {})).toEqual(['id', 'displayName', 'groupName', 'isModificator', 'orderPriority'])

  const some = await run('blocks', '--fields', 'id, css', '--json')
  const items = itemsOf(some.json)
  expect(items).toHaveLength(13)
  expect(items.every((item) => Object.keys(item).join() === 'id,css')).toBe(true)

  const known = await run('blocks', '--details', '203', '--json')
  expect(known.json).toMatchObject({
    ok: true,
    value: { id: 203, template: expect.stringContaining('role="tablist"'), isModificator: true },
  })
  expect(await run('blocks', '--details', 'nothing', '--json')).toMatchObject({
    code: 2,
    json: { error: { kind: 'not-found' } },
  })
  await service.close()
  const later = await run('blocks', '--details', '203', '--fields', 'id,js', '--json')
  expect([later.code, Object.keys(later.json?.value as object)]).toEqual([0, ['id', 'js']])
  expect(await run('blocks', '--json')).toMatchObject({ code: 3, json: { ok: false, error: { kind: 'offline' } } })
  expect(await run('blocks', '--stored')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/203 +Вкладки +Оформление +30 +yes\n/),
  })
})

it('a reply with 10 of 400 types does not replace them: blocks and --details show the 400 and name the reply that is not used', async () => {
  const server: HostileServer = await startHostileServer()
  closing.push(server.close)
  const types = Array.from({ length: 400 }, (_, index) => ({ id: index + 1, displayName: `Type ${index + 1}` }))
  let items = types
  server.script('/v3/SitePageBlockTypes/List', (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ isSuccess: true, data: { items, total: 400 } })),
  )
  const profile = ['--base-url', server.url, '--results-url', server.url, '--data', join(home, 'data')]
  const run = (...args: readonly string[]) => runTerminal(home, [...args, ...profile], { env: keys })
  const read = async (...args: readonly string[]): Promise<unknown> => JSON.parse((await run(...args, '--json')).stdout)
  expect(await read('blocks')).toMatchObject({ ok: true, value: { items: { length: 400 }, setAside: null } })
  expect(Object.keys((await read('blocks', '--details', '7')) as object)).toEqual(['ok', 'value'])

  items = types.slice(0, 10)
  const setAside = { types: 10, total: 400, fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u) as string }
  expect(await read('blocks')).toMatchObject({ ok: true, value: { items: { length: 400 }, total: 400, setAside } })
  expect((await run('blocks')).stderr).toContain('the last reply had 10 of 400')
  expect(await read('blocks', '--details', '7', '--refresh')).toMatchObject({ ok: true, value: { id: 7 }, setAside })
  expect((await run('blocks', '--details', '7', '--refresh')).stderr).toContain('the last reply had 10 of 400')
})

it('years prints the data as received, in JSON and as a table', async () => {
  const { service, run } = await demo()
  expect(await run('years', '--stored', '--json')).toMatchObject({ code: 2, json: { error: { kind: 'not-found' } } })
  const years = [
    { year: 2026, races: 3 },
    { year: 2025, races: 5 },
    { year: 2024, races: 4 },
  ]
  expect(await run('years', '--json')).toMatchObject({ code: 0, json: { ok: true, value: years } })
  await service.close()
  expect(await run('years', '--json')).toMatchObject({ code: 3, json: { ok: false, error: { kind: 'offline' } } })
  expect(await run('years', '--stored')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^year +races\n2026 +3\n/),
  })
})

it.each([
  ['a refusal', 200, '{"isSuccess":false,"message":"No"}', 3, 'refused-by-service'],
  ['a refused key', 401, '<p>no</p>', 4, 'key-rejected'],
  ['404', 404, '', 3, 'http'],
  ['no JSON', 200, '<html>', 3, 'unexpected-reply'],
] as const)(
  '%s ends blocks, their details and years with its error and exit code',
  async (_what, status, body, code, kind) => {
    const server: HostileServer = await startHostileServer()
    closing.push(server.close)
    for (const path of ['/v3/SitePageBlockTypes/List', '/v3/Races/Years']) {
      server.script(path, (response) => response.writeHead(status).end(body))
    }
    const profile = ['--base-url', server.url, '--results-url', server.url, '--data', join(home, 'data')]
    for (const args of [['blocks'], ['blocks', '--details', '1'], ['years']]) {
      const ended = await runTerminal(home, [...args, ...profile, '--json'], { env: keys })
      expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([code, { ok: false, error: { kind } }])
      expect(ended.stdout + ended.stderr).not.toContain('key-of-the-blocks')
    }
  },
)

it('an unknown field and conflicting flags are usage errors before anything is sent', async () => {
  const server = await startHostileServer()
  closing.push(server.close)
  const profile = ['--base-url', server.url, '--results-url', server.url, '--data', join(home, 'data'), '--json']
  for (const args of [
    ['--fields', 'id,,css'],
    ['--fields', 'id;css'],
    ['--stored', '--refresh'],
    ['--stored', '--fields', 'id'],
    ['--details'],
  ]) {
    const ended = await runTerminal(home, ['blocks', ...args, ...profile], { env: keys })
    expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([2, { ok: false, error: { kind: 'invalid-input' } }])
  }
  expect(server.requests).toEqual([])
})
