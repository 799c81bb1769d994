import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharePicture, type SharedStage } from '../../../main/features/publish/pages/sharePicture.ts'
import { contrast, textOn } from '../../../main/features/publish/rules/accent.ts'
import { expectAll, expectAllIn } from '../../support/units/expectAll.ts'

const stage: SharedStage = {
  title: 'Весенний забег «Две вершины»',
  lines: ['1 204 участника', '14 июня 2026'],
  label: 'Предварительные результаты',
  colour: '#0b6a73',
}

/** Pixels of each line, from the one chunk of data that the picture has. */
const linesOf = (png: Uint8Array): readonly Buffer[] => {
  const bytes = Buffer.from(png)
  const raw = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)))
  return Array.from({ length: 630 }, (_, y) => raw.subarray(y * 3601 + 1, (y + 1) * 3601))
}

const coloursIn = (line: Buffer): ReadonlySet<string> => {
  const found = new Set<number>()
  for (let at = 0; at < line.length; at += 3) found.add(line.readUIntBE(at, 3))
  return new Set(Array.from(found, (colour) => `#${colour.toString(16).padStart(6, '0')}`))
}

/** Lines in which something of this colour stands. */
const rowsWith = (png: Uint8Array, colour: string): readonly number[] =>
  linesOf(png).flatMap((line, y) => (coloursIn(line).has(colour) ? y : []))

const ink = '#1a2123'

it('has the same bytes for the same texts, and others for others', () => {
  expect(sharePicture(stage)).toEqual(sharePicture({ ...stage }))
  expect(sharePicture({ ...stage, title: 'Осенний забег' })).not.toEqual(sharePicture(stage))
})

it('writes on the band in a colour that can be read, whatever its own', () => {
  expectAll(fc.integer({ min: 0, max: 0xffffff }), (number) => {
    const colour = `#${number.toString(16).padStart(6, '0')}`
    expect(contrast(textOn(colour), colour)).toBeGreaterThanOrEqual(4.5)
  })
})

it.each([
  ['#0b6a73', '#ffffff'],
  ['#111111', '#ffffff'],
  ['#ffd83d', '#000000'],
  ['#f4f4f4', '#000000'],
])('has a band in %s with a text in %s', (colour, text) => {
  const bandRow = linesOf(sharePicture({ ...stage, colour }))[564]
  expect(bandRow?.toString('hex', 0, 3)).toBe(colour.slice(1))
  expect(coloursIn(bandRow ?? Buffer.alloc(0))).toContain(text)
})

it('keeps its edges free, whatever the texts', () => {
  const texts = fc.string({ unit: fc.constantFrom(...Array.from('WЩÅg j-–«»东')), maxLength: 200 })
  expectAllIn(5, texts, texts, texts, (title, line, label) => {
    const lines = linesOf(sharePicture({ ...stage, title, lines: [line, line, line], label }))
    expect(lines.filter((one) => coloursIn(one.subarray(0, 3 * 72)).size > 1)).toEqual([])
    expect(lines.slice(0, 498).filter((one) => coloursIn(one.subarray(-3 * 72)).size > 1)).toEqual([])
    expect(lines.slice(0, 40).filter((one) => coloursIn(one).size > 1)).toEqual([])
    expect(lines.slice(470, 498).filter((one) => coloursIn(one).size > 1)).toEqual([])
  })
})

it('shows the label in place of a title of which there are no letters', () => {
  const label = 'Final results'
  expect(sharePicture({ ...stage, title: '東京 (山)', label })).toEqual(
    sharePicture({ ...stage, title: label, label: '' }),
  )
  expect(sharePicture({ ...stage, title: '東京 (山) Trail' })).toEqual(sharePicture({ ...stage, title: 'Trail' }))
})

it('moves the title to the middle when there are no lines', () => {
  const rows = rowsWith(sharePicture({ ...stage, title: 'HHH', lines: ['東京'] }), ink)
  expect(Math.abs((rows[0] ?? 0) + (rows.at(-1) ?? 0) - 498)).toBeLessThanOrEqual(4)
})

it('the picture is a band alone when there are no texts', () => {
  const png = sharePicture({ title: '', lines: [], label: '', colour: '#2e7d32' })
  expect(rowsWith(png, ink)).toEqual([])
  expect(rowsWith(png, '#2e7d32')).toHaveLength(132)
})
