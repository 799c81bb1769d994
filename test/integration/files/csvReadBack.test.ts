import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CsvPreset } from '../../../preload/contract/files.ts'
import type { Cell } from '../../../preload/contract/ids.ts'
import { cellText } from '../../../main/kernel/text/cellText.ts'
import { csvDialects, guardFormula } from '../../../main/features/files/rules/csv.ts'
import { writePieces } from '../../../main/features/files/fileWriting.ts'
import { csvPieces } from '../../../main/features/files/formats/csv.ts'
import { useCores } from '../../support/coreRig.ts'
import { findPythonWithOpenpyxl, suiteFor } from '../../support/requirements.ts'

const python = findPythonWithOpenpyxl() ?? ''
const script = `
import csv, json, sys
path, separator, encoding = sys.argv[1:]
csv.field_size_limit(1 << 30)
json.dump(list(csv.reader(open(path, encoding=encoding, newline=''), delimiter=separator)), sys.stdout)
`
const run = promisify(execFile)
const cores = useCores()

const signs = fc.constantFrom('0:14', ...Array.from(`=+-@＝＋'",;\t\r\n \u200b1x`))
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(signs, { maxLength: 5 }).map((parts) => parts.join('')),
)
const cells: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 6, arbitrary: texts },
  fc.integer(),
  fc.constant(null),
  fc.array(texts, { maxLength: 2 }),
)

suiteFor('openpyxl', python !== '')('CSV in the hands of Python', () => {
  it.each(Object.keys(csvDialects) as CsvPreset[])(
    'is in %s what was written, but for the apostrophe of guarded texts',
    async (preset) => {
      const rows = fc.sample(fc.array(cells, { minLength: 4, maxLength: 4 }), { numRuns: 1_000, seed: 12 })
      const { separator, encoding, hasByteOrderMark } = csvDialects[preset]
      const path = join(await cores.folder(), `${preset}.csv`)
      const chunks: Buffer[] = []
      const write = async (chunk: string | Uint8Array): Promise<{ ok: true; value: null }> => {
        chunks.push(Buffer.from(chunk as Uint8Array))
        return { ok: true, value: null }
      }
      const header = ['a', '=b', 'c', 'd']
      const content = { total: rows.length, encoding, pieces: csvPieces(header, [rows], preset) }
      await writePieces({ write }, content, { signal: new AbortController().signal, report: () => undefined })
      await writeFile(path, Buffer.concat(chunks))
      const named = encoding === 'utf16le' ? 'utf-16' : hasByteOrderMark ? 'utf-8-sig' : 'utf-8'
      const { stdout } = await run(python, ['-c', script, path, separator, named], { maxBuffer: 1 << 28 })
      const written = (cell: Cell): string => (typeof cell === 'string' ? guardFormula(cell) : cellText(cell))
      expect(JSON.parse(stdout)).toEqual([header, ...rows].map((row) => row.map(written)))
    },
  )
})
