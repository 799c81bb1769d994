import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { ScreenContent, ScreenRow, ScreenView } from '../../../preload/contract/screens/state.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Contents } from './contents.ts'
import { readExpected } from './onTheWay.ts'
import { isShown, screenRowReader } from './rows.ts'

/** What one screen shows; `category` for the view of that name. */
export type Shown = { readonly view: ScreenView; readonly category: CategoryId | null }

const pageRows = 1_000
const lastFinishers = 40

type KnownList = { readonly of: string; readonly content: string; readonly rows: number }

/** Makes what screens of a stage show. What did not change since it was last made keeps its name. */
export const createStageContents = (gate: Pick<Gate, 'call'>, stage: StageGuid, contents: Contents, clock: Clock) => {
  const lists = new Map<CategoryId, KnownList>()
  /** Answers that several views of one moment share. */
  let answers = new Map<string, Promise<unknown>>()
  const once = <T>(what: string, ask: () => Promise<T>): Promise<T> => {
    const answer = (answers.get(what) as Promise<T> | undefined) ?? ask()
    answers.set(what, answer)
    return answer
  }

  const rowsOf = async (category: CategoryId): Promise<Result<readonly ScreenRow[]>> => {
    const rows: ScreenRow[] = []
    for (;;) {
      const page = await gate.call('results:page', {
        stage,
        categories: [category],
        isByPerson: true,
        sort: [{ role: 'place' }],
        offset: rows.length,
        limit: pageRows,
      })
      if (!page.ok) return page
      rows.push(...page.value.rows.map(screenRowReader(page.value.columns)))
      if (rows.length >= page.value.total || page.value.rows.length === 0) break
    }
    return { ok: true, value: rows.filter(isShown) }
  }

  const listOf = async (distance: string, { id, name, fetchedAt, rows }: Category): Promise<Result<KnownList>> => {
    const of = `${fetchedAt} ${rows}`
    const known = lists.get(id)
    if (known?.of === of && contents.find(known.content) !== null) return { ok: true, value: known }
    const read = await rowsOf(id)
    if (!read.ok) return read
    const content: ScreenContent = { kind: 'list', distance, category: name, rows: read.value }
    const list = { of, content: await contents.keep(content), rows: read.value.length }
    lists.set(id, list)
    return { ok: true, value: list }
  }

  const rotation = async (tree: StageTree): Promise<Result<ScreenContent>> => {
    const found: Extract<ScreenContent, { readonly kind: 'lists' }>['lists'][number][] = []
    for (const { name: distance, categories } of tree.distances) {
      for (const category of categories) {
        if (category.rows === 0) continue
        const list = await listOf(distance, category)
        if (!list.ok) return list
        const { content, rows } = list.value
        if (rows > 0) found.push({ distance, category: category.name, content, rows })
      }
    }
    return { ok: true, value: { kind: 'lists', lists: found } }
  }

  const contentOf = async (tree: StageTree, { view }: Shown): Promise<Result<ScreenContent | null>> => {
    switch (view) {
      case 'rotation':
        return await rotation(tree)
      case 'podium': {
        const podiums = await once('podium', () => gate.call('results:podium', { stage }))
        return podiums.ok ? { ok: true, value: { kind: 'podiums', podiums: podiums.value } } : podiums
      }
      case 'last':
      case 'announcer': {
        const last = await once('finishes', () => gate.call('results:finishes', { stage, limit: lastFinishers }))
        if (!last.ok) return last
        if (view === 'last') return { ok: true, value: { kind: 'finishes', finishes: last.value, podiums: null } }
        const podiums = await once('podium', () => gate.call('results:podium', { stage }))
        if (!podiums.ok) return podiums
        return { ok: true, value: { kind: 'finishes', finishes: last.value, podiums: podiums.value } }
      }
      case 'onTheWay': {
        const last = await once('finishes', () => gate.call('results:finishes', { stage, limit: lastFinishers }))
        const expected = last.ok ? await readExpected(gate, stage, tree, last.value, clock()) : last
        return expected.ok ? { ok: true, value: { kind: 'expected', expected: expected.value } } : expected
      }
      case 'category':
      case 'find':
        return { ok: true, value: null }
      default:
        return view satisfies never
    }
  }

  return {
    /** The name of the content; null for a view without one, or a category that is gone. */
    make: async (tree: StageTree, shown: Shown): Promise<Result<string | null>> => {
      if (shown.category !== null) {
        for (const { name, categories } of tree.distances) {
          const category = categories.find(({ id }) => id === shown.category)
          if (category === undefined) continue
          const list = await listOf(name, category)
          return list.ok ? { ok: true, value: list.value.content } : list
        }
        return { ok: true, value: null }
      }
      const made = await contentOf(tree, shown)
      if (!made.ok) return made
      return { ok: true, value: made.value === null ? null : await contents.keep(made.value) }
    },
    /** What comes next is of another moment. */
    begin: (): void => {
      answers = new Map()
    },
    /** Every row is read anew: columns mean something else now. */
    forget: (): void => lists.clear(),
  }
}
