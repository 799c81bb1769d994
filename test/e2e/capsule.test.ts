import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { en } from '../../renderer/text/en/en.ts'
import { ru } from '../../renderer/text/ru/ru.ts'
import { appFaces } from '../support/appFaces.ts'
import { unzip } from '../support/capsuleRig.ts'
import { button, dialogs, expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

const rowCount = (page: Page): Promise<string | null> => page.getByRole('grid').getAttribute('aria-rowcount')

const give = async (page: Page, press: Promise<void>, name: string, bytes: Uint8Array): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
}

suiteFor('browser', findChromium() !== null)('a stage capsule', () => {
  describe.each(appFaces())('$name', (face) => {
    it('opens on another computer without organization or keys; a foreign file is refused', async () => {
      const here = await face.open({ language: 'ru-RU', hasDemo: true })
      await button(here.page, ru['capsule.save']).click()
      await here.page.getByRole('dialog').getByText(ru['role.age']).waitFor()
      await expectAccessible(here.page, 'saving a capsule', dialogs)
      const saved = await here.saveFile(() => button(here.page, ru['capsule.save.do']).click())
      expect(saved.name).toMatch(/\.racestage$/u)
      expect(unzip(Buffer.from(saved.bytes))[0]?.name).toBe('manifest.json')

      const there = await face.open({ language: 'en-US' })
      const { page } = there
      await give(page, button(page, en['capsule.open']).click(), 'other.racestage', Buffer.from('PK'))
      await page.getByText(en['problem.capsule.not-a-zip']).waitFor()
      await give(page, button(page, en['capsule.open.other']).click(), saved.name, saved.bytes)
      await expect.poll(() => rowCount(page), { timeout: 60_000 }).toBe('5001')
      await page.getByText(en['capsule.mark.readOnly']).waitFor()
      await expect.poll(() => button(page, en['watch.do']).isDisabled()).toBe(true)
      await expectAccessible(page, 'a stage of a capsule', 'main')
      await page.keyboard.press('Control+f')
      await page.keyboard.type('214 иванов')
      await expect.poll(() => rowCount(page)).toBe('2')
      expect([...here.complaints, ...there.complaints]).toEqual([])
    })
  })
})
