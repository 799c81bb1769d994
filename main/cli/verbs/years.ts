import type { RaceYears } from '../../../preload/contract/blocks.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { cellText, jsonText, prettyLines, tableLines } from '../words/plain.ts'
import { chooseProfile, readProfileFlags } from '../profileChoice.ts'
import { withCore } from '../session.ts'
import { profileOptions, profileSynopsis, type Verb } from '../verb.ts'
import { notFound } from '../../kernel/result.ts'

const lines = ({ data, table }: RaceYears): readonly string[] =>
  table === null
    ? prettyLines(data)
    : tableLines(
        table.columns.map((column) => (column === '' ? 'year' : column)),
        table.rows.map((row) => row.map(cellText)),
      )

export const yearsVerb: Verb = {
  words: 'years',
  synopsis: `[--stored] ${profileSynopsis}`,
  summary: 'the race years of the service, or the stored ones',
  options: { ...profileOptions, stored: { type: 'boolean' } },
  positionals: [],
  run: async (context) => {
    const flags = readProfileFlags(context.line)
    if (!flags.ok) return flags
    const isStored = context.line.has('stored')
    const session = flags.value.unsaved === undefined ? {} : { unsaved: flags.value.unsaved }
    const years = await withCore(context, session, async (core): Promise<Result<RaceYears>> => {
      const profile = await chooseProfile(core, flags.value)
      if (!profile.ok) return profile
      return await core.gate.call('race:years', {
        profileId: profile.value.id,
        ...(isStored ? {} : { isRefresh: true }),
      })
    })
    if (!years.ok) return years
    const { data, emptyReplyAt, fetchedAt } = years.value
    if (fetchedAt === null) return notFound('race years')
    const answer = context.isJson ? [`${jsonText({ ok: true, value: data })}\n`] : lines(years.value)
    const printed = await context.output.print(answer)
    if (!printed.ok) return printed
    if (emptyReplyAt !== null) await context.output.say(`The last reply had no years. Showing those of ${fetchedAt}.\n`)
    return { ok: true, value: 0 }
  },
}
