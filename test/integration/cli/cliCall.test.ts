import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startHostileServer, type HostileServer } from '../../support/services/hostileServer.ts'
import { bytesOf, envelope, sendJson } from '../../support/services/raceService.ts'
import { flagsOf, useTerminal, type CommandOptions } from '../../support/terminalRig.ts'

const terminal = useTerminal()
let service: HostileServer
beforeAll(async () => {
  service = await startHostileServer()
  service.script('/v3/Echo', (response, { method, url, headers, body }) =>
    sendJson(response, envelope({ method, url, body, accept: headers.accept, key: headers['x-access-key'] })),
  )
  return () => service.close()
})

const env = { RACEDESK_ACCESS_KEY: 'TerminalKey8841', RACEDESK_RESULTS_KEY: 'TerminalKey8842' }
const words = (args: readonly string[]) => ['call', ...args, ...flagsOf({ url: service.url, resultsUrl: service.url })]
const call = <T>(args: readonly string[], options: CommandOptions = {}) =>
  terminal.ask<T>(words(args), { env, ...options })

test('call answers with status, time, headers and the body as JSON, the echoed key masked', async () => {
  type Answer = { readonly ok: true; readonly value: Record<string, unknown> }
  const asked = ['GET', '/v3/Echo', '--query', 'a=b=c', '--query', 'a=я &']
  const { code, stdout, stderr, answer } = await call<Answer>(asked)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(Object.keys(answer)).toEqual(['ok', 'value'])
  expect(Object.keys(answer.value)).toEqual(['status', 'tookMs', 'headers', 'body'])
  expect(answer.value).toMatchObject({
    status: 200,
    tookMs: expect.any(Number),
    headers: { 'content-type': 'application/json' },
    body: { data: { method: 'GET', url: '/v3/Echo?a=b%3Dc&a=%D1%8F%20%26', accept: 'application/json', key: '***' } },
  })
  expect(stdout).not.toContain('TerminalKey')
})

test('call sends the bytes of a file or of stdin unchanged, and a POST without a question', async () => {
  const body = '{ "items" : [1.50, "\\u0418"],\r\n "ё": "😀" }\n'
  await writeFile(join(terminal.home(), 'body.json'), body)
  for (const [args, options] of [
    [['--body', 'body.json'], {}],
    [['--body', '-'], { stdin: body }],
  ] as const) {
    const sent = await call(['POST', '/v3/Echo', ...args], options)
    expect(sent).toMatchObject({ code: 0, answer: { value: { body: { data: { method: 'POST', body } } } } })
  }
})

test('call keeps every digit of a reply, also of one larger than a reply of the gate', async () => {
  const items = Array.from({ length: 30_000 }, (_, index) => `{"id":9007199254740993${index},"sum":1.50}`).join(',\n')
  const body = `{"isSuccess":true,"data":[${items}]}`
  service.script('/v3/Large', bytesOf(body))
  const { code, stdout } = await call(['GET', '/v3/Large'])
  expect(code).toBe(0)
  expect(stdout.trimEnd().endsWith(`"body":${body.replaceAll('\n', ' ')}}}`)).toBe(true)
  expect(stdout.trimEnd()).not.toContain('\n')
})

test('call that is told to stop ends as cancelled', async () => {
  const asked = Promise.withResolvers<void>()
  service.script('/v3/Slow', () => asked.resolve())
  const { stop } = terminal.open(words(['GET', '/v3/Slow', '--json']), { env })
  await asked.promise
  const { code, stdout } = await stop('SIGINT')
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, error: { kind: 'cancelled' } }])
})

test('call prints a reply other than JSON as text', async () => {
  service.script('/v3/Page', bytesOf('<p>Этап</p>\n', 200, 'text/html'))
  expect(await call(['GET', '/v3/Page'])).toMatchObject({ code: 0, answer: { value: { body: '<p>Этап</p>\n' } } })
  const forPeople = await terminal.run(words(['GET', '/v3/Page']), { env })
  expect(forPeople).toMatchObject({ code: 0, stdout: '<p>Этап</p>\n' })
  expect(forPeople.stderr).toMatch(/^HTTP 200, \d+ ms, \d+ bytes, text\/html\n$/)
})

test.each([
  ['another origin', ['GET', '//evil.example/v3/x']],
  ['another path', ['GET', '/v4/x']],
  ['another method', ['DELETE', '/v3/x']],
  ['a query without a name', ['GET', '/v3/x', '--query', '=b']],
  ['a query without a value', ['GET', '/v3/x', '--query', 'b']],
  ['a body beside GET', ['GET', '/v3/x', '--body', '-']],
  ['a missing path', ['GET']],
] as const)('call refuses %s as a usage error and sends nothing', async (_, args) => {
  const before = service.requests.length
  expect(await call(args)).toMatchObject({ code: 2, answer: { ok: false, error: { kind: 'invalid-input' } } })
  expect(service.requests).toHaveLength(before)
})

test('call refuses a body that is not JSON in UTF-8, sends nothing, and reports a missing file', async () => {
  const before = service.requests.length
  const refused = { code: 2, answer: { error: { kind: 'invalid-input', issues: [{ path: '--body' }] } } }
  expect(await call(['POST', '/v3/Echo', '--body', '-'], { stdin: '{"a":' })).toMatchObject(refused)
  await writeFile(join(terminal.home(), 'cp1251.json'), Buffer.from([0x22, 0xcf, 0x22]))
  expect(await call(['POST', '/v3/Echo', '--body', 'cp1251.json'])).toMatchObject({ code: 2 })
  const error = { kind: 'file', reason: 'missing', path: 'no.json' }
  expect(await call(['POST', '/v3/Echo', '--body', 'no.json'])).toMatchObject({ code: 5, answer: { error } })
  expect(service.requests).toHaveLength(before)
})

test('call sends promo codes like any POST with a note about the preview, and reports a lost one as unknown outcome', async () => {
  service.script('/v3/PromoCodes/Set', (response) => response.destroy())
  const before = service.requests.length
  expect(await call(['POST', '/v3/PromoCodes/Set', '--body', '-'], { stdin: '{"items":[]}' })).toMatchObject({
    code: 3,
    answer: { ok: false, error: { kind: 'outcome-unknown' } },
    stderr: expect.stringContaining('promo set'),
  })
  expect(service.requests).toHaveLength(before + 1)
})
