import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCanvas, fillRectangle, fillShape, mixColours } from '../../../main/platform/pictures/canvas.ts'
import { fitText } from '../../../main/platform/pictures/fitText.ts'
import { typeface } from '../../../main/platform/pictures/typeface.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const face = typeface(700)

describe('letters of a picture', () => {
  it.each([
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789',
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
    'ЄІЇҐ єіїґ ЎІ ўі ӘҒҚҢӨҰҮҺ әғқңөұүһ ЂЈЉЊЋЏ ђјљњћџ',
    'ÀÉÎÕÜ ßçñø ŁŻŹĆĄĘŃŚ łżźćąęńś ČŘŠŽĚŮ ĞİıŞ ŐŰ ȘȚ Đà Nẵng Vượt',
    'ΑΒΓΔΩ αβγδωάέήίόύώ',
    '«Ёж» “one” ‘two’ „drei“ – — … № 7 · 100% €5 & 1/2 (a) [b] +10 °C',
  ])('has all of %s', (text) => {
    expect(face.writable(text)).toBe(text)
    expect(typeface(500).writable(text)).toBe(text)
    const drawn = [...text].filter((letter) => letter !== ' ')
    const empty = drawn.filter((letter) => face.outline(letter, { size: 50, x: 0, baseline: 50 })[0]?.length === 0)
    expect(empty).toEqual([])
  })

  it.each([
    ['東京 Marathon', 'Marathon'],
    ['Marathon 🏃‍♀️ 10 km', 'Marathon 10 km'],
    ['מרוץ 2026', '2026'],
    ['２０２６　ﬁnish Ⅳ', '2026 finish IV'],
    ['e\u0301te\u0301 и\u0306', 'été й'],
    ['за\u0301бег', 'забег'],
    ['1\u00a0204\u202fpeople\n today', '1 204 people today'],
    ['東京', ''],
  ] as const)('leave out what they do not have: %s', (text, shown) => {
    expect(face.writable(text)).toBe(shown)
  })

  it('stand closer where their shapes leave a gap, with and without accents', () => {
    const closer = (pair: string) =>
      [...pair].reduce((sum, letter) => sum + face.widthOf(letter, 100), 0) - face.widthOf(pair, 100)
    expect(closer('AV')).toBeGreaterThan(3)
    expect(closer('ÁV')).toBeCloseTo(closer('AV'))
    expect(closer('Го')).toBeGreaterThan(3)
    expect(closer('HH')).toBeCloseTo(0)
  })
})

describe('a fitted text', () => {
  const space = { width: 1_000, height: 300, mostLines: 3, lineHeight: 1.1, sizes: [100, 80, 60, 40] }

  it('keeps the largest size when it is short', () => {
    expect(fitText(face, 'Spring Race', space)).toEqual({ size: 100, lines: ['Spring Race'] })
  })

  it('has lines about as long as each other', () => {
    const { lines } = fitText(face, 'Night Race around the Lake', space)
    expect(lines).toEqual(['Night Race', 'around the Lake'])
  })

  it('ends no line with a short word, nor begins one with a dash', () => {
    const { lines } = fitText(face, 'Горный забег на 42 км и на 21 км — Чемпионат', space)
    expect(lines.filter((line) => /(?:^| )\S{1,2}$/u.test(line) && !line.endsWith('км —'))).toEqual([])
    expect(lines.filter((line) => line.startsWith('—'))).toEqual([])
  })

  it('breaks a word that is wider than a line only at the smallest size', () => {
    const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzeslauf'
    const { size, lines } = fitText(face, word, space)
    expect([size, lines.length, lines.join('')]).toEqual([40, 2, word])
  })

  it('ends with an ellipsis when nothing else helps', () => {
    const { size, lines } = fitText(face, 'International Championships '.repeat(12), space)
    expect(size).toBe(40)
    expect(lines).toHaveLength(3)
    expect(lines[2]).toMatch(/[a-z]…$/u)
  })

  it('never leaves its space, whatever the text', () => {
    const letters = fc.constantFrom(...Array.from('WMАЖi.l-–—/ «»(1 '))
    expectAll(fc.array(letters, { maxLength: 200 }), (all) => {
      const { size, lines } = fitText(face, face.writable(all.join('')), space)
      expect(lines.length).toBeLessThanOrEqual(3)
      expect(lines.length * size * space.lineHeight).toBeLessThanOrEqual(space.height)
      for (const line of lines) expect(face.widthOf(line, size)).toBeLessThanOrEqual(space.width)
    })
  })
})

describe('a canvas', () => {
  const red = (canvas: ReturnType<typeof createCanvas>) =>
    [...canvas.pixels].filter((_, at) => at % 3 === 0).map((value) => 255 - value)

  it('covers pixels by the part of them that is inside a shape', () => {
    const canvas = createCanvas(4, 2, '#ffffff')
    fillShape(canvas, [[0.5, 0, 2.25, 0, 2.25, 1.5, 0.5, 1.5]], '#000000')
    expect(red(canvas).map((value) => Math.round((value / 255) * 8) / 8)).toEqual([
      0.5, 1, 0.25, 0, 0.25, 0.5, 0.125, 0,
    ])
  })

  it('leaves holes where a contour runs the other way, and fills overlaps once', () => {
    const square = (start: number, end: number) => [start, start, end, start, end, end, start, end]
    const hole = [1, 1, 1, 2, 2, 2, 2, 1]
    const canvas = createCanvas(3, 3, '#ffffff')
    fillShape(canvas, [square(0, 3), hole, [0, 0, 1, 0, 1, 3, 0, 3]], '#000000')
    expect(red(canvas)).toEqual([255, 255, 255, 255, 0, 255, 255, 255, 255])
  })

  it('draws nothing outside its edges', () => {
    const canvas = createCanvas(2, 2, '#ffffff')
    fillShape(canvas, [[-5, -5, 9, -5, 9, 1, -5, 1]], '#000000')
    expect(red(canvas)).toEqual([255, 255, 0, 0])
    fillShape(canvas, [], '#000000')
    fillRectangle(canvas, { x: 1, y: 1, width: 1, height: 1 }, '#102030')
    expect(Array.from(canvas.pixels.subarray(-3))).toEqual([0x10, 0x20, 0x30])
  })

  it('mixes colours', () => {
    expect(mixColours('#000000', '#ff8000', 0.5)).toBe('#804000')
  })
})
