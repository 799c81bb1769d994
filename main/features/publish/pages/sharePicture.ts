import {
  createCanvas,
  fillRectangle,
  fillShape,
  mixColours,
  type Canvas,
  type Colour,
} from '../../../platform/pictures/canvas.ts'
import { fitText } from '../../../platform/pictures/fitText.ts'
import { writePng } from '../../../platform/pictures/png.ts'
import { capHeight, typeface, type TextPlace, type Typeface } from '../../../platform/pictures/typeface.ts'
import { contrast, textOn } from '../rules/accent.ts'

/** Texts in the reader's language. */
export type SharedStage = {
  readonly title: string
  /** Two at most, such as the number of people and the date. */
  readonly lines: readonly string[]
  /** Whether the results are final: "Final results". */
  readonly label: string
  /** The colour of the band, such as #0a5bd3. */
  readonly colour: Colour
}

/** The size that sites which show links ask for (Open Graph). */
const [width, height] = [1200, 630]
const margin = 80
const bandHeight = 132
const textWidth = width - 2 * margin
const [paper, ink, grey, hairline] = ['#ffffff', '#1a2123', '#586367', '#dbdfe0']

const titleSpace = {
  width: textWidth,
  height: 270,
  mostLines: 3,
  lineHeight: 1.12,
  sizes: [112, 104, 96, 88, 80, 72, 64, 56, 50],
}
const oneLine = { height: bandHeight, mostLines: 1, lineHeight: 1 }
const lineSpace = { ...oneLine, width: textWidth, sizes: [38, 34, 30] }
const [flagRows, flagColumns, flagSquare] = [3, 6, bandHeight / 3]
const labelSpace = { ...oneLine, width: textWidth - flagColumns * flagSquare, sizes: [46, 42, 38, 34] }
const lineStep = 54

/** The picture of a stage that other sites show beside a link to it: PNG, 1200 x 630. */
export const sharePicture = ({ title, lines, label, colour }: SharedStage): Uint8Array => {
  const canvas = createCanvas(width, height, paper)
  const [bold, medium] = [typeface(700), typeface(500)]
  const texts = [title, label].map((text) => withoutEmptyBrackets(bold.writable(text))).filter((text) => text !== '')
  // A title in another script leaves no letters: the label takes its place.
  const [headingText = '', labelText = ''] = texts
  const heading = fitText(bold, headingText, titleSpace)
  const below = lines
    .map(medium.writable)
    .filter((line) => line !== '')
    .slice(0, 2)

  const headingStep = heading.size * titleSpace.lineHeight
  const linesGap = 60 + 0.24 * heading.size
  const belowHeight = below.length === 0 ? 0 : linesGap + (below.length - 1) * lineStep
  const blockHeight = heading.size * capHeight + (heading.lines.length - 1) * headingStep + belowHeight
  let baseline = (height - bandHeight - blockHeight) / 2 + heading.size * capHeight
  for (const line of heading.lines) {
    write(canvas, bold, line, { size: heading.size, x: margin, baseline }, ink)
    baseline += headingStep
  }
  baseline += linesGap - headingStep
  const lineSize = Math.min(...below.map((line) => fitText(medium, line, lineSpace).size))
  for (const line of below) {
    const shown = fitText(medium, line, { ...lineSpace, sizes: [lineSize] }).lines.join(' ')
    write(canvas, medium, shown, { size: lineSize, x: margin, baseline }, grey)
    baseline += lineStep
  }

  const top = height - bandHeight
  fillBand(canvas, top, colour)
  const inBand = fitText(bold, labelText, labelSpace)
  const place = { size: inBand.size, x: margin, baseline: top + (bandHeight + inBand.size * capHeight) / 2 }
  write(canvas, bold, inBand.lines.join(' '), place, textOn(colour))
  return writePng(canvas)
}

/** The band ends on the right in faint squares, like those of a finish flag. */
const fillBand = (canvas: Canvas, top: number, colour: Colour): void => {
  fillRectangle(canvas, { x: 0, y: top, width, height: bandHeight }, colour)
  for (let square = 0; square < flagRows * flagColumns; square += 2) {
    const column = Math.floor(square / flagRows)
    const place = { x: width - (column + 1) * flagSquare, y: top + (square % flagRows) * flagSquare }
    const shade = mixColours(colour, textOn(colour), 0.16 * (1 - column / flagColumns))
    fillRectangle(canvas, { ...place, width: flagSquare, height: flagSquare }, shade)
  }
  // A band as light as the paper needs a visible edge.
  if (contrast(colour, paper) < 1.1) fillRectangle(canvas, { x: 0, y: top, width, height: 2 }, hairline)
}

const withoutEmptyBrackets = (text: string): string =>
  text.replaceAll(/\s*(?:\(\s*\)|\[\s*\]|«\s*»|“\s*”)/gu, '').trim()

const write = (canvas: Canvas, face: Typeface, text: string, place: TextPlace, colour: Colour): void => {
  for (const contours of face.outline(text, place)) fillShape(canvas, contours, colour)
}
