import fc from 'fast-check'
import type { Cell } from '../../../preload/contract/ids.ts'
import { clock, csv, familyFirst, fullName, inventedField, shortClock, type Invented } from './field.ts'

/** The truth of one row. `ms`: null where nobody may be said to have this time. */
type Runner = {
  readonly bib: string
  readonly name: string
  readonly ms: number | null
  readonly isFinisher: boolean
}

type Topic = (typeof topics)[number] | keyof typeof courseHeaders
type Column = { readonly topic: Topic; readonly cells: readonly Cell[] }
type Table = {
  readonly runners: readonly Runner[]
  readonly columns: readonly Column[]
  readonly hasHeader: boolean
  /** What was done to it, for whoever reads the failure. */
  readonly done: readonly string[]
  /** The times must be read all the same; without it they may be open. */
  readonly mustBeRead: boolean
}

export type MutatedBody = { readonly text: string } & Pick<Table, 'runners' | 'done' | 'mustBeRead'>

const topics = ['place', 'bib', 'name', 'club', 'result', 'start', 'finish', 'id'] as const
const headers = [
  'Place|Bib|Name|Club|Time|Start|Finish|id',
  'Место|Номер|Фамилия, имя|Клуб|Результат|Старт|Финиш|guid',
  'Platz|Startnummer|Name|Verein|Zeit|Startzeit|Zielzeit|ID',
  'Placering|Startnr|Namn|Klubb|Tid|Starttid|Måltid|id',
  'Classement|Dossard|Nom|Club|Temps|Départ|Arrivée|id',
  'position|number|name|club|resultTime|startTime|finishTime|athleteId',
]

/** A course as orienteering software writes it, in any language. */
const courseHeaders = {
  card: 'SI card',
  code: 'Control1',
  punch: 'Punch1',
  code2: 'Control2',
  punch2: 'Punch2',
} as const

const cellsOf = (table: Table, topic: Topic): readonly Cell[] =>
  table.columns.find((column) => column.topic === topic)?.cells ?? []

/** Makes the cell of a row from its runner, its place and the cell that is there. */
type CellOf = (runner: Runner, at: number, cell: Cell) => Cell

const withCells = (table: Table, topic: Topic, cellOf: CellOf): Table => {
  const before = cellsOf(table, topic)
  const cells = table.runners.map((runner, at) => cellOf(runner, at, before[at] ?? ''))
  return { ...table, columns: table.columns.map((column) => (column.topic === topic ? { topic, cells } : column)) }
}

const withColumn = (table: Table, topic: Topic, cellOf: CellOf, isFirst = false): Table => {
  const column = { topic, cells: table.runners.map((runner, at) => cellOf(runner, at, '')) }
  return { ...table, columns: isFirst ? [column, ...table.columns] : [...table.columns, column] }
}

/** The last rows, so many, have `mark` for a time, and nobody of them has finished. */
const marked = (table: Table, mark: string, count: number, hasPlace: boolean): Table => {
  const from = table.runners.length - count
  const put =
    (mark: string): CellOf =>
    (_, at, cell) =>
      at < from ? cell : mark
  const times = withCells(table, 'result', put(mark))
  return {
    ...(hasPlace ? times : withCells(times, 'place', put(''))),
    runners: table.runners.map((runner, at) => (at < from ? runner : { ...runner, ms: null, isFinisher: false })),
  }
}

const withBibs = (table: Table, bibOf: (runner: Runner, at: number) => string): Table => {
  const runners = table.runners.map((runner, at) => ({ ...runner, bib: bibOf(runner, at) }))
  return withCells({ ...table, runners }, 'bib', ({ bib }) => bib)
}

const marks = 'DNF|DSQ|NS|NP|NT|SCR|OTL|OCO|PUL|MP|mispunch|ABD|TLE|X1:11.05|снят|сошёл|н/я|DFS|qzx'.split('|')
const blanks = '-----|~~|…|?|--:--:--|—'.split('|')
const placeholders = ['00000000-0000-0000-0000-000000000000', '0', '-1', 'A2214', 'club@example.org']
const dayMs = 86_400_000

/** Each takes what it needs of chance from `by`, a whole number. */
const mutations: { readonly [name: string]: (table: Table, by: number) => Table } = {
  'a race of a minute': (table, by) => {
    const runners = table.runners.map((runner, at) => ({ ...runner, ms: 50_000 + at * (2_500 + (by % 9) * 10) }))
    const text = (ms: number): string =>
      (ms < 60_000 ? '' : `${Math.floor(ms / 60_000)}:`) +
      ((ms % 60_000) / 1000).toFixed(2).padStart(ms < 60_000 ? 0 : 5, '0')
    return withCells({ ...table, runners }, 'result', ({ ms }) => text(ms ?? 0))
  },
  'a mark among times': (table, by) => marked(table, marks[by % marks.length] ?? '', 1 + (by % 2), by % 3 === 0),
  // A lap down is classified in some races, and not in others.
  'a lap down': (table, by) => {
    const before = table.runners.length - 1 - (by % 2)
    return {
      ...marked(table, by % 3 === 0 ? '+1 Lap' : '-1 lap', 1 + (by % 2), true),
      runners: table.runners.map((runner, at) => (at < before ? runner : { ...runner, ms: null, isFinisher: true })),
      mustBeRead: false,
    }
  },
  'no time for some': (table, by) => marked(table, blanks[by % blanks.length] ?? '', 1 + (by % 2), false),
  'one ID for several': (table, by) =>
    withColumn(table, 'id', (_, at) => (at % 3 === by % 3 ? `A${100_000 + at}` : (placeholders[by % 5] ?? ''))),
  'a start of all': (table, by) => withColumn(table, 'start', () => clock((9 + (by % 3)) * 3_600_000)),
  'starts of two waves': (table, by) =>
    withColumn(table, 'start', (_, at) => clock(36_000_000 + ((at * 7 + by) % 2) * 300_000)),
  'an empty finish': (table, by) => withColumn(table, 'finish', () => '', by % 2 === 0),
  'start and finish over midnight': (table) =>
    withColumn(
      withColumn(table, 'start', () => '23:00:00'),
      'finish',
      ({ ms }) => (ms === null ? '' : clock((82_800_000 + ms) % dayMs).padStart(8, '0')),
    ),
  'clocks and no duration': (table) => {
    const clocks = mutations['start and finish over midnight']?.(table, 0) ?? table
    return {
      ...clocks,
      columns: clocks.columns.filter(({ topic }) => topic !== 'result'),
      runners: table.runners.map((runner) => ({ ...runner, ms: null })),
      mustBeRead: false,
    }
  },
  'a finish by the clock': (table, by) => ({
    ...table,
    columns: table.columns.map(({ topic, cells }) =>
      topic === 'result'
        ? {
            topic: 'finish',
            cells: table.runners.map(({ ms }) => (ms === null ? '' : clock((7 + (by % 5)) * 3_600_000 + ms))),
          }
        : { topic, cells },
    ),
    runners: table.runners.map((runner) => ({ ...runner, ms: null })),
    mustBeRead: false,
  }),
  'a start list': (table, by) => ({
    ...withCells(
      withCells(table, 'place', () => ''),
      'result',
      (_, at) => clock(36_000_000 + (by % 3 === 0 ? 0 : by % 3 === 1 ? (at % 2) * 300_000 : at * 60_000)),
    ),
    runners: table.runners.map((runner) => ({ ...runner, ms: null, isFinisher: false })),
    mustBeRead: false,
  }),
  'fractions of a day': (table, by) => ({
    ...withCells(table, 'result', ({ ms }, at, cell) =>
      ms === null || ((at + by) % 3 === 0 && String(cell).includes(':')) ? cell : ms / dayMs,
    ),
    mustBeRead: false,
  }),
  'gaps below the first': (table) => ({
    ...withCells(table, 'result', ({ ms }, at, cell) => {
      const first = table.runners[0]?.ms ?? null
      return at === 0 || ms === null || first === null ? cell : `+ ${shortClock(ms - first)}`
    }),
    mustBeRead: false,
  }),
  'cards and codes of controls': (table, by) =>
    (['card', 'code', 'punch', 'code2', 'punch2'] as const).reduce(
      (wider, topic, part) =>
        withColumn(wider, topic, ({ ms }, at) =>
          topic === 'card'
            ? 800_000 + ((at * 37 + by) % 90_000)
            : topic === 'code' || topic === 'code2'
              ? 100 + part
              : ms === null
                ? '-----'
                : shortClock((ms * part) / 6),
        ),
      table,
    ),
  'bibs of legs': (table, by) =>
    withBibs(table, (_, at) => `${15 + Math.floor(at / 3)}${'.-/,'[by % 4] ?? ''}${(at % 3) + 1}`),
  'bibs with letters': (table) => withBibs(table, ({ bib }) => `A${bib}`),
  'the order of bibs': (table) => {
    const order = table.runners
      .map((_, at) => at)
      .toSorted((a, b) => Number(cellsOf(table, 'bib')[a]) - Number(cellsOf(table, 'bib')[b]))
    const sorted = <T>(list: readonly T[]): readonly T[] => order.flatMap((at) => list.slice(at, at + 1))
    return {
      ...table,
      columns: table.columns.map(({ topic, cells }) => ({ topic, cells: sorted(cells) })),
      runners: sorted(table.runners),
    }
  },
  'no header': (table) => ({ ...table, hasHeader: false, mustBeRead: false }),
}

const plainTable = (runners: readonly Invented[]): Table => ({
  runners: runners.map((runner) => ({
    bib: String(runner.bib),
    name: fullName(runner),
    ms: Math.floor(runner.ms / 1000) * 1000,
    isFinisher: true,
  })),
  columns: [
    { topic: 'place', cells: runners.map(({ place }) => place) },
    { topic: 'bib', cells: runners.map(({ bib }) => bib) },
    { topic: 'name', cells: runners.map(familyFirst) },
    { topic: 'club', cells: runners.map(({ club }) => club) },
    { topic: 'result', cells: runners.map(({ ms }) => clock(ms)) },
  ],
  hasHeader: true,
  done: [],
  mustBeRead: true,
})

const write = ({ columns, runners, hasHeader }: Table, tongue: number, isJson: boolean): string => {
  const said = (headers[tongue] ?? '').split('|')
  const words: Partial<Record<string, string>> = {
    ...Object.fromEntries(topics.map((topic, at) => [topic, said[at]])),
    ...courseHeaders,
  }
  const names = columns.map(({ topic }) => words[topic] ?? '')
  const rows = runners.map((_, at) => columns.map(({ cells }) => cells[at] ?? ''))
  if (isJson && hasHeader)
    return JSON.stringify({ data: rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]]))) })
  const text = csv(';', names, rows)
  return hasHeader ? text : text.slice(text.indexOf('\n') + 1)
}

const names = Object.keys(mutations)

export const mutatedBodies: fc.Arbitrary<MutatedBody> = fc
  .record({
    tongue: fc.nat(headers.length - 1),
    field: fc.constantFrom('ru', 'en', 'de', 'fr', 'es', 'fi'),
    count: fc.integer({ min: 6, max: 40 }),
    seed: fc.nat(200),
    bestMs: fc.integer({ min: 600_000, max: 7_000_000 }),
    isJson: fc.boolean(),
    by: fc.nat(1_000),
    chosen: fc.subarray(names, { maxLength: 3 }),
  })
  .map(({ tongue, field, count, seed, bestMs, isJson, by, chosen }) => {
    const plain = plainTable(inventedField(field, count, bestMs, seed))
    const table = chosen.reduce((table, name) => {
      const next = mutations[name]?.(table, by) ?? table
      return { ...next, mustBeRead: next.mustBeRead && table.mustBeRead, done: [...table.done, name] }
    }, plain)
    const { runners, done } = table
    // Numbers below 60 may be minutes, where no clock stands beside them.
    const mustBeRead = table.mustBeRead && runners.some(({ ms }) => ms !== null && ms >= 60_000)
    return { text: write(table, tongue, isJson), runners, done, mustBeRead }
  })
