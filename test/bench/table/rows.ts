import type { TableColumn, TableRow } from '../../../renderer/components/dataTable/tableTypes.ts'

const column = (id: string, kind: TableColumn['kind'], widthPx: number): TableColumn => ({
  id,
  title: id,
  kind,
  widthPx,
})

export const columns: readonly TableColumn[] = [
  column('Place', 'number', 72),
  column('Bib', 'number', 76),
  column('Name', 'text', 170),
  column('Club', 'text', 160),
  column('City', 'text', 140),
  column('Category', 'text', 90),
  column('10 km', 'time', 92),
  column('20 km', 'time', 92),
  column('Result', 'time', 92),
  column('Gap', 'time', 92),
]

const firstNames = ['Пётр', 'Анна', 'Olga', 'Tom', 'Мария', 'Jan', 'Lena', 'Ильдар', 'Рита', 'Max']
const syllables = ['ка', 'ро', 've', 'на', 'li', 'до', 'мир', 'son', 'ев', 'тра', 'bel', 'ун']
const clubs = ['Dynamo', 'Северный ветер', 'Trail Team', '', 'Бегом', 'Runners of the Long River']
const cities = ['Kazan', 'Псков', 'Riga', 'Тверь', 'Long Bay on the Sea']

export const pick = (list: readonly string[], seed: number): string => list[seed % list.length] ?? ''
export const two = (value: number): string => String(value).padStart(2, '0')
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`

const surname = (seed: number): string => {
  const text = pick(syllables, seed) + pick(syllables, seed * 7 + 3) + pick(syllables, seed * 13 + 5)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const makeRow = (index: number): TableRow => {
  const seed = (index * 2654435761) % 1_000_003
  const seconds = 6000 + Math.floor(index / 8)
  return {
    id: `row-${index}`,
    cells: [
      String(index + 1),
      String((seed % 90_000) + 1),
      `${surname(seed)} ${pick(firstNames, seed >> 3)}`,
      pick(clubs, seed >> 2),
      pick(cities, seed >> 4),
      `M${20 + (seed % 12) * 5}`,
      clock(Math.floor(seconds * 0.23) + (seed % 60)),
      clock(Math.floor(seconds * 0.48) + (seed % 90)),
      clock(seconds),
      `+${clock(seconds - 6000)}`,
    ],
  }
}

export const makeRows = (count: number): readonly TableRow[] =>
  Array.from({ length: count }, (_, index) => makeRow(index))
