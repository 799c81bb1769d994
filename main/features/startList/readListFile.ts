import type { Result } from '../../../preload/contract/result.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'
import { fail, invalidInput } from '../../kernel/result.ts'
import { createFileReader } from '../../platform/files/fileReader.ts'
import { readSpreadsheet } from '../../platform/files/spreadsheet.ts'
import { textOfBody } from '../columns/bodyReading.ts'
import { readList, type ListFault, type ReadList } from './rules/readList.ts'

/** A start list of 100,000 lines with long ones has no more bytes. */
const limitBytes = 32_000_000

const faults: { readonly [F in ListFault]: string } = {
  'no-rows': 'no lines of a table were found',
  'no-bibs': 'no column of bibs was found',
  'no-columns': 'no column of birth dates, clubs, cities or the like was found',
}

/** Every XLSX workbook begins so. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const textIn = (bytes: Uint8Array): Result<string> => {
  const decoded = textOfBody(bytes, '', null)
  return decoded === null
    ? invalidInput('file', 'neither text nor an XLSX workbook')
    : { ok: true, value: decoded.text }
}

/** A start list from its file. Errors: invalid-input, too-large, file. To be called in a thread of its own. */
export const readListFile = async (path: string): Promise<Result<ReadList>> => {
  const read = await createFileReader().bytes(path, limitBytes)
  if (!read.ok) return read
  if (read.value === null) return fail(tooManyBytes(limitBytes))
  const text = isZip(read.value) ? await readSpreadsheet(path, limitBytes) : textIn(read.value)
  if (!text.ok) return text
  const list = readList(text.value)
  return typeof list === 'string' ? invalidInput('file', faults[list]) : { ok: true, value: list }
}
