import { basename, resolve } from 'node:path'
import type { Result } from '../../../preload/contract/result.ts'
import type { SomeBibs, StartListReport } from '../../../preload/contract/columns.ts'
import { invalid } from '../commandLine.ts'
import { withCore } from '../session.ts'
import type { Verb } from '../verb.ts'
import { jsonText, plain } from '../words/plain.ts'
import { readStage } from '../words/stageText.ts'

const bibLine = (what: string, { total, bibs }: SomeBibs): readonly string[] => {
  if (total === 0) return []
  const more = total > bibs.length ? ` and ${total - bibs.length} more` : ''
  return [`${total} ${what}: ${bibs.map(plain).join(', ')}${more}\n`]
}

const reportLines = (report: StartListReport): readonly string[] => {
  const joined = report.columns.filter(({ isJoined, isSent }) => isJoined && isSent !== true)
  const named = joined.map(({ name, role }) => `${plain(name)} (${role})`)
  return [
    `${report.matched} bibs of ${report.lines} lines are in the stage; joined: ${named.join(', ')}\n`,
    ...bibLine('bibs are not in the stage', report.unmatched),
    ...bibLine('bibs stand for several people and are not joined', report.repeated),
    ...bibLine('bibs have another name in the stage and are not joined', report.otherNames),
    ...(report.withoutBib === 0 ? [] : [`${report.withoutBib} lines have no bib\n`]),
  ]
}

export const startListVerb: Verb = {
  words: 'start-list',
  synopsis: 'STAGE FILE [--dry-run] | STAGE --remove',
  summary: 'join birth dates, clubs and the like from a start list (CSV or XLSX) by bib, or remove it',
  options: { 'dry-run': { type: 'boolean' }, remove: { type: 'boolean' } },
  positionals: ['STAGE', 'FILE?'],
  run: async (context) => {
    const [stageText = '', file] = context.line.positionals
    const stage = readStage(stageText)
    if (!stage.ok) return stage
    const isRemoval = context.line.has('remove')
    if (isRemoval === (file !== undefined)) return invalid('FILE', isRemoval ? 'not with --remove' : 'missing')
    const asked = await withCore(context, {}, async ({ gate, giveFile }): Promise<Result<StartListReport | null>> => {
      if (file === undefined) return await gate.call('startList:remove', { stage: stage.value })
      const { ticket } = giveFile(resolve(context.cwd, file))
      const operation = context.line.has('dry-run') ? 'startList:try' : 'startList:join'
      return await gate.call(operation, { stage: stage.value, ticket, name: basename(file) })
    })
    if (!asked.ok) return asked
    const { value } = asked
    const printed = await context.output.print(
      context.isJson
        ? [`${jsonText(value ?? { removed: true })}\n`]
        : value === null
          ? ['The start list was removed\n']
          : reportLines(value),
    )
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}
