import type { AuditFinding } from '../../../preload/contract/audit.ts'
import type { Status } from '../../../preload/contract/results.ts'
import type { Translate } from '../../text/text.ts'

const STATUSES: readonly Status[] = ['OK', 'DNF', 'DNS', 'DSQ', 'OTL', 'NC', 'on course', 'unknown']

/** One finding as a sentence. */
export const findingText = ({ rule, says }: AuditFinding, t: Translate): string => {
  if (rule === 'no-time' && says['place'] === undefined) return t('audit.says.no-time.noPlace')
  if (rule === 'gap' || rule === 'laps-backwards') {
    const shift = (['late', 'early'] as const).find((word) => says[word] !== undefined)
    if (shift !== undefined) return t(`audit.says.${rule}.${shift}`, says)
  }
  if (rule === 'laps-backwards' && says['point'] === '')
    return t(`audit.says.laps-backwards.finish${says['rows'] === undefined ? '' : '.rows'}`, says)
  if (rule === 'place-holes' && says['from'] === says['to']) return t('audit.says.place-holes.one', says)
  if (rule === 'impossible-time') {
    const kind = says['km'] === undefined ? '.others' : says['rows'] === undefined ? '' : '.rows'
    return t(`audit.says.impossible-time${kind}`, says)
  }
  if (rule === 'unit-disagrees') {
    const about = (['columns', 'rows', 'point'] as const).find((word) => says[word] !== undefined)
    return t(about === undefined ? 'audit.says.unit-disagrees' : `audit.says.unit-disagrees.${about}`, says)
  }
  if (rule === 'status-with-place') {
    const status = STATUSES.find((known) => known === says['status']) ?? 'unknown'
    return t('audit.says.status-with-place', { ...says, status: t(`finisher.${status}`) })
  }
  if (rule === 'bib-two-names' || rule === 'duplicate-bib') {
    const named = (word: string): string => String(says[word] ?? '') || t('card.noName')
    return t(`audit.says.${rule}`, { ...says, name: named('name'), otherName: named('otherName') })
  }
  return t(`audit.says.${rule}`, says)
}
