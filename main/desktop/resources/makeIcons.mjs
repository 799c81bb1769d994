// `npm run icons`: draws icon.svg in a Chromium at every size that packages want. The icons are committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { packIcns, packIco } from './iconFiles.mjs'

const here = new URL('./', import.meta.url)
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const linuxSizes = [16, 32, 48, 64, 128, 256, 512]
const icoSizes = [16, 24, 32, 48, 64, 128, 256]
const icnsSizes = [16, 32, 64, 128, 256, 512, 1024]

const svg = readFileSync(new URL('icon.svg', here), 'utf8')
const browser = await chromium.launch({
  executablePath: process.env['RACEDESK_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})
/** @type {Map<number, Uint8Array>} */
const drawn = new Map()
try {
  const page = await browser.newPage()
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    )
    drawn.set(size, await page.screenshot({ omitBackground: true }))
  }
} finally {
  await browser.close()
}

/** @param {readonly number[]} wanted */
const images = (wanted) => wanted.map((size) => ({ size, png: drawn.get(size) ?? new Uint8Array() }))

mkdirSync(new URL('icons/', here), { recursive: true })
for (const { size, png } of images(linuxSizes)) writeFileSync(new URL(`icons/${size}x${size}.png`, here), png)
writeFileSync(new URL('icon.ico', here), packIco(images(icoSizes)))
writeFileSync(new URL('icon.icns', here), packIcns(images(icnsSizes)))
