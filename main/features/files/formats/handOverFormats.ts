import type { ExportFormat, HandOverFormat } from '../../../../preload/contract/files.ts'
import type { ColumnRole } from '../../../../preload/contract/roles.ts'
import { iof } from '../rules/handOver/iof.ts'
import { itra, itraColumns } from '../rules/handOver/itra.ts'
import type { HandOverProfile } from '../rules/handOver/profile.ts'
import { protocol, protocolColumns, protocolPlaceColumns } from '../rules/handOver/protocol.ts'
import { ultrasignup, ultrasignupColumns } from '../rules/handOver/ultrasignup.ts'
import { handOverTable, type HandOverTable } from './handOverTable.ts'
import { iofResultList } from './iofResultList.ts'
import type { Format, FormatOptions } from './format.ts'

type HandOver = {
  readonly profile: HandOverProfile
  readonly format: Format
  /** Its table as a workbook, if possible. */
  readonly workbook: HandOverTable | null
  /** Roles of personal data that go into the file. */
  readonly personalRoles: (options: Pick<FormatOptions, 'birthDates'>) => readonly ColumnRole[]
}

const protocolTable: HandOverTable = {
  profile: protocol,
  columns: protocolColumns,
  placeColumns: protocolPlaceColumns,
  preset: 'ru',
}
const itraTable: HandOverTable = {
  profile: itra,
  columns: itraColumns,
  preset: 'en',
  isForPrograms: true,
  hasBirthDates: true,
}
const ultrasignupTable: HandOverTable = {
  profile: ultrasignup,
  columns: ultrasignupColumns,
  preset: 'import',
  isPresetFixed: true,
  isForPrograms: true,
}

/** Formats for results only. */
export const handOverFormats: { readonly [F in HandOverFormat]: HandOver } = {
  protocol: {
    profile: protocol,
    format: handOverTable(protocolTable),
    // A workbook of its own: see `protocolWorkbook`.
    workbook: null,
    personalRoles: () => [],
  },
  itra: { profile: itra, format: handOverTable(itraTable), workbook: itraTable, personalRoles: () => ['birthDate'] },
  ultrasignup: {
    profile: ultrasignup,
    format: handOverTable(ultrasignupTable),
    workbook: null,
    personalRoles: () => ['age'],
  },
  iof: {
    profile: iof,
    format: iofResultList,
    workbook: null,
    personalRoles: ({ birthDates }) => (birthDates === 'full' ? ['birthDate'] : []),
  },
}

export const isHandOverFormat = (format: ExportFormat): format is HandOverFormat =>
  Object.hasOwn(handOverFormats, format)
