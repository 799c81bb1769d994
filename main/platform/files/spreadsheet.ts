import { readFile } from 'node:fs/promises'
import { fail, type Failure } from '../../kernel/result.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'
import { openYauzlArchive } from './yauzlArchive.ts'

/** Unpacked: ten times a start list of 100,000 lines. */
const limitBytes = 200_000_000
const mostEntries = 1_000
/** Sheets that are looked at for rows. */
const mostSheets = 20
/** A cell of a start list holds a name; longer ones are cut. */
const longestCell = 1_000

const unreadable = (reason: string): Failure =>
  fail({ kind: 'invalid-input', issues: [{ path: 'file', message: `the workbook cannot be read: ${reason}` }] })

/**
 * The first sheet of an XLSX workbook that has rows, as a text of cells: dates as 1990-05-17, formulas as their results. Errors:
 * invalid-input; too-large; file. To be called in a thread of its own: a small workbook can name cells so far apart, or repeat a
 * text so often, that the memory for its rows would end the process.
 */
export const readSpreadsheet = async (path: string, textLimit: number): Promise<Result<string>> => {
  // The reader below believes what the archive says of its sizes.
  const checked = await checkArchive(path)
  if (!checked.ok) return checked
  // Loaded once the archive is sound.
  const { readXlsx } = await import('hucre/xlsx')
  try {
    const bytes = await readFile(path)
    // One by one: a sheet after the list, such as a chart, need not be readable.
    let count = 1
    for (let at = 0; at < Math.min(count, mostSheets); at += 1) {
      const wanted = (_: unknown, index: number): boolean => {
        count = index + 1
        return index === at
      }
      const { sheets } = await readXlsx(bytes, { sheets: wanted }).catch(withoutChart)
      const rows = sheets[0]?.rows ?? []
      if (rows.some((row) => row.some((cell) => cell !== null && cell !== ''))) {
        const text = textOf(rows, textLimit)
        return text === null ? fail(tooManyBytes(textLimit)) : { ok: true, value: text }
      }
    }
    return { ok: true, value: '' }
  } catch (thrown) {
    return unreadable(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

/** A sheet that is a chart has no worksheet; Excel puts it before the one it shows. */
const withoutChart = (thrown: unknown): { readonly sheets: readonly never[] } => {
  if (thrown instanceof Error && thrown.message.includes('missing worksheet')) return { sheets: [] }
  throw thrown
}

const checkArchive = async (path: string): Promise<Result<null>> => {
  const archive = await openYauzlArchive(path, mostEntries)
  if (!archive.ok) return archive.error.kind === 'file' ? archive : unreadable('its archive is damaged')
  try {
    const { entries, read } = archive.value
    if (entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > limitBytes) {
      return fail(tooManyBytes(limitBytes))
    }
    for (const [at, { isEncrypted }] of entries.entries()) {
      if (isEncrypted) return unreadable('it is encrypted')
      const entry = await read(at)
      if (!entry.ok) return unreadable('its archive is damaged')
    }
    return { ok: true, value: null }
  } finally {
    archive.value.close()
  }
}

type SheetCell = string | number | boolean | Date | null

/** Null beyond so many characters. */
const textOf = (rows: readonly (readonly SheetCell[])[], limit: number): string | null => {
  const lines: string[] = []
  let length = 0
  for (const row of rows) {
    const line = row.map(cellText).join(';')
    length += line.length
    if (length > limit) return null
    lines.push(line)
  }
  return lines.join('\n')
}

const cellText = (cell: SheetCell): string => {
  if (cell === null) return ''
  // Excel shows no date either for a number beyond its calendar.
  const text =
    cell instanceof Date
      ? Number.isNaN(cell.getTime())
        ? ''
        : cell.toISOString().slice(0, 10)
      : String(cell).slice(0, longestCell)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
