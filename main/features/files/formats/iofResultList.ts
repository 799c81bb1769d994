import { classEnd, classStart, iof, personResult, resultListEnd, resultListStart } from '../rules/handOver/iof.ts'
import type { Piece } from '../fileWriting.ts'
import { categoriesOf, categoryRows, surveyCategory } from '../handOverRows.ts'
import type { FileDocument, Format, FormatOptions } from './format.ts'

const rowsPerPiece = 128

/** A class for each category; its course is the distance. */
export const iofResultList: Format = {
  ending: () => 'xml',
  content: (document, options) => ({ total: document.all.total, pieces: xmlPieces(document, options) }),
}

async function* xmlPieces(document: FileDocument, options: FormatOptions): AsyncGenerator<Piece> {
  const { about, title } = document
  let text = resultListStart({
    event: title,
    createdAt: about.writtenAt,
    creator: `Racedesk ${about.appVersion}`,
    isFinal: options.isFinal === true,
  })
  let done = 0
  const sheets = await categoriesOf(document)
  const isOneDistance = new Set(sheets.map(({ table }) => table.distanceGuid)).size === 1
  for (const sheet of sheets) {
    const { distanceName, categoryName } = sheet.table
    const survey = await surveyCategory(sheet)
    text += classStart({
      name: isOneDistance ? categoryName : `${distanceName} - ${categoryName}`,
      course: distanceName,
      hasFractions: survey.hasFractions,
    })
    for await (const some of categoryRows(document, sheet, survey, iof, options)) {
      for (const { entrant, findings } of some) {
        if (findings.length > 0) continue
        text += personResult(entrant, options.birthDates === 'full')
        done += 1
        if (done % rowsPerPiece !== 0) continue
        yield { bytes: text, done }
        text = ''
      }
    }
    text += classEnd
  }
  yield { bytes: text + resultListEnd, done }
}
