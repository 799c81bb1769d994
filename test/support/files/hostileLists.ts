import { integerBetween, type Random } from '../../../main/demo/random.ts'
import { workbook } from './madeWorkbook.ts'
import { zipFile } from './zipFile.ts'

const repeat = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const sheetRows = (rows: number, cell: string): string =>
  repeat(
    rows,
    (at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c>${cell.replaceAll('#', String(at + 1))}</row>`,
  )

const shared = '<c r="B#" t="s"><v>0</v></c>'

/** By name: a file that costs or says something else than it seems to. `much` is 1 to 10. */
export const hostileLists: { readonly [name: string]: (random: Random, much: number) => Uint8Array } = {
  'huge cells': (_, much) => Buffer.from(`Bib;Club\n${repeat(20, (at) => `${at};${'x'.repeat(much * 100_000)}\n`)}`),
  'many columns': (_, much) =>
    Buffer.from(
      `Bib;Club;${repeat(much * 3_000, (at) => `c${at};`)}\n${repeat(30, (at) => `${at};a${';b'.repeat(much * 3_000)}\n`)}`,
    ),
  'long heads': (_, much) =>
    Buffer.from(`Bib;${repeat(500, (at) => `${at}${'h '.repeat(much * 1_000)};`)}\n1;a\n2;b\n`),
  'many lines': (_, much) => Buffer.from(`Bib;Club\n${repeat(much * 100_000, (at) => `${at};Club ${at}\n`)}`),
  'a quote that never ends': (_, much) => Buffer.from(`Bib;Club\n1;"${'a;b\n'.repeat(much * 500_000)}`),
  'separators alone': (_, much) => Buffer.from(';'.repeat(much * 1_000_000)),
  'empty lines': (_, much) => Buffer.from(`Bib;Club${'\n'.repeat(much * 1_000_000)}`),
  'rows of JSON': (_, much) => Buffer.from(`[${repeat(much * 30_000, (at) => `{"bib":${at},"c${at}":"x"},`)}{}]`),
  'a page': (_, much) => Buffer.from(`<table>${'<tr><td>1<td>a'.repeat(much * 50_000)}`),
  'random bytes': (random, much) =>
    Buffer.from(Array.from({ length: much * 10_000 }, () => integerBetween(random, 0, 255))),
  'a text of 40 MB': () => Buffer.from('1;a\n'.repeat(10_000_000)),
  'a long text repeated': (_, much) => workbook(sheetRows(2_000 * much, shared), 'x'.repeat(20_000)),
  'cells far apart': (_, much) =>
    workbook(
      sheetRows(much * 100, '<c r="XFD#"><v>1</v></c>') + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
      '',
    ),
  'many sheets': (_, much) => workbook(sheetRows(3, shared), 'a', much * 90),
  'too many sheets': () => workbook(sheetRows(1, shared), 'a', 5_000),
  'a bomb of blanks': (_, much) => workbook(' '.repeat(much * 19_000_000), 'a'),
  'a bomb of texts': (_, much) => workbook('', `</t></si>${'<si><t>a</t></si>'.repeat(much * 100_000)}<si><t>`),
  'deep XML': (_, much) => workbook('<a>'.repeat(much * 100_000), 'a'),
  'many attributes': (_, much) => workbook(`<row ${repeat(much * 20_000, (at) => `a${at}="" `)}/>`, 'a'),
  entities: () => workbook(sheetRows(100, shared), '&a;'.repeat(10_000)),
  'numbers that are none': (_, much) =>
    workbook(sheetRows(much * 500, '<c r="B#" t="d"><v>1e999</v></c><c r="B-1"><v>NaN</v></c>'), 'a'),
  'an archive of nothing': (_, much) =>
    zipFile([{ name: 'xl/workbook.xml', data: Buffer.alloc(much * 10_000_000), isDeflated: true }]),
  'a lie about its size': () =>
    zipFile([{ name: 'xl/workbook.xml', data: Buffer.alloc(9_000_000), isDeflated: true, claimedBytes: 9 }]),
}
