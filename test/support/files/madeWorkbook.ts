import { zipFile } from './zipFile.ts'

const sheetMain = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A workbook of one sheet with these rows, whose shared text is the text 0; `copies`: of the sheet, under names of their own. */
export const workbook = (rows: string, sharedText: string, copies = 1): Buffer => {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${officeDocument}/${type}" Target="${target}"/>`
  const relations = (...all: readonly string[]) =>
    `<Relationships xmlns="${packageRelationships}">${all.join('')}</Relationships>`
  const numbers = Array.from({ length: copies }, (_, at) => at + 1)
  const sheets = `<sheets>${numbers.map((at) => `<sheet name="S${at}" sheetId="${at}" r:id="r${at}"/>`).join('')}</sheets>`
  const sheet = `<worksheet xmlns="${sheetMain}"><sheetData>${rows}</sheetData></worksheet>`
  const parts = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${sheetMain}" xmlns:r="${officeDocument}">${sheets}</workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...numbers.map((at) => relation(`r${at}`, 'worksheet', `worksheets/sheet${at}.xml`)),
      relation('text', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${sheetMain}"><si><t>${sharedText}</t></si></sst>`,
    ...Object.fromEntries(numbers.map((at) => [`xl/worksheets/sheet${at}.xml`, sheet])),
  }
  return zipFile(Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text), isDeflated: true })))
}
