import type { Audit, AuditFinding } from '../../../preload/contract/audit.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ReplyPlace, Result } from '../../../preload/contract/result.ts'
import { auditLines } from '../../features/audit/rules/auditLines.ts'
import { findingText } from '../../features/audit/rules/findingText.ts'
import type { Gate } from '../../gate/gate.ts'
import { skipText } from '../words/auditWords.ts'
import { placedCategories, selectCategories, type PlacedCategory } from '../categorySelection.ts'
import type { CommandLine } from '../commandLine.ts'
import { damagedJson, readDamaged, sayDamaged } from '../damaged.ts'
import { jsonText, plain, tableLines } from '../words/plain.ts'
import { sentenceOf } from '../words/sentence.ts'
import { withCore } from '../session.ts'
import { readStage } from '../words/stageText.ts'
import { readStored } from '../storedStage.ts'
import type { Verb } from '../verb.ts'

const findingJson = (finding: AuditFinding) => ({
  rule: finding.rule,
  distance: finding.distanceName,
  category: finding.categoryName,
  ...(finding.bib === '' ? {} : { bib: finding.bib }),
  ...(finding.name === '' ? {} : { name: finding.name }),
  /** Index of the row in its category, as received. */
  index: finding.index,
  message: findingText(finding),
})

const answerJson = ({ findings, counts, notChecked, rows, categories, damaged }: Answer): string =>
  `${jsonText({ findings: findings.map(findingJson), counts, notChecked, rows, categories, ...damagedJson(damaged) })}\n`

const answerLines = ({ findings }: Audit): readonly string[] =>
  findings.length === 0 ? [] : tableLines(['rule', 'distance', 'category', 'bib', 'name', 'what'], auditLines(findings))

/** Adds the categories that could not be checked, and those whose last reply could not be read, with the reason. */
type Answer = Audit & { readonly damaged: readonly ReplyPlace[]; readonly unread: readonly string[] }

const unreadLine = ({ distance, category: { name, error } }: PlacedCategory): readonly string[] =>
  error?.kind === 'unexpected-reply' ? [plain(`${distance} / ${name}: ${sentenceOf(error)}`)] : []

const readAudit = async (gate: Gate, line: CommandLine, stage: StageGuid): Promise<Result<Answer>> => {
  const tree = await readStored(gate, stage)
  if (!tree.ok) return tree
  const categories = selectCategories(tree.value, line.texts('category'))
  if (!categories.ok) return categories
  const audit = await gate.call('results:audit', {
    stage,
    ...(categories.value === undefined ? {} : { categories: categories.value }),
  })
  if (!audit.ok) return audit
  const damaged = await readDamaged(gate, stage, categories.value)
  if (!damaged.ok) return damaged
  const checked = placedCategories(tree.value).filter(({ category }) => categories.value?.includes(category.id) ?? true)
  return { ok: true, value: { ...audit.value, damaged: damaged.value, unread: checked.flatMap(unreadLine) } }
}

export const auditVerb: Verb = {
  words: 'audit',
  synopsis: 'STAGE [--category NAME|GUID|DISTANCE/NAME]',
  summary: 'check the stored rows for inconsistent results; changes nothing',
  options: { category: { type: 'string', multiple: true } },
  positionals: ['STAGE'],
  run: async (context) => {
    const stage = readStage(context.line.positionals[0] ?? '')
    if (!stage.ok) return stage
    const audit = await withCore(context, {}, ({ gate }) => readAudit(gate, context.line, stage.value))
    if (!audit.ok) return audit
    const printed = await context.output.print(context.isJson ? [answerJson(audit.value)] : answerLines(audit.value))
    if (!printed.ok) return printed
    await sayDamaged(context, audit.value.damaged)
    await context.output.say(audit.value.unread.map((line) => `${line}\n`).join(''))
    if (!context.isJson) await context.output.say(summaryOf(audit.value))
    return { ok: true, value: 0 }
  },
}

const summaryOf = ({ findings, counts, notChecked, rows }: Audit): string => {
  const found = counts.reduce((sum, count) => sum + count.found, 0)
  const shown = found > findings.length ? `, ${findings.length} of them shown` : ''
  const first = `${found} ${found === 1 ? 'issue' : 'issues'} in ${rows} rows${shown}\n`
  return [first, ...notChecked.map((skip) => `${skipText(skip)}\n`)].join('')
}
