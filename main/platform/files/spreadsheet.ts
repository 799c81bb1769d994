import { readFile } from 'node:fs/promises'
import { fail, type Failure } from '../../kernel/result.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'
import { openYauzlArchive } from './yauzlArchive.ts'

/** Unpacked: ten times a start list of 100,000 lines. */
const limitBytes = 200_000_000
const mostEntries = 1_000

const unreadable = (reason: string): Failure =>
  fail({ kind: 'invalid-input', issues: [{ path: 'file', message: `the workbook cannot be read: ${reason}` }] })

/**
 * The first sheet of an XLSX workbook that has rows, as a text of cells: dates as 1990-05-17, formulas as their results. Errors:
 * invalid-input; too-large; file.
 */
export const readSpreadsheet = async (path: string): Promise<Result<string>> => {
  // The reader below believes what the archive says of its sizes.
  const checked = await checkArchive(path)
  if (!checked.ok) return checked
  // Loaded on first use: few runs read a workbook.
  const { readXlsx } = await import('hucre/xlsx')
  try {
    const { sheets } = await readXlsx(await readFile(path))
    const sheet = sheets.find(({ rows }) => rows.some((row) => row.some((cell) => cell !== null && cell !== '')))
    return { ok: true, value: (sheet?.rows ?? []).map((row) => row.map(cellText).join(';')).join('\n') }
  } catch (thrown) {
    return unreadable(thrown instanceof Error ? thrown.message : String(thrown))
  }
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

const cellText = (cell: string | number | boolean | Date | null): string => {
  if (cell === null) return ''
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
