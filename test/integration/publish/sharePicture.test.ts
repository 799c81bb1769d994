import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { drawPicture } from '../../../main/features/publish/siteAssets.ts'
import { sharePicture, type SharedStage } from '../../../main/features/publish/pages/sharePicture.ts'
import { typeface } from '../../../main/platform/pictures/typeface.ts'
import { openContext } from '../../support/chromium.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'

const stage: SharedStage = {
  title: 'Весенний забег «Две вершины» — горный марафон на 42 км',
  lines: ['1 204 участника', '14 июня 2026'],
  label: 'Итоговые результаты',
  colour: '#0b6a73',
}

const samples = [
  [500, 'latin', 'AVATAR Today, 1/2 “Tyre” Wy. 2026'],
  [700, 'latin', 'AVATAR Today, 1/2 “Tyre” Wy. 2026'],
  [500, 'cyrillic', 'УтроГорыТаёжныйЗабегРуза'],
  [700, 'cyrillic', 'УтроГорыТаёжныйЗабегРуза'],
  [700, 'latin-ext', 'ŁŻŹłżźćąęńśČŘŠŽĞİŞ'],
] as const

const fontOf = (subset: string): string => {
  const path = fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/inter-${subset}-opsz-normal.woff2`))
  const src = `url(data:font/woff2;base64,${readFileSync(path).toString('base64')})`
  return `@font-face { font-family: ${subset}; font-weight: 100 900; src: ${src} }`
}

it('is drawn again once its title, language, colour or state of the results is another, and only then', () => {
  const look = { title: 'Spring race', language: 'en', isFinal: false, colour: '#0a5bd3', logo: null } as const
  const last = drawPicture(look, null)
  expect(drawPicture({ ...look }, last)).toBe(last)
  for (const other of [{ title: 'Autumn' }, { language: 'ru' }, { isFinal: true }, { colour: '#0b6a73' }] as const) {
    expect(drawPicture({ ...look, ...other }, last).body).not.toEqual(last.body)
  }
})

suiteFor('browser', findChromium() !== null)('in a browser', () => {
  let page: Page
  beforeAll(async () => {
    page = await (await openContext()).newPage()
  })

  it('is a picture of 1200 x 630 with the band in its colour', async () => {
    // By a decoder that is not ours: the size, and two pixels.
    const decoded = await page.evaluate(
      async (data) => {
        const image = new Image()
        image.src = `data:image/png;base64,${data}`
        await image.decode()
        const { width, height } = image
        const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
        context?.drawImage(image, 0, 0)
        const pixel = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])]
        return { width, height, pixels: [pixel(10, 10), pixel(10, 620)] }
      },
      Buffer.from(sharePicture(stage)).toString('base64'),
    )
    const [white, band] = [
      [255, 255, 255, 255],
      [0x0b, 0x6a, 0x73, 255],
    ]
    expect(decoded).toEqual({ width: 1200, height: 630, pixels: [white, band] })
  })

  it('has letters as wide as those of Inter', async () => {
    const spans = samples.map(
      ([weight, subset, text]) => `<p><span style="font: ${weight} 100px ${subset}">${text}</span>`,
    )
    await page.setContent(`<style>
        ${[...new Set(samples.map(([, subset]) => subset))].map(fontOf).join('\n')}
        span { font-variation-settings: 'opsz' 32 !important; font-feature-settings: 'calt' 0 !important;
          white-space: pre; text-rendering: geometricPrecision }
      </style>${spans.join('')}`)
    const widths = await page.evaluate(async () => {
      await document.fonts.ready
      return [...document.querySelectorAll('span')].map((span) => span.getBoundingClientRect().width)
    })
    expect(widths).toHaveLength(samples.length)
    const wrong = samples.filter(([weight, , text], index) => {
      const ours = typeface(weight).widthOf(text, 100)
      return Math.abs(ours - (widths[index] ?? 0)) > text.length * 0.15
    })
    expect(wrong).toEqual([])
  })
})
