import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createWebClient } from '../../../main/platform/http/webClient.ts'

const headersMs = 100
/** undici looks at its timeouts once a second. */
const answerMs = 3_000

it('a file that takes longer to arrive than a reply may take is sent all the same', async () => {
  const server = createServer((asked, answer) => {
    asked.resume()
    setTimeout(() => answer.end(), answerMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const web = createWebClient({
    appVersion: '0.0.0-test',
    routesOf: () => Promise.resolve([null]),
    trustStore: { prepare: () => Promise.resolve() },
    timeouts: { headersMs },
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.bin`
  const request = { url, headers: {}, limitBytes: 1_000, signal: new AbortController().signal }
  const [sent, read] = await Promise.all([
    web.send({ ...request, method: 'PUT', body: Buffer.from('a file') }),
    web.send({ ...request, method: 'GET' }),
  ])
  expect(sent).toMatchObject({ ok: true, value: { status: 200 } })
  expect(read).toMatchObject({ error: { kind: 'timed-out' } })
  await web.close()
  await new Promise((closed) => server.close(closed))
})
