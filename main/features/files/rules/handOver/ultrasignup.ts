import { clockText } from '../../../../kernel/text/clockText.ts'
import type { HandOverColumn, HandOverProfile } from './profile.ts'

/**
 * The results file of UltraSignup, by its guide "Formatting results files" (help.ultrasignup.com): six columns it insists on,
 * others of a closed list, statuses by number. Not for people without age and gender.
 */
export const ultrasignup: HandOverProfile = {
  names: 'apart',
  isOneRace: true,
  statuses: { OK: '1', DNF: '2', DNS: '3', NC: '4', DSQ: '5' },
  requirements: ['place', 'result', 'time', 'whole-seconds', 'sex', 'age'],
}

export const ultrasignupColumns: readonly HandOverColumn[] = [
  { header: 'place', fill: ({ status, rank }) => (status === 'OK' ? rank : '') },
  {
    header: 'time',
    fill: ({ status, resultMs }) =>
      (status === 'OK' || status === 'NC') && resultMs !== null ? clockText(resultMs) : '',
  },
  { header: 'first', fill: ({ names }) => names.firstName },
  { header: 'last', fill: ({ names }) => names.lastName },
  { header: 'age', fill: ({ age }) => age },
  { header: 'gender', fill: ({ sex }) => sex?.toUpperCase() ?? '' },
  { header: 'city', fill: ({ city }) => city },
  { header: 'state', fill: ({ region }) => region },
  { header: 'bib', fill: ({ bib }) => bib },
  { header: 'status', fill: ({ status }) => ultrasignup.statuses[status] ?? '' },
]
