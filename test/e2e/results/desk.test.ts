import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ru } from '../../../renderer/text/ru/ru.ts'
import { expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { longName, startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { useStageApp } from '../../support/services/stageRig.ts'

/** As the numeric keypad sends them; its digits come with Shift here, since this keyboard has its number lock off. */
const keypad: Readonly<Record<string, string>> = {
  '+': 'NumpadAdd',
  '-': 'NumpadSubtract',
  '*': 'NumpadMultiply',
  '.': 'Shift+NumpadDecimal',
  '↵': 'NumpadEnter',
}
const onKeypad = async (page: Page, keys: string): Promise<void> => {
  for (const key of keys) await page.keyboard.press(keypad[key] ?? `Shift+Numpad${key}`)
}

suiteFor('browser', findChromium() !== null)('the desk', () => {
  const stageApp = useStageApp({ language: 'ru-RU', colorScheme: 'dark' }, startAwkwardRace)

  it('works by the numeric keypad only: show, next, adjacent, new search, clear, not found', async () => {
    const { page, complaints } = stageApp()
    await page.getByRole('tab', { name: ru['view.desk'], exact: true }).click()
    const box = page.getByRole('textbox', { name: ru['desk.search'] })
    await box.waitFor()

    // Wherever the focus was left, digits reach the box.
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    )
    await onKeypad(page, '100')
    const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
    await heading('Бегун1001 Пётр').waitFor()
    await page.getByRole('term').filter({ hasText: ru['desk.result'] }).waitFor()
    await page.getByText('40:00', { exact: true }).waitFor()
    await onKeypad(page, '↵')
    const said = page.locator('.desk [role=status]')
    await expect.poll(() => said.textContent()).toContain('1001, Бегун1001 Пётр')
    await expect.poll(() => said.textContent()).toContain('40:00')

    const found = page.getByRole('region', { name: ru['desk.others'] }).getByRole('button')
    await expect.poll(() => found.locator('b').count()).toBe(7)
    const bibs = await found.locator('b').allTextContents()
    expect(bibs[0]).toBe('1001')
    const current = () => page.locator('.desk-other[aria-current]').locator('b').textContent()
    await onKeypad(page, '↵')
    await expect.poll(current).toBe(bibs[1])
    await onKeypad(page, '+')
    await expect.poll(current).toBe(bibs[2])
    await onKeypad(page, '--')
    await expect.poll(current).toBe('1001')

    // The next digit begins anew; the only one found leads to the places around. Equal times share a place.
    await onKeypad(page, '1002↵')
    await expect.poll(() => box.inputValue()).toBe('1002')
    await expect.poll(() => said.textContent()).toMatch(/^1002, .*Место 2/u)
    await onKeypad(page, '+')
    await page.getByText(ru['desk.around'], { exact: true }).waitFor()
    await expect.poll(() => said.textContent()).toMatch(/^1003, .*Место 2/u)
    await onKeypad(page, '-')
    await expect.poll(() => said.textContent()).toContain('1002, ')

    await onKeypad(page, '*')
    await expect.poll(() => box.inputValue()).toBe('')
    await page.getByRole('heading', { name: ru['desk.ready'] }).waitFor()

    await onKeypad(page, '987654↵')
    await page.getByRole('heading', { name: ru['desk.none'] }).waitFor()
    await expect.poll(() => said.textContent()).toContain('987654')
    await page
      .locator('.desk-none')
      .getByText(/Данные на \d\d:\d\d/u)
      .waitFor()
    await expectAccessible(page, 'nobody found at the desk', '.desk-none')
    await onKeypad(page, '.')
    await expect.poll(() => box.inputValue()).toBe('')

    // With NumLock off the same keys send arrows, End, Page Down.
    for (const digit of '1005') await page.keyboard.press(`Numpad${digit}`)
    await expect.poll(() => box.inputValue()).toBe('1005')
    await onKeypad(page, '↵')
    const lines = page.locator('.desk-card > *:not(.desk-head)')
    await expect.poll(() => lines.first().textContent()).toBe(ru['finisher.DSQ'])
    const sizeOf = (part: string): Promise<number> =>
      page
        .locator(part)
        .first()
        .evaluate((shown) => Number.parseFloat(getComputedStyle(shown).fontSize))
    expect(await sizeOf('.desk-out .mark')).toBeGreaterThan(await sizeOf('.desk-number dd'))
    await expectAccessible(page, 'a card of somebody disqualified', 'main')
    await page.keyboard.press('Numpad7')
    await expect.poll(() => box.inputValue()).toBe('7')
    await onKeypad(page, '*')

    // A name in the other script, and the size keys, at the largest size.
    await page.keyboard.type('konstantinopolskaya')
    await heading(longName).waitFor()
    for (const scale of ['110', '120', '130', '140', '150', '160']) {
      await page.keyboard.press('Control+NumpadAdd')
      await expect.poll(() => page.locator('html').getAttribute('data-scale')).toBe(scale)
    }
    await expectAccessible(page, 'the desk at its largest', 'main')
    const isCut = await page.locator('.desk').evaluate((desk) => desk.scrollWidth > desk.clientWidth)
    expect(isCut).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(() => box.inputValue()).toBe('')
    expect(complaints).toEqual([])
  })

  it('a search over all stages lists hits while typing and opens the stage at the person', async () => {
    const { page, complaints } = stageApp()
    await page.keyboard.press('Control+0')
    await page.keyboard.press('Control+1')
    await page.getByRole('combobox', { name: ru['find.label'] }).waitFor()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('1006')
    const options = page.getByRole('option')
    await expect.poll(() => options.first().textContent()).toContain('Бегун1006 Пётр')
    await expectAccessible(page, 'hits over all stages', 'main')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('begun petr')
    await expect.poll(() => options.first().locator('mark').allTextContents()).toEqual(['Бегун', 'Пётр'])
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('begun')
    // No longer the one hit of before, in which the words are marked, too.
    await expect.poll(() => options.count()).toBe(6)
    await expect.poll(() => options.first().locator('mark').allTextContents()).toEqual(['Бегун'])
    await page.keyboard.press('ArrowDown')
    const second = await options.nth(1).textContent()
    await page.keyboard.press('Enter')
    const person = page.getByRole('complementary', { name: ru['person.label'] })
    await person.getByRole('heading', { level: 2 }).waitFor()
    const name = (await person.getByRole('heading', { level: 2 }).textContent()) ?? 'no name'
    expect(second).toContain(name)
    expect(complaints).toEqual([])
  })
})
