import { clock as clockOfMs } from './field.ts'

/** Texts of cells as timing programs write them: what is not plain about each, its rows, and cells that must stand in them. */
type TextBody = {
  readonly name: string
  readonly text: string
  readonly rows: number
  /** By the place of the row: cells that it must have. */
  readonly cells: { readonly [row: number]: { readonly [column: string]: string | null } }
  readonly columns?: readonly string[]
}

const surnames = 'Pine Birch Rowan Alder Maple Hazel Aspen Linden Cedar Willow Elm Ash'.split(' ')
const firstNames = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gwen', 'Hugo', 'Ida', 'Jon', 'Kim', 'Leo']
const clubs = ['River Runners', 'Hill AC', '', 'Forest Club']

const clock = (seconds: number): string => clockOfMs(seconds * 1000)
const person = (index: number): readonly string[] => [
  surnames[index % 12] ?? '',
  firstNames[(index * 5) % 12] ?? '',
  clubs[index % 4] ?? '',
]

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const joined = (lines: readonly (readonly string[])[], separator: string, end = '\n'): string =>
  lines.map((cells) => cells.join(separator)).join(end) + end

const wide = (separator: string, tail: string, punches: number, tailNames = 4): TextBody => {
  const header = [
    ...'OE0016|Stno|Chipno|Surname|First name|YB|S|Start|Finish|Time|Classifier|City|Short|Place'.split('|'),
    ...times(tailNames, (index) => [`Control${index + 1}`, `Punch${index + 1}`, `Pl${index + 1}`]).flat(),
    ...(tail === '' ? [] : [tail]),
  ]
  const rows = times(9, (index) => {
    const [last = '', first = '', club = ''] = person(index)
    const time = clock(1800 + index * 40)
    const control = (at: number) => [String(31 + at), clock(200 * (at + 1) + index), String(index + 1)]
    const about = [last, first, String(1980 + index), index % 2 === 0 ? 'M' : 'F', '0:00:00', time, time, '0', club]
    const numbers = ['', String(index + 11), String(8_000_000 + index * 77)]
    return [...numbers, ...about, 'H21', String(index + 1), ...times(punches, control).flat(), '']
  })
  const place = `${tailNames} names, ${punches} controls`
  return {
    name: `a header line wider or narrower than the rows (${JSON.stringify(separator)}, “${tail}”, ${place})`,
    text: joined([header, ...rows], separator, '\r\n'),
    rows: 9,
    cells: {
      0: {
        Stno: '11',
        Surname: 'Pine',
        Time: '0:30:00',
        Place: '1',
        [`Punch${punches}`]: clock(200 * punches),
        [`Control${punches}`]: String(30 + punches),
      },
      8: { Stno: '19', 'First name': 'Eve', Short: 'H21' },
    },
  }
}

const headless = (separator: string): TextBody => ({
  name: `no header line, cells cut by ${JSON.stringify(separator)}`,
  text: joined(
    times(14, (index) => [
      ...person(index),
      index % 5 === 0 ? 'V40' : '',
      `${23 + index}:${String((index * 7) % 60).padStart(2, '0')}`,
    ]),
    separator,
  ),
  rows: 14,
  cells: { 0: { 1: 'Pine', 2: 'Ada', 3: 'River Runners', 5: '23:00' }, 13: { 1: 'Birch', 5: '36:31' } },
  columns: ['1', '2', '3', '4', '5'],
})

const grouped = (separator: string, isPadded: boolean, isAgain: boolean): TextBody => {
  const header = ['Place', 'Bib', 'Surname', 'First name', 'Club', 'Time']
  const title = (text: string): readonly string[] => (isPadded ? [text, '', '', '', '', ''] : [text])
  const blank = isPadded ? ['', '', '', '', '', ''] : ['']
  const tables = ['M20', 'W20', 'M40'].map((group, table) => [
    title(group),
    ...(isAgain || table === 0 ? [header] : []),
    ...times(4, (index) => [
      String(index + 1),
      String(100 * table + index),
      ...person(index + table),
      clock(2400 + index * 11),
    ]),
    blank,
  ])
  const [first = [], ...others] = tables
  const start = isAgain ? first : [header, title('M20'), ...first.slice(2)]
  const how = `${isPadded ? 'padded' : 'bare'} titles, ${isAgain ? 'a header line each' : 'one header line'}`
  return {
    name: `several tables in one text (${JSON.stringify(separator)}, ${how})`,
    text: joined(
      [...(isAgain ? [title('Spring race, results')] : []), ...start, ...others.flat(), title('Chief judge: A. Oak')],
      separator,
    ),
    rows: 12,
    cells: {
      0: { group: 'M20', Place: '1', Surname: 'Pine', Time: '0:40:00' },
      4: { group: 'W20', Bib: '100', Surname: 'Birch' },
      11: { group: 'M40', Bib: '203', Place: '4' },
    },
    columns: ['group', ...header],
  }
}

export const textBodies: readonly TextBody[] = [
  wide(';', '(may be more) ...', 2),
  wide(';', '(may be more) ...', 4),
  wide(';', '(may be more) ...', 7),
  wide(';', '', 7),
  wide('\t', '', 2),
  wide(',', '(may be more) ...', 6, 2),
  ...[';', '\t', ',', '|'].map(headless),
  ...[';', ',', '\t'].flatMap((separator) => [
    grouped(separator, true, true),
    grouped(separator, false, true),
    grouped(separator, true, false),
  ]),
  {
    name: 'titles of two levels, other columns in each table, and second lines of leg times',
    text: [
      'Ridge run, protocol;;;;;;',
      '30 km;;;;;;',
      'Men;;;;;;',
      'No;Bib;Surname;Time;CP 1;CP 2;Finish',
      '1;7;Pine;3:10:00;60:10(1);120:20(1);190:00(1)',
      ';;;;;60:10(1);69:40(1)',
      '2;8;Birch;3:20:00;61:10(2);125:20(2);200:00(2)',
      ';;;;;64:10(2);74:40(2)',
      ';;;;;;',
      'Women;;;;;;',
      'No;Bib;Surname;Time;CP 1;CP 2;Finish',
      '1;17;Rowan;3:30:00;71:10(1);135:20(1);210:00(1)',
      ';;;;;64:10(1);74:40(1)',
      ';;;;;;',
      '12 km;;;;;;',
      'Men;;;;;;',
      'No;Bib;Surname;Time;CP 1;Finish;',
      '1;27;Alder;1:10:00;31:10(1);70:00(1);',
      ';;;;;38:50(1);',
      'Chief judge;;;;A. Oak;;',
    ].join('\r\n'),
    rows: 4,
    cells: {
      0: {
        group: '30 km',
        'group 2': 'Men',
        Surname: 'Pine',
        'CP 1': '60:10(1)',
        'CP 2 (2)': '60:10(1)',
        'Finish (2)': '69:40(1)',
      },
      2: { group: '30 km', 'group 2': 'Women', Bib: '17', 'CP 2 (2)': '64:10(1)' },
      3: { group: '12 km', 'group 2': 'Men', 'CP 1': '31:10(1)', Finish: '70:00(1)', 'Finish (2)': '38:50(1)' },
    },
  },
  {
    name: 'tables joined by name, each with its own laps',
    text: [
      '\t\tJuniors\t\t\t\t',
      'Place\tBib\tName\tTime\tLap 1\tLap 2\t\tLaps',
      '1\t11\tAda Pine\t10:00\t5:00\t5:00\t\t2',
      '2\t12\tBen Birch\t-1 lap\t6:00\t-\t\t1',
      '\t\t\t\t\t\t\t',
      '\t\tAdults\t\t\t\t',
      'Place\tBib\tName\tTime\tLap 1\tLap 2\tLap 3\tLaps',
      '1\t21\tCleo Rowan\t15:00\t5:00\t5:00\t5:00\t3',
    ].join('\n'),
    rows: 3,
    cells: { 0: { group: 'Juniors', 'Lap 2': '5:00', Laps: '2' }, 2: { group: 'Adults', 'Lap 3': '5:00', Laps: '3' } },
    columns: ['group', 'Place', 'Bib', 'Name', 'Time', 'Lap 1', 'Lap 2', 'Laps', 'Lap 3'],
  },
  {
    name: 'comments above the header line, and a sum and a signature below the rows',
    text: [
      '# Race: Valley',
      '# Start: 10:00, rain',
      'rank,bib,name,club,sex,time',
      '1,7,Ada Pine,Hill AC,F,1:00:00',
      '2,8,Ben Birch,,M,1:01:00',
      'DNF,9,Cleo Rowan,,F,',
      'Total,3,,,,',
      'Chief judge,,,,A. Oak,',
    ].join('\n'),
    rows: 3,
    cells: { 0: { rank: '1', name: 'Ada Pine' }, 2: { rank: 'DNF', bib: '9' } },
    columns: ['rank', 'bib', 'name', 'club', 'sex', 'time'],
  },
  {
    name: 'rows wider than the header line',
    text: [
      'Place,Bib,First,Last,Time,Lap Times',
      '1,7,Ada,Pine,15:00,5:00,5:00,5:00',
      '2,8,Ben,Birch,16:00,8:00,8:00',
      '3,9,Cleo,Rowan,20:00,20:00',
    ].join('\n'),
    rows: 3,
    cells: { 0: { 'Lap Times': '5:00', 7: '5:00', 8: '5:00' }, 2: { 'Lap Times': '20:00' } },
  },
  {
    name: 'an index without a name before the columns',
    text: ',name,bib,time\n0,Ada Pine,7,1:00:00\n1,Ben Birch,8,1:01:00\n',
    rows: 2,
    cells: { 1: { 1: '1', name: 'Ben Birch', time: '1:01:00' } },
  },
  {
    name: 'columns called by years',
    text: 'Runner;Club;2023;2024;2025;Total\nAda Pine;Hill AC;10;0;7;17\nBen Birch;;5;5;5;15\n',
    rows: 2,
    cells: { 0: { 2023: '10', 2025: '7', Total: '17' }, 1: { Runner: 'Ben Birch' } },
  },
  {
    name: 'columns called by numbers from 0',
    text: '0,1,2,3\n1,Ada Pine,Hill AC,1:00:00\n2,Ben Birch,,1:01:00\n3,Cleo Rowan,,1:02:00\n',
    rows: 3,
    cells: { 0: { 1: 'Ada Pine', 3: '1:00:00' } },
    columns: ['0', '1', '2', '3'],
  },
  {
    name: 'no header line and rows of unequal width under titles of two cells',
    text: [
      '1,22',
      ...times(5, (index) => ['Ada', 'Pine', 'Hill AC', '16:47', '0:16', '0:38', '0:54', `0:${20 + index}`].join(',')),
      '2,40',
      ...times(4, (index) => ['Ben', 'Birch', 'Forest Club', '18:12', '0:14', `0:${40 + index}`].join(',')),
    ].join('\n'),
    rows: 9,
    cells: { 0: { 1: 'Ada', 4: '16:47', 8: '0:20' }, 8: { 1: 'Ben', 6: '0:43' } },
  },
  {
    name: 'quoted cells with line breaks and separators',
    text: 'Place;Name;Club;Time\n1;"Ada\nPine";"Hill; AC";1:00:00\n2;"Ben ""B"" Birch";;1:01:00\n',
    rows: 2,
    cells: { 0: { Name: 'Ada\nPine', Club: 'Hill; AC' }, 1: { Name: 'Ben "B" Birch' } },
  },
  {
    name: 'titles in a section of those who did not finish',
    text: 'Place;Bib;Name;Time\n1;7;Ada Pine;1:00:00\n2;8;Ben Birch;1:01:00\nDid not finish;;;\n;9;Cleo Rowan;\n;10;Dan Alder;\n',
    rows: 4,
    cells: { 0: { Place: '1' }, 3: { group: 'Did not finish', Bib: '10' } },
  },
]
