import type { HandOverColumn, HandOverProfile } from './profile.ts'

/** The protocol as Russian federations and organizers hang it out, always in Russian. */
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
}

export const protocolColumns: readonly HandOverColumn[] = [
  { header: 'Место', role: 'place', fill: ({ status, place }) => (status === 'OK' ? place : null) },
  { header: 'Номер', role: 'bib', fill: ({ bib }) => bib },
  { header: 'Фамилия Имя', fill: ({ names }) => names.whole },
  { header: 'Год рождения', role: 'birthYear', fill: ({ birthYear }) => birthYear },
  { header: 'Клуб/Регион', fill: ({ club, region, city }) => club || region || city },
  {
    header: 'Результат',
    role: 'result',
    fill: ({ status, resultText }) => (status === 'OK' ? resultText : (protocol.statuses[status] ?? '')),
  },
  { header: 'Отставание', fill: ({ status, gap }) => (status === 'OK' ? gap.text : '') },
]

/** Behind the others, where a file holds more than one category. */
export const protocolPlaceColumns: readonly HandOverColumn[] = [
  { header: 'Дистанция', fill: ({ distanceName }) => distanceName },
  { header: 'Категория', fill: ({ categoryName }) => categoryName },
]
