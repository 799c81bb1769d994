import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharePicture, type SharedStage } from '../../../main/features/publish/pages/sharePicture.ts'
import { typeface } from '../../../main/platform/pictures/typeface.ts'
import { launchChromium } from '../../support/chromium.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'

const stage: SharedStage = {
  title: 'Весенний забег «Две вершины» — горный марафон на 42 км',
  lines: ['1 204 участника', '14 июня 2026'],
  label: 'Итоговые результаты',
  colour: '#0b6a73',
}

/** By a decoder that is not ours: the size, and pixels at these places. */
const decodeInPage = async (browser: Browser, png: Uint8Array, places: readonly (readonly [number, number])[]) => {
  const page = await browser.newPage()
  try {
    return await page.evaluate(
      async ([data, at]) => {
        const image = new Image()
        image.src = `data:image/png;base64,${data}`
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = image.width
        canvas.height = image.height
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0)
        const pixel = ([x, y]: readonly [number, number]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])]
        return { width: image.width, height: image.height, pixels: at.map(pixel) }
      },
      [Buffer.from(png).toString('base64'), places] as const,
    )
  } finally {
    await page.close()
  }
}

it('is the same picture when a worker thread draws it', async () => {
  const source = new URL('../../../main/features/publish/pages/sharePicture.ts', import.meta.url)
  const code = `
    import { parentPort, workerData } from 'node:worker_threads'
    const { sharePicture } = await import(${JSON.stringify(source.href)})
    parentPort.postMessage(sharePicture(workerData))`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: stage })
  const drawn = await new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  await worker.terminate()
  expect(Buffer.from(drawn).equals(sharePicture(stage))).toBe(true)
})

const chromium = findChromium()

suiteFor('browser', chromium !== null)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '')
  })
  afterAll(() => browser.close())

  it('is a picture of 1200 x 630 with the band in its colour', async () => {
    const places = [
      [10, 10],
      [10, 620],
    ] as const
    expect(await decodeInPage(browser, sharePicture(stage), places)).toEqual({
      width: 1200,
      height: 630,
      pixels: [
        [255, 255, 255, 255],
        [0x0b, 0x6a, 0x73, 255],
      ],
    })
  })

  it.each([
    [500, 'latin', 'AVATAR Today, 1/2 “Tyre” Wy. 2026'],
    [700, 'latin', 'AVATAR Today, 1/2 “Tyre” Wy. 2026'],
    [500, 'cyrillic', 'УтроГорыТаёжныйЗабегРуза'],
    [700, 'cyrillic', 'УтроГорыТаёжныйЗабегРуза'],
    [700, 'latin-ext', 'ŁŻŹłżźćąęńśČŘŠŽĞİŞ'],
  ] as const)('has letters as wide as those of Inter %i, %s: %s', async (weight, subset, text) => {
    const font = import.meta.resolve(`@fontsource-variable/inter/files/inter-${subset}-opsz-normal.woff2`)
    const bytes = readFileSync(fileURLToPath(font)).toString('base64')
    const page = await browser.newPage()
    try {
      await page.setContent(`<style>
        @font-face { font-family: Letters; font-weight: 100 900; src: url(data:font/woff2;base64,${bytes}) }
        span { font: ${weight} 100px Letters; font-variation-settings: 'opsz' 32; font-feature-settings: 'calt' 0;
          white-space: pre; text-rendering: geometricPrecision }
      </style><span>${text}</span>`)
      const width = await page.evaluate(async () => {
        await document.fonts.ready
        return document.querySelector('span')?.getBoundingClientRect().width ?? 0
      })
      const ours = typeface(weight).widthOf(text, 100)
      expect(Math.abs(ours - width)).toBeLessThanOrEqual(text.length * 0.15)
    } finally {
      await page.close()
    }
  })
})
