import type { CategoryId, ReplyId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Reply } from '../../../preload/contract/replies.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { SetAside, Shrunk, StageTree } from '../../../preload/contract/stages.ts'
import type { Gate } from '../../gate/gate.ts'
import { placedCategories, selectCategories, type PlacedCategory } from '../categorySelection.ts'
import { invalid, readInteger, type CommandLine } from '../commandLine.ts'
import { jsonText, tableLines } from '../words/plain.ts'
import { withCore } from '../session.ts'
import { readStage } from '../words/stageText.ts'
import { readStored } from '../storedStage.ts'
import type { Verb } from '../verb.ts'
import { notFound } from '../../kernel/result.ts'

type ListedCategory = {
  readonly distance: string
  readonly category: string
  readonly guid: string
  readonly rows: number
  readonly setAside?: SetAside
  readonly shrunk?: Shrunk
  readonly replies: readonly Reply[]
}

type Action = 'accept' | 'back' | 'keep' | 'use'
const actions: readonly Action[] = ['accept', 'back', 'keep', 'use']

type Wish = {
  readonly action: Action | null
  readonly limit: number
  readonly use: ReplyId | null
  readonly isNarrowed: boolean
}

const readWish = (line: CommandLine): Result<Wish> => {
  const use = readInteger(line, 'use', { min: 1 })
  if (!use.ok) return use
  const limit = readInteger(line, 'limit', { min: 1, max: 1_000 })
  if (!limit.ok) return limit
  const given = actions.filter((action) => (action === 'use' ? use.value !== undefined : line.has(action)))
  if (given.length > 1) return invalid(`--${given[1] ?? ''}`, 'only one of --accept, --back, --keep and --use')
  const reply = use.value === undefined ? null : (String(use.value) as ReplyId)
  return {
    ok: true,
    value: {
      action: given[0] ?? null,
      limit: limit.value ?? 10,
      use: reply,
      isNarrowed: line.texts('category').length > 0,
    },
  }
}

const chosen = (tree: StageTree, line: CommandLine): Result<readonly PlacedCategory[]> => {
  const categories = selectCategories(tree, line.texts('category'))
  if (!categories.ok) return categories
  const ids = categories.value === undefined ? null : new Set(categories.value)
  return { ok: true, value: placedCategories(tree).filter(({ category }) => ids?.has(category.id) ?? true) }
}

type Choice = { readonly category: CategoryId; readonly reply: ReplyId }

/** The reply that becomes the table of each category; categories without one are left out. */
const choicesOf = (placed: readonly PlacedCategory[], { action, use, isNarrowed }: Wish): Result<readonly Choice[]> => {
  if (action === 'use') {
    const [only, ...more] = placed
    if (only === undefined || more.length > 0 || use === null)
      return invalid('--category', '--use needs exactly one category')
    return { ok: true, value: [{ category: only.category.id, reply: use }] }
  }
  const choices = placed.flatMap(({ category: { id, setAside, shrunk } }): Choice[] => {
    const reply = action === 'accept' ? setAside?.reply : shrunk?.before.reply
    return reply === undefined ? [] : [{ category: id, reply }]
  })
  // A mistyped option must not replace the tables of a whole stage.
  if (choices.length > 1 && action !== 'keep' && !isNarrowed)
    return invalid('--category', `choose categories: ${choices.length} have such a reply`)
  if (choices.length > 0) return { ok: true, value: choices }
  const what = action === 'accept' ? 'an unused reply' : 'a table that shrank'
  return notFound(what)
}

const act = async (
  gate: Gate,
  stage: StageGuid,
  placed: readonly PlacedCategory[],
  wish: Wish,
): Promise<Result<null>> => {
  if (wish.action === null) return { ok: true, value: null }
  const choices = choicesOf(placed, wish)
  if (!choices.ok) return choices
  if (wish.action === 'keep')
    return await gate.call('reply:keep', { stage, categories: choices.value.map(({ category }) => category) })
  for (const choice of choices.value) {
    const used = await gate.call('reply:use', { stage, ...choice })
    if (!used.ok) return used
  }
  return { ok: true, value: null }
}

const listed = async (
  gate: Gate,
  placed: readonly PlacedCategory[],
  limit: number,
): Promise<Result<readonly ListedCategory[]>> => {
  const all: ListedCategory[] = []
  for (const { distance, category } of placed) {
    const { id, name, guid, rows, setAside, shrunk } = category
    const replies = await gate.call('reply:list', { category: id, limit })
    if (!replies.ok) return replies
    all.push({
      distance,
      category: name,
      guid,
      rows,
      ...(setAside === undefined ? {} : { setAside }),
      ...(shrunk === undefined ? {} : { shrunk }),
      replies: replies.value,
    })
  }
  return { ok: true, value: all }
}

const run = async (
  gate: Gate,
  line: CommandLine,
  stage: StageGuid,
  wish: Wish,
): Promise<Result<readonly ListedCategory[]>> => {
  const tree = await readStored(gate, stage)
  if (!tree.ok) return tree
  const before = chosen(tree.value, line)
  if (!before.ok) return before
  const acted = await act(gate, stage, before.value, wish)
  if (!acted.ok) return acted
  const now = await gate.call('stage:tree', { stage })
  if (!now.ok) return now
  const after = chosen(now.value, line)
  return after.ok ? await listed(gate, after.value, wish.limit) : after
}

const lines = (categories: readonly ListedCategory[]): readonly string[] =>
  tableLines(
    ['distance', 'category', 'reply', 'fetched', 'rows', 'standing', 'text'],
    categories.flatMap(({ distance, category, replies }) =>
      replies.map(({ id, fetchedAt, rows, standing, text }) => [
        distance,
        category,
        id,
        fetchedAt,
        String(rows),
        standing,
        text,
      ]),
    ),
  )

export const repliesVerb: Verb = {
  words: 'replies',
  synopsis: 'STAGE [--category NAME|GUID|DISTANCE/NAME] [--accept | --back | --keep | --use REPLY] [--limit N]',
  summary:
    'list the stored replies; --accept uses the unused one, --back the one before a table shrank, --use the one with that number, --keep ends the notice',
  options: {
    category: { type: 'string', multiple: true },
    accept: { type: 'boolean' },
    back: { type: 'boolean' },
    keep: { type: 'boolean' },
    use: { type: 'string' },
    limit: { type: 'string' },
  },
  positionals: ['STAGE'],
  run: async (context) => {
    const stage = readStage(context.line.positionals[0] ?? '')
    if (!stage.ok) return stage
    const wish = readWish(context.line)
    if (!wish.ok) return wish
    const told = await withCore(context, {}, ({ gate }) => run(gate, context.line, stage.value, wish.value))
    if (!told.ok) return told
    const answer = context.isJson ? [`${jsonText({ categories: told.value })}\n`] : lines(told.value)
    const printed = await context.output.print(answer)
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}
