import type { AuditFinding } from '../../preload/contract/audit.ts'
import type { Column } from '../../preload/contract/columns.ts'
import type { CategoryId } from '../../preload/contract/ids.ts'
import { auditTables, type AuditReport } from '../../main/features/audit/rules/audit.ts'
import { finisherReader } from '../../main/features/results/rules/finisher.ts'
import type { TableColumn } from '../../main/features/columns/rules/table/columns.ts'

const roles = {
  place: 'place',
  overall: 'placeOverall',
  bib: 'bib',
  name: 'name',
  time: 'result',
  chip: 'chipTime',
  gun: 'gunTime',
  bySex: 'placeSex',
  byGroup: 'placeCategory',
  gap: 'gap',
  age: 'age',
  sex: 'sex',
  group: 'ageGroup',
  status: 'status',
  team: 'team',
} as const

const columnsOf = (names: readonly string[]): readonly TableColumn[] =>
  names.map((name): TableColumn => {
    const point = /^(km\d+)\.(total|lap)$/.exec(name)
    const kind: Column['kind'] = 'text'
    if (point !== null) {
      const field = point[2] === 'lap' ? 'lapTime' : 'totalTime'
      const split = { list: 'laps', label: point[1] ?? '', field }
      return {
        name: `laps.${split.label}.${field}`,
        path: [name],
        kind,
        role: field === 'lapTime' ? 'lap' : 'split',
        split,
      }
    }
    return { name, path: [name], kind, role: roles[name as keyof typeof roles] }
  })

export type Cells = Readonly<Record<string, string | number | null>>
type Category = {
  readonly name?: string
  readonly distance?: string
  readonly rows: readonly Cells[]
  readonly open?: readonly TableColumn[]
}

export const audit = (...categories: readonly Category[]): AuditReport => {
  const steps = auditTables(
    categories.map(({ name = 'Overall', distance = 'City run', rows, open = [] }, at) => ({
      category: String(at + 1) as CategoryId,
      distance,
      distanceName: distance,
      categoryName: name,
      *read() {
        yield
        const columns = [...columnsOf([...new Set(rows.flatMap((row) => Object.keys(row)))]), ...open]
        return { columns, reader: finisherReader(columns), rows }
      },
    })),
  )
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

export const ofRule = ({ findings }: AuditReport, rule: AuditFinding['rule']): readonly AuditFinding[] =>
  findings.filter((finding) => finding.rule === rule)

export const reasons = ({ notChecked }: AuditReport): readonly string[] =>
  notChecked.map(({ rule, reason }) => `${rule} ${reason}`)

export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

/** A field in order: places from 1, a time of its own each, bibs from 101. */
export const field = (
  count: number,
  change: (row: Record<string, string | number | null>, at: number) => unknown = () => undefined,
) =>
  Array.from({ length: count }, (_, at) => {
    const row: Record<string, string | number | null> = {
      place: at + 1,
      bib: 101 + at,
      name: `Runner ${String.fromCodePoint(65 + (at % 26))}${at}`,
      time: clock(1800 + at * 7),
      gap: at === 0 ? '' : `+${clock(at * 7)}`,
      age: 30 + (at % 5),
      sex: 'M',
    }
    change(row, at)
    return row
  })
