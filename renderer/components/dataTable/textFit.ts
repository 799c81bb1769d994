/**
 * Whether texts fit a width, from one measured advance per character. Clipping every cell costs the browser a clip, a layer
 * and a paint chunk each, a third of a scrolled frame; so only cells that need an ellipsis are clipped.
 */
export type TextFit = {
  readonly fits: (text: string, widthPx: number) => boolean
  /** Measures anew: the font of `element` or what stands behind its name has changed. */
  readonly refresh: () => void
}

const digits = /\d/

export const createTextFit = (element: Element): TextFit => {
  const context = document.createElement('canvas').getContext('2d')
  const advances = new Map<string, number>()

  const refresh = (): void => {
    advances.clear()
    const style = getComputedStyle(element)
    if (context !== null) context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  }

  const advanceOf = (character: string): number => {
    const known = advances.get(character)
    if (known !== undefined) return known
    // Tabular numerals are all as wide as the widest; 0 is about that in every face.
    const measured = context?.measureText(digits.test(character) ? '0' : character).width ?? 0
    advances.set(character, measured)
    return measured
  }

  const fits = (text: string, widthPx: number): boolean => {
    let leftPx = widthPx
    for (const character of text) {
      leftPx -= advanceOf(character)
      if (leftPx < 0) return false
    }
    return true
  }

  refresh()
  return { fits, refresh }
}
