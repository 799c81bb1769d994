import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { en } from '../../renderer/text/en/en.ts'
import { ru } from '../../renderer/text/ru/ru.ts'
import { launchChromium } from '../support/chromium.ts'
import { runTerminal, startTerminal } from '../support/processes/terminal.ts'

/** `npm run pictures`: takes the pictures of both READMEs anew, of the demo race in progress. */

const languages = [
  { language: 'en', locale: 'en-US', text: en },
  { language: 'ru', locale: 'ru-RU', text: ru },
] as const
type Spoken = (typeof languages)[number]

const viewport = { width: 1280, height: 760 }
/** The race is 40 minutes older for each minute of the pictures, so that all views have something to show. */
const live = ['--live', '--live-speed', '40']

const dataOf = (home: string, language: string): readonly string[] => ['--data', join(home, language)]

const takePictures = async (
  browser: Browser,
  { language, locale, text }: Spoken,
  home: string,
  openUrl: string,
): Promise<void> => {
  const context = await browser.newContext({ locale, viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const take = async (name: string, shown: Page = page): Promise<void> => {
    // Late parts and the polls of the race have settled by then.
    await after(1_500)
    await shown.screenshot({ path: join(import.meta.dirname, `${language}-${name}.png`) })
  }
  const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click()

  await page.goto(openUrl)
  await page
    .getByText(/Spring Race|Весенний забег/u)
    .first()
    .click()
  await page.getByRole('grid').waitFor()
  await after(60_000)
  await page.keyboard.type('214')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: text['person.label'] }).waitFor()
  await take('1-find')
  await page.keyboard.press('Escape')

  await openTab(text['view.desk'])
  await page.keyboard.type('214')
  await take('2-answer')

  await openTab(text['view.announcer'])
  await take('3-announce')

  await openTab(text['view.changes'])
  await take('4-changes')

  const stage = /stages\/(?<guid>[0-9a-f-]+)/u.exec(page.url())?.groups?.['guid'] ?? ''
  const protocol = join(home, `${language}.html`)
  const format = ['--format', 'protocol', '--language', language, '--out', protocol]
  await runTerminal(home, ['export', stage, ...format, ...dataOf(home, language)])
  const paper = await context.newPage()
  await paper.goto(pathToFileURL(protocol).href)
  await take('5-protocol', paper)

  await context.close()
}

const serveAndTake = async (browser: Browser, spoken: Spoken, home: string): Promise<void> => {
  const env = { LANG: spoken.locale.replace('-', '_') }
  const options = [...live, ...dataOf(home, spoken.language), '--json']
  const serve = startTerminal(home, ['serve', '--demo', ...options], { env })
  try {
    const { openUrl } = JSON.parse(await serve.firstLine) as { readonly openUrl: string }
    await takePictures(browser, spoken, home, openUrl)
  } finally {
    serve.child.kill('SIGTERM')
    await serve.ended
  }
}

const home = mkdtempSync(join(tmpdir(), 'racedesk-pictures-'))
const browser = await launchChromium()
try {
  for (const spoken of languages) await serveAndTake(browser, spoken, home)
} finally {
  await browser.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
