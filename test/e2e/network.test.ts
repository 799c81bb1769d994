import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { StageGuid } from '../../preload/contract/ids.ts'
import { serveApp, type OpenPage, type ServedApp } from '../support/appFaces.ts'
import { sampleCertificate } from '../support/services/certificates.ts'
import { addStageWithKeys } from '../support/openCore.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { en } from '../support/services/allTexts.ts'
import { raceOf } from '../support/services/mortalDemo.ts'
import { startRaceService } from '../support/services/raceService.ts'

suiteFor('browser', findChromium() !== null)('the network', () => {
  let app: ServedApp
  let shown: OpenPage
  let answering: StageGuid | undefined
  beforeAll(async () => {
    app = await serveApp({ demoRace: raceOf(['Men,1,7,Lind,Vera,,31:02']) })
    await app.core.call('profile:save', { demo: true })
    answering = (await app.core.call('stage:list', {}))[0]?.guid
    shown = await app.openPage({ language: 'en-US' })
  })

  // Electron's window asks by a dialog of the system, which no page can answer.
  it('settings add a certificate, refuse other files and remove it by keyboard', async () => {
    const { page, complaints } = shown
    await page.evaluate(() => location.assign('#/settings/network'))
    const services = page.getByRole('definition').filter({ hasText: en['network.route.direct'] })
    await expect.poll(() => services.count()).toBe(2)

    const choose = async (name: string, text: string): Promise<void> => {
      const file = page.getByLabel(en['network.certificate.add'])
      await file.setInputFiles({ name, mimeType: 'application/x-pem-file', buffer: Buffer.from(text) })
    }
    await choose('authority.pem', sampleCertificate)
    await page.getByText('Sample authority, Racedesk tests', { exact: true }).waitFor()
    await choose('readme.pem', 'no certificate')
    await page.getByText(en['network.certificate.refused']).waitFor()
    await expectAccessible(page, 'the network settings', 'main')

    const question = page.getByRole('alertdialog')
    // A dialog moves the focus into itself after it is shown, and back after it is gone.
    const focused = (name: string) => question.getByRole('button', { name, exact: true }).and(page.locator(':focus'))
    const remove = button(page, en['network.certificate.remove'])
    await remove.focus()
    await page.keyboard.press('Enter')
    await focused(en['do.cancel']).waitFor()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await remove.and(page.locator(':focus')).waitFor()
    await expect.poll(() => page.getByText('Sample authority, Racedesk tests', { exact: true }).count()).toBe(1)
    await page.keyboard.press('Enter')
    await focused(en['do.cancel']).waitFor()
    await page.keyboard.press('Tab')
    await focused(en['network.certificate.remove']).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Sample authority, Racedesk tests', { exact: true }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('is nowhere called online for an organization whose services are gone while another one answers', async () => {
    const { core } = app
    const { page, complaints } = shown
    const race = await startRaceService('Men', 'Women')
    onTestFinished(race.close)
    const stage = await addStageWithKeys(core, race)
    await page.evaluate(() => location.assign('#/stages'))
    const services = page.getByRole('contentinfo').getByRole('button').first()
    await expect.poll(() => services.textContent()).toContain(en['status.unknown'])

    // The other is asked once.
    for (const { guid } of await core.call('stage:list', {}))
      await core.call('stage:watch', { stage: guid, everyS: guid === stage ? 2 : 60 })
    await page.getByRole('link', { name: 'Spring race', exact: true }).click()
    await expect.poll(() => services.textContent()).toBe(`${en['status.online']}Organizer 2`)
    await race.close()
    const isOffline = `${en['status.offline']}Organizer 2`
    const fresh = page.getByText(en['status.online'], { exact: true })
    const views = ['', '/desk', '/announcer'].map((view) => `stages/${stage}${view}`)
    for (const screen of [...views, 'stages', 'orders']) {
      await page.evaluate((hash) => location.assign(`#/${hash}`), screen)
      await expect.poll(() => services.textContent()).toBe(isOffline)
      expect(await fresh.count(), screen).toBe(0)
    }
    await services.press('Enter')
    const list = page.getByRole('dialog', { name: en['status.services'] })
    await list.getByText(en['problem.offline.refused']).waitFor()
    await expect.poll(() => list.getByText(en['status.online'], { exact: true }).count()).toBe(0)
    await expectAccessible(page, 'the state of services', dialogs)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: en['app.stages'] }).click()
    const rowOf = (organization: string) => page.getByRole('row').filter({ hasText: organization })
    await rowOf('Organizer 2').getByText(en['watch.offline']).waitFor()
    await rowOf('Demo race').getByText(en['watch.status'].replace('{{every}}', '60')).waitFor()
    await page.evaluate((hash) => location.assign(hash), `#/stages/${answering ?? ''}/desk`)
    await expect.poll(() => services.textContent()).toContain(en['status.online'])
    expect(complaints).toEqual([])
  })
})
