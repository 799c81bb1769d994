import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Finish } from '../../../preload/contract/results.ts'
import type { ScreenSettings } from '../../../preload/contract/screens/layout.ts'
import type { Expected, ScreenColumn, ScreenContent, ScreenRow } from '../../../preload/contract/screens/state.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Contents } from './contents.ts'
import { pagesOfRound } from '../../features/screens/rules/round.ts'
import { isShown, screenRowReader } from './rows.ts'

/** The settings that decide what a screen shows. */
export type Shown = Pick<ScreenSettings, 'view' | 'category' | 'categories' | 'roundMinutes' | 'seconds' | 'rows'>

const pageRows = 1_000
const lastFinishers = 40
const mostExpected = 200

type KnownList = { readonly of: string; readonly content: string; readonly rows: number }
type MadeContent = { readonly content: ScreenContent; readonly parts: readonly string[] }

type StageContentsParts = {
  readonly gate: Pick<Gate, 'call'>
  readonly stage: StageGuid
  readonly contents: Contents
  readonly columns: readonly ScreenColumn[]
}

/** Makes the contents for the screens of a stage. A content that did not change keeps its name. */
export const createStageContents = ({ gate, stage, contents, columns }: StageContentsParts) => {
  let lists = new Map<CategoryId, KnownList>()
  /** Answers that several views of one moment share. */
  let answers = new Map<string, Promise<unknown>>()
  const once = <T>(what: string, ask: () => Promise<T>): Promise<T> => {
    const answer = (answers.get(what) as Promise<T> | undefined) ?? ask()
    answers.set(what, answer)
    return answer
  }

  const rowsOf = async (category: CategoryId): Promise<Result<readonly ScreenRow[]>> => {
    const rows: ScreenRow[] = []
    let read = 0
    for (;;) {
      const page = await gate.call('results:page', {
        stage,
        categories: [category],
        isByPerson: true,
        sort: [{ role: 'place' }],
        offset: read,
        limit: pageRows,
      })
      if (!page.ok) return page
      read += page.value.rows.length
      rows.push(...page.value.rows.map(screenRowReader(page.value.columns, columns)).filter(isShown))
      if (read >= page.value.total || page.value.rows.length === 0) return { ok: true, value: rows }
    }
  }

  const listOf = async (distance: string, category: Category): Promise<Result<KnownList>> => {
    const { id, name, fetchedAt, rows, charset, hasHeader } = category
    const of = JSON.stringify([distance, name, fetchedAt, rows, charset, hasHeader])
    // Forgotten meanwhile, rows of before are not remembered.
    const own = lists
    const known = own.get(id)
    if (known?.of === of && contents.renew(known.content)) return { ok: true, value: known }
    const read = await rowsOf(id)
    if (!read.ok) return read
    const content: ScreenContent = { kind: 'list', distance, category: name, rows: read.value }
    const list = { of, content: await contents.keep(content), rows: read.value.length }
    own.set(id, list)
    return { ok: true, value: list }
  }

  const rotation = async (tree: StageTree, shown: Shown): Promise<Result<MadeContent>> => {
    const found: Extract<ScreenContent, { readonly kind: 'lists' }>['lists'][number][] = []
    for (const { name: distance, categories } of tree.distances) {
      for (const category of categories) {
        if (category.rows === 0 || shown.categories?.includes(category.id) === false) continue
        const list = await listOf(distance, category)
        if (!list.ok) return list
        const { content, rows } = list.value
        if (rows > 0) found.push({ distance, category: category.name, content, rows })
      }
    }
    const pages = pagesOfRound(
      found.map(({ rows }) => rows),
      shown,
    )
    const parts = found.map(({ content }) => content)
    return { ok: true, value: { content: { kind: 'lists', pages, lists: found }, parts } }
  }

  const readPodiums = () =>
    once('podium', async () => {
      const podiums = await gate.call('results:podium', { stage })
      if (!podiums.ok) return podiums
      const value = podiums.value.map((podium) => ({ ...podium, rows: podium.rows.map(personal) }))
      return { ok: true as const, value }
    })

  const readFinishes = () =>
    once('finishes', async () => {
      const finishes = await gate.call('results:finishes', { stage, limit: lastFinishers })
      return finishes.ok ? { ok: true as const, value: finishes.value.map(personal) } : finishes
    })

  const readExpected = async (): Promise<Result<readonly Expected[]>> => {
    const found = await gate.call('results:expected', { stage })
    if (!found.ok) return found
    const people = found.value.flatMap(({ distanceName: distance, columns: known, people: own }) => {
      const read = screenRowReader(known, columns)
      return own.map(({ row, ...expected }): Expected => {
        const { bib, name, about } = read(row)
        return { bib, name, about, distance, ...expected }
      })
    })
    const next = people.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0))
    return { ok: true, value: next.slice(0, mostExpected) }
  }

  /** Without what was not chosen. */
  const personal = <T extends Pick<Finish, 'bib' | 'club' | 'team' | 'city'>>({
    bib,
    club,
    team,
    city,
    ...person
  }: T) => {
    const chosen = Object.entries({ club, team, city }).filter(([column]) => columns.some((one) => one === column))
    const about = new Set(chosen.map(([, text]) => text).filter((text) => text !== ''))
    return { ...person, bib: columns.includes('bib') ? bib : '', club: [...about].join(' · ') }
  }

  const contentOf = async ({ view }: Shown): Promise<Result<ScreenContent | null>> => {
    switch (view) {
      case 'podium': {
        const podiums = await readPodiums()
        return podiums.ok ? { ok: true, value: { kind: 'podiums', podiums: podiums.value } } : podiums
      }
      case 'last':
      case 'announcer': {
        const last = await readFinishes()
        if (!last.ok) return last
        if (view === 'last') return { ok: true, value: { kind: 'finishes', finishes: last.value, podiums: null } }
        const podiums = await readPodiums()
        if (!podiums.ok) return podiums
        return { ok: true, value: { kind: 'finishes', finishes: last.value, podiums: podiums.value } }
      }
      case 'onTheWay': {
        const expected = await readExpected()
        return expected.ok ? { ok: true, value: { kind: 'expected', expected: expected.value } } : expected
      }
      case 'rotation':
      case 'category':
      case 'crew':
      case 'find':
        return { ok: true, value: null }
      default:
        return view satisfies never
    }
  }

  return {
    /** The name of the content; null for a view without one, or a category that is gone. */
    make: async (tree: StageTree, shown: Shown): Promise<Result<string | null>> => {
      if (shown.view === 'category') {
        for (const { name, categories } of tree.distances) {
          const category = categories.find(({ id }) => id === shown.category)
          if (category === undefined) continue
          const list = await listOf(name, category)
          return list.ok ? { ok: true, value: list.value.content } : list
        }
        return { ok: true, value: null }
      }
      if (shown.view === 'rotation') {
        const made = await rotation(tree, shown)
        return made.ok ? { ok: true, value: await contents.keep(made.value.content, made.value.parts) } : made
      }
      const made = await contentOf(shown)
      if (!made.ok) return made
      return { ok: true, value: made.value === null ? null : await contents.keep(made.value) }
    },
    /** Forgets the shared answers: the contents made next are of another moment. */
    begin: (): void => {
      answers = new Map()
    },
    /** Every row is read anew: columns mean something else now. */
    forget: (): void => {
      lists = new Map()
    },
  }
}
