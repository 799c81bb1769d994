import type { Status } from '../../../../../preload/contract/results.ts'
import type { HandOverColumn, HandOverProfile } from './profile.ts'

/** The protocol as Russian federations and organizers hang it out. */
export const protocol: HandOverProfile = {
  names: 'whole',
  isOneRace: false,
  statuses: {
    OK: '',
    DNF: 'сход',
    DNS: 'не старт',
    DSQ: 'дисквалификация',
    OTL: 'превышен лимит времени',
    NC: 'вне зачёта',
    'on course': 'на дистанции',
    unknown: '',
  },
  requirements: ['place', 'result'],
  areTeamsSaidOnce: true,
}

type ProtocolHeaders = {
  readonly place: string
  readonly bib: string
  readonly name: string
  readonly birthYear: string
  readonly club: string
  readonly result: string
  readonly gap: string
}

/** `statuses` stand in the result column of people without a place. */
export const columnsIn = (
  headers: ProtocolHeaders,
  statuses: { readonly [S in Status]?: string },
): readonly HandOverColumn[] => [
  {
    header: headers.place,
    role: 'place',
    // Beside a result of an unknown unit the place is all that is clear.
    fill: ({ status, place, otherResult }) =>
      status === 'OK' || (status === 'unknown' && otherResult !== '') ? place : null,
  },
  { header: headers.bib, role: 'bib', fill: ({ bib }) => bib },
  { header: headers.name, role: 'name', fill: ({ names }) => names.whole },
  { header: headers.birthYear, role: 'birthYear', fill: ({ birthYear }) => birthYear, isLeftOutIfEmpty: true },
  {
    header: headers.club,
    role: 'club',
    fill: ({ club, region, city }) => club || region || city,
    isLeftOutIfEmpty: true,
  },
  {
    header: headers.result,
    role: 'result',
    fill: ({ status, resultText, otherResult }) =>
      status === 'OK' ? resultText || otherResult : statuses[status] || otherResult,
  },
  {
    header: headers.gap,
    role: 'gap',
    fill: ({ status, gap }) => (status === 'OK' ? gap.text : ''),
    isLeftOutIfEmpty: true,
  },
]

/** Of the table, which is always in Russian. */
export const protocolColumns = columnsIn(
  {
    place: 'Место',
    bib: 'Номер',
    name: 'Фамилия Имя',
    birthYear: 'Год рождения',
    club: 'Клуб/Регион',
    result: 'Результат',
    gap: 'Отставание',
  },
  protocol.statuses,
)

/** Behind the others, where a file holds more than one category. */
export const protocolPlaceColumns: readonly HandOverColumn[] = [
  { header: 'Дистанция', fill: ({ distanceName }) => distanceName },
  { header: 'Категория', fill: ({ categoryName }) => categoryName },
]
