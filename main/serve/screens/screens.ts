import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { FoundResult, ScreenState, ScreenView } from '../../../preload/contract/screens/state.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createContents, type Packed } from './contents.ts'
import { findResults } from './foundResults.ts'
import { createStageContents } from './stageContents.ts'

/** A screen as its operator set it up. `secret` is the only way to it: whoever has its address may read what it shows. */
export type Screen = {
  readonly name: string
  readonly secret: string
  readonly view: ScreenView
  readonly category: CategoryId | null
  readonly language: 'en' | 'ru'
}

/** Everything that the server may ask for: nothing here changes anything. */
export type ServedScreens = {
  readonly has: (secret: string) => boolean
  /** The state as JSON; told at once, and whenever it changes. Returns the function that stops it. */
  readonly follow: (secret: string, tell: (state: string) => void) => () => void
  readonly content: (name: string) => Packed | null
  readonly find: (secret: string, bib: string) => Promise<Result<readonly FoundResult[]>>
}

type ScreensParts = {
  readonly gate: Pick<Gate, 'call' | 'listen'>
  readonly stage: StageGuid
  readonly screens: readonly Screen[]
  readonly isFinal: boolean
  readonly clock: Clock
  /** Told why the results cannot be read any more. */
  readonly onProblem: (problem: Extract<Result<unknown>, { readonly ok: false }>) => void
}

/** A poll stores its categories one after the other; those of a moment are shown together. A change is to be seen within a second. */
const gatherMs = 400

export type Screens = ServedScreens & { readonly close: () => void }

/** The screens of a stage, kept in step with what is stored. */
export const openScreens = async (parts: ScreensParts): Promise<Result<Screens>> => {
  const { gate, stage, clock } = parts
  const contents = createContents()
  const made = createStageContents(gate, stage, contents, clock)
  const { screens } = parts
  const states = new Map<string, Omit<ScreenState, 'now'>>()
  const followers = new Map<string, Set<(state: string) => void>>()
  const isShared = (secret: string): boolean => screens.some((screen) => screen.secret === secret)
  const stateText = (secret: string): string => {
    const now = new Date(clock()).toISOString() as Instant
    return JSON.stringify({ ...states.get(secret), now })
  }

  let lastMeanings = ''
  const refresh = async (): Promise<Result<null>> => {
    const tree = await gate.call('stage:tree', { stage })
    if (!tree.ok) return tree
    const page = await gate.call('results:page', { stage, offset: 0, limit: 0 })
    if (!page.ok) return page
    const meanings = JSON.stringify(page.value.columns)
    if (meanings !== lastMeanings) made.forget()
    lastMeanings = meanings
    made.begin()
    const contentOf = new Map<string, string | null>()
    for (const { view, category } of screens) {
      if (contentOf.has(shownBy(view, category))) continue
      const content = await made.make(tree.value, { view, category })
      if (!content.ok) return content
      contentOf.set(shownBy(view, category), content.value)
    }
    for (const { secret, view, category, name, language } of screens) {
      const state: Omit<ScreenState, 'now'> = {
        name,
        view,
        language,
        stage: tree.value.stage.name,
        isFinal: parts.isFinal,
        confirmedAt: tree.value.stage.confirmedAt,
        polling: pollingOf(tree.value),
        content: contentOf.get(shownBy(view, category)) ?? null,
      }
      if (JSON.stringify(states.get(secret)) === JSON.stringify(state)) continue
      states.set(secret, state)
      const text = stateText(secret)
      for (const tell of followers.get(secret) ?? []) tell(text)
    }
    return { ok: true, value: null }
  }

  let timer: NodeJS.Timeout | null = null
  let isRefreshing = false
  let isClosed = false
  const refreshSoon = (): void => {
    if (timer !== null || isClosed) return
    timer = setTimeout(() => {
      timer = null
      if (isRefreshing) return refreshSoon()
      isRefreshing = true
      void refresh().then((done) => {
        isRefreshing = false
        if (!done.ok && !isClosed) parts.onProblem(done)
      })
    }, gatherMs)
  }
  const first = await refresh()
  if (!first.ok) return first
  const stopListening = gate.listen((event) => {
    if (event.name !== 'stage:changed' && event.name !== 'watch:changed') return
    if (event.data.stage === stage) refreshSoon()
  })

  return {
    ok: true,
    value: {
      has: isShared,
      follow: (secret, tell) => {
        const own = followers.get(secret) ?? new Set()
        followers.set(secret, own)
        own.add(tell)
        tell(stateText(secret))
        return () => own.delete(tell)
      },
      content: contents.find,
      find: async (secret, bib) => {
        const isAsked = screens.some((screen) => screen.secret === secret && screen.view === 'find')
        return isAsked ? await findResults(gate, stage, bib) : { ok: true, value: [] }
      },
      close: () => {
        isClosed = true
        stopListening()
        if (timer !== null) clearTimeout(timer)
      },
    },
  }
}

/** Screens that show the same are served the same. */
const shownBy = (view: ScreenView, category: CategoryId | null): string => `${view} ${category}`

const pollingOf = ({ watch }: StageTree): ScreenState['polling'] => {
  if (watch === null) return 'off'
  return watch.phase === 'polling' || watch.phase === 'waiting' ? 'live' : 'lost'
}
