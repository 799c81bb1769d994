import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumFaces, ensureBuilt } from '../../support/appFaces.ts'
import { expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { en, ru } from '../../support/services/allTexts.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { bytesOf, startRaceService } from '../../support/services/raceService.ts'
import { openStageApp } from '../../support/stageApp.ts'
import { inEnvelope } from '../../support/takenRows.ts'

/** What the publish dialog says of stores and pictures that are of no use. */

const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const startStore = async (status: number, code: string): Promise<string> => {
  const server = createServer((request, reply) => {
    request.resume()
    reply.writeHead(status).end(`<Error><Code>${code}</Code><Message>In its own words</Message></Error>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const chunkOf = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return chunk
}

/** A black PNG of as many pixels a side: small as a file, however many they are. */
const blackPng = (side: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const lines = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunkOf('IHDR', header), chunkOf('IDAT', lines), chunkOf('IEND', Buffer.alloc(0))])
}

suiteFor('browser', findChromium() !== null)('publishing', () => {
  describe.each(chromiumFaces())('$name', (face) => {
    const begin = async (texts: typeof en | typeof ru) => {
      const language = texts === en ? 'en-US' : 'ru-RU'
      const race = await startRaceService('Men')
      closing.push(race.close)
      race.answer('Men', bytesOf(inEnvelope(awkwardRace.Men)))
      const app = await openStageApp(face, { language, colorScheme: 'light' }, race)
      closing.push(app.close)
      await app.page.getByRole('button', { name: texts['publish.show'], exact: true }).click()
      const dialog = app.page.getByRole('dialog')
      await dialog.getByText(texts['publish.noPlace']).waitFor()
      return { app, dialog }
    }

    it.each([
      ['en', en],
      ['ru', ru],
    ])('says what a store refuses, what was kept and what to do (%s)', async (_, texts) => {
      const host = await startStore(403, 'RequestTimeTooSkewed')
      const { app, dialog } = await begin(texts)
      await dialog.getByLabel(texts['publish.place'], { exact: true }).click()
      await app.page.getByRole('option', { name: texts['publish.place.s3'] }).click()
      await dialog.getByLabel(texts['publish.address.s3'], { exact: true }).fill('s3://results/spring')
      await dialog.getByLabel(texts['publish.endpoint'], { exact: true }).fill(`http://${host}`)
      await dialog.getByLabel(texts['publish.accessKeyId'], { exact: true }).fill('AKIDEXAMPLE')
      await dialog.getByLabel(texts['publish.secret'], { exact: true }).fill('made-up-secret')
      await dialog.getByRole('button', { name: texts['publish.use'] }).click()
      await dialog.getByRole('button', { name: texts['publish.secret.forget'] }).waitFor()
      await dialog.getByRole('button', { name: texts['publish.now'] }).click()
      await dialog.getByText(texts['problem.place.clock'].replace('{{host}}', host)).waitFor()
      await dialog.getByText(texts['problem.place.kept'], { exact: false }).waitFor()
      await dialog.getByText(texts['problem.place.clock.todo'], { exact: false }).waitFor()
      await expectAccessible(app.page, 'a store that refuses')
      await dialog.getByRole('button', { name: texts['publish.secret.forget'] }).click()
      await dialog.getByText(texts['publish.secret.s3.none']).waitFor()
      expect(app.complaints).toEqual([])
    })

    it('takes a picture as logo, and nothing that is none or too large to unpack', async () => {
      const { app, dialog } = await begin(en)
      const input = dialog.locator('input[type=file]')
      for (const buffer of [blackPng(20_000), Buffer.from('<html><script>alert(1)</script></html>')]) {
        await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
        await dialog.getByText(en['publish.logo.unread']).waitFor()
      }
      await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: blackPng(100) })
      await dialog.getByRole('img', { name: en['publish.logo.shown'] }).waitFor()
      expect(await dialog.getByText(en['publish.logo.unread']).count()).toBe(0)
      expect(app.complaints).toEqual([])
    })
  })
})
