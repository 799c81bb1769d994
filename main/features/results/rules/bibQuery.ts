import { foldBib } from '../../columns/rules/searchText.ts'

/** A query as a bib. */
export type BibQuery = {
  /** Part of every bib that is near it. */
  readonly word: string
  /** False: only the same bib is near it. */
  readonly hasNeighbours: boolean
  /**
   * Nearness of a bib that `foldBib` gave: 0 the same · 1 equal but for leading zeros and the sign between its parts ·
   * 2 the team or another of its legs, such as 15 and 15.2 for 15.1 · null none of these.
   */
  readonly nearness: (bib: string) => number | null
}

/** How many kinds of nearness there are. */
export const bibKinds = 3

const bibForm = /^(?:\p{L}{1,3}[ .,/_]*)?\d{1,9}(?:[ .,/_]*(?:\d{1,4}|\p{L}{1,3}))*$/u

const partsOf = (bib: string): readonly string[] =>
  (bib.match(/\d+|\p{L}+/gu) ?? []).map((part) => part.replace(/^0+(?=\d)/, ''))

export const bibQuery = (query: string): BibQuery => {
  const wanted = foldBib(query)
  const isWanted = (bib: string): boolean => bib !== '' && bib === wanted
  if (wanted.length > 20 || !bibForm.test(wanted)) {
    return { word: wanted, hasNeighbours: false, nearness: (bib) => (isWanted(bib) ? 0 : null) }
  }
  const parts = partsOf(wanted)
  const team = parts.slice(0, parts.findIndex((part) => /\d/.test(part)) + 1)
  const forms = team.map((part) => (/\d/.test(part) ? `0*${part}` : part))
  const isOfTeam = new RegExp(`^${forms.join('[^\\p{L}\\d]*')}(?!\\d)`, 'u')
  const initial = wanted.replace(/^0+(?=\d)/, '')[0]
  const whole = parts.join(' ')
  return {
    word: team.at(-1) ?? '',
    hasNeighbours: true,
    nearness: (bib) => {
      if (isWanted(bib)) return 0
      // A short query is part of thousands of bibs.
      if (bib[0] !== '0' && bib[0] !== initial) return null
      if (!isOfTeam.test(bib)) return null
      return partsOf(bib).join(' ') === whole ? 1 : 2
    },
  }
}
