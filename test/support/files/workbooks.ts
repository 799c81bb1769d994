import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { findPythonWithOpenpyxl, suiteFor } from '../requirements.ts'

/** `type` as openpyxl names it: n number, s text, b boolean, d duration (then `value` are milliseconds), f formula. */
export type ReadCell = {
  readonly type: string
  readonly value: string | number | boolean | null
  readonly format: string
}

export type ReadSheet = {
  readonly title: string
  readonly frozen: string | null
  readonly filter: string | null
  readonly widths: readonly number[]
  readonly above: readonly (string | null)[]
  /** From the head on; trailing blanks included, so that all rows are equally long. */
  readonly rows: readonly (readonly ReadCell[])[]
}

const python = findPythonWithOpenpyxl() ?? ''
export const suiteForWorkbooks = (): ReturnType<typeof suiteFor> => suiteFor('openpyxl', python !== '')

/** One Python for a worker, as it takes longer to load openpyxl than to read a workbook; it ends with the worker. */
const startReader = () => {
  const child = spawn(python, ['-W', 'error', '-c', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  return { paths: child.stdin, answers: createInterface(child.stdout)[Symbol.asyncIterator]() }
}
let reader: ReturnType<typeof startReader> | null = null

type ReadBook = { readonly sheets: readonly ReadSheet[]; readonly damaged: string | null }

/** Every cell of a workbook as openpyxl reads it, and what of the archive Python's zipfile finds damaged. */
export const readWorkbook = async (path: string): Promise<ReadBook> => {
  reader ??= startReader()
  reader.paths.write(`${path}\n`)
  const { value, done } = await reader.answers.next()
  if (done !== true) return JSON.parse(value) as ReadBook
  reader = null
  throw new Error(`Python cannot read ${path}`)
}

const script = `
import datetime, json, re, sys, zipfile
import openpyxl
from xml.etree import ElementTree

def value(cell):
    if isinstance(cell.value, datetime.timedelta):
        return cell.value / datetime.timedelta(milliseconds=1)
    if isinstance(cell.value, str):
        return re.sub('_x([0-9A-Fa-f]{4})_', lambda found: chr(int(found.group(1), 16)), cell.value)
    return cell.value

def head(sheet):
    return int(re.sub('[A-Z]', '', sheet.freeze_panes or 'A2')) - 1

def read(path):
    archive = zipfile.ZipFile(path)
    for name in archive.namelist():
        ElementTree.fromstring(archive.read(name))
    return {
        'damaged': archive.testzip(),
        'sheets': [{
            'title': sheet.title,
            'frozen': sheet.freeze_panes,
            'filter': sheet.auto_filter.ref,
            'widths': [column.width for column in sheet.column_dimensions.values()],
            'rows': [[{'type': cell.data_type, 'value': value(cell), 'format': cell.number_format} for cell in row]
                     for row in sheet.iter_rows(min_row=head(sheet))],
            'above': [sheet.cell(row, 1).value for row in range(1, head(sheet))],
        } for sheet in openpyxl.load_workbook(path)],
    }

for line in sys.stdin:
    print(json.dumps(read(line.rstrip())), flush=True)
`
