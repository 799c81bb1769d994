import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { openDoor } from '../../support/stores/frontDoor.ts'
import { openWeb } from '../../support/stores/stores.ts'

it('a file that takes longer to arrive than a reply may take is sent all the same', async () => {
  let given: ServerResponse | null = null
  const { endpoint, stop } = await openDoor((asked, answer) => {
    asked.resume()
    if (asked.method === 'PUT') given = answer
    // The reply to the read is given up: the file has taken as long.
    else asked.socket.once('close', () => given?.end())
  })
  const web = openWeb({ timeouts: { headersMs: 100 } })
  const request = { url: `${endpoint}/a.bin`, headers: {}, limitBytes: 1_000, signal: new AbortController().signal }
  const sending = web.send({ ...request, method: 'PUT', body: Buffer.from('a file') })
  await expect.poll(() => given).not.toBeNull()
  expect(await web.send({ ...request, method: 'GET' })).toMatchObject({ error: { kind: 'timed-out' } })
  expect(await sending).toMatchObject({ ok: true, value: { status: 200 } })
  await web.close()
  await stop()
})
