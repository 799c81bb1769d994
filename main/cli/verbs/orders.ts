import type { Guid, ProfileId } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { OrderLookup, OrderSummary, OrderView } from '../../../preload/contract/orders.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { exactNumber } from '../../features/orders/rules/exactJson.ts'
import { findGuids } from '../../kernel/urls.ts'
import type { Gate } from '../../gate/gate.ts'
import { invalid } from '../commandLine.ts'
import { exitCodeOf, type ExitCode } from '../exitCode.ts'
import { escaped, jsonText, plain, tableLines } from '../words/plain.ts'
import { chooseProfile, readProfileFlags } from '../profileChoice.ts'
import { runJob } from '../runJob.ts'
import { sentenceOf } from '../words/sentence.ts'
import { withCore } from '../session.ts'
import { profileOptions, profileSynopsis, type Context, type Verb } from '../verb.ts'
import { notFound } from '../../kernel/result.ts'

const guidHint = 'a GUID, such as 3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13, or a text or link that holds one'
const pageLimit = 1_000

/** Every GUID named, in order; an argument without one is refused. */
const readGuids = (texts: readonly string[]): Result<readonly Guid[]> => {
  const found = texts.map((text) => findGuids(text))
  return found.some((guids) => guids.length === 0) ? invalid('GUID', guidHint) : { ok: true, value: found.flat() }
}

/** The outcome of one lookup, with the order of this reply. */
const readOutcome = async (gate: Gate, job: Job, lookup: OrderLookup): Promise<Result<OrderView>> => {
  if (lookup.error !== null) return { ok: false, error: lookup.error }
  if (lookup.look === null) return { ok: false, error: job.error ?? { kind: 'cancelled' } }
  const open = { guid: lookup.guid, look: lookup.look }
  const page = await gate.call('order:list', { offset: 0, limit: 0, open })
  if (!page.ok) return page
  const { opened } = page.value
  return opened === null ? notFound('order') : { ok: true, value: opened }
}

const lookUp = async (
  context: Context,
  gate: Gate,
  profileId: ProfileId,
  guids: readonly Guid[],
): Promise<Result<readonly Result<OrderView>[]>> => {
  const job = await runJob(
    context,
    gate,
    () => gate.call('order:lookup', { profileId, text: guids.join('\n') }),
    ({ done, total }) => context.output.progress(`${done} of ${total} orders`),
  )
  context.output.endProgress()
  if (!job.ok) return job
  const page = await gate.call('order:list', { offset: 0, limit: 0, job: job.value.id })
  if (!page.ok) return page
  const outcomes = new Map<Guid, Result<OrderView>>()
  for (const lookup of page.value.lookups) outcomes.set(lookup.guid, await readOutcome(gate, job.value, lookup))
  const missing: Result<OrderView> = { ok: false, error: job.value.error ?? { kind: 'cancelled' } }
  return { ok: true, value: guids.map((guid) => outcomes.get(guid) ?? missing) }
}

/** Received digits go out as they came, which `JSON.stringify` of a parsed reply would not do. */
const resultText = (found: Result<OrderView>): string =>
  found.ok ? `{"ok":true,"value":${escaped(found.value.json)}}` : jsonText(found)

const amountText = (amount: string | null, currency: string | null): string =>
  [amount, currency].filter((part) => part !== null).join(' ')

const remarkLines = ({ sum, total }: OrderView): readonly string[] =>
  sum.state === 'differs' ? [plain(`The items add up to ${sum.sum ?? ''}, the total is ${total ?? ''}.`) + '\n'] : []

const orderLines = (view: OrderView): readonly string[] => {
  const { number, stateName, stateId, total, currencyIsoCode, items } = view
  const title = [number ?? view.summary.guid, stateName ?? stateId ?? '', amountText(total, currencyIsoCode)]
  return [
    `${plain(title.filter((part) => part !== '').join(', '))}\n`,
    ...tableLines(
      ['item', 'price'],
      (items ?? []).map(({ displayName, price }) => [displayName ?? '', price ?? '']),
    ),
    ...Object.entries(view.other).map(([name, value]) => `${plain(`${name}: ${jsonText(value)}`)}\n`),
    ...remarkLines(view),
  ]
}

const foundLines = (found: Result<OrderView>): readonly string[] =>
  found.ok ? orderLines(found.value) : [`${plain(sentenceOf(found.error))}\n`]

/** Some failed: done in part. All failed: as the first of them. */
const exitCodeFor = (found: readonly Result<OrderView>[]): ExitCode => {
  const errors = found.filter((result) => !result.ok).map(({ error }): AppError => error)
  const [first] = errors
  if (first === undefined) return 0
  return errors.length < found.length ? 1 : exitCodeOf(first)
}

const orderVerb: Verb = {
  words: 'order',
  synopsis: `GUID… ${profileSynopsis}`,
  summary: 'look up orders by GUID, or by text or links with GUIDs, and store them',
  options: profileOptions,
  positionals: ['GUID…'],
  run: async (context) => {
    const flags = readProfileFlags(context.line)
    if (!flags.ok) return flags
    const guids = readGuids(context.line.positionals)
    if (!guids.ok) return guids
    const session = flags.value.unsaved === undefined ? {} : { unsaved: flags.value.unsaved }
    const found = await withCore(context, session, async (core) => {
      const profile = await chooseProfile(core, flags.value)
      return profile.ok ? await lookUp(context, core.gate, profile.value.id, guids.value) : profile
    })
    if (!found.ok) return found
    const [first] = found.value
    if (found.value.length === 1 && first !== undefined && !first.ok) return first
    const isOne = found.value.length === 1
    const json = found.value.map(resultText).join(',')
    const printed = await context.output.print(
      context.isJson ? [isOne ? `${json}\n` : `[${json}]\n`] : found.value.flatMap(foundLines),
    )
    return printed.ok ? { ok: true, value: exitCodeFor(found.value) } : printed
  },
}

const readStored = async (gate: Gate, search: string): Promise<Result<readonly OrderSummary[]>> => {
  const orders: OrderSummary[] = []
  for (;;) {
    const page = await gate.call('order:list', { search, offset: orders.length, limit: pageLimit })
    if (!page.ok) return page
    for (const order of page.value.orders) orders.push(order)
    if (page.value.orders.length === 0 || orders.length >= page.value.total) return { ok: true, value: orders }
  }
}

const numberOrText = (text: string | null): unknown => (text === null ? null : exactNumber(text))

const storedJson = (order: OrderSummary): unknown => ({
  guid: order.guid,
  number: order.number,
  stateId: numberOrText(order.stateId),
  stateName: order.stateName,
  total: numberOrText(order.total),
  currencyIsoCode: order.currencyIsoCode,
  lines: order.lines,
  profile: order.profileName,
  firstSeenAt: order.firstSeenAt,
  checkedAt: order.checkedAt,
  ...(order.change === null ? {} : { changedAt: order.change.fetchedAt, changes: order.change.changes }),
  ...(order.failure === null ? {} : { failedAt: order.failure.at, error: order.failure.error }),
})

const listVerb: Verb = {
  words: 'orders',
  synopsis: '[--search TEXT]',
  summary: 'list the stored orders; --search reads number, GUID, state and items',
  options: { search: { type: 'string', canBeEmpty: true } },
  positionals: [],
  run: async (context) => {
    const search = context.line.text('search') ?? ''
    const orders = await withCore(context, {}, ({ gate }) => readStored(gate, search))
    if (!orders.ok) return orders
    const lines = (): readonly string[] =>
      tableLines(
        ['number', 'state', 'total', 'lines', 'as of', 'GUID'],
        orders.value.map((order) => [
          order.number ?? '',
          order.stateName ?? order.stateId ?? '',
          amountText(order.total, order.currencyIsoCode),
          order.lines === null ? '' : String(order.lines),
          order.checkedAt,
          order.guid,
        ]),
      )
    const printed = await context.output.print(
      context.isJson ? [`${jsonText(orders.value.map(storedJson))}\n`] : lines(),
    )
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}

export const ordersVerbs: readonly Verb[] = [orderVerb, listVerb]
