import type { Cell } from '../../../preload/contract/ids.ts'
import { columnRoles, type ColumnRole, type TimeUnit } from '../../../preload/contract/roles.ts'

/** A body as a service might send it, and what its columns mean. */
export type ResultBody = {
  readonly title: string
  readonly text: string
  /** By column name. Columns that are not named here have no role. */
  readonly roles: { readonly [column: string]: ColumnRole }
  readonly units?: { readonly [column: string]: TimeUnit }
}

export type Tongue = 'ru' | 'en' | 'de' | 'fr' | 'es' | 'fi'

export type Invented = Readonly<
  Record<'first' | 'middle' | 'last' | 'club' | 'city' | 'country' | 'group', string> &
    Record<'bib' | 'age' | 'birthYear' | 'ms' | 'place' | 'sexPlace' | 'groupPlace' | 'gapMs', number>
> & {
  readonly sex: 'm' | 'f'
  /** From the start, at quarters of the way. */
  readonly points: readonly number[]
}

const words: {
  readonly [T in Tongue]: readonly [men: string, women: string, last: string, clubs: string, cities: string]
} = {
  ru: [
    'Иван Пётр Сергей Олег Артём Никита Глеб Борис Лев Тимур',
    'Анна Ольга Мария Вера Юлия Дарья Нина Алёна Кира Яна',
    'Ветлугин Озёрный Щеглов Лесной Рябинкин Громов Ольхин Полевой Снегирь Туманов Быстров Ельник',
    'Ветер|Беговой дом|Север|Парма|Темп|Лыжник|',
    'Псков|Пермь|Тула|Великий Устюг|Йошкар-Ола|Омск',
  ],
  en: [
    'James Oliver Peter Brian Kevin Daniel Mark Harry Paul Jack',
    'Alice Emma Laura Helen Nancy Kate Julia Claire Susan Olivia',
    'Fernbrook Oakhill Wrenlow Ashdale Thornby Larksworth Millpond Hazelton Briarly Stonecroft',
    'Harbour Harriers|Valley Striders|Moor Runners|Quayside AC|',
    'Leeds|Bath|York|Fort William|Derby|Stoke-on-Trent',
  ],
  de: [
    'Jürgen Stefan Lukas Jonas Markus Klaus Florian Felix Matthias Uwe',
    'Petra Heike Lena Anja Monika Katrin Hannah Sabine Greta Claudia',
    'Birkental Lindhofer Grünwieser Ostbacher Kranichfeld Möwenstein Rosshaupt Weidlinger',
    'LG Nordtal|TSV Lindenau|Lauftreff Süd|SC Grünbach|',
    'Ulm|Kassel|Gera|Bad Hersfeld|Jena|Münster',
  ],
  fr: [
    'Jean Pierre Michel Nicolas Julien Antoine Olivier Pascal Guillaume Alain',
    'Camille Chloé Léa Manon Sylvie Nathalie Sandrine Isabelle Céline Marie',
    'Belorme Charpenet Duvallois Feuillard Grandpré Lavergnac Montferrand Roquelin',
    'AC Rivière|Foulées du Lac|Entente Sud|US Colline|',
    'Nantes|Dijon|Saint-Étienne|Pau|Le Mans|Albi',
  ],
  es: [
    'José Carlos Pablo Javier Diego Luis Miguel Sergio Jorge Manuel',
    'Lucía Marta Elena Carmen Rosa Pilar Cristina Laura Ana Raquel',
    'Robledal Fuentemayor Peñascal Valdeluz Olmedillo Rioseco Montalbo Castañar',
    'Atletismo Ribera|Club Sierra|Correcaminos Sur|AD Llano|',
    'Soria|Huesca|Jaén|Ciudad Real|Lugo|Teruel',
  ],
  fi: [
    'Matti Timo Jukka Antti Mikko Ville Sami Pekka Juha Janne',
    'Anu Tiina Minna Kaisa Hanna Sari Helena Päivi Johanna Liisa',
    'Koivuranta Järvelin Mäntykangas Suopelto Lehtisaari Hietakallio Rantamaa Kuusiharju',
    'Lahden Juoksijat|Järven Veto|Kuusen Kisa|Pohjan Pojat|',
    'Kuopio|Pori|Oulu|Salo|Lahti|Rauma',
  ],
}

const patronymics: { readonly [S in 'm' | 'f']: string } = {
  m: 'Иванович Петрович Олегович Сергеевич Львович',
  f: 'Ивановна Петровна Олеговна Сергеевна Львовна',
}
const countries = { ru: 'RUS', en: 'GBR', de: 'GER', fr: 'FRA', es: 'ESP', fi: 'FIN' } as const

/** A number from 0 to 1 that is always the same for the same seed. */
const chance = (seed: number): number => {
  const mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  return ((Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0) % 100_000) / 100_000
}

const picked = (list: string, by: string, seed: number): string => {
  const items = list.split(by)
  return items[Math.floor(chance(seed) * items.length)] ?? ''
}

/** Finishers by place. `bestMs` is the winner's time; the last takes about twice as long. */
export const inventedField = (tongue: Tongue, count: number, bestMs: number, seed = 1): readonly Invented[] => {
  const [men, women, last, clubs, cities] = words[tongue]
  const raw = Array.from({ length: count }, (_, index) => {
    const at = seed * 1000 + index * 17
    const sex = chance(at) < 0.6 ? ('m' as const) : ('f' as const)
    const age = 18 + Math.floor(chance(at + 1) * 50)
    const lastName = picked(last, ' ', at + 2)
    const isDeclined = tongue === 'ru' && sex === 'f' && /[внин]$/.test(lastName)
    return {
      sex,
      age,
      birthYear: 2026 - age,
      first: picked(sex === 'm' ? men : women, ' ', at + 3),
      middle: picked(patronymics[sex], ' ', at + 4),
      last: isDeclined ? `${lastName}а` : lastName,
      club: picked(clubs, '|', at + 5),
      city: picked(cities, '|', at + 6),
      country: chance(at + 7) < 0.85 ? countries[tongue] : (['EST', 'LAT', 'NOR'][index % 3] ?? 'EST'),
      ms: Math.round(bestMs * (1 + chance(at + 8) * 1.1)),
      fade: 0.02 + chance(at + 9) * 0.03,
      group: `${sex === 'm' ? 'M' : 'F'}${age < 30 ? '18-29' : age < 40 ? '30-39' : age < 50 ? '40-49' : '50+'}`,
    }
  }).toSorted((a, b) => a.ms - b.ms)
  const bySex = new Map<string, number>()
  const byGroup = new Map<string, number>()
  const next = (counts: Map<string, number>, key: string): number => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.get(key) ?? 0
  }
  return raw.map(({ fade, ...finisher }, index) => ({
    ...finisher,
    // Bibs are their own, and in no order.
    bib: 100 + ((index * 379 + seed * 13) % 997),
    points: [0.25, 0.5, 0.75, 1].map((share) => Math.round(finisher.ms * share * (1 - fade * (1 - share)))),
    place: index + 1,
    sexPlace: next(bySex, finisher.sex),
    groupPlace: next(byGroup, finisher.group),
    gapMs: finisher.ms - (raw[0]?.ms ?? 0),
  }))
}

const two = (value: number): string => String(value).padStart(2, '0')

/** h:mm:ss, whole seconds. */
export const clock = (ms: number): string => {
  const s = Math.floor(ms / 1000)
  return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
}

/** m:ss, from an hour on h:mm:ss. */
export const shortClock = (ms: number): string =>
  ms < 3_600_000 ? `${Math.floor(ms / 60_000)}:${two(Math.floor(ms / 1000) % 60)}` : clock(ms)

export const tenths = (ms: number, point = '.'): string => `${clock(ms)}${point}${Math.floor((ms % 1000) / 100)}`

export const isoDuration = (ms: number): string => {
  const s = Math.floor(ms / 1000)
  return `PT${Math.floor(s / 3600)}H${Math.floor(s / 60) % 60}M${s % 60}S`
}

export const fullName = ({ first, last }: Invented): string => `${first} ${last}`
export const familyFirst = ({ first, last }: Invented): string => `${last} ${first}`

/** The usual cell of a role, for a body that does not write it otherwise. */
const usualCells: { readonly [R in ColumnRole]?: (runner: Invented) => Cell } = {
  place: ({ place }) => place,
  placeOverall: ({ place }) => place,
  placeSex: ({ sexPlace }) => sexPlace,
  placeCategory: ({ groupPlace }) => groupPlace,
  bib: ({ bib }) => bib,
  name: fullName,
  firstName: ({ first }) => first,
  lastName: ({ last }) => last,
  middleName: ({ middle }) => middle,
  age: ({ age }) => age,
  birthYear: ({ birthYear }) => birthYear,
  ageGroup: ({ group }) => group,
  club: ({ club }) => club,
  team: ({ club }) => club,
  city: ({ city }) => city,
  country: ({ country }) => country,
  result: ({ ms }) => clock(ms),
  chipTime: ({ ms }) => clock(ms),
  gap: ({ gapMs }) => `+${shortClock(gapMs)}`,
  pace: ({ ms }) => shortClock(ms / 10),
}

type Columns = readonly (readonly [name: string, role: ColumnRole | undefined])[]

/** Columns are said as `name=role` or as a name alone, with bars between them. */
const columnsOf = (said: string): Columns =>
  said.split('|').map((column) => {
    const [name = '', text] = column.split('=')
    const role = columnRoles.find((one) => one === text)
    if (role === undefined && text !== undefined) throw new Error(`${text} is no role`)
    return [name, role]
  })

const rolesIn = (columns: Columns): ResultBody['roles'] =>
  Object.fromEntries(columns.flatMap(([name, role]) => (role === undefined ? [] : [[name, role]])))
export const rolesOf = (said: string): ResultBody['roles'] => rolesIn(columnsOf(said))

/** Cells of a row that are not as their roles have them, and those of columns without a role. */
type OwnCells = (runner: Invented, index: number) => { readonly [column: string]: Cell | undefined }

const flatBody = (
  title: string,
  write: (names: readonly string[], rows: readonly (readonly Cell[])[]) => string,
  said: string,
  runners: readonly Invented[],
  ownOf: OwnCells,
): ResultBody => {
  const columns = columnsOf(said)
  const rows = runners.map((runner, index) => {
    const own = ownOf(runner, index)
    return columns.map(([name, role]): Cell => {
      const cell = Object.hasOwn(own, name) ? own[name] : role && usualCells[role]?.(runner)
      if (cell === undefined) throw new Error(`${title}: no cell for ${name}`)
      return cell
    })
  })
  const text = write(
    columns.map(([name]) => name),
    rows,
  )
  return { title, text, roles: rolesIn(columns) }
}

export const csv = (separator: string, names: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [names, ...rows].map((cells) => cells.map((cell) => cell ?? '').join(separator)).join('\n')

export const csvBody = (
  title: string,
  separator: string,
  said: string,
  runners: readonly Invented[],
  own: OwnCells = () => ({}),
): ResultBody => flatBody(title, (names, rows) => csv(separator, names, rows), said, runners, own)

/** A body of objects; `wrap` puts their list into its place. */
export const objectBody = (
  title: string,
  said: string,
  runners: readonly Invented[],
  own: OwnCells = () => ({}),
  wrap: (rows: readonly JsonRow[]) => unknown = (rows) => rows,
): ResultBody => {
  const write = (names: readonly string[], rows: readonly (readonly Cell[])[]): string =>
    JSON.stringify(wrap(rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])))))
  return flatBody(title, write, said, runners, own)
}
type JsonRow = { readonly [column: string]: Cell }

type NestedMore = {
  readonly wrap?: (rows: readonly object[]) => unknown
  readonly lists?: (runner: Invented) => object
  /** The columns that lists make, said as columns are. */
  readonly roles?: string
}

/** A body of objects in objects: the names of its columns are paths with dots. */
export const nestedBody = (
  title: string,
  said: string,
  runners: readonly Invented[],
  own: OwnCells = () => ({}),
  { wrap = (rows) => rows, lists = () => ({}), roles = '' }: NestedMore = {},
): ResultBody => {
  const nest = (names: readonly string[], cells: readonly Cell[]): object => {
    const row: { [name: string]: unknown } = {}
    for (const [at, name] of names.entries()) {
      const path = name.split('.')
      const last = path.pop() ?? ''
      let into = row
      for (const key of path) into = (into[key] ??= {}) as typeof row
      into[last] = cells[at]
    }
    return row
  }
  const write = (names: readonly string[], rows: readonly (readonly Cell[])[]): string =>
    JSON.stringify(wrap(runners.map((runner, at) => ({ ...nest(names, rows[at] ?? []), ...lists(runner) }))))
  const body = flatBody(title, write, said, runners, own)
  return { ...body, roles: { ...body.roles, ...(roles === '' ? {} : rolesOf(roles)) } }
}

export const listsBody = (title: string, said: string, runners: readonly Invented[], own: OwnCells): ResultBody =>
  flatBody(title, (columns, rows) => JSON.stringify({ columns, rows }), said, runners, own)
