/**
 * Whether texts fit a width, from one measured advance per character. Clipping every cell costs the browser a clip, a layer
 * and a paint chunk each, a third of a scrolled frame; so only cells that need an ellipsis are clipped.
 */
type TextFit = {
  readonly fits: (text: string, widthPx: number) => boolean
  readonly widthPx: (text: string) => number
  /** Measures again: the font of `element`, or the file behind its name, has changed. */
  readonly refresh: () => void
}

const digits = /\d/

// No common glyph is wider than this part of the font size, so short texts need no measuring.
const widestEm = 1.1

export const createTextFit = (element: Element): TextFit => {
  const advances = new Map<string, number>()
  let context: CanvasRenderingContext2D | null = null
  let widestPx = 0

  const refresh = (): void => {
    advances.clear()
    widestPx = 0
  }

  /** Late, so that the style is read when it has been computed anyway. */
  const readFont = (): void => {
    const style = getComputedStyle(element)
    widestPx = parseFloat(style.fontSize) * widestEm
    context ??= document.createElement('canvas').getContext('2d')
    if (context !== null) context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  }

  const advanceOf = (character: string): number => {
    const known = advances.get(character)
    if (known !== undefined) return known
    // Tabular numerals are all as wide as 0, in about every font.
    const measured = context?.measureText(digits.test(character) ? '0' : character).width ?? 0
    advances.set(character, measured)
    return measured
  }

  const measure = (text: string): number => {
    let px = 0
    for (const character of text) px += advanceOf(character)
    return px
  }

  const fits = (text: string, widthPx: number): boolean => {
    if (widestPx === 0) readFont()
    return text.length * widestPx <= widthPx || measure(text) <= widthPx
  }

  return { fits, widthPx: measure, refresh }
}
