import type { AuditFinding } from '../../../../preload/contract/audit.ts'
import { findingText } from './findingText.ts'

export const auditHeader = ['rule', 'distance', 'category', 'bib', 'name', 'message'] as const

/** Findings as lines of a table under `auditHeader`. */
export const auditLines = (findings: readonly AuditFinding[]): readonly (readonly string[])[] =>
  findings.map((finding) => [
    finding.rule,
    finding.distanceName,
    finding.categoryName,
    finding.bib,
    finding.name,
    findingText(finding),
  ])
