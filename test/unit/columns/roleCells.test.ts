import { expect, it } from 'vitest'
import { sexOf } from '../../../main/features/columns/rules/headers/sexWords.ts'
import type { Cell } from '../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import { clockOf, guessedRoles, guessesOf } from '../../support/resultBodies/readings.ts'
import { rowsIn } from '../../support/units/rows.ts'

type Cells = (index: number) => Cell
/** Cells by header, or the words that they take in turn, with commas between them. */
type Columns = { readonly [header: string]: Cells | string }

const cellsOf = (said: Cells | string): Cells => {
  if (typeof said !== 'string') return said
  const words = said.split(', ')
  return (index) => words[index % words.length] ?? ''
}
const letter = (index: number): string => 'abcdefghijklmnopqrstuvwxyz'[index] ?? ''
const place: Cells = (index) => index + 1
const Time: Cells = (index) => clockOf(3_000 + index * 41 + ((index * index) % 7) * 5)
const birthYears: Cells = (index) => 1950 + ((index * 7) % 50)
const given = 'Anna, Piotr, Giulia, Jonas'
const sexes = 'M, F'
const family: Cells = (index) => `Wexl${letter(index)}ng`
const fullNames =
  (first: string): Cells =>
  (index) =>
    `${String(cellsOf(first)(index))} Wex${letter(index)}ling`

const tableOf = (columns: Columns, count = 24) =>
  Array.from({ length: count }, (_, index) =>
    Object.fromEntries(Object.entries(columns).map(([header, cells]) => [header, cellsOf(cells)(index)])),
  )
const rolesOf = (columns: Columns, count?: number) => guessedRoles(tableOf(columns, count))
/** The role of a column beside times. */
const roleOf = (header: string, cells: Cells | string): ColumnRole | null =>
  rolesOf({ [header]: cells, Time })[header] ?? null

const legS = (index: number): number => 900 + ((index * 53) % 211)

/** Places in the order of the rows, anew in each group. */
const rankWithin = (groups: string): Cells => {
  const groupAt = cellsOf(groups)
  return (index) =>
    Array.from({ length: index + 1 }, (_, at) => groupAt(at)).filter((one) => one === groupAt(index)).length
}

it.each<readonly [string, Cells | string, ColumnRole]>([
  ['ЛЕТ', birthYears, 'birthYear'],
  ['Age', birthYears, 'birthYear'],
  ['Rocznik', (index) => 55 + ((index * 7) % 44), 'birthYear'],
  ['Club', 'POL, ITA, SWE, NOR, KEN', 'country'],
  ['City', 'fra, bel, ned, ita', 'country'],
  ['state', 'finished, dnf, finished, dns', 'status'],
  ['Sex', 'M20, K30, M40, K50', 'ageGroup'],
  ['Bib', fullNames(given), 'name'],
])('follows the cells where the header %s contradicts them', (header, cells, role) => {
  expect(roleOf(header, cells)).toBe(role)
})

it.each([
  ['Polish', 'Agnieszka, Grzegorz, Małgorzata, Paweł'],
  ['Italian', 'Giulia, Lorenzo, Chiara, Matteo'],
  ['Czech', 'Zdeněk, Jiřina, Miloš, Lenka'],
  ['Norwegian', 'Øystein, Ragnhild, Sverre, Ingrid'],
  ['Hungarian', 'Zsuzsanna, Gergő, Réka, Balázs'],
  ['Turkish', 'Mehmet, Ayşe, Burak, Zeynep'],
  ['Russian', 'Николай, Ольга, Тимофей, Дарья'],
] as const)('knows %s people by their given names under a header that says nothing', (_, first) => {
  expect(roleOf('Q', fullNames(first))).toBe('name')
})

it.each([
  '堀川 光, 鈴木 一, 佐藤 翔, 高橋 蓮, 田中 葵, 伊藤 陽',
  '김철민, 이서준, 박지훈, 최유나, 정하늘, 강민호',
  '王小明, 李文, 张丽, 陈思远, 刘强, 赵云飞',
])('knows names of the east by how they begin: %s', (names) => {
  const last = '天地玄黄宇宙洪荒日月盈昃辰宿列張寒来暑往秋収冬蔵'
  expect(roleOf('Q', (index) => `${String(cellsOf(names)(index))}${last[index] ?? ''}`)).toBe('name')
})

it.each(
  rowsIn(`
    sex | japanese | 男, 女
    sex | japanese long | 男子, 女子
    sex | korean | 남, 여
    sex | polish | K, M
    sex | french | H, F
    sex | portuguese | Masculino, Feminino
    sex | finnish | Mies, Nainen
    sex | czech | muž, žena
    sex | in two languages | Masculin | Male, Feminin | Female
    sex | with mixed teams | M, F, M, X
    ageGroup | letters with an age | M20, K30, M40
    ageGroup | classes of orienteering | H21, D21, H35, D16
    ageGroup | french classes | SEM, V1M, ESH, M0F
    ageGroup | triathlon classes | S2M, V1F, S4M
    ageGroup | japanese | 25-29男子, 30-34女子, 40-44男子
    ageGroup | decades in japanese | 男子40代, 女子30代, 一般男子
    ageGroup | elite beside ages | GER-M, M2429, F3034, GER-F
    ageGroup | masters and seniors | MS, FS, M40, F50
    ageGroup | one digit | М0, М1, М2, Ж1
    ageGroup | words with ages | Mężczyźni 40-49, Kobiety 30-39, Kobiety 40-49
    ageGroup | words of classes | Women's Open, Men Masters, Elite Women
    country | codes of three letters in small | ken, eth, ita, rou
    country | codes of two | PL, DE, CZ, SK
    country | names in English | Germany, Romania, Norway, Hungary
    country | names in Russian | Россия, Казахстан, Беларусь, Украина
    country | names in Japanese | 日本, ケニア, エチオピア, 中国
  `),
)('knows the %s by its cells under a header that says nothing: %s', (role, _, ...words) => {
  expect(roleOf('Q', words.join(' | '))).toBe(role)
})

const fiveGroups = 'M20, M40, F20, M20, F20, M40, F40'

/** Headers with the role that they are to have behind the last equals sign; those without one may have any. */
const readings: { readonly [what: string]: Columns } = {
  'a region by the codes of states where the header is two letters': { 'ST=region': 'NY, NJ, MA, CT, PA', Time },
  'ranks of the sexes and categories by what they grow within, whatever they are called': {
    'Q1x=placeSex': rankWithin('M, M, F, M, F'),
    'Q2x=placeCategory': rankWithin(fiveGroups),
    sex: 'M, M, F, M, F',
    group: fiveGroups,
    Time,
  },
  'ranks of the category where numbers first occur in order': {
    Abs: place,
    'Кат.=placeCategory': rankWithin('A, B, A, C, D'),
    ГР: birthYears,
    Время: Time,
  },
  'a result by its header despite unknown words among the times': {
    Bib: (at) => 101 + ((at * 37) % 90),
    'Race Time=result': (at) => (at < 18 ? Time(at) : 'No chip read'),
  },
  'a result by its header although laps behind are among the times': {
    Place: place,
    'Time=result': (at) => (at > 12 ? `-${at - 12} lap${at > 13 ? 's' : ''}` : clockOf(1500 + at * 20)),
  },
  'a result by its header although signs are among the times': {
    Place: place,
    'time=result': (at) => (at % 3 === 0 ? `${String(Time(at))}  1` : Time(at)),
  },
  'a total that falls from row to row as points, not as a place': {
    'Pos=place': place,
    'Total=points': (at) => 800 - Math.floor(at / 2) * 9,
  },
  'headers behind a beginning that all of them share': {
    'xyz_bibnumber=bib': (at) => 100 + ((at * 37) % 311),
    'xyz_finishtimeformatted=result': Time,
    'xyz_finishrankoverall=placeOverall': place,
    'xyz_fullname=name': (at) => `Anna Wex${letter(at)}ling`,
    'xyz_agegroupname=ageGroup': 'M40, F30',
    'xyz_gender=sex': sexes,
  },
  'a short ambiguous header beside given names as the last name': {
    'nn=firstName': 'GIULIA, LORENZO, CHIARA, MATTEO, PAOLO',
    'nc=lastName': (at) => `WEXL${letter(at).toUpperCase()}NG`,
    tu: Time,
  },
  'full names under a first-name header as names without a last-name column': { 'Prénom=name': fullNames(given), Time },
  'no role of an ambiguous header over blank cells': { 'Total=null': () => '', Time },
  'the class of an orienteering export, rather than that of the entry, as the age group': {
    'Short=ageGroup': 'H21, D21, Open long',
    'Entry class (long)': 'Men, Women, Open',
    Time,
  },
  'no names in a column of words without given names': {
    '1=null': family,
    '2=null': (at) => `Tolv${at % 9}k`,
    3: Time,
  },
  'a plain time beside a relay total as that of the leg': {
    'Zeit=lap': (at) => clockOf(legS(at)),
    'Gesamtzeit=result': (at) => clockOf(legS(at) + (at % 3 > 0 ? legS(at - 1) : 0) + (at % 3 > 1 ? legS(at - 2) : 0)),
  },
  'a single first time as the result': { RANK1: place, 'TIME1=result': Time },
  'the first of several times as a split': { 'TIME1=split': Time, TIME2: (at) => clockOf(6_000 + at * 90) },
  'kilometres rather than laps as the result of a timed race': {
    Place: place,
    Laps: (at) => 200 - at * 2,
    'Distance (km)=result': (at) => 210.5 - at * 2.1,
  },
  't500 and t1000 beside a finish, and points in Chinese, as points of the course': {
    '5公里=split': (at) => clockOf(Math.round((3_000 + at * 41) * 0.3)),
    '半程=split': (at) => clockOf(Math.round((3_000 + at * 41) * 0.6)),
    't500=split': (at) => clockOf(Math.round((3_000 + at * 41) * 0.25)),
    't1000=split': (at) => clockOf(Math.round((3_000 + at * 41) * 0.5)),
    Time,
  },
  'the fields that expressions for columns are about': {
    'WithStatus([GenderRankp])=placeSex': rankWithin(sexes),
    'ucase([CLUB])=club': 'Blue Harriers, Old Mill Runners, Quarry Striders',
    'if([STATUS]=2;"";[TIME])=result': Time,
    'if([STATUS]=2;"";[Swim])=lap': (at) => clockOf(600 + at * 7),
    '[SEX]=sex': sexes,
    '#[CategoryRank.p][AGEGROUP]=null': (at) => `${at % 3}M40`,
  },
}

it.each(Object.entries(readings))('reads %s', (_, said) => {
  const nameOf = (header: string): string => header.replace(/=\w+$/u, '')
  const roles = rolesOf(Object.fromEntries(Object.entries(said).map(([header, cells]) => [nameOf(header), cells])))
  const wanted = Object.keys(said).filter((header) => header !== nameOf(header))
  expect(wanted.map((header) => `${nameOf(header)}=${String(roles[nameOf(header)])}`)).toEqual(wanted)
})

it.each<readonly [string, string, ColumnRole, Columns]>([
  ['numbered classes', 'Category', 'placeCategory', { Place: place, Category: '1, 3, 5, 2, 4', Sex: sexes, Time }],
  ['numbers under a plain "chip"', 'Chip', 'chipTime', { Chip: (at) => 7_000_100 + at * 173, Time }],
  ['places with a sex', 'Q', 'ageGroup', { Q: (at) => `${at + 1}. ${at % 2 === 0 ? 'M' : 'F'}`, Time }],
  ['a group that is 0 in all rows', 'agegroup', 'placeCategory', { agegroup: '0', place, Time }],
  [
    'a time beside a total with penalties',
    'Time',
    'lap',
    { Time, 'Total time': (at) => clockOf(3_060 + at * 41 + (at % 2) * 60) },
  ],
])('does not read %s under %s as %s', (_, header, role, columns) => {
  expect(rolesOf(columns, 40)[header]).not.toBe(role)
})

it('reads the parts of a name under a parent, and the number of a lap not as its time', () => {
  const rows = Array.from({ length: 24 }, (_, at) => ({
    name: { firstName: cellsOf(given)(at), lastName: cellsOf('Wexling, Orsa, Tamm, Kolb, Brandl')(at) },
    Time: Time(at),
    laps: [1, 2].map((lap) => ({
      lap,
      duration: 700_000 + at * 9_137 + lap * 1_311,
      timeString: clockOf(700 + at * 9 + lap),
    })),
  }))
  expect(guessedRoles(rows)).toMatchObject({
    'name.firstName': 'firstName',
    'name.lastName': 'lastName',
    'laps.1.lap': null,
    'laps.2.lap': null,
  })
})

it('distinguishes the year of a race from the year of birth', () => {
  const Age = (at: number): number => 20 + ((at * 11) % 40)
  const yearOf = (Year: Cells, more: Columns = { Age }) => rolesOf({ Year, ...more })['Year']
  expect(yearOf(() => 2015, { Time })).toBeNull()
  expect(yearOf((at) => 2016 + Math.floor(at / 8), { Place: (at) => (at % 8) + 1 })).toBeNull()
  expect(yearOf(() => 2015)).toBeNull()
  expect(yearOf((at) => 2015 - Age(at))).toBe('birthYear')
  expect(yearOf((at) => 1990 + ((at * 7) % 25))).toBeNull()
})

it('is never certain of a role by the header alone or by cells alone', () => {
  const headers = 'Place Bib Name Sex Age Club City Country Result Gap Status Points Pace Category'.split(' ')
  for (const header of headers) {
    const guesses = guessesOf(tableOf({ [header]: () => '', Q: sexes }, 12))
    for (const { confidence } of guesses.values()) expect(confidence).toBeLessThan(0.9)
  }
})

it('recognizes columns without a header line by their cells and their neighbours', () => {
  const first = 'Anna, Piotr, Giulia, Jonas, Øystein, Réka, Chloé, Burak, Dieter'
  const club = 'Blue Hill Harriers, Quarry AC, Old Mill Runners, Unattached'
  const firstThenLast = rolesOf({ 1: first, 2: family, 3: club, 4: Time })
  expect(firstThenLast).toEqual({ 1: 'firstName', 2: 'lastName', 3: 'club', 4: 'result' })
  const lastThenFirst = rolesOf({ 1: place, 2: family, 3: first, 4: Time, 5: club })
  expect(lastThenFirst).toEqual({ 1: 'place', 2: 'lastName', 3: 'firstName', 4: 'result', 5: 'club' })
  for (const point of ['CP1', 'КП 3', 'Split 2']) {
    expect(rolesOf({ 1: first, 2: family, 3: point, 4: Time })[4], point).toBeNull()
  }
})

it.each(['me', 'Q'])('recognizes a pace under %s as a fraction of the time, not as a split', (header) => {
  const seconds = (index: number): number => 2700 + index * 97 + ((index * index) % 7) * 11
  const pace: Cells = (index) => clockOf(Math.round(seconds(index) / 10)).replace(/^0:0?/u, '')
  const roles = rolesOf({ Time: (index) => clockOf(seconds(index)), [header]: pace })
  expect(roles).toEqual({ Time: 'result', [header]: 'pace' })
})

it.each([
  ['Pohlaví', 'M', 'Z'],
  ['Pohlaví', 'M', 'Ž'],
  ['Cinsiyet', 'E', 'K'],
  ['Nem', 'F', 'N'],
])('reads %s of %s and %s as the sex', (header, male, female) => {
  expect(roleOf(header, [male, male, female].join(', '))).toBe('sex')
  expect([sexOf(male, header), sexOf(female, header)]).toEqual(['m', 'f'])
})

it('reads seconds without a colon beside minutes with one', () => {
  const cell = (seconds: number): string =>
    seconds < 60 ? seconds.toFixed(2) : `1:${(seconds - 60).toFixed(2).padStart(5, '0')}`
  const secondsAt = (at: number): number => 42.1 + at * 4.97 + ((at * 31) % 13) / 100
  const Diff: Cells = (at) => (at === 0 ? '' : `+${cell(secondsAt(at) - 42.1)}`)
  const guesses = guessesOf(tableOf({ Place: place, 'Finals Time': (at) => cell(secondsAt(at)), Diff }, 12))
  expect(guesses.get('Finals Time')).toMatchObject({ role: 'result', unit: 's' })
  expect(guesses.get('Diff')).toMatchObject({ role: 'gap', unit: 's' })
})

it.each([
  ['the leader', 'gap', () => 0],
  ['the leaders of three categories', 'gap', (at: number) => at % 3],
  ['the runner ahead', null, (at: number) => at - 1],
] as const)('reads gaps to %s as %s', (_, role, leaderOf) => {
  const seconds = (at: number): number => 2_400 + at * 47 + ((at * 31) % 13)
  const Gap = (at: number): string => (at < 3 ? '' : `+${clockOf(seconds(at) - seconds(leaderOf(at)))}`)
  expect(rolesOf({ Place: place, Time: (at) => clockOf(seconds(at)), Gap })['Gap']).toBe(role)
})

it('reads the hundredths of LiveResultat', () => {
  const rows = Array.from({ length: 12 }, (_, at) => {
    const result = 255_700 + at * 4_100
    const cells =
      at === 11
        ? { place: '-', result: '', status: 3, timeplus: '+' }
        : { place: String(at + 1), result: String(result), status: 0, timeplus: `+${result - 255_700}` }
    const splits = { '1065': Math.round(result / 3), '1065_timeplus': at * 1_300 }
    return { ...cells, name: `Ada Holm ${at}`, splits }
  })
  const guesses = guessesOf(rows)
  expect(guesses.get('result')).toMatchObject({ role: 'result', unit: 'cs' })
  expect(guesses.get('timeplus')).toMatchObject({ role: 'gap', unit: 'cs' })
  expect(guesses.get('splits.1065')).toMatchObject({ role: 'split', unit: 'cs' })
  expect(guesses.get('splits.1065_timeplus')?.role).not.toBe('lap')
})
