import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { RaceGuid } from '../../../preload/contract/ids.ts'
import type { PromoDifference, PromoPreview, PromoReceipt } from '../../../preload/contract/promo.ts'
import type { FileReason, Result } from '../../../preload/contract/result.ts'
import type { Core } from '../../core.ts'
import { readText } from '../../kernel/text/textBytes.ts'
import { findGuids } from '../../kernel/urls.ts'
import { invalid, renameIssues } from '../commandLine.ts'
import type { ExitCode } from '../exitCode.ts'
import { jsonText } from '../words/plain.ts'
import { chooseProfile, readProfileFlags, type ProfileFlags } from '../profileChoice.ts'
import { attemptText, previewLines, receiptLines, refusedIssues, warningText } from '../words/promoWords.ts'
import { withCore } from '../session.ts'
import { profileOptions, profileSynopsis, type Context, type Verb } from '../verb.ts'

/** The answer of `promo set` without --yes. */
export type PromoPreviewAnswer = Pick<PromoPreview, 'race' | 'count' | 'reading' | 'lines' | 'request'> & {
  readonly codes: readonly { readonly value: string; readonly discountPercent: string | null }[]
  readonly comparison: (PromoDifference & { readonly sentAt: string }) | null
  readonly lastAttempt: PromoReceipt | null
  readonly sent: false
}

type Wanted = { readonly race: RaceGuid; readonly file: string; readonly isSure: boolean }
type Ended =
  | { readonly kind: 'preview'; readonly preview: PromoPreview }
  | { readonly kind: 'sent'; readonly receipt: PromoReceipt }

const limitBytes = 2 * 1024 * 1024

const fileReasons: ReadonlyMap<string, FileReason> = new Map([
  ['ENOENT', 'missing'],
  ['ENOTDIR', 'not-a-folder'],
  ['ENAMETOOLONG', 'name-too-long'],
  ['EBUSY', 'locked'],
])

/** At most one byte more than the limit, whatever stands at the path. */
const readFileStart = async (path: string, given: string): Promise<Result<Uint8Array>> => {
  try {
    const handle = await open(path)
    try {
      const chunks: Buffer[] = []
      let sizeBytes = 0
      for await (const chunk of handle.createReadStream({ end: limitBytes, autoClose: false })) {
        const bytes = Buffer.from(chunk as Uint8Array)
        sizeBytes += bytes.length
        chunks.push(bytes)
      }
      return sizeBytes > limitBytes
        ? invalid('--file', `larger than ${limitBytes} bytes`)
        : { ok: true, value: Buffer.concat(chunks) }
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
    return { ok: false, error: { kind: 'file', reason: fileReasons.get(code) ?? 'denied', path: given } }
  }
}

const readWanted = ({ line }: Context): Result<Wanted> => {
  const given = (line.positionals[0] ?? '').trim()
  const [race] = findGuids(given)
  if (race === undefined || race.length !== given.length) return invalid('RACE_GUID', 'not a GUID')
  const file = line.text('file')
  if (file === undefined) return invalid('--file', 'missing')
  return { ok: true, value: { race: race as string as RaceGuid, file, isSure: line.has('yes') } }
}

const setWith = async (
  context: Context,
  core: Core,
  flags: ProfileFlags,
  { race, isSure }: Wanted,
  text: string,
): Promise<Result<Ended>> => {
  const profile = await chooseProfile(core, flags)
  if (!profile.ok) return profile
  const asked = await core.gate.call('promo:preview', { profileId: profile.value.id, race, text })
  const previewed = renameIssues(asked, { text: '--file' })
  if (!previewed.ok) return previewed
  const preview = previewed.value
  const issues = refusedIssues(preview.lines)
  if (issues.length > 0) return { ok: false, error: { kind: 'invalid-input', issues } }
  if (preview.id === null) return invalid('--file', 'contains no codes')
  if (!isSure) return { ok: true, value: { kind: 'preview', preview } }
  await context.output.say(warningText(preview.lines))
  if (preview.lastAttempt !== null) await context.output.say(attemptText(preview.lastAttempt))
  const set = await core.gate.call('promo:set', { previewId: preview.id, confirmedCount: preview.count })
  return set.ok ? { ok: true, value: { kind: 'sent', receipt: set.value } } : set
}

const previewAnswer = (preview: PromoPreview): PromoPreviewAnswer => {
  const { race, count, reading, lines, request, comparison, lastAttempt } = preview
  return {
    sent: false,
    race,
    count,
    codes: lines.map(({ value, discountPercent }) => ({ value, discountPercent })),
    reading,
    lines,
    request,
    comparison: comparison === null ? null : { sentAt: comparison.receipt.sentAt, ...comparison.difference },
    lastAttempt,
  }
}

const show = async (context: Context, ended: Ended): Promise<Result<ExitCode>> => {
  const { isJson, output } = context
  if (ended.kind === 'preview') {
    const printed = await output.print(
      isJson ? [`${jsonText(previewAnswer(ended.preview))}\n`] : previewLines(ended.preview),
    )
    return printed.ok ? { ok: true, value: 0 } : printed
  }
  const { receipt } = ended
  const printed = await output.print([isJson ? `${jsonText({ ok: true, value: receipt })}\n` : receiptLines(receipt)])
  return printed.ok ? { ok: true, value: 0 } : printed
}

export const promoSetVerb: Verb = {
  words: 'promo set',
  synopsis: `RACE_GUID --file FILE [--yes] ${profileSynopsis}`,
  summary: 'preview the promo codes of a race from a CSV or TSV file; with --yes send them, once',
  options: { ...profileOptions, file: { type: 'string' }, yes: { type: 'boolean' } },
  positionals: ['RACE_GUID'],
  run: async (context) => {
    const flags = readProfileFlags(context.line)
    if (!flags.ok) return flags
    const wanted = readWanted(context)
    if (!wanted.ok) return wanted
    const { file } = wanted.value
    const bytes = await readFileStart(resolve(context.cwd, file), file)
    if (!bytes.ok) return bytes
    const read = readText(bytes.value)
    if (read === null) return invalid('--file', 'is not a text file; save it as CSV')
    const session = flags.value.unsaved === undefined ? {} : { unsaved: flags.value.unsaved }
    const ended = await withCore(context, session, (core) =>
      setWith(context, core, flags.value, wanted.value, read.text),
    )
    return ended.ok ? await show(context, ended.value) : ended
  },
}
