import { writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SiteState } from '../../../preload/contract/publish/site.ts'
import { chromiumFaces, ensureBuilt } from '../../support/appFaces.ts'
import { expectAccessible } from '../../support/pages.ts'
import { findChromium, hasSshd, requireOrSkip, suiteFor } from '../../support/requirements.ts'
import { en } from '../../support/services/allTexts.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { bytesOf, startRaceService } from '../../support/services/raceService.ts'
import { openStageApp } from '../../support/stageApp.ts'
import { startSshd } from '../../support/stores/sshServer.ts'
import { inEnvelope } from '../../support/takenRows.ts'

const closing: (() => Promise<void>)[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const stateIn = async (folder: string): Promise<SiteState> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  return JSON.parse(/<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as SiteState
}

suiteFor('browser', findChromium() !== null)('the website of a stage', () => {
  describe.each(chromiumFaces())('$name', (face) => {
    const begin = async () => {
      const race = await startRaceService(...Object.keys(awkwardRace))
      closing.push(race.close)
      for (const [category, rows] of Object.entries(awkwardRace)) race.answer(category, bytesOf(inEnvelope(rows)))
      const app = await openStageApp(face, { language: 'en-US', colorScheme: 'light' }, race)
      closing.push(app.close)
      await app.page.getByRole('button', { name: en['publish.show'], exact: true }).click()
      const dialog = app.page.getByRole('dialog')
      await dialog.getByText(en['publish.noPlace']).waitFor()
      return { race, app, dialog }
    }

    const beginInFolder = async () => {
      const { race, app, dialog } = await begin()
      await dialog.getByRole('button', { name: en['publish.folder.choose'] }).click()
      const folder = (await dialog.locator('.arranged-url').first().textContent()) ?? ''
      closing.push(() => rm(folder, { recursive: true, force: true }))
      return { race, app, dialog, folder }
    }

    it('can move to another folder only where a folder can be chosen', async () => {
      const { dialog } = await beginInFolder()
      const other = dialog.getByRole('button', { name: en['publish.folder.other'] })
      await expect.poll(() => other.count()).toBe(face.name === 'browser face' ? 0 : 1)
    })

    it('is published into a folder as it was set up, kept up to date, and taken down', async () => {
      const { race, app, dialog, folder } = await beginInFolder()
      await expectAccessible(app.page, 'publishing a stage')
      await dialog.getByLabel(en['publish.siteTitle'], { exact: true }).fill('Spring run')
      await dialog.getByLabel('Year of birth').check()
      await dialog.getByText(en['publish.people.birthYear']).waitFor()
      await dialog.getByRole('button', { name: en['publish.now'] }).click()
      await dialog.getByText('Published', { exact: false }).first().waitFor()
      await expect.poll(async () => (await stateIn(folder)).title).toBe('Spring run')
      expect((await stateIn(folder)).isFinal).toBe(false)

      await dialog.getByLabel(en['publish.follow']).check()
      await dialog.getByLabel(en['publish.final']).check()
      await expect.poll(async () => (await stateIn(folder)).isFinal).toBe(true)
      const { directory, changes } = await stateIn(folder)
      const late = awkwardRace.Men.map((row) => (row.number === 1006 ? { ...row, resultTime: '0:59:00' } : row))
      race.answer('Men', bytesOf(inEnvelope(late)))
      await app.page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await app.page.keyboard.press('F5')
      await expect.poll(async () => Object.values(await stateIn(folder))).not.toContain(changes ?? directory)

      await app.page.getByRole('button', { name: en['publish.published'], exact: true }).click()
      await dialog.getByText(en['publish.receipts']).click()
      await expect.poll(() => dialog.getByRole('row').count()).toBeGreaterThan(3)
      await dialog.getByRole('button', { name: en['publish.takeDown'] }).click()
      await app.page.getByRole('button', { name: en['publish.takeDown.do'], exact: true }).click()
      await dialog.getByText(en['publish.none']).waitFor()
      await expect(stateIn(folder)).rejects.toThrow('ENOENT')
      expect(await dialog.getByLabel(en['publish.follow']).isChecked()).toBe(false)
      expect(app.complaints).toEqual([])
    }, 90_000)

    it('replaces a page of somebody else only when that is confirmed', async () => {
      const { app, dialog, folder } = await beginInFolder()
      writeFileSync(join(folder, 'index.html'), '<h1>Club</h1>')
      await dialog.getByRole('button', { name: en['publish.now'] }).click()
      await dialog.getByText(en['problem.publish.other-page']).waitFor()
      await expectAccessible(app.page, 'publishing where another page is')
      expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('<h1>Club</h1>')
      await dialog.getByRole('button', { name: en['publish.takeOver'] }).click()
      await app.page.getByRole('button', { name: en['publish.takeOver.do'], exact: true }).click()
      await dialog.getByText(', results as of').waitFor()
      await expect.poll(async () => (await stateIn(folder)).version).toBe(1)
      expect(app.complaints).toEqual([])
    }, 60_000)

    it('says at the field what is wrong with a bucket, and shows no key again', async () => {
      const { app, dialog } = await begin()
      await dialog.getByLabel(en['publish.place'], { exact: true }).click()
      await app.page.getByRole('option', { name: en['publish.place.s3'] }).click()
      await dialog.getByLabel(en['publish.address.s3'], { exact: true }).fill('results')
      await dialog.getByRole('button', { name: en['publish.use'] }).click()
      await dialog.getByText(en['publish.address.s3.refused']).waitFor()
      await dialog.getByLabel(en['publish.address.s3'], { exact: true }).fill('s3://results/spring')
      await dialog.getByLabel(en['publish.endpoint'], { exact: true }).fill('http://127.0.0.1:9')
      await dialog.getByLabel(en['publish.accessKeyId'], { exact: true }).fill('AKIDEXAMPLE')
      await dialog.getByLabel(en['publish.secret'], { exact: true }).fill('made-up-secret')
      await dialog.getByRole('button', { name: en['publish.use'] }).click()
      await dialog.getByRole('button', { name: en['publish.secret.forget'] }).waitFor()
      expect(await dialog.getByLabel(en['publish.secret'], { exact: true }).inputValue()).toBe('')
      await dialog.getByRole('img', { name: en['publish.address.qr'] }).waitFor()
      await dialog.getByRole('button', { name: en['publish.now'] }).click()
      const cancel = dialog.getByRole('button', { name: en['do.cancel'] })
      await cancel.click()
      await dialog.getByText(en['publish.none']).waitFor()
      await dialog.getByRole('button', { name: en['publish.secret.forget'] }).click()
      await dialog.getByText(en['publish.secret.s3.none']).waitFor()
      expect(app.complaints).toEqual([])
    }, 60_000)

    it.runIf(requireOrSkip('sshd', hasSshd()))(
      'asks before it accepts another key of a web host',
      async () => {
        const home = await mkdtemp(join(tmpdir(), 'racedesk-host-'))
        const host = await startSshd(join(home, 'sshd'))
        closing.push(() => rm(home, { recursive: true }), host.stop)
        const { app, dialog } = await begin()
        await dialog.getByLabel(en['publish.place'], { exact: true }).click()
        await app.page.getByRole('option', { name: en['publish.place.sftp'] }).click()
        await dialog.getByLabel(en['publish.address.sftp'], { exact: true }).fill(`127.0.0.1:${host.port}`)
        await dialog.getByLabel(en['publish.user'], { exact: true }).fill('nobody')
        await dialog.getByRole('button', { name: en['publish.use'] }).click()
        await dialog.getByRole('button', { name: en['publish.now'] }).click()
        await dialog.getByText(en['problem.publish.no-secret']).waitFor()
        await dialog.getByText(await host.fingerprint()).waitFor()
        await host.changeHostKey()
        await dialog.getByLabel(en['publish.password'], { exact: true }).fill('made-up-password')
        await dialog.getByRole('button', { name: en['publish.use'] }).click()
        await dialog.getByRole('button', { name: en['publish.password.forget'] }).waitFor()
        await dialog.getByRole('button', { name: en['publish.now'] }).click()
        await dialog.getByRole('button', { name: en['publish.hostKey.accept'] }).click()
        await app.page
          .getByText(await host.fingerprint(), { exact: false })
          .last()
          .waitFor()
        await expectAccessible(app.page, 'another key of a web host')
        await app.page.getByRole('button', { name: en['publish.hostKey.do'], exact: true }).click()
        await dialog.getByText(en['problem.publish.wrong-secret']).waitFor()
        await dialog.getByRole('button', { name: en['publish.password.forget'] }).click()
        await dialog.getByText(en['publish.secret.sftp.none']).waitFor()
        expect(app.complaints).toEqual([])
      },
      60_000,
    )
  })
})
