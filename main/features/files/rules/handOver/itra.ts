import { clockText } from '../../../../kernel/text/clockText.ts'
import { passportLatin } from './passportLatin.ts'
import type { HandOverColumn, HandOverProfile } from './profile.ts'

/**
 * The result file of the International Trail Running Association, by its guidelines (itra.run/Info/ResultFileGuidelines):
 * one file a race with men and women together, names in Latin letters, whole seconds, DNF without a time, no DNS.
 */
export const itra: HandOverProfile = {
  names: 'latin',
  isOneRace: true,
  statuses: { OK: '', DNF: 'DNF' },
  requirements: ['place', 'result', 'time', 'whole-seconds', 'sex', 'birthDate', 'country'],
}

/** Headings exactly as the guidelines have them. */
export const itraColumns: readonly HandOverColumn[] = [
  { header: 'Ranking', role: 'place', fill: ({ status, rank }) => (status === 'OK' ? rank : 'DNF') },
  {
    header: 'Time',
    role: 'result',
    // Minutes and seconds need padding there: 45:15 is written 00:45:15.
    fill: ({ status, resultMs }) => (status === 'OK' && resultMs !== null ? clockText(resultMs).padStart(8, '0') : ''),
  },
  { header: 'Family name', fill: ({ names }) => names.lastName },
  { header: 'First name', fill: ({ names }) => names.firstName },
  { header: 'Gender', fill: ({ sex }) => sex?.toUpperCase() ?? '' },
  { header: 'Birthdate', fill: ({ birthDate }) => birthDate.day },
  { header: 'Nationality', fill: ({ country }) => country.code },
  { header: 'Bib number', role: 'bib', fill: ({ bib }) => bib },
  { header: 'City', fill: ({ city }) => passportLatin(city) ?? city },
]
