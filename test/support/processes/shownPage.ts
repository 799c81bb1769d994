import { chromium } from 'playwright-core'
import { findChromium } from '../requirements.ts'

/** Shows a page in a real window of the current desktop; prints the result as JSON. */
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  headless: false,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
const page = await browser.newPage()
await page.goto('chrome://version')
const commandLine = await page.locator('#command_line').innerText()
const isVisible = await page.evaluate(() => document.visibilityState === 'visible')
process.stdout.write(JSON.stringify({ platform: /--ozone-platform=(\w+)/u.exec(commandLine)?.[1] ?? null, isVisible }))
await browser.close()
