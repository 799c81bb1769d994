import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { en } from '../../renderer/text/en/en.ts'
import { ru } from '../../renderer/text/ru/ru.ts'
import { appFaces, ensureBuilt, type AppFace, type AppOptions, type RunningApp } from '../support/appFaces.ts'
import { unzip } from '../support/capsuleRig.ts'
import { button, expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

const open: RunningApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})
beforeAll(ensureBuilt, 120_000)

const openApp = async (face: AppFace, options: AppOptions): Promise<RunningApp> => {
  const app = await face.open(options)
  open.push(app)
  return app
}

const rowCount = (page: Page): Promise<string | null> => page.getByRole('grid').getAttribute('aria-rowcount')

const give = async (page: Page, press: Promise<void>, name: string, bytes: Uint8Array): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
}

suiteFor('browser', findChromium() !== null)('a stage capsule', () => {
  describe.each(appFaces())('$name', (face) => {
    it('opens on another computer without organization or keys; a foreign file is refused', async () => {
      const here = await openApp(face, { language: 'ru-RU' })
      await button(here.page, ru['first.demo']).click()
      await expect.poll(() => rowCount(here.page), { timeout: 30_000 }).toBe('5001')
      await button(here.page, ru['capsule.save']).click()
      await here.page.getByRole('dialog').getByText(ru['role.age']).waitFor()
      await expectAccessible(here.page, 'saving a capsule')
      const saved = await here.saveFile(() => button(here.page, ru['capsule.save.do']).click())
      expect(saved.name).toMatch(/\.racestage$/u)
      expect(unzip(Buffer.from(saved.bytes))[0]?.name).toBe('manifest.json')

      const there = await openApp(face, { language: 'en-US' })
      const { page } = there
      await give(page, button(page, en['capsule.open']).click(), 'other.racestage', Buffer.from('PK'))
      await page.getByText(en['problem.capsule.not-a-zip']).waitFor()
      await give(page, button(page, en['capsule.open.other']).click(), saved.name, saved.bytes)
      await expect.poll(() => rowCount(page), { timeout: 30_000 }).toBe('5001')
      await page.getByText(en['capsule.mark.readOnly']).waitFor()
      expect(await button(page, en['watch.do']).isDisabled()).toBe(true)
      await expectAccessible(page, 'a stage of a capsule')
      await page.keyboard.press('Control+f')
      await page.keyboard.type('214 иванов')
      await expect.poll(() => rowCount(page)).toBe('2')
      expect([...here.complaints, ...there.complaints]).toEqual([])
    })
  })
})
