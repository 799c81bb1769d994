import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ScreenNetwork } from '../../../preload/contract/screens/layout.ts'
import { openContext } from '../../support/chromium.ts'
import type { SiteState } from '../../../preload/contract/publish/site.ts'
import { button, dialogs, expectAccessible } from '../../support/pages.ts'
import { atEnd, temporaryFolder } from '../../support/atEnd.ts'
import { findChromium, hasSshd, requireOrSkip, suiteFor } from '../../support/requirements.ts'
import { en, ru } from '../../support/services/allTexts.ts'
import { awkwardRace, startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { bytesOf } from '../../support/services/raceService.ts'
import { useStageApp } from '../../support/services/stageRig.ts'
import { openDoor } from '../../support/stores/frontDoor.ts'
import { startSshd } from '../../support/stores/sshServer.ts'
import { inEnvelope } from '../../support/takenRows.ts'

const stateIn = async (folder: string): Promise<SiteState> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  return JSON.parse(/<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as SiteState
}

/** One black pixel, and a small file that unpacks to four hundred million. */
const pixel = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const vast = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>'),
}

const loopback: ScreenNetwork = { address: '127.0.0.1', netmask: '255.0.0.0', network: 'lo' }
const unusable: ScreenNetwork = { address: '203.0.113.7', netmask: '255.255.255.0', network: 'wlan0' }
/** Not one that is known to be of this computer only. */
const unreached: ScreenNetwork = { address: 'localhost', netmask: '255.0.0.0', network: 'wlan0' }

suiteFor('browser', findChromium() !== null)('a stage shown to others', () => {
  const networks = [loopback]
  const stageApp = useStageApp({ language: 'en-US', networks }, startAwkwardRace)
  afterEach(async () => {
    const { core, stage, page } = stageApp()
    await core.call('screens:stop', { stage })
    networks.splice(0, networks.length, loopback)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  describe('on its website', () => {
    const beginSite = async (kind: 'folder' | 's3' | 'sftp') => {
      const { page, ...app } = stageApp()
      await button(page, en['publish.show']).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: en['publish.now'] }).waitFor()
      await dialog.getByLabel(en['publish.place'], { exact: true }).click()
      await page.getByRole('option', { name: en[`publish.place.${kind}`], exact: true }).click()
      return { ...app, page, dialog, field: (name: string) => dialog.getByLabel(name, { exact: true }) }
    }

    it('says at the field what is wrong with a bucket, shows no key again, and says what its store refuses', async () => {
      let isSilent = true
      const store = await openDoor((asked, reply) => {
        asked.resume()
        if (!isSilent)
          reply
            .writeHead(403)
            .end('<Error><Code>RequestTimeTooSkewed</Code><Message>In its own words</Message></Error>')
      })
      atEnd(store.stop)
      const { page, dialog, field, complaints } = await beginSite('s3')
      await dialog.getByText(en['publish.noPlace']).waitFor()
      await field(en['publish.address.s3']).fill('results')
      await dialog.getByRole('button', { name: en['publish.use'] }).click()
      await dialog.getByText(en['publish.address.s3.refused']).waitFor()
      await field(en['publish.address.s3']).fill('s3://results/spring')
      await field(en['publish.endpoint']).fill(store.endpoint)
      await field(en['publish.accessKeyId']).fill('AKIDEXAMPLE')
      await field(en['publish.secret']).fill('made-up-secret')
      await dialog.getByRole('button', { name: en['publish.use'] }).click()
      await dialog.getByRole('button', { name: en['publish.secret.forget'] }).waitFor()
      expect(await field(en['publish.secret']).inputValue()).toBe('')
      await dialog.getByRole('img', { name: en['publish.address.qr'] }).waitFor()
      await dialog.getByRole('button', { name: en['publish.now'] }).click()
      await dialog.getByRole('button', { name: en['do.cancel'] }).click()
      await dialog.getByText(en['publish.none']).waitFor()

      isSilent = false
      await dialog.getByRole('button', { name: en['publish.now'] }).click()
      await dialog.getByText(en['problem.place.clock'].replace('{{host}}', new URL(store.endpoint).host)).waitFor()
      await dialog.getByText(en['problem.place.kept'], { exact: false }).waitFor()
      await dialog.getByText(en['problem.place.clock.todo'], { exact: false }).waitFor()
      await expectAccessible(page, 'a store that refuses', dialogs)
      await dialog.getByRole('button', { name: en['publish.secret.forget'] }).click()
      await dialog.getByText(en['publish.secret.s3.none']).waitFor()
      expect(complaints).toEqual([])
    })

    it('takes a picture as logo, and nothing that is none or too large to unpack', async () => {
      const { dialog, complaints } = await beginSite('s3')
      const input = dialog.locator('input[type=file]')
      const unread = dialog.getByText(en['publish.logo.unread'])
      const shown = dialog.getByRole('img', { name: en['publish.logo.shown'] })
      for (const file of [vast, { ...pixel, buffer: Buffer.from('<html><script>alert(1)</script></html>') }]) {
        await input.setInputFiles(file)
        await unread.waitFor()
        await input.setInputFiles(pixel)
        await shown.waitFor()
        await unread.waitFor({ state: 'detached' })
      }
      expect(complaints).toEqual([])
    })

    it.runIf(requireOrSkip('sshd', hasSshd()))('asks before it accepts another key of a web host', async () => {
      const host = await startSshd(join(temporaryFolder(), 'sshd'))
      atEnd(host.stop)
      const { page, dialog, field, complaints } = await beginSite('sftp')
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

    it('is published into a folder as it was set up, over the page of others when told to, kept up to date, and taken down', async () => {
      const { race, core, stage, page, dialog, complaints } = await beginSite('folder')
      await dialog.getByRole('button', { name: en['publish.folder.choose'] }).click()
      const chooser = page.getByRole('dialog', { name: en['folders.title'] })
      const path = chooser.getByLabel(en['folders.path'], { exact: true })
      await path.fill(temporaryFolder())
      // The dialog takes the focus once it stands, so a key of the page may go elsewhere.
      await path.press('Enter')
      await chooser.getByText(en['folders.new'], { exact: true }).click()
      await chooser.getByLabel(en['folders.new.name']).fill('site')
      await chooser.getByLabel(en['folders.new.name']).press('Enter')
      await chooser.getByText(en['folders.none']).waitFor()
      await chooser.getByRole('button', { name: en['folders.up'] }).click()
      await chooser.getByRole('button', { name: 'site', exact: true }).click()
      await expectAccessible(page, 'choosing a folder', dialogs)
      await chooser.getByRole('button', { name: en['folders.choose'] }).click()
      const place = async () => (await core.call('publish:read', { stage })).target
      await expect.poll(place).toMatchObject({ kind: 'folder' })
      const target = await place()
      const folder = target?.kind === 'folder' ? target.path : ''
      await dialog.getByText(folder, { exact: true }).waitFor()

      const club = '<h1>Club</h1>'
      writeFileSync(join(folder, 'index.html'), club)
      await dialog.getByLabel('Year of birth').check()
      await dialog.getByText(en['publish.people.birthYear']).waitFor()
      await dialog.getByRole('button', { name: en['publish.now'] }).click()
      await dialog.getByText(en['problem.publish.other-page']).waitFor()
      expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe(club)
      await dialog.getByRole('button', { name: en['publish.takeOver'] }).click()
      await page.getByRole('button', { name: en['publish.takeOver.do'], exact: true }).click()
      await dialog.getByText(', results as of').waitFor()
      expect((await stateIn(folder)).title).toBe('Spring race')
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
  })

  describe('on its screens', () => {
    const beginScreens = async () => {
      const { page } = stageApp()
      await page.getByRole('button', { name: en['screens.show'] }).click()
      const dialog = page.getByRole('dialog')
      // The dialog may still know the networks of the test before.
      await dialog
        .getByText(networks[0]?.address ?? loopback.address)
        .first()
        .waitFor()
      await dialog.getByRole('button', { name: en['screens.start'], exact: true }).click()
      await dialog.getByRole('img', { name: /QR/ }).waitFor()
      await dialog.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
        for (const fold of all) fold.open = true
      })
      const address = dialog.locator('.arranged-url').first()
      return { ...stageApp(), dialog, address, url: (await address.textContent()) ?? '' }
    }

    const openDevice = async (url: string) => {
      const device = await (await openContext()).newPage()
      await device.goto(url)
      await device.getByText('1001').first().waitFor()
      return device
    }

    it('keeps their address when one is removed and put back, and is alone on them when the showing ends', async () => {
      const { page, dialog, url, complaints } = await beginScreens()
      const board = await openDevice(url)
      await dialog.getByRole('button', { name: en['screens.add'] }).click()
      await dialog.locator('.screens-name').first().click()
      await dialog.getByRole('button', { name: en['screens.remove'] }).click()
      await expect.poll(async () => (await fetch(url)).status).toBe(404)
      await dialog.getByRole('button', { name: en['screens.undo'] }).click()
      await expect.poll(async () => (await fetch(url)).status).toBe(200)
      await dialog.getByRole('button', { name: en['screens.stop'] }).click()
      await board.getByText('We will be back shortly').waitFor()
      expect(await board.getByRole('main').innerText()).toMatch(/^Spring race\s+We will be back shortly$/u)
      await dialog.getByRole('button', { name: en['screens.start'], exact: true }).click()
      await board.getByText('1001').first().waitFor()
      await dialog.getByRole('button', { name: en['screens.stop'] }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: en['screens.show'] }).waitFor()
      expect(complaints).toEqual([])
    })

    it('is seen by another device as the operator changes them, also when another network fails', async () => {
      networks.push(unusable)
      const { page, dialog, address, url, complaints } = await beginScreens()
      const board = await openDevice(url)
      await dialog.locator('.screens-name').first().filter({ hasText: '1 device' }).waitFor()
      await expectAccessible(page, 'the screens of a stage', dialogs)
      await dialog.getByLabel(en['screens.message'], { exact: true }).fill('Prize giving at noon')
      await board.getByText('Prize giving at noon').waitFor()
      await dialog.getByLabel(en['screens.final']).check()
      await board.getByText('Final results').waitFor()
      await dialog.getByLabel('Bib').uncheck()
      await expect.poll(async () => (await board.locator('.bib').allTextContents()).join('')).toBe('')
      await dialog.getByLabel(en['screens.view'], { exact: true }).click()
      await page.getByRole('option', { name: en['screens.view.find'] }).click()
      await board.getByRole('button', { name: '7' }).waitFor()
      await dialog.getByLabel(en['screens.name'], { exact: true }).fill('')
      await dialog.getByText(en['screens.name.missing']).waitFor()
      await dialog.getByLabel(en['screens.name'], { exact: true }).fill('Finish arch')
      await expect.poll(() => board.title()).toContain('Finish arch')
      await dialog.getByLabel(en['screens.network']).click()
      await page.getByRole('option', { name: /203\.0\.113\.7/ }).click()
      await dialog.getByRole('alert').filter({ hasText: '203.0.113.7' }).filter({ hasText: '127.0.0.1' }).waitFor()
      expect(await address.textContent()).toBe(url)
      expect((await fetch(url)).status).toBe(200)
      expect(complaints).toEqual([])
    })

    it('tells in either language why no device may have come after half a minute', async () => {
      networks.splice(0, 1, unreached)
      await stageApp().page.clock.install()
      const { page, core, dialog, complaints } = await beginScreens()
      expect(await dialog.getByText(en['screens.unreached']).count()).toBe(0)
      await page.clock.runFor(31_000)
      for (const [language, text] of Object.entries({ en, ru })) {
        await core.call('app:setSettings', { language: language === 'ru' ? 'ru' : 'en' })
        await dialog.getByText(text['screens.unreached']).waitFor()
        const said = (await dialog.locator('.screens-advice').textContent()) ?? ''
        expect(said).toContain('(wlan0)')
        for (const key of ['guest', 'portal', 'mobile', 'firewall'] as const)
          expect(said).toContain(text[`screens.unreached.${key}`])
      }
      expect(complaints).toEqual([])
    })
  })
})
