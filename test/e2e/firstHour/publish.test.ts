import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import type { SiteState } from '../../../preload/contract/publish/site.ts'
import { dialogs, expectAccessible } from '../../support/pages.ts'
import { atEnd, temporaryFolder } from '../../support/atEnd.ts'
import { findChromium, hasSshd, requireOrSkip, suiteFor } from '../../support/requirements.ts'
import { en } from '../../support/services/allTexts.ts'
import { awkwardRace, startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { bytesOf } from '../../support/services/raceService.ts'
import { useStageApp } from '../../support/services/stageRig.ts'
import { startSshd } from '../../support/stores/sshServer.ts'
import { inEnvelope } from '../../support/takenRows.ts'

const stateIn = async (folder: string): Promise<SiteState> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  return JSON.parse(/<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as SiteState
}

/** A store that is silent until it is told to refuse. */
const startStore = async () => {
  let isSilent = true
  const server = createServer((request, reply) => {
    request.resume()
    if (!isSilent)
      reply.writeHead(403).end('<Error><Code>RequestTimeTooSkewed</Code><Message>In its own words</Message></Error>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const refuse = (): void => {
    isSilent = false
  }
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, refuse }
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

const openDialog = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: en['publish.show'], exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: en['publish.now'] }).waitFor()
  return dialog
}

const choosePlace = async (page: Page, kind: 'folder' | 's3' | 'sftp'): Promise<void> => {
  await page.getByRole('dialog').getByLabel(en['publish.place'], { exact: true }).click()
  await page.getByRole('option', { name: en[`publish.place.${kind}`], exact: true }).click()
}

suiteFor('browser', findChromium() !== null)('the website of a stage', () => {
  const stageApp = useStageApp({ language: 'en-US' }, startAwkwardRace)
  const sites = temporaryFolder()
  afterEach(async () => {
    const { page } = stageApp()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  const begin = async (kind: 'folder' | 's3' | 'sftp') => {
    const app = stageApp()
    const dialog = await openDialog(app.page)
    await choosePlace(app.page, kind)
    return { ...app, dialog, field: (name: string) => dialog.getByLabel(name, { exact: true }) }
  }

  /** Chosen once, by its path. */
  const beginInFolder = async () => {
    const begun = await begin('folder')
    const { core, stage, dialog, page } = begun
    const place = async () => (await core.call('publish:read', { stage })).target
    if ((await place())?.kind !== 'folder') {
      await dialog.getByRole('button', { name: en['publish.folder.choose'] }).click()
      const chooser = page.getByRole('dialog', { name: en['folders.title'] })
      await chooser.getByLabel(en['folders.path'], { exact: true }).fill(sites)
      await page.keyboard.press('Enter')
      await chooser.getByText(en['folders.new'], { exact: true }).click()
      await chooser.getByLabel(en['folders.new.name']).fill('site')
      await page.keyboard.press('Enter')
      await chooser.getByText(en['folders.none']).waitFor()
      await chooser.getByRole('button', { name: en['folders.up'] }).click()
      await chooser.getByRole('button', { name: 'site', exact: true }).click()
      await expectAccessible(page, 'choosing a folder', dialogs)
      await chooser.getByRole('button', { name: en['folders.choose'] }).click()
    }
    await expect.poll(place).toMatchObject({ kind: 'folder' })
    const target = await place()
    const folder = target?.kind === 'folder' ? target.path : ''
    await dialog.getByText(folder, { exact: true }).waitFor()
    return { ...begun, folder }
  }

  it('says at the field what is wrong with a bucket, shows no key again, and says what its store refuses', async () => {
    const { host, refuse } = await startStore()
    const { page, dialog, field, complaints } = await begin('s3')
    await dialog.getByText(en['publish.noPlace']).waitFor()
    await field(en['publish.address.s3']).fill('results')
    await dialog.getByRole('button', { name: en['publish.use'] }).click()
    await dialog.getByText(en['publish.address.s3.refused']).waitFor()
    await field(en['publish.address.s3']).fill('s3://results/spring')
    await field(en['publish.endpoint']).fill(`http://${host}`)
    await field(en['publish.accessKeyId']).fill('AKIDEXAMPLE')
    await field(en['publish.secret']).fill('made-up-secret')
    await dialog.getByRole('button', { name: en['publish.use'] }).click()
    await dialog.getByRole('button', { name: en['publish.secret.forget'] }).waitFor()
    expect(await field(en['publish.secret']).inputValue()).toBe('')
    await dialog.getByRole('img', { name: en['publish.address.qr'] }).waitFor()
    await dialog.getByRole('button', { name: en['publish.now'] }).click()
    await dialog.getByRole('button', { name: en['do.cancel'] }).click()
    await dialog.getByText(en['publish.none']).waitFor()

    refuse()
    await dialog.getByRole('button', { name: en['publish.now'] }).click()
    await dialog.getByText(en['problem.place.clock'].replace('{{host}}', host)).waitFor()
    await dialog.getByText(en['problem.place.kept'], { exact: false }).waitFor()
    await dialog.getByText(en['problem.place.clock.todo'], { exact: false }).waitFor()
    await expectAccessible(page, 'a store that refuses', dialogs)
    await dialog.getByRole('button', { name: en['publish.secret.forget'] }).click()
    await dialog.getByText(en['publish.secret.s3.none']).waitFor()
    expect(complaints).toEqual([])
  })

  it('takes a picture as logo, and nothing that is none or too large to unpack', async () => {
    const { dialog, complaints } = await begin('s3')
    const input = dialog.locator('input[type=file]')
    const unread = dialog.getByText(en['publish.logo.unread'])
    for (const buffer of [blackPng(20_000), Buffer.from('<html><script>alert(1)</script></html>')]) {
      await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
      await unread.waitFor()
    }
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: blackPng(100) })
    await dialog.getByRole('img', { name: en['publish.logo.shown'] }).waitFor()
    await unread.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it.runIf(requireOrSkip('sshd', hasSshd()))('asks before it accepts another key of a web host', async () => {
    const host = await startSshd(join(temporaryFolder(), 'sshd'))
    atEnd(host.stop)
    const { page, dialog, field, complaints } = await begin('sftp')
    await field(en['publish.address.sftp']).fill(`127.0.0.1:${host.port}`)
    await field(en['publish.user']).fill('nobody')
    await dialog.getByRole('button', { name: en['publish.use'] }).click()
    await dialog.getByRole('button', { name: en['publish.now'] }).click()
    await dialog.getByText(en['problem.publish.no-secret']).waitFor()
    await dialog.getByText(await host.fingerprint()).waitFor()
    await host.changeHostKey()
    await field(en['publish.password']).fill('made-up-password')
    await dialog.getByRole('button', { name: en['publish.use'] }).click()
    await dialog.getByRole('button', { name: en['publish.password.forget'] }).waitFor()
    await dialog.getByRole('button', { name: en['publish.now'] }).click()
    await dialog.getByRole('button', { name: en['publish.hostKey.accept'] }).click()
    await page
      .getByText(await host.fingerprint(), { exact: false })
      .last()
      .waitFor()
    await expectAccessible(page, 'another key of a web host', dialogs)
    await page.getByRole('button', { name: en['publish.hostKey.do'], exact: true }).click()
    await dialog.getByText(en['problem.publish.wrong-secret']).waitFor()
    await dialog.getByRole('button', { name: en['publish.password.forget'] }).click()
    await dialog.getByText(en['publish.secret.sftp.none']).waitFor()
    expect(complaints).toEqual([])
  })

  it('is published into a folder as it was set up, kept up to date, and taken down', async () => {
    const { race, page, dialog, folder, complaints } = await beginInFolder()
    await expectAccessible(page, 'publishing a stage', dialogs)
    await dialog.getByLabel('Year of birth').check()
    await dialog.getByText(en['publish.people.birthYear']).waitFor()
    await dialog.getByRole('button', { name: en['publish.now'] }).click()
    await dialog.getByText('Published', { exact: false }).first().waitFor()
    await expect.poll(async () => (await stateIn(folder)).title).toBe('Spring race')
    expect((await stateIn(folder)).isFinal).toBe(false)

    await dialog.getByLabel(en['publish.follow']).check()
    await dialog.getByLabel(en['publish.final']).check()
    await expect.poll(async () => (await stateIn(folder)).isFinal).toBe(true)
    const { directory, changes } = await stateIn(folder)
    const late = awkwardRace.Men.map((row) => (row.number === 1006 ? { ...row, resultTime: '0:59:00' } : row))
    race.answer('Men', bytesOf(inEnvelope(late)))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.press('F5')
    await expect.poll(async () => Object.values(await stateIn(folder))).not.toContain(changes ?? directory)

    await page.getByRole('button', { name: en['publish.published'], exact: true }).click()
    await dialog.getByText(en['publish.receipts']).click()
    await expect.poll(() => dialog.getByRole('row').count()).toBeGreaterThan(3)
    await dialog.getByRole('button', { name: en['publish.takeDown'] }).click()
    await page.getByRole('button', { name: en['publish.takeDown.do'], exact: true }).click()
    await dialog.getByText(en['publish.none']).waitFor()
    await expect(stateIn(folder)).rejects.toThrow('ENOENT')
    await expect.poll(() => dialog.getByLabel(en['publish.follow']).isChecked()).toBe(false)
    expect(complaints).toEqual([])
  })

  it('replaces a page of somebody else only when that is confirmed', async () => {
    const { page, dialog, folder, complaints } = await beginInFolder()
    writeFileSync(join(folder, 'index.html'), '<h1>Club</h1>')
    await dialog.getByRole('button', { name: en['publish.now'] }).click()
    await dialog.getByText(en['problem.publish.other-page']).waitFor()
    await expectAccessible(page, 'publishing where another page is', dialogs)
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('<h1>Club</h1>')
    await dialog.getByRole('button', { name: en['publish.takeOver'] }).click()
    await page.getByRole('button', { name: en['publish.takeOver.do'], exact: true }).click()
    await dialog.getByText(', results as of').waitFor()
    await expect.poll(async () => (await stateIn(folder)).version).toBe(1)
    expect(complaints).toEqual([])
  })
})
