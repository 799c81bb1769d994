import type { Cell } from '../../../../../preload/contract/ids.ts'
import type { Status } from '../../../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../../../preload/contract/roles.ts'
import { isTimed, wholeSeconds, type Entrant } from './entrant.ts'
import type { Finding } from './finding.ts'
import { clockText } from '../../../../kernel/text/clockText.ts'
import type { NamesWanted } from './names.ts'

/**
 * Requirements of a format. `time`: a result is a time · `time-or-gap`: a time, or a gap to the first · `country` only where the
 * body has such a column.
 */
export type Requirement =
  | 'place'
  | 'result'
  | 'time'
  | 'time-or-gap'
  | 'whole-seconds'
  | 'sex'
  | 'age'
  | 'birthDate'
  | 'country'

/** Rules of a federation format. */
export type HandOverProfile = {
  readonly names: NamesWanted
  /** A file holds one ranking, each person once and by overall place; otherwise it goes category by category. */
  readonly isOneRace: boolean
  /** How the format writes the statuses that it takes; people of any other do not go in. */
  readonly statuses: { readonly [S in Status]?: string }
  readonly requirements: readonly Requirement[]
  /** The place and the result of a team stand in the row of its first member only. */
  readonly areTeamsSaidOnce?: true
}

/** One column of a file that is a table. */
export type HandOverColumn = {
  readonly header: string
  /** Role that decides the cell type in a spreadsheet. */
  readonly role?: ColumnRole
  readonly fill: (entrant: Entrant) => Cell
  /** Left out of a protocol in which nobody has any. */
  readonly isLeftOutIfEmpty?: true
}

/** People without a result yet. */
export const unfinished: readonly Status[] = ['on course', 'unknown']

type Rule = (entrant: Entrant, profile: HandOverProfile) => Finding | null

/** The bib of a team, of which those of its legs such as 15.1 and 15-2 begin with it. */
const teamBib = (bib: string): string => /^(\d+)[.,/-]\d{1,2}$/.exec(bib)?.[1] ?? bib

/** Whether an entrant repeats the place and the time of the team that the one before belongs to; for all of a file in turn. */
export const teamRepeats = (): ((entrant: Entrant) => boolean) => {
  let last = ''
  return ({ distanceName, categoryName, bib, club, place, resultMs }) => {
    const team = JSON.stringify([distanceName, categoryName, teamBib(bib), club, place, resultMs])
    const isRepeated = bib !== '' && resultMs !== null && team === last
    last = team
    return isRepeated
  }
}

/** For the entrants of a file in turn. */
export const sayingTeamsOnce = ({ areTeamsSaidOnce }: HandOverProfile): ((entrant: Entrant) => Entrant) => {
  const isRepeated = teamRepeats()
  return (entrant) =>
    areTeamsSaidOnce === true && isRepeated(entrant)
      ? { ...entrant, place: null, resultText: '', gap: { text: '', ms: null } }
      : entrant
}

const ofFinishers =
  (rule: Rule): Rule =>
  (entrant, profile) =>
    entrant.status === 'OK' ? rule(entrant, profile) : null

const time = ofFinishers(({ resultMs, otherResult, gap }) => {
  const value = otherResult || gap.text
  return resultMs !== null || value === '' ? null : { problem: 'no-time', field: 'result', value }
})

const rules: { readonly [R in Requirement]: Rule } = {
  // A format that lists each category separately needs no places.
  place: ofFinishers((entrant, { isOneRace }) =>
    (isOneRace ? entrant.rank === null : entrant.hasPlaces && entrant.place === null) ? { problem: 'no-place' } : null,
  ),
  result: ofFinishers(({ resultMs, otherResult, gap }) =>
    resultMs === null && otherResult + gap.text === '' ? { problem: 'no-result', field: 'result' } : null,
  ),
  time,
  'time-or-gap': (entrant, profile) => (entrant.isGapOnly ? null : time(entrant, profile)),
  'whole-seconds': ({ status, resultMs, resultText }) =>
    resultMs === null || resultMs % 1000 === 0 || !isTimed(status)
      ? null
      : { problem: 'fractions', field: 'result', value: resultText, proposal: clockText(wholeSeconds(resultMs)) },
  sex: ({ sex }) => (sex === null ? { problem: 'no-sex' } : null),
  age: ({ age }) => (age === null ? { problem: 'no-age' } : null),
  birthDate: ({ birthDate: { day, text } }) =>
    day === null ? { problem: 'no-birth-date', ...(text === '' ? {} : { value: text }) } : null,
  country: ({ country: { text, code } }) => {
    if (code !== null) return null
    return text === ''
      ? { problem: 'no-country', field: 'country' }
      : { problem: 'unknown-country', field: 'country', value: text }
  },
}

/**
 * Why the format cannot take the row; empty when it can. Of people whose status keeps them out nothing else is asked. Nobody
 * without a result stands in a final list.
 */
export const findingsOf = (
  entrant: Entrant,
  profile: HandOverProfile,
  requirements: readonly Requirement[],
  isFinal: boolean,
): readonly Finding[] => {
  const { status } = entrant
  const isUnfinished = unfinished.includes(status)
  if (profile.statuses[status] === undefined || (isUnfinished && isFinal)) {
    return [{ problem: isUnfinished ? 'not-finished' : 'status', field: 'status', value: status }]
  }
  const lacking = requirements.map((requirement) => rules[requirement](entrant, profile))
  return [...entrant.names.findings, ...lacking.filter((finding) => finding !== null)]
}
