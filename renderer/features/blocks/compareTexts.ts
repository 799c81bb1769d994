import { diffArrays } from 'diff'

export type Side = { readonly number: number; readonly text: string } | null

/** A row of two columns; `isChanged` when its sides are not the same. */
export type DiffRow = { readonly left: Side; readonly right: Side; readonly isChanged: boolean }

/** Rows to show, or a run of unchanged rows that is folded. */
export type DiffPart =
  | { readonly kind: 'rows'; readonly rows: readonly DiffRow[] }
  | { readonly kind: 'folded'; readonly rows: readonly DiffRow[] }

/** After this the two texts count as wholly different. */
const longestSearchMs = 1_500
/** Unchanged rows that stay beside a change. */
const around = 3

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/\r\n|\r|\n/u))

/** The lines of two texts side by side; removed lines are beside those that replaced them. */
export const compareTexts = (before: string, after: string): readonly DiffRow[] => {
  const [left, right] = [linesOf(before), linesOf(after)]
  const changes = diffArrays([...left], [...right], { timeout: longestSearchMs }) ?? [
    { value: [...left], added: false, removed: true, count: left.length },
    { value: [...right], added: true, removed: false, count: right.length },
  ]
  const rows: DiffRow[] = []
  let [leftNumber, rightNumber] = [1, 1]
  let removed: { readonly number: number; readonly text: string }[] = []
  let added: { readonly number: number; readonly text: string }[] = []
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      rows.push({ left: removed[index] ?? null, right: added[index] ?? null, isChanged: true })
    }
    removed = []
    added = []
  }
  for (const change of changes) {
    if (change.removed) removed.push(...change.value.map((text) => ({ number: leftNumber++, text })))
    else if (change.added) added.push(...change.value.map((text) => ({ number: rightNumber++, text })))
    else {
      flush()
      for (const text of change.value) {
        rows.push({ left: { number: leftNumber++, text }, right: { number: rightNumber++, text }, isChanged: false })
      }
    }
  }
  flush()
  return rows
}

/** Folds what is far from any change. */
export const foldUnchanged = (rows: readonly DiffRow[]): readonly DiffPart[] => {
  const isNear = new Uint8Array(rows.length)
  for (const [index, { isChanged }] of rows.entries()) {
    if (isChanged) isNear.fill(1, Math.max(0, index - around), index + around + 1)
  }
  const parts: { kind: DiffPart['kind']; rows: DiffRow[] }[] = []
  for (const [index, row] of rows.entries()) {
    const kind = isNear[index] === 1 ? 'rows' : 'folded'
    const last = parts.at(-1)
    if (last?.kind === kind) last.rows.push(row)
    else parts.push({ kind, rows: [row] })
  }
  // A fold must hide more than one line.
  return parts.map((part) =>
    part.kind === 'folded' && part.rows.length === 1 ? { kind: 'rows', rows: part.rows } : part,
  )
}
