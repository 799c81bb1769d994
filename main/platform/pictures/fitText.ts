import type { Typeface } from './typeface.ts'

export type FittedText = { readonly size: number; readonly lines: readonly string[] }

export type TextSpace = {
  readonly width: number
  readonly height: number
  readonly mostLines: number
  /** From one line to the next, in parts of the size. */
  readonly lineHeight: number
  /** From the largest to the smallest, which is used when nothing fits. */
  readonly sizes: readonly number[]
}

/**
 * Where a line may end: after a space, but neither after a word of one or two letters nor before a dash; after a hyphen or slash
 * between words.
 */
const lineEnds = /(?<=[^ ]{3} |[–—·] )(?![–—·] )|(?<=[^ ][-–—/])(?=\p{L}{2})/u

/** The largest size at which the text fits, in lines of similar length. Text that fits at no size is cut off with an ellipsis. */
export const fitText = (face: Typeface, text: string, space: TextSpace): FittedText => {
  const pieces = text.split(lineEnds)
  for (const size of space.sizes) {
    const most = Math.min(space.mostLines, Math.floor(space.height / (size * space.lineHeight)))
    const lines = wrap(face, pieces, size, space.width)
    if (lines !== null && lines.length <= most) return { size, lines: balanced(face, pieces, size, space.width, lines) }
  }
  const size = space.sizes.at(-1) ?? 0
  const letters = pieces.flatMap((piece) => (face.widthOf(piece, size) <= space.width ? piece : [...piece]))
  const lines = wrap(face, letters, size, space.width) ?? []
  if (lines.length <= space.mostLines) return { size, lines }
  const kept = lines.slice(0, space.mostLines - 1)
  return { size, lines: [...kept, cutOff(face, lines[space.mostLines - 1] ?? '', size, space.width)] }
}

/** Null: a piece is wider than a line. */
const wrap = (face: Typeface, pieces: readonly string[], size: number, width: number): readonly string[] | null => {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (face.widthOf(piece.trimEnd(), size) > width) return null
    if (line !== '' && face.widthOf((line + piece).trimEnd(), size) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += piece
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}

/** As many lines as `lines`, in the least width. */
const balanced = (
  face: Typeface,
  pieces: readonly string[],
  size: number,
  width: number,
  lines: readonly string[],
): readonly string[] => {
  let best = lines
  for (let narrower = width - size / 4; narrower > 0; narrower -= size / 4) {
    const tried = wrap(face, pieces, size, narrower)
    if (tried === null || tried.length > lines.length) return best
    best = tried
  }
  return best
}

const cutOff = (face: Typeface, line: string, size: number, width: number): string => {
  let kept = line
  while (kept !== '' && face.widthOf(`${kept}…`, size) > width) kept = kept.slice(0, -1)
  return `${kept.replace(/[\s.,:;–—-]+$/u, '')}…`
}
