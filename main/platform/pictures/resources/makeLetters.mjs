// `npm run letters`: takes the outlines and kerning of letters from Inter for pictures. The letters are committed.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import * as hb from 'harfbuzzjs'
import decompress from 'woff2-encoder/decompress'

/** @typedef {{ readonly x: number, readonly y: number, readonly isOn: boolean }} Point `isOn`: the outline goes through it. */

const weights = [500, 700]
/** The drawings for large sizes. */
const opticalSize = 32
const unitsPerEm = 1000
const subsets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek']
/** Pairs across subsets have no kerning in these files. */
const kernedSubsets = ['latin', 'cyrillic', 'greek']
/** Smaller distances are invisible. */
const leastKerning = 6

/** Contextual forms would be mistaken for kerning. */
const kerningOnly = [new hb.Feature('calt', 0), new hb.Feature('liga', 0)]

/** Letters of Latin, Greek and Cyrillic alphabets in use, digits, punctuation. */
const wanted =
  /[\u0020-\u007e\u00a1-\u017f\u018f\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0259\u0384-\u03ce\u0400-\u045f\u0490-\u04ff\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u2044\u20ac\u20bd\u2116\u2122\u2212]/u
const kerned = /[\u0020-\u007e\u00ab\u00bb\u00df\u0131\u0386-\u045f\u2013\u2014\u2018-\u201e\u2026]/u

/**
 * The contours of a glyph, y downwards.
 * @param {hb.Font} font
 * @param {number} glyph
 * @returns {Point[][]}
 */
const contoursOf = (font, glyph) => {
  const scale = unitsPerEm / font.face.upem
  /** @type {Point[][]} */
  const contours = []
  for (const { type, values } of font.glyphToJson(glyph)) {
    if (type === 'M') contours.push([])
    for (let at = 0; at < values.length; at += 2) {
      const isOn = at === values.length - 2
      contours.at(-1)?.push({ x: (values[at] ?? 0) * scale, y: -(values[at + 1] ?? 0) * scale, isOn })
    }
  }
  return contours.map(withoutImplied)
}

/**
 * Leaves out a last point that repeats the first, and points halfway between two control points, as TrueType does.
 * @param {Point[]} points
 */
const withoutImplied = (points) => {
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = first !== undefined && last?.isOn === true && distance(first, last) < 0.01
  const open = isClosed ? points.slice(0, -1) : points
  return open.filter((point, at) => {
    const [before, after] = [open[at - 1], open[(at + 1) % open.length]]
    if (!point.isOn || before === undefined || after === undefined || before.isOn || after.isOn) return true
    return distance(point, { x: (before.x + after.x) / 2, y: (before.y + after.y) / 2 }) > 0.3
  })
}

/**
 * @param {{ readonly x: number, readonly y: number }} one
 * @param {{ readonly x: number, readonly y: number }} other
 */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y)

/**
 * A contour from its first point on: `l` a point on the outline, `q` a control point, each by its distance from the one before.
 * @param {Point[]} points
 */
const written = (points) => {
  const [start, ...rest] = points
  let [x, y] = [0, 0]
  return rest
    .map((point) => {
      const [nextX, nextY] = [Math.round(point.x - (start?.x ?? 0)), Math.round(point.y - (start?.y ?? 0))]
      const text = `${point.isOn ? 'l' : 'q'}${nextX - x} ${nextY - y}`
      ;[x, y] = [nextX, nextY]
      return text.replace(' -', '-')
    })
    .join('')
}

/**
 * @param {hb.Font} font
 * @param {string} text
 */
const widthOf = (font, text) => {
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer, kerningOnly)
  const width = buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + (xAdvance ?? 0), 0)
  return (width * unitsPerEm) / font.face.upem
}

/**
 * For each left letter, the right letters of each distance.
 * @param {hb.Font} font
 * @param {readonly string[]} letters
 */
const kerningOf = (font, letters) => {
  const alone = new Map(letters.map((letter) => [letter, widthOf(font, letter)]))
  /** @type {[string, { [distance: string]: string }][]} */
  const kerning = letters.map((left) => {
    /** @type {{ [distance: string]: string }} */
    const distances = {}
    for (const right of letters) {
      const apart = (alone.get(left) ?? 0) + (alone.get(right) ?? 0)
      const by = Math.round(widthOf(font, left + right) - apart)
      if (Math.abs(by) >= leastKerning) distances[by] = (distances[by] ?? '') + right
    }
    return [left, distances]
  })
  return kerning.filter(([, distances]) => Object.keys(distances).length > 0)
}

/**
 * @param {string} subset
 * @param {number} weight
 */
const openFont = async (subset, weight) => {
  const name = `@fontsource-variable/inter/files/inter-${subset}-opsz-normal.woff2`
  const font = new hb.Font(
    new hb.Face(new hb.Blob(await decompress(readFileSync(fileURLToPath(import.meta.resolve(name)))))),
  )
  font.setVariations([new hb.Variation('wght', weight), new hb.Variation('opsz', opticalSize)])
  return font
}

/** @param {number} weight */
const lettersOf = async (weight) => {
  /** @type {Map<string, number>} */
  const contours = new Map()
  /** @type {Map<string, string>} */
  const glyphs = new Map()
  /** @type {Map<string, { [distance: string]: string }>} */
  const kerning = new Map()
  for (const subset of subsets) {
    const font = await openFont(subset, weight)
    const found = [...font.face.collectUnicodes()].map((code) => String.fromCodePoint(code))
    const letters = found.filter((letter) => wanted.test(letter) && !glyphs.has(letter))
    for (const letter of letters) {
      const glyph = font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0
      const parts = contoursOf(font, glyph).map((points) => {
        const text = written(points)
        if (!contours.has(text)) contours.set(text, contours.size)
        return `${contours.get(text)} ${Math.round(points[0]?.x ?? 0)} ${Math.round(points[0]?.y ?? 0)}`
      })
      const advance = Math.round((font.glyphHAdvance(glyph) * unitsPerEm) / font.face.upem)
      glyphs.set(letter, [advance, ...parts].join(';'))
    }
    if (!kernedSubsets.includes(subset)) continue
    const plain = letters.filter((letter) => kerned.test(letter) && letter.normalize('NFD') === letter)
    for (const [left, distances] of kerningOf(font, plain)) kerning.set(left, distances)
  }
  return { contours: [...contours.keys()], glyphs: Object.fromEntries(glyphs), kerning: Object.fromEntries(kerning) }
}

const packed = await Promise.all(
  weights.map(async (weight) => {
    const letters = brotliCompressSync(JSON.stringify(await lettersOf(weight)))
    return `  ${weight}: '${letters.toString('base64')}',\n`
  }),
)
writeFileSync(
  new URL('letters.ts', import.meta.url),
  `/** Letters of Inter by weight, made by \`npm run letters\` under the licence in OFL.txt: JSON of \`Letters\`, brotli, base64. */
export const letters = {
${packed.join('')}}
`,
)
