import type { Input, Value } from '../../../preload/contract.ts'
import type { BlockDetails, BlockList, RaceYears } from '../../../preload/contract/blocks.ts'
import type { BlockTypeId, Json, ProfileId } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Gate } from '../../gate/gate.ts'
import { invalid, renameIssues } from '../commandLine.ts'
import { cellText, jsonText, prettyLines, tableLines } from '../words/plain.ts'
import { chooseProfile, readProfileFlags } from '../profileChoice.ts'
import { runJob } from '../runJob.ts'
import { withCore } from '../session.ts'
import { profileOptions, profileSynopsis, type Context, type Verb } from '../verb.ts'
import { notFound } from '../../kernel/result.ts'

type Wanted = {
  readonly fields: readonly string[] | undefined
  readonly id: BlockTypeId | undefined
  readonly isStored: boolean
  readonly isRefresh: boolean
}

const readWanted = ({ line }: Context): Result<Wanted> => {
  const fields = line
    .text('fields')
    ?.split(',')
    .map((field) => field.trim())
  if (fields?.includes('') === true) return invalid('--fields', 'use field names separated by commas')
  const isStored = line.has('stored')
  const isRefresh = line.has('refresh')
  if (isStored && isRefresh) return invalid('--stored', 'cannot be used with --refresh')
  const id = line.text('details') as BlockTypeId | undefined
  if (isStored && fields !== undefined && id === undefined) return invalid('--stored', 'cannot be used with --fields')
  return { ok: true, value: { fields, id, isStored, isRefresh } }
}

/** Fetches all types, which is the only way to the details of one. */
const fetchAll = async (context: Context, gate: Gate, input: Input<'block:details'>): Promise<Result<null>> => {
  const job = await runJob(
    context,
    gate,
    async () => {
      const opening = await gate.call('block:details', { ...input, isRefresh: true })
      if (!opening.ok) return opening
      return opening.value.state === 'fetching'
        ? { ok: true, value: { jobId: opening.value.jobId } }
        : { ok: true, value: null }
    },
    ({ done, total }) => context.output.progress(total === 0 ? `${done} bytes` : `${done} of ${total} bytes`),
  )
  context.output.endProgress()
  if (!job.ok) return job
  const { state, error } = job.value
  if (error !== null) return { ok: false, error }
  return state === 'done' ? { ok: true, value: null } : { ok: false, error: { kind: 'cancelled' } }
}

const isThere = async (gate: Gate, profileId: ProfileId, id: BlockTypeId): Promise<Result<boolean>> => {
  const list: Result<BlockList> = await gate.call('block:list', { profileId })
  if (!list.ok) return list
  const { whole } = list.value
  if (whole === null) return { ok: true, value: false }
  const stored = await gate.call('block:list', { profileId, snapshot: whole.id })
  return stored.ok ? { ok: true, value: stored.value.types.some((type) => type.id === id) } : stored
}

/** From the store where it is; else, or with --refresh, the service is asked once. */
const readDetails = async (
  context: Context,
  gate: Gate,
  profileId: ProfileId,
  id: BlockTypeId,
  { isStored, isRefresh }: Wanted,
): Promise<Result<BlockDetails>> => {
  const known = await isThere(gate, profileId, id)
  if (!known.ok) return known
  if (isStored && !known.value) return notFound('block type')
  if (!isStored && (isRefresh || !known.value)) {
    const fetched = await fetchAll(context, gate, { profileId, id })
    if (!fetched.ok) return fetched
  }
  const opening: Result<Value<'block:details'>> = await gate.call('block:details', { profileId, id })
  if (!opening.ok) return opening
  return opening.value.state === 'stored' ? { ok: true, value: opening.value.block } : notFound('block type')
}

const chosenFields = (received: BlockDetails['received'], fields: readonly string[] | undefined): Json =>
  fields === undefined
    ? received
    : Object.fromEntries(Object.entries(received).filter(([field]) => fields.includes(field)))

const listLines = ({ types }: BlockList): readonly string[] =>
  tableLines(
    ['id', 'name', 'group', 'priority', 'container'],
    types.map(({ id, name, group, priority, isWrapping }) => [
      id,
      name,
      group,
      priority === null ? '' : String(priority),
      isWrapping ? 'yes' : '',
    ]),
  )

const fieldLines = ({ types }: BlockList, fields: readonly string[]): readonly string[] =>
  tableLines(
    fields,
    types.map(({ received }) => fields.map((field) => cellText(received[field]))),
  )

/** A later reply with fewer types than shown; null without one. */
const setAsideOf = ({ setAside }: BlockList): Json =>
  setAside === null ? null : { types: setAside.types, total: setAside.total, fetchedAt: setAside.fetchedAt }

const setAsideRemark = ({ setAside, snapshot }: BlockList): string | null =>
  setAside === null || snapshot === null
    ? null
    : `the last reply had ${setAside.types} of ${setAside.total}; showing those of ${snapshot.fetchedAt}`

const remarks = (list: BlockList): string => {
  const { types, total, isReordered } = list
  const parts = [
    total > types.length ? `the service returned ${types.length} of ${total}` : `${types.length} block types`,
  ]
  if (isReordered) parts.push('sorted here; the reply had another order')
  const aside = setAsideRemark(list)
  if (aside !== null) parts.push(aside)
  return `${parts.join('; ')}\n`
}

const answerList = (list: BlockList): Json => ({
  items: list.types.map(({ received }) => received),
  total: list.total,
  offset: list.offset,
  limit: list.limit,
  isReordered: list.isReordered,
  fetchedAt: list.snapshot?.fetchedAt ?? null,
  setAside: setAsideOf(list),
})

type Answer = {
  readonly value: Json
  /** Added beside the value of a single type, which is the service's own. */
  readonly setAside?: Json
  readonly lines: readonly string[]
  readonly remarks: string
}

const answer = async (context: Context, gate: Gate, profileId: ProfileId, wanted: Wanted): Promise<Result<Answer>> => {
  const { id, fields, isStored } = wanted
  if (id !== undefined) {
    const block = await readDetails(context, gate, profileId, id, wanted)
    if (!block.ok) return block
    const value = chosenFields(block.value.received, fields)
    const list: Result<BlockList> = await gate.call('block:list', { profileId, snapshot: block.value.snapshot.id })
    if (!list.ok) return list
    const aside = setAsideRemark(list.value)
    return {
      ok: true,
      value: {
        value,
        ...(aside === null ? {} : { setAside: setAsideOf(list.value) }),
        lines: prettyLines(value),
        remarks: aside === null ? '' : `${aside}\n`,
      },
    }
  }
  const list: Result<BlockList> = await gate.call('block:list', {
    profileId,
    ...(isStored ? {} : { isRefresh: true }),
    ...(fields === undefined ? {} : { fields }),
  })
  if (!list.ok) return renameIssues(list, { fields: '--fields', 'fields.0': '--fields' })
  if (isStored && list.value.snapshot === null) return notFound('block types')
  const lines = fields === undefined ? listLines(list.value) : fieldLines(list.value, fields)
  return { ok: true, value: { value: answerList(list.value), lines, remarks: remarks(list.value) } }
}

const blocksVerb: Verb = {
  words: 'blocks',
  synopsis: `[--fields a,b] [--details ID [--refresh]] [--stored] ${profileSynopsis}`,
  summary: 'list the block types, or show one with its details, stored after the first download',
  options: {
    ...profileOptions,
    fields: { type: 'string' },
    details: { type: 'string' },
    refresh: { type: 'boolean' },
    stored: { type: 'boolean' },
  },
  positionals: [],
  run: async (context) => {
    const flags = readProfileFlags(context.line)
    if (!flags.ok) return flags
    const wanted = readWanted(context)
    if (!wanted.ok) return wanted
    const session = flags.value.unsaved === undefined ? {} : { unsaved: flags.value.unsaved }
    const answered = await withCore(context, session, async (core) => {
      const profile = await chooseProfile(core, flags.value)
      return profile.ok ? await answer(context, core.gate, profile.value.id, wanted.value) : profile
    })
    if (!answered.ok) return answered
    const { lines, remarks: said, ...told } = answered.value
    const printed = await context.output.print(context.isJson ? [`${jsonText({ ok: true, ...told })}\n`] : lines)
    if (!printed.ok) return printed
    if (!context.isJson && said !== '') await context.output.say(said)
    return { ok: true, value: 0 }
  },
}

const yearLines = ({ data, table }: RaceYears): readonly string[] =>
  table === null
    ? prettyLines(data)
    : tableLines(
        table.columns.map((column) => (column === '' ? 'year' : column)),
        table.rows.map((row) => row.map(cellText)),
      )

const yearsVerb: Verb = {
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
    const answer = context.isJson ? [`${jsonText({ ok: true, value: data })}\n`] : yearLines(years.value)
    const printed = await context.output.print(answer)
    if (!printed.ok) return printed
    if (emptyReplyAt !== null) await context.output.say(`The last reply had no years. Showing those of ${fetchedAt}.\n`)
    return { ok: true, value: 0 }
  },
}

export const blocksVerbs: readonly Verb[] = [blocksVerb, yearsVerb]
