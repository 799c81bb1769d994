import { expect, it } from 'vitest'
import { sexOf } from '../../../main/features/columns/rules/headers/sexWords.ts'
import type { Cell } from '../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import { clockOf, guessedRoles, guessesOf } from '../../support/resultBodies/readings.ts'

type Cells = (index: number) => Cell
type Columns = { readonly [header: string]: Cells }

const pick =
  (...words: readonly string[]): Cells =>
  (index) =>
    words[index % words.length] ?? ''
const letter = (index: number): string => 'abcdefghijklmnopqrstuvwxyz'[index] ?? ''
const place: Cells = (index) => index + 1
const finishTime: Cells = (index) => clockOf(3_000 + index * 41 + ((index * index) % 7) * 5)
const birthYears: Cells = (index) => 1950 + ((index * 7) % 50)
const given = pick('Anna', 'Piotr', 'Giulia', 'Jonas')
const fullNames =
  (first: Cells): Cells =>
  (index) =>
    `${String(first(index))} Wex${letter(index)}ling`

const tableOf = (columns: Columns, count = 24) =>
  Array.from({ length: count }, (_, index) =>
    Object.fromEntries(Object.entries(columns).map(([header, cell]) => [header, cell(index)])),
  )
const rolesOf = (columns: Columns, count?: number) => guessedRoles(tableOf(columns, count))
/** The role of a column beside times. */
const roleOf = (header: string, cells: Cells): ColumnRole | null =>
  rolesOf({ [header]: cells, Time: finishTime })[header] ?? null

const legS = (index: number): number => 900 + ((index * 53) % 211)

/** Places in the order of the rows, anew in each group. */
const rankWithin = (groups: Cells): Cells => {
  const counts = new Map<Cell, number[]>()
  for (let index = 0; index < 400; index += 1) {
    const group = groups(index)
    counts.set(group, [...(counts.get(group) ?? []), index])
  }
  return (index) => (counts.get(groups(index)) ?? []).indexOf(index) + 1
}

it.each<readonly [string, Cells, ColumnRole]>([
  ['ЛЕТ', birthYears, 'birthYear'],
  ['Age', birthYears, 'birthYear'],
  ['Club', pick('POL', 'ITA', 'SWE', 'NOR', 'KEN'), 'country'],
  ['City', pick('fra', 'bel', 'ned', 'ita'), 'country'],
  ['state', pick('finished', 'dnf', 'finished', 'dns'), 'status'],
  ['Sex', pick('M20', 'K30', 'M40', 'K50'), 'ageGroup'],
  ['Bib', fullNames(given), 'name'],
])('follows the cells where the header %s contradicts them', (header, cells, role) => {
  expect(roleOf(header, cells)).toBe(role)
})

it.each<readonly [string, Cells]>([
  ['Polish', pick('Agnieszka', 'Grzegorz', 'Małgorzata', 'Paweł')],
  ['Italian', pick('Giulia', 'Lorenzo', 'Chiara', 'Matteo')],
  ['Czech', pick('Zdeněk', 'Jiřina', 'Miloš', 'Lenka')],
  ['Norwegian', pick('Øystein', 'Ragnhild', 'Sverre', 'Ingrid')],
  ['Hungarian', pick('Zsuzsanna', 'Gergő', 'Réka', 'Balázs')],
  ['Turkish', pick('Mehmet', 'Ayşe', 'Burak', 'Zeynep')],
  ['Russian', pick('Николай', 'Ольга', 'Тимофей', 'Дарья')],
])('knows %s people by their given names under a header that says nothing', (_, first) => {
  expect(roleOf('Q', fullNames(first))).toBe('name')
})

it.each([
  ['堀川 光', '鈴木 一', '佐藤 翔', '高橋 蓮', '田中 葵', '伊藤 陽'],
  ['김철민', '이서준', '박지훈', '최유나', '정하늘', '강민호'],
  ['王小明', '李文', '张丽', '陈思远', '刘强', '赵云飞'],
])('knows names of the east by how they begin: %s', (...names) => {
  const name: Cells = (index) =>
    `${names[index % names.length] ?? ''}${'天地玄黄宇宙洪荒日月盈昃辰宿列張寒来暑往秋収冬蔵'[index] ?? ''}`
  expect(roleOf('Q', name)).toBe('name')
})

it.each<readonly [ColumnRole, string, Cells]>([
  ['sex', 'japanese', pick('男', '女')],
  ['sex', 'japanese long', pick('男子', '女子')],
  ['sex', 'korean', pick('남', '여')],
  ['sex', 'polish', pick('K', 'M')],
  ['sex', 'french', pick('H', 'F')],
  ['sex', 'portuguese', pick('Masculino', 'Feminino')],
  ['sex', 'finnish', pick('Mies', 'Nainen')],
  ['sex', 'czech', pick('muž', 'žena')],
  ['sex', 'in two languages', pick('Masculin | Male', 'Feminin | Female')],
  ['sex', 'with mixed teams', pick('M', 'F', 'M', 'X')],
  ['ageGroup', 'letters with an age', pick('M20', 'K30', 'M40')],
  ['ageGroup', 'classes of orienteering', pick('H21', 'D21', 'H35', 'D16')],
  ['ageGroup', 'french classes', pick('SEM', 'V1M', 'ESH', 'M0F')],
  ['ageGroup', 'triathlon classes', pick('S2M', 'V1F', 'S4M')],
  ['ageGroup', 'japanese', pick('25-29男子', '30-34女子', '40-44男子')],
  ['ageGroup', 'decades in japanese', pick('男子40代', '女子30代', '一般男子')],
  ['ageGroup', 'elite beside ages', pick('GER-M', 'M2429', 'F3034', 'GER-F')],
  ['ageGroup', 'masters and seniors', pick('MS', 'FS', 'M40', 'F50')],
  ['ageGroup', 'one digit', pick('М0', 'М1', 'М2', 'Ж1')],
  ['ageGroup', 'words with ages', pick('Mężczyźni 40-49', 'Kobiety 30-39', 'Kobiety 40-49')],
  ['ageGroup', 'words of classes', pick("Women's Open", 'Men Masters', 'Elite Women')],
  ['country', 'codes of three letters in small', pick('ken', 'eth', 'ita', 'rou')],
  ['country', 'codes of two', pick('PL', 'DE', 'CZ', 'SK')],
  ['country', 'names in English', pick('Germany', 'Romania', 'Norway', 'Hungary')],
  ['country', 'names in Russian', pick('Россия', 'Казахстан', 'Беларусь', 'Украина')],
  ['country', 'names in Japanese', pick('日本', 'ケニア', 'エチオピア', '中国')],
])('knows the %s by its cells under a header that says nothing: %s', (role, _, cells) => {
  expect(roleOf('Q', cells)).toBe(role)
})

it.each<readonly [string, Columns, { readonly [header: string]: ColumnRole | null }]>([
  [
    'a region by the codes of states where the header is two letters',
    { ST: pick('NY', 'NJ', 'MA', 'CT', 'PA'), Time: finishTime },
    { ST: 'region' },
  ],
  [
    'ranks of the sexes and categories by what they grow within, whatever they are called',
    {
      Q1x: rankWithin(pick('M', 'M', 'F', 'M', 'F')),
      Q2x: rankWithin(pick('M20', 'M40', 'F20', 'M20', 'F20', 'M40', 'F40')),
      sex: pick('M', 'M', 'F', 'M', 'F'),
      group: pick('M20', 'M40', 'F20', 'M20', 'F20', 'M40', 'F40'),
      Time: finishTime,
    },
    { Q1x: 'placeSex', Q2x: 'placeCategory' },
  ],
  [
    'ranks of the category where numbers first occur in order',
    { Abs: place, 'Кат.': rankWithin(pick('A', 'B', 'A', 'C', 'D')), ГР: birthYears, Время: finishTime },
    { 'Кат.': 'placeCategory' },
  ],
  [
    'a result by its header despite unknown words among the times',
    {
      Bib: (index) => 101 + ((index * 37) % 90),
      'Race Time': (index) => (index < 18 ? finishTime(index) : 'No chip read'),
    },
    { 'Race Time': 'result' },
  ],
  [
    'a result by its header although laps behind are among the times',
    { Place: place, Time: (at) => (at > 12 ? `-${at - 12} lap${at > 13 ? 's' : ''}` : clockOf(1500 + at * 20)) },
    { Time: 'result' },
  ],
  [
    'a result by its header although signs are among the times',
    { Place: place, time: (at) => (at % 3 === 0 ? `${String(finishTime(at))}  1` : finishTime(at)) },
    { time: 'result' },
  ],
  [
    'a total that falls from row to row as points, not as a place',
    { Pos: place, Total: (index) => 800 - Math.floor(index / 2) * 9 },
    { Pos: 'place', Total: 'points' },
  ],
  [
    'headers behind a beginning that all of them share',
    {
      xyz_bibnumber: (index) => 100 + ((index * 37) % 311),
      xyz_finishtimeformatted: finishTime,
      xyz_finishrankoverall: place,
      xyz_fullname: (index) => `Anna Wex${letter(index)}`,
      xyz_agegroupname: pick('M40', 'F30'),
      xyz_gender: pick('M', 'F'),
    },
    {
      xyz_bibnumber: 'bib',
      xyz_finishtimeformatted: 'result',
      xyz_finishrankoverall: 'placeOverall',
      xyz_fullname: 'name',
      xyz_agegroupname: 'ageGroup',
      xyz_gender: 'sex',
    },
  ],
  [
    'a short ambiguous header beside given names as the last name',
    {
      nn: pick('GIULIA', 'LORENZO', 'CHIARA', 'MATTEO', 'PAOLO'),
      nc: (index) => `WEXL${letter(index).toUpperCase()}NG`,
      tu: finishTime,
    },
    { nn: 'firstName', nc: 'lastName' },
  ],
  [
    'full names under a first-name header as names without a last-name column',
    { Prénom: fullNames(given), Time: finishTime },
    { Prénom: 'name' },
  ],
  ['no role of an ambiguous header over blank cells', { Total: () => '', Time: finishTime }, { Total: null }],
  [
    'the class of an orienteering export, rather than that of the entry, as the age group',
    {
      Short: pick('H21', 'D21', 'Open long'),
      'Entry class (long)': pick('Men', 'Women', 'Open'),
      Time: finishTime,
    },
    { Short: 'ageGroup' },
  ],
  [
    'no names in a column of words without given names',
    { '1': (index) => `Wexl${letter(index)}ng`, '2': (index) => `Tolv${index % 9}k`, '3': finishTime },
    { '1': null, '2': null },
  ],
  [
    'a plain time beside a relay total as that of the leg',
    {
      Zeit: (index) => clockOf(legS(index)),
      Gesamtzeit: (index) =>
        clockOf(
          Array.from({ length: (index % 3) + 1 }, (_, at) => legS(index - at)).reduce((sum, leg) => sum + leg, 0),
        ),
    },
    { Zeit: 'lap', Gesamtzeit: 'result' },
  ],
  ['a single first time as the result', { RANK1: place, TIME1: finishTime }, { TIME1: 'result' }],
  [
    'the first of several times as a split',
    { TIME1: finishTime, TIME2: (at) => clockOf(6_000 + at * 90) },
    { TIME1: 'split' },
  ],
  [
    'kilometres rather than laps as the result of a timed race',
    { Place: place, Laps: (at) => 200 - at * 2, 'Distance (km)': (at) => 210.5 - at * 2.1 },
    { 'Distance (km)': 'result' },
  ],
  [
    't500 and t1000 beside a finish as points of the course',
    {
      t500: (at) => clockOf(Math.round((3_000 + at * 41) * 0.25)),
      t1000: (at) => clockOf(Math.round((3_000 + at * 41) * 0.5)),
      Time: finishTime,
    },
    { t500: 'split', t1000: 'split' },
  ],
  [
    'the fields that expressions for columns are about',
    {
      'WithStatus([GenderRankp])': rankWithin(pick('M', 'F')),
      'ucase([CLUB])': pick('Blue Harriers', 'Old Mill Runners', 'Quarry Striders'),
      'if([STATUS]=2;"";[TIME])': finishTime,
      'if([STATUS]=2;"";[Swim])': (index) => clockOf(600 + index * 7),
      '[SEX]': pick('M', 'F'),
      '#[CategoryRank.p][AGEGROUP]': (index) => `${index % 3}M40`,
    },
    {
      'WithStatus([GenderRankp])': 'placeSex',
      'ucase([CLUB])': 'club',
      'if([STATUS]=2;"";[TIME])': 'result',
      'if([STATUS]=2;"";[Swim])': 'lap',
      '[SEX]': 'sex',
      '#[CategoryRank.p][AGEGROUP]': null,
    },
  ],
])('reads %s', (_, columns, roles) => {
  expect(rolesOf(columns)).toMatchObject(roles)
})

it.each<readonly [string, string, ColumnRole, Columns]>([
  [
    'numbered classes',
    'Category',
    'placeCategory',
    { Place: place, Category: (index) => ((index * 7) % 5) + 1, Sex: pick('M', 'F'), Time: finishTime },
  ],
  ['numbers under a plain "chip"', 'Chip', 'chipTime', { Chip: (at) => 7_000_100 + at * 173, Time: finishTime }],
  [
    'places with a sex',
    'Q',
    'ageGroup',
    { Q: (index) => `${index + 1}. ${String(pick('M', 'F')(index))}`, Time: finishTime },
  ],
  ['a group that is 0 in all rows', 'agegroup', 'placeCategory', { agegroup: () => '0', place, Time: finishTime }],
  [
    'a time beside a total with penalties',
    'Time',
    'lap',
    { Time: finishTime, 'Total time': (index) => clockOf(3_060 + index * 41 + (index % 2) * 60) },
  ],
])('does not read %s under %s as %s', (_, header, role, columns) => {
  expect(rolesOf(columns, 40)[header]).not.toBe(role)
})

it('reads the parts of a name under a parent, and the number of a lap not as its time', () => {
  const rows = Array.from({ length: 24 }, (_, at) => ({
    name: { firstName: given(at), lastName: pick('Wexling', 'Orsa', 'Tamm', 'Kolb', 'Brandl')(at) },
    Time: finishTime(at),
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
  const ages: Cells = (index) => 20 + ((index * 11) % 40)
  const yearOf = (year: Cells, more: Columns = { Age: ages }) => rolesOf({ Year: year, ...more })['Year']
  expect(yearOf(() => 2015, { Time: finishTime })).toBeNull()
  expect(yearOf((index) => 2016 + Math.floor(index / 8), { Place: (index) => (index % 8) + 1 })).toBeNull()
  expect(yearOf(() => 2015)).toBeNull()
  expect(yearOf((index) => 2015 - Number(ages(index)))).toBe('birthYear')
  expect(yearOf((index) => 1990 + ((index * 7) % 25))).toBeNull()
})

it.each(['Jg', 'YB', 'Rocznik'])('knows years of birth of two digits under %s', (header) => {
  expect(roleOf(header, (index) => 55 + ((index * 7) % 44))).toBe('birthYear')
})

it('is never certain of a role by the header alone or by cells alone', () => {
  const headers = 'Place Bib Name Sex Age Club City Country Result Gap Status Points Pace Category'.split(' ')
  for (const header of headers) {
    const guesses = guessesOf(tableOf({ [header]: () => '', Q: pick('M', 'F') }, 12))
    for (const { confidence } of guesses.values()) expect(confidence).toBeLessThan(0.9)
  }
})

it('recognizes columns without a header line by their cells and their neighbours', () => {
  const family: Cells = (index) => `Wexl${letter(index)}ng`
  const first = pick('Anna', 'Piotr', 'Giulia', 'Jonas', 'Øystein', 'Réka', 'Chloé', 'Burak', 'Dieter')
  const club = pick('Blue Hill Harriers', 'Quarry AC', 'Old Mill Runners', 'Unattached')
  const firstThenLast = rolesOf({ '1': first, '2': family, '3': club, '4': finishTime })
  expect(firstThenLast).toEqual({ '1': 'firstName', '2': 'lastName', '3': 'club', '4': 'result' })
  const lastThenFirst = rolesOf({ '1': place, '2': family, '3': first, '4': finishTime, '5': club })
  expect(lastThenFirst).toEqual({ '1': 'place', '2': 'lastName', '3': 'firstName', '4': 'result', '5': 'club' })
})

it.each(['me', 'Q'])('recognizes a pace under %s as a fraction of the time, not as a split', (header) => {
  const seconds = (index: number): number => 2700 + index * 97 + ((index * index) % 7) * 11
  const pace: Cells = (index) => {
    const perKm = Math.round(seconds(index) / 10)
    return `${Math.floor(perKm / 60)}:${String(perKm % 60).padStart(2, '0')}`
  }
  const roles = rolesOf({ Time: (index) => clockOf(seconds(index)), [header]: pace })
  expect(roles).toEqual({ Time: 'result', [header]: 'pace' })
})

it.each([
  ['Pohlaví', 'M', 'Z'],
  ['Pohlaví', 'M', 'Ž'],
  ['Cinsiyet', 'E', 'K'],
  ['Nem', 'F', 'N'],
])('reads %s of %s and %s as the sex', (header, male, female) => {
  expect(roleOf(header, pick(male, male, female))).toBe('sex')
  expect([sexOf(male, header), sexOf(female, header)]).toEqual(['m', 'f'])
})

const hundredths = (at: number): number => 5_210 + at * 97 + ((at * 31) % 13)
const underOrOverAMinute = (value: number): string => {
  const seconds = (value % 6_000) / 100
  return value < 6_000 ? seconds.toFixed(2) : `1:${seconds.toFixed(2).padStart(5, '0')}`
}

it('reads seconds without a colon beside minutes with one', () => {
  const guesses = guessesOf(
    tableOf({
      Place: place,
      'Finals Time': (at) => underOrOverAMinute(hundredths(at)),
      Diff: (at) => (at === 0 ? '' : `+${underOrOverAMinute((hundredths(at) - hundredths(0)) * 5)}`),
    }),
  )
  expect(guesses.get('Finals Time')).toMatchObject({ role: 'result', unit: 's' })
  expect(guesses.get('Diff')).toMatchObject({ role: 'gap', unit: 's' })
})

it('reads the hundredths of LiveResultat', () => {
  const rows = Array.from({ length: 12 }, (_, at) => {
    const result = 255_700 + at * 4_100
    const isOut = at === 11
    return {
      place: isOut ? '-' : String(at + 1),
      name: `Ada Holm ${at}`,
      result: isOut ? '' : String(result),
      status: isOut ? 3 : 0,
      timeplus: isOut ? '+' : `+${result - 255_700}`,
      splits: { '1065': Math.round(result / 3), '1065_timeplus': at * 1_300 },
    }
  })
  const guesses = guessesOf(rows)
  expect(guesses.get('result')).toMatchObject({ role: 'result', unit: 'cs' })
  expect(guesses.get('timeplus')).toMatchObject({ role: 'gap', unit: 'cs' })
  expect(guesses.get('splits.1065')).toMatchObject({ role: 'split', unit: 'cs' })
  expect(guesses.get('splits.1065_timeplus')?.role).not.toBe('lap')
})

it.each(['5公里', '半程'])('reads %s as a point of the course', (header) => {
  expect(roleOf(header, (at) => clockOf(Math.round((3_000 + at * 41) / 2)))).toBe('split')
})
