import { expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { browserFace } from '../support/appFaces.ts'
import { sampleCertificate } from '../support/services/certificates.ts'
import { button, expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

suiteFor('browser', findChromium() !== null)('the network settings', () => {
  // Electron's window asks by a dialog of the system, which no page can answer.
  it('add a certificate, refuse other files and remove it by keyboard', async () => {
    const app = await browserFace.open({ language: 'en-US', hasDemo: true, isDemoShown: false })
    const { page } = app
    await page.keyboard.press('Control+6')
    await page.getByRole('link', { name: en['settings.network'], exact: true }).click()
    const demo = page.getByRole('definition').filter({ hasText: en['network.route.direct'] })
    await expect.poll(() => demo.count()).toBe(2)

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
    expect(app.complaints).toEqual([])
  })
})
