import type { HandOverColumn } from './profile.ts'
import { columnsIn, protocolColumns } from './protocol.ts'

/** The fixed words of a protocol on paper. */
type ProtocolWords = {
  readonly columns: readonly HandOverColumn[]
  readonly preliminary: string
  readonly final: string
  readonly distance: string
  readonly category: string
  readonly date: string
  readonly venue: string
  readonly weather: string
  readonly starters: string
  readonly finishers: string
  readonly judge: string
  readonly secretary: string
  readonly unitOpen: string
}

const en: ProtocolWords = {
  columns: columnsIn(
    {
      place: 'Place',
      bib: 'Bib',
      name: 'Name',
      birthYear: 'Born',
      club: 'Club/Region',
      result: 'Result',
      gap: 'Gap',
    },
    { DNF: 'DNF', DNS: 'DNS', DSQ: 'DSQ', OTL: 'over the time limit', NC: 'not classified', 'on course': 'on course' },
  ),
  preliminary: 'Preliminary results',
  final: 'Final results',
  distance: 'Distance',
  category: 'Category',
  date: 'Date',
  venue: 'Venue',
  weather: 'Weather',
  starters: 'Starters',
  finishers: 'Finishers',
  judge: 'Chief judge',
  secretary: 'Secretary',
  unitOpen: 'Unit of the times unknown: places and times as received',
}

const ru: ProtocolWords = {
  columns: protocolColumns,
  preliminary: 'Предварительный протокол результатов',
  final: 'Итоговый протокол результатов',
  distance: 'Дистанция',
  category: 'Категория',
  date: 'Дата',
  venue: 'Место проведения',
  weather: 'Погода',
  starters: 'Стартовало',
  finishers: 'Финишировало',
  judge: 'Главный судья',
  secretary: 'Главный секретарь',
  unitOpen: 'Единица времени неизвестна: места и время как прислано',
}

export const protocolWords = { en, ru } as const
