import { expect, it } from 'vitest'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import { sexOf } from '../../../main/features/columns/rules/headers/sexWords.ts'
import { guessRoles } from '../../../main/features/columns/rules/roles/roles.ts'
import type { Cell } from '../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'

type Cells = (index: number) => Cell

const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
const pick =
  (...words: readonly string[]): Cells =>
  (index) =>
    words[index % words.length] ?? ''
const finishTime: Cells = (index) => clock(3_000 + index * 41 + ((index * index) % 7) * 5)

const rolesOf = (
  columns: { readonly [header: string]: Cells },
  count = 24,
): { readonly [header: string]: ColumnRole | null } => {
  const rows = Array.from({ length: count }, (_, index) =>
    Object.fromEntries(Object.entries(columns).map(([header, cell]) => [header, cell(index)])),
  )
  const found = findColumns(rows)
  return Object.fromEntries(guessRoles(found, rows).map(({ role }, index) => [found[index]?.name ?? '', role]))
}

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
  ['ЛЕТ', (index) => 1951 + ((index * 7) % 50), 'birthYear'],
  ['Age', (index) => 1951 + ((index * 7) % 50), 'birthYear'],
  ['Club', pick('POL', 'ITA', 'SWE', 'NOR', 'KEN'), 'country'],
  ['City', pick('fra', 'bel', 'ned', 'ita'), 'country'],
  ['state', pick('finished', 'dnf', 'finished', 'dns'), 'status'],
  ['Sex', pick('M20', 'K30', 'M40', 'K50'), 'ageGroup'],
])('follows the cells where the header %s contradicts them', (header, cells, role) => {
  expect(rolesOf({ [header]: cells, Time: finishTime })[header]).toBe(role)
})

it('follows the cells where names are under a header of numbers', () => {
  const name: Cells = (index) =>
    `${String(pick('Anna', 'Piotr', 'Giulia', 'Jonas')(index))} Wex${'abcdefghijklmnopqrstuvwxyz'[index] ?? ''}ling`
  expect(rolesOf({ Bib: name, Time: finishTime })['Bib']).toBe('name')
})

it.each<readonly [string, string, Cells]>([
  ['Polish', 'Q', pick('Agnieszka', 'Grzegorz', 'Małgorzata', 'Paweł')],
  ['Italian', 'Q', pick('Giulia', 'Lorenzo', 'Chiara', 'Matteo')],
  ['Czech', 'Q', pick('Zdeněk', 'Jiřina', 'Miloš', 'Lenka')],
  ['Norwegian', 'Q', pick('Øystein', 'Ragnhild', 'Sverre', 'Ingrid')],
  ['Hungarian', 'Q', pick('Zsuzsanna', 'Gergő', 'Réka', 'Balázs')],
  ['Turkish', 'Q', pick('Mehmet', 'Ayşe', 'Burak', 'Zeynep')],
  ['Russian', 'Q', pick('Николай', 'Ольга', 'Тимофей', 'Дарья')],
])('knows %s people by their given names under a header that says nothing', (_, header, given) => {
  const name: Cells = (index) => `${String(given(index))} Wex${'abcdefghijklmnopqrstuvwxyz'[index] ?? ''}ling`
  expect(rolesOf({ [header]: name, Time: finishTime })[header]).toBe('name')
})

it.each([
  ['堀川 光', '鈴木 一', '佐藤 翔', '高橋 蓮', '田中 葵', '伊藤 陽'],
  ['김철민', '이서준', '박지훈', '최유나', '정하늘', '강민호'],
  ['王小明', '李文', '张丽', '陈思远', '刘强', '赵云飞'],
])('knows names of the east by how they begin: %s', (...names) => {
  const name: Cells = (index) =>
    `${names[index % names.length] ?? ''}${'天地玄黄宇宙洪荒日月盈昃辰宿列張寒来暑往秋収冬蔵'[index] ?? ''}`
  expect(rolesOf({ Q: name, Time: finishTime })['Q']).toBe('name')
})

it.each<readonly [string, Cells]>([
  ['japanese', pick('男', '女')],
  ['japanese long', pick('男子', '女子')],
  ['korean', pick('남', '여')],
  ['polish', pick('K', 'M')],
  ['french', pick('H', 'F')],
  ['portuguese', pick('Masculino', 'Feminino')],
  ['finnish', pick('Mies', 'Nainen')],
  ['czech', pick('muž', 'žena')],
  ['in two languages', pick('Masculin | Male', 'Feminin | Female')],
  ['with mixed teams', pick('M', 'F', 'M', 'X')],
])('knows the sexes under a header that says nothing, %s', (_, cells) => {
  expect(rolesOf({ Q: cells, Time: finishTime })['Q']).toBe('sex')
})

it.each<readonly [string, Cells]>([
  ['letters with an age', pick('M20', 'K30', 'M40')],
  ['classes of orienteering', pick('H21', 'D21', 'H35', 'D16')],
  ['french classes', pick('SEM', 'V1M', 'ESH', 'M0F')],
  ['triathlon classes', pick('S2M', 'V1F', 'S4M')],
  ['japanese', pick('25-29男子', '30-34女子', '40-44男子')],
  ['decades in japanese', pick('男子40代', '女子30代', '一般男子')],
  ['elite beside ages', pick('GER-M', 'M2429', 'F3034', 'GER-F')],
  ['masters and seniors', pick('MS', 'FS', 'M40', 'F50')],
  ['one digit', pick('М0', 'М1', 'М2', 'Ж1')],
  ['words with ages', pick('Mężczyźni 40-49', 'Kobiety 30-39', 'Kobiety 40-49')],
  ['words of classes', pick("Women's Open", 'Men Masters', 'Elite Women')],
])('knows age groups by their grammar, %s', (_, cells) => {
  expect(rolesOf({ Q: cells, Time: finishTime })['Q']).toBe('ageGroup')
})

it.each<readonly [string, Cells]>([
  ['codes of three letters in small', pick('ken', 'eth', 'ita', 'rou')],
  ['codes of two', pick('PL', 'DE', 'CZ', 'SK')],
  ['names in English', pick('Germany', 'Romania', 'Norway', 'Hungary')],
  ['names in Russian', pick('Россия', 'Казахстан', 'Беларусь', 'Украина')],
  ['names in Japanese', pick('日本', 'ケニア', 'エチオピア', '中国')],
])('knows countries by %s', (_, cells) => {
  expect(rolesOf({ Q: cells, Time: finishTime })['Q']).toBe('country')
})

it('knows a region by the codes of states where the header is two letters', () => {
  expect(rolesOf({ ST: pick('NY', 'NJ', 'MA', 'CT', 'PA'), Time: finishTime })['ST']).toBe('region')
})

it('knows ranks of the sexes and categories by what they grow within, whatever they are called', () => {
  const sex = pick('M', 'M', 'F', 'M', 'F')
  const group = pick('M20', 'M40', 'F20', 'M20', 'F20', 'M40', 'F40')
  const roles = rolesOf({ Q1x: rankWithin(sex), Q2x: rankWithin(group), sex, group, Time: finishTime }, 60)
  expect(roles).toMatchObject({ Q1x: 'placeSex', Q2x: 'placeCategory' })
})

it('does not read numbered classes as ranks', () => {
  const roles = rolesOf(
    { Place: (index) => index + 1, Category: (index) => ((index * 7) % 5) + 1, Sex: pick('M', 'F'), Time: finishTime },
    40,
  )
  expect(roles['Category']).not.toBe('placeCategory')
})

it('reads ranks as those of the category where numbers first occur in order', () => {
  const groups = pick('A', 'B', 'A', 'C', 'D')
  const roles = rolesOf(
    {
      Abs: (index) => index + 1,
      'Кат.': rankWithin(groups),
      ГР: (index) => 1950 + ((index * 7) % 50),
      Время: finishTime,
    },
    40,
  )
  expect(roles['Кат.']).toBe('placeCategory')
})

it('reads the parts of a name under a parent', () => {
  const given = pick('Anna', 'Piotr', 'Giulia', 'Jonas')
  const family = pick('Wexling', 'Orsa', 'Tamm', 'Kolb', 'Brandl')
  const rows = Array.from({ length: 20 }, (_, index) => ({
    name: { firstName: given(index), lastName: family(index) },
    time: finishTime(index),
  }))
  const columns = findColumns(rows)
  const roles = guessRoles(columns, rows).map(({ role }, index) => [columns[index]?.name, role])
  expect(Object.fromEntries(roles)).toMatchObject({ 'name.firstName': 'firstName', 'name.lastName': 'lastName' })
})

it('recognizes a result by its header despite unknown words among the times', () => {
  const time: Cells = (index) => (index < 30 ? finishTime(index) : 'No chip read')
  expect(rolesOf({ Bib: (index) => 101 + ((index * 37) % 90), 'Race Time': time }, 40)).toMatchObject({
    'Race Time': 'result',
  })
})

it('reads a total that falls from row to row as points, not as a place', () => {
  const total: Cells = (index) => 800 - Math.floor(index / 2) * 9
  expect(rolesOf({ Pos: (index) => index + 1, Total: total })).toMatchObject({ Pos: 'place', Total: 'points' })
})

it('distinguishes the year of a race from the year of birth', () => {
  const place: Cells = (index) => (index % 8) + 1
  expect(rolesOf({ Year: () => 2015, Time: finishTime })['Year']).toBeNull()
  expect(rolesOf({ Year: (index) => 2016 + Math.floor(index / 8), Place: place })['Year']).toBeNull()
  const ages: Cells = (index) => 20 + ((index * 11) % 40)
  expect(rolesOf({ Year: () => 2015, Age: ages })['Year']).toBeNull()
  expect(rolesOf({ Year: (index) => 2015 - Number(ages(index)), Age: ages })['Year']).toBe('birthYear')
  expect(rolesOf({ Year: (index) => 1990 + ((index * 7) % 25), Age: ages })['Year']).toBeNull()
})

it('knows years of birth of two digits under short headers', () => {
  for (const header of ['Jg', 'YB', 'Rocznik'])
    expect(rolesOf({ [header]: (index) => 55 + ((index * 7) % 44), Time: finishTime })[header]).toBe('birthYear')
})

it('is never certain of a role by the header alone or by cells alone', () => {
  const headers = 'Place Bib Name Sex Age Club City Country Result Gap Status Points Pace Category'.split(' ')
  const says: Cells = () => ''
  for (const header of headers) {
    const rows = Array.from({ length: 12 }, (_, index) => ({ [header]: says(index), Q: pick('M', 'F')(index) }))
    for (const { confidence } of guessRoles(findColumns(rows), rows)) expect(confidence).toBeLessThan(0.9)
  }
})

it('reads headers behind a beginning that all of them share', () => {
  const roles = rolesOf({
    xyz_bibnumber: (index) => 100 + ((index * 37) % 311),
    xyz_finishtimeformatted: finishTime,
    xyz_finishrankoverall: (index) => index + 1,
    xyz_fullname: (index) => `Anna Wex${'abcdefghijklmnopqrstuvwxyz'[index] ?? ''}`,
    xyz_agegroupname: pick('M40', 'F30'),
    xyz_gender: pick('M', 'F'),
  })
  expect(Object.values(roles)).toEqual(['bib', 'result', 'placeOverall', 'name', 'ageGroup', 'sex'])
})

it('reads the field that an expression for a column is about', () => {
  const roles = rolesOf({
    'WithStatus([GenderRankp])': rankWithin(pick('M', 'F')),
    'ucase([CLUB])': pick('Blue Harriers', 'Old Mill Runners', 'Quarry Striders'),
    'if([STATUS]=2;"";[TIME])': finishTime,
    'if([STATUS]=2;"";[Swim])': (index) => clock(600 + index * 7),
    '[SEX]': pick('M', 'F'),
    '#[CategoryRank.p][AGEGROUP]': (index) => `${index % 3}M40`,
  })
  expect(Object.values(roles)).toEqual(['placeSex', 'club', 'result', 'lap', 'sex', null])
})

it('recognizes a result by its header although laps behind and signs are among the times', () => {
  const behind: Cells = (index) =>
    index > 12 ? `-${index - 12} lap${index > 13 ? 's' : ''}` : clock(1500 + index * 20)
  const signed: Cells = (index) => (index % 3 === 0 ? `${String(finishTime(index))}  1` : finishTime(index))
  expect(rolesOf({ Place: (index) => index + 1, Time: behind })['Time']).toBe('result')
  expect(rolesOf({ Place: (index) => index + 1, time: signed })['time']).toBe('result')
})

it('reads a short ambiguous header beside given names as the last name', () => {
  const roles = rolesOf({
    nn: pick('GIULIA', 'LORENZO', 'CHIARA', 'MATTEO', 'PAOLO'),
    nc: (index) => `WEXL${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index] ?? ''}NG`,
    tu: finishTime,
  })
  expect(roles).toMatchObject({ nn: 'firstName', nc: 'lastName' })
})

it('reads full names under a first-name header as names without a last-name column', () => {
  const name: Cells = (index) =>
    `${String(pick('Anna', 'Piotr', 'Giulia', 'Jonas')(index))} Wex${'abcdefghijklmnopqrstuvwxyz'[index] ?? ''}ling`
  expect(rolesOf({ Prénom: name, Time: finishTime })['Prénom']).toBe('name')
})

it('reads numbers under a plain "chip" as chip numbers, and places with a sex not as age groups', () => {
  const chip: Cells = (index) => 7_000_100 + index * 173
  expect(rolesOf({ Chip: chip, Time: finishTime })['Chip']).not.toBe('chipTime')
  expect(rolesOf({ Q: (index) => `${index + 1}. ${String(pick('M', 'F')(index))}`, Time: finishTime })['Q']).not.toBe(
    'ageGroup',
  )
})

it('gives no role to an ambiguous header over blank cells', () => {
  expect(rolesOf({ Total: () => '', Time: finishTime })['Total']).toBeNull()
})

it('prefers the class of an orienteering export to the class of the entry as age group', () => {
  const roles = rolesOf({
    Short: pick('H21', 'D21', 'Open long'),
    'Entry class (long)': pick('Men', 'Women', 'Open'),
    Time: finishTime,
  })
  expect(roles).toMatchObject({ Short: 'ageGroup' })
})

it('recognizes columns without a header line by their cells and their neighbours', () => {
  const family: Cells = (index) => `Wexl${'abcdefghijklmnopqrstuvwxyz'[index] ?? ''}ng`
  const given = pick('Anna', 'Piotr', 'Giulia', 'Jonas', 'Øystein', 'Réka', 'Chloé', 'Burak', 'Dieter')
  const club = pick('Blue Hill Harriers', 'Quarry AC', 'Old Mill Runners', 'Unattached')
  const firstThenLast = rolesOf({ '1': given, '2': family, '3': club, '4': finishTime })
  expect(firstThenLast).toEqual({ '1': 'firstName', '2': 'lastName', '3': 'club', '4': 'result' })
  const lastThenFirst = rolesOf({ '1': (index) => index + 1, '2': family, '3': given, '4': finishTime, '5': club })
  expect(lastThenFirst).toEqual({ '1': 'place', '2': 'lastName', '3': 'firstName', '4': 'result', '5': 'club' })
})

it('does not read a column of words as names without given names', () => {
  const roles = rolesOf({
    '1': (index) => `Wexl${'abcdefghijklmnopqrstuvwxyz'[index] ?? ''}ng`,
    '2': (index) => `Tolv${index % 9}k`,
    '3': finishTime,
  })
  expect(roles).toMatchObject({ '1': null, '2': null })
})

it('recognizes a pace as a fraction of the time, not as a split', () => {
  const seconds = (index: number): number => 2700 + index * 97 + ((index * index) % 7) * 11
  const pace: Cells = (index) => {
    const perKm = Math.round(seconds(index) / 10)
    return `${Math.floor(perKm / 60)}:${String(perKm % 60).padStart(2, '0')}`
  }
  expect(rolesOf({ Time: (index) => clock(seconds(index)), me: pace })).toMatchObject({ Time: 'result', me: 'pace' })
  expect(rolesOf({ Time: (index) => clock(seconds(index)), Q: pace })).toMatchObject({ Time: 'result', Q: 'pace' })
})

it("reads a plain time beside a relay total as the leg's, and beside a total with penalties as the result", () => {
  const leg = (index: number): number => 900 + ((index * 53) % 211)
  const total: Cells = (index) =>
    clock(
      Array.from({ length: (index % 3) + 1 }, (_, back) => leg(index - back)).reduce(
        (sum, seconds) => sum + seconds,
        0,
      ),
    )
  const relay = rolesOf({ Zeit: (index) => clock(leg(index)), Gesamtzeit: total })
  expect(relay).toEqual({ Zeit: 'lap', Gesamtzeit: 'result' })
  const fined = rolesOf({ Time: finishTime, 'Total time': (index) => clock(3_060 + index * 41 + (index % 2) * 60) })
  expect(Object.values(fined)).not.toContain('lap')
})

it.each([
  ['Pohlaví', 'M', 'Z'],
  ['Pohlaví', 'M', 'Ž'],
  ['Cinsiyet', 'E', 'K'],
  ['Nem', 'F', 'N'],
])('reads %s of %s and %s as the sex', (header, male, female) => {
  expect(rolesOf({ [header]: pick(male, male, female), Time: finishTime })[header]).toBe('sex')
  expect([sexOf(male, header), sexOf(female, header)]).toEqual(['m', 'f'])
})

const hundredths = (at: number): number => 5_210 + at * 97 + ((at * 31) % 13)
const underOrOverAMinute = (value: number): string => {
  const seconds = (value % 6_000) / 100
  return value < 6_000 ? seconds.toFixed(2) : `1:${seconds.toFixed(2).padStart(5, '0')}`
}

it('reads seconds without a colon beside minutes with one', () => {
  const table = {
    Place: (at: number) => at + 1,
    'Finals Time': (at: number) => underOrOverAMinute(hundredths(at)),
    Diff: (at: number) => (at === 0 ? '' : `+${underOrOverAMinute((hundredths(at) - hundredths(0)) * 5)}`),
  }
  const rows = Array.from({ length: 20 }, (_, at) =>
    Object.fromEntries(Object.entries(table).map(([header, cell]) => [header, cell(at)])),
  )
  const [, time, gap] = guessRoles(findColumns(rows), rows)
  expect(time).toMatchObject({ role: 'result', unit: 's' })
  expect(gap).toMatchObject({ role: 'gap', unit: 's' })
})

it('reads a single first time as the result, and one of several as a split', () => {
  expect(rolesOf({ RANK1: (at) => at + 1, TIME1: finishTime })['TIME1']).toBe('result')
  const later: Cells = (at) => clock(6_000 + at * 90)
  expect(rolesOf({ TIME1: finishTime, TIME2: later })['TIME1']).toBe('split')
})

it('prefers kilometres to laps as the result of a timed race', () => {
  const columns = {
    Place: (at: number) => at + 1,
    Laps: (at: number) => 200 - at * 2,
    'Distance (km)': (at: number) => 210.5 - at * 2.1,
  }
  expect(rolesOf(columns)['Distance (km)']).toBe('result')
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
  const columns = findColumns(rows)
  const guesses = new Map(guessRoles(columns, rows).map((guess, at) => [columns[at]?.name, guess]))
  expect(guesses.get('result')).toMatchObject({ role: 'result', unit: 'cs' })
  expect(guesses.get('timeplus')).toMatchObject({ role: 'gap', unit: 'cs' })
  expect(guesses.get('splits.1065')).toMatchObject({ role: 'split', unit: 'cs' })
  expect(guesses.get('splits.1065_timeplus')?.role).not.toBe('lap')
})

it.each(['5公里', '半程'])('reads %s as a point of the course', (header) => {
  const half: Cells = (at) => clock(Math.round((3_000 + at * 41) / 2))
  expect(rolesOf({ [header]: half, Time: finishTime })[header]).toBe('split')
})

it('reads t500 and t1000 beside a finish as points of the course', () => {
  const part =
    (share: number): Cells =>
    (at) =>
      clock(Math.round((3_000 + at * 41) * share))
  expect(rolesOf({ t500: part(0.25), t1000: part(0.5), Time: finishTime })).toMatchObject({
    t500: 'split',
    t1000: 'split',
  })
})

it('does not read a group that is 0 in all rows as a place', () => {
  expect(rolesOf({ agegroup: () => '0', place: (at) => at + 1, Time: finishTime })['agegroup']).not.toBe(
    'placeCategory',
  )
})

it('does not read the number of a lap as its time', () => {
  const rows = Array.from({ length: 24 }, (_, at) => ({
    Bib: 300 + ((at * 37) % 211),
    Time: finishTime(at),
    duration: (3_000 + at * 41 + ((at * at) % 7) * 5) * 1000 + at,
    laps: [1, 2].map((lap) => ({
      lap,
      duration: 700_000 + at * 9_137 + lap * 1_311,
      timeString: clock(700 + at * 9 + lap),
    })),
  }))
  const columns = findColumns(rows)
  const roles = Object.fromEntries(guessRoles(columns, rows).map(({ role }, at) => [columns[at]?.name ?? '', role]))
  expect(roles).toMatchObject({ 'laps.1.lap': null, 'laps.2.lap': null })
})
