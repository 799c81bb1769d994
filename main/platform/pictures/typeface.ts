import { brotliDecompressSync } from 'node:zlib'
import type { Contour } from './canvas.ts'
import { letters } from './resources/letters.ts'

export type Weight = keyof typeof letters

/** Outlines of letters. Sizes are the height of an em in pixels. */
export type Typeface = {
  /**
   * The text as far as there are letters for it: letters of other scripts and emoji are left out, spaces are single. A plainer
   * form stands in for a letter where that is known: a digit for a full-width one, two letters for a ligature.
   */
  readonly writable: (text: string) => string
  readonly widthOf: (text: string, size: number) => number
  /** The contours of a text whose first letter starts at `x` and stands on the line `baseline`. */
  readonly outline: (text: string, place: TextPlace) => readonly (readonly Contour[])[]
}

export type TextPlace = { readonly size: number; readonly x: number; readonly baseline: number }

/** As makeLetters.mjs writes it, in thousandths of an em, y downwards. */
type Letters = {
  /** Without the first point: `l` a point on the outline, `q` a control point, each by its distance from the one before. */
  readonly contours: readonly string[]
  /** Advance; then of each contour its number and where it starts. */
  readonly glyphs: { readonly [letter: string]: string }
  /** For each left letter, the right letters of each distance. */
  readonly kerning: { readonly [left: string]: { readonly [distance: string]: string } }
}

type Point = { readonly x: number; readonly y: number; readonly isOn: boolean }

type Glyph = {
  readonly advance: number
  readonly contours: readonly (readonly Point[])[]
  /** The letter without accents, which keeps the same distances. */
  readonly plain: string
  /** By the letter to the right. */
  readonly kerning: ReadonlyMap<string, number>
}

const unitsPerEm = 1000
/** Height of a capital letter in parts of an em. */
export const capHeight = 0.727

const opened = new Map<Weight, Typeface>()

export const typeface = (weight: Weight): Typeface => {
  const known = opened.get(weight)
  if (known !== undefined) return known
  const made = openTypeface(readLetters(weight))
  opened.set(weight, made)
  return made
}

const readLetters = (weight: Weight): Letters =>
  JSON.parse(brotliDecompressSync(Buffer.from(letters[weight], 'base64')).toString()) as Letters

const openTypeface = (all: Letters): Typeface => {
  const glyphs = new Map<string, Glyph>()
  const glyphOf = (letter: string): Glyph => {
    const known = glyphs.get(letter)
    if (known !== undefined) return known
    const glyph = readGlyph(all, letter)
    glyphs.set(letter, glyph)
    return glyph
  }
  /** Each letter with the distance of its start from the text's. */
  const positions = (
    text: string,
  ): { readonly glyphs: readonly (readonly [Glyph, number])[]; readonly end: number } => {
    let end = 0
    let before: Glyph | null = null
    const placed: (readonly [Glyph, number])[] = []
    for (const letter of text) {
      const glyph = glyphOf(letter)
      end += before?.kerning.get(glyph.plain) ?? 0
      placed.push([glyph, end])
      end += glyph.advance
      before = glyph
    }
    return { glyphs: placed, end }
  }
  const isKnown = (text: string): boolean => [...text].every((letter) => Object.hasOwn(all.glyphs, letter))
  const known = (letter: string): string => {
    const forms = [letter, letter.normalize('NFKC'), letter.normalize('NFD').charAt(0)]
    return forms.find(isKnown) ?? (/\s/u.test(letter) ? ' ' : '')
  }
  return {
    writable: (text) => Array.from(text.normalize('NFC'), known).join('').replaceAll(/ +/gu, ' ').trim(),
    widthOf: (text, size) => (positions(text).end * size) / unitsPerEm,
    outline: (text, { size, x, baseline }) => {
      const scale = size / unitsPerEm
      return positions(text).glyphs.map(([{ contours }, start]) =>
        contours.map((points) => flatten(points, { scale, x: x + start * scale, y: baseline })),
      )
    },
  }
}

const readGlyph = ({ glyphs, contours, kerning }: Letters, letter: string): Glyph => {
  const [advance = '0', ...parts] = (glyphs[letter] ?? '').split(';')
  const plain = letter.normalize('NFD').charAt(0)
  const distances = Object.entries(kerning[plain] ?? {})
  return {
    advance: Number(advance),
    plain,
    kerning: new Map(distances.flatMap(([by, rights]) => Array.from(rights, (right) => [right, Number(by)] as const))),
    contours: parts.map((part) => {
      const [contour = 0, startX = 0, startY = 0] = part.split(' ').map(Number)
      const points: Point[] = [{ x: startX, y: startY, isOn: true }]
      let [x, y] = [startX, startY]
      for (const [, kind, byX, byY] of (contours[contour] ?? '').matchAll(/([lq])(-?\d+) ?(-?\d+)/gu)) {
        x += Number(byX)
        y += Number(byY)
        points.push({ x, y, isOn: kind === 'l' })
      }
      return points
    }),
  }
}

/** Longest straight part of a curve, in pixels. */
const longestPart = 3

/** Curves to straight parts. Between two control points the outline goes through their middle. */
const flatten = (
  points: readonly Point[],
  { scale, x: left, y: top }: { readonly scale: number; readonly x: number; readonly y: number },
): Contour => {
  const flat: number[] = []
  const [first] = points
  if (first === undefined) return flat
  let from = first
  for (const [at, point] of points.entries()) {
    const next = points[at + 1] ?? first
    if (point.isOn) {
      flat.push(left + point.x * scale, top + point.y * scale)
      from = point
      continue
    }
    const to = next.isOn ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, isOn: true }
    const length = Math.hypot(point.x - from.x, point.y - from.y) + Math.hypot(to.x - point.x, to.y - point.y)
    const parts = Math.max(2, Math.ceil((length * scale) / longestPart))
    for (let part = 1; part <= parts; part += 1) {
      const [after, before] = [part / parts, 1 - part / parts]
      const x = before * before * from.x + 2 * before * after * point.x + after * after * to.x
      const y = before * before * from.y + 2 * before * after * point.y + after * after * to.y
      flat.push(left + x * scale, top + y * scale)
    }
    from = to
  }
  return flat
}
