import type { Operations } from '../../../preload/contract.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { charsetNamed } from '../../kernel/text/textBytes.ts'
import type { ShapeStore, TableStore } from './tableStore.ts'
import type { Emit } from '../../kernel/emit.ts'
import { invalidInput, notFound } from '../../kernel/result.ts'

type Set = Operations['results:setReading']
type Preview = Operations['results:previewCharset']

type Reading = {
  readonly set: (input: Set['input']) => Promise<Result<Set['value']>>
  readonly preview: (input: Preview['input']) => Result<Preview['value']>
}

const unknownCharset = invalidInput('charset', 'a charset such as utf-8, windows-1251 or shift_jis')

/** Characters of a body that are looked through for a preview. */
const previewLength = 1_000_000
const cellCount = 3
const longestCell = 40

/** How stored bodies are read as text, as far as users decide it. Fetches nothing. */
export const createReading = ({
  store,
  emit,
}: {
  readonly store: Pick<ShapeStore, 'readOtherwise'> & Pick<TableStore, 'lastBody'>
  readonly emit: Emit
}): Reading => ({
  set: async ({ charset, ...input }) => {
    const name = charset === undefined || charset === null ? charset : charsetNamed(charset)
    if (name === null && charset !== null) return unknownCharset
    const read = await store.readOtherwise({ ...input, ...(name === undefined ? {} : { charset: name }) })
    if (read.ok) emit({ name: 'stage:changed', data: { stage: input.stage } })
    return read
  },
  preview: ({ category, charset }) => {
    if (charset !== null && charsetNamed(charset) === null) return unknownCharset
    const body = store.lastBody(category, previewLength, undefined, charset)
    if (body === null) return notFound('reply')
    return {
      ok: true,
      value: { charset: body.isText ? (body.charset?.name ?? 'utf-8') : null, cells: tellingCells(body.text) },
    }
  },
})

/** Cell texts that reveal the charset, else any with a letter. */
const tellingCells = (text: string): readonly string[] => {
  const cells = new Set<string>()
  const plain = new Set<string>()
  for (const [cell] of text.matchAll(/[^",;|\t\r\n{}[\]:<>]+/gu)) {
    const bare = cell.trim()
    if (bare.length > longestCell || !/\p{L}|\uFFFD/u.test(bare)) continue
    if (/[^\0-\x7f]/u.test(bare)) cells.add(bare)
    else if (plain.size < cellCount) plain.add(bare)
    if (cells.size === cellCount) break
  }
  return cells.size > 0 ? [...cells] : [...plain]
}
