import type { Instant } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { FoundResult, ScreenState, ScreenView } from '../../../preload/contract/screens/state.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FrozenMemory, FrozenScreen, HostedStage } from '../../kernel/face.ts'
import { isHeld } from '../../features/screens/rules/storedScreens.ts'
import type { ScreenId } from '../../../preload/contract/screens/layout.ts'
import { createContents, type Packed } from './contents.ts'
import { findResults, type Asked } from './foundResults.ts'
import { crewColumns } from './rows.ts'
import { createStageContents, type Shown } from './stageContents.ts'

export type HostedScreen = HostedStage['screens'][number]

/** Everything that the server may ask for: nothing here changes anything. */
export type ServedScreens = {
  /** Undefined for the address of no screen. */
  readonly screenOf: (secret: string) => Pick<HostedScreen, 'view' | 'isFrozen'> | undefined
  /** The state as JSON; told at once, and whenever it changes; null once the screen is no more. Returns the function that stops it. */
  readonly follow: (secret: string, tell: (state: string | null) => void) => () => void
  readonly content: (name: string) => Packed | null
  readonly find: (asked: Asked, isForCrew: boolean) => Promise<Result<readonly FoundResult[]>>
  /** The lists of all categories for the crew; null before there are any. */
  readonly crewLists: () => Packed | null
  readonly pin: () => string
  /** The operator ended the showing: states say so, and nothing but the logo is shown. */
  readonly isOver: () => boolean
}

type ScreensParts = {
  readonly gate: Pick<Gate, 'call' | 'listen'>
  readonly clock: Clock
  /** Where else the laptop may be found. */
  readonly origins: () => readonly string[]
  /** Told why the results cannot be read any more. */
  readonly onProblem: (problem: Extract<Result<unknown>, { readonly ok: false }>) => void
  readonly bug: (thrown: unknown) => void
  /** Absent: what frozen screens show lasts as long as they are served. */
  readonly memory?: FrozenMemory | undefined
}

/** A poll stores its categories one after the other; those of a moment are shown together. A change is to be seen within a second. */
const gatherMs = 50

export type Screens = ServedScreens & {
  /** Another layout of the same stage. */
  readonly update: (hosted: HostedStage) => void
  /** Makes the states anew, since they may be served from elsewhere now. */
  readonly refresh: () => void
  readonly end: () => void
  readonly close: () => void
}

type KnownState = Omit<ScreenState, 'now' | 'isOver'>
type FrozenShown = FrozenScreen['shown']

type Published = {
  readonly common: Pick<KnownState, 'stage' | 'confirmedAt' | 'polling' | 'logo' | 'origins'>
  readonly content: string | null
}

/** Lists are made of their own categories; for other views all are looked through, and for people on the way all rows are read. */
const paces = ['quick', 'slow', 'slowest'] as const
type Pace = (typeof paces)[number]
const paceOf = (view: ScreenView): Pace => {
  if (view === 'onTheWay') return 'slowest'
  return view === 'last' || view === 'announcer' || view === 'podium' ? 'slow' : 'quick'
}

/** The screens of a stage, kept in step with what is stored. */
export const openScreens = async (parts: ScreensParts, first: HostedStage): Promise<Result<Screens>> => {
  const { gate, clock, memory } = parts
  const { stage } = first
  const contents = createContents()
  let hosted = first
  let made = createStageContents({ gate, stage, contents, columns: first.columns })
  const madeForCrew = createStageContents({ gate, stage, contents, columns: crewColumns })
  let crewLists: string | null = null
  const states = new Map<string, KnownState>()
  /** Of screens that were frozen before they were served, until they have a state. */
  const kept = new Map<string, FrozenShown>()
  for (const { id, secret } of first.screens.filter(isHeld)) {
    const frozen = memory?.frozenScreen(stage, id) ?? null
    if (frozen === null) continue
    contents.takeIn(frozen.contents)
    kept.set(secret, frozen.shown)
  }
  let isOver = false
  const followers = new Map<string, Set<(state: string | null) => void>>()
  const screenOf = (secret: string): HostedScreen | undefined => hosted.screens.find((one) => one.secret === secret)
  const stateText = (secret: string): string => {
    const now = new Date(clock()).toISOString() as Instant
    return JSON.stringify({ ...states.get(secret), isOver, now })
  }

  const keep = (screen: ScreenId, { content, ...state }: KnownState): void => {
    if (content === null) return
    const { view, motion, seconds, rows, stage: name, isFinal, confirmedAt, polling } = state
    const shown = { view, motion, seconds, rows, stage: name, isFinal, confirmedAt, polling, content }
    memory?.keepFrozenScreen(stage, screen, { shown, contents: contents.withParts(content) })
  }

  let isClosed = false
  let lastMeanings = ''
  let polling: ScreenState['polling'] = 'off'
  /** By what a screen shows, as `shownBy` writes it. */
  const published = new Map<string, Published>()
  const readStage = async (): Promise<Result<StageTree>> => {
    const tree = await gate.call('stage:tree', { stage })
    if (!tree.ok) return tree
    const startList = await gate.call('startList:read', { stage })
    if (!startList.ok) return startList
    const page = await gate.call('results:page', { stage, offset: 0, limit: 0 })
    if (!page.ok) return page
    const meanings = JSON.stringify([page.value.columns, startList.value])
    if (meanings !== lastMeanings) {
      made.forget()
      madeForCrew.forget()
    }
    lastMeanings = meanings
    return tree
  }
  let reading: Promise<Result<StageTree>> | null = null
  const refresh = async (pace: Pace): Promise<Result<null>> => {
    const meant = hosted
    const wasOver = isOver
    const { screens, logo } = meant
    const tree = await (reading ??= readStage().finally(() => (reading = null)))
    if (!tree.ok) return tree
    const { stage: stored } = tree.value
    const common = {
      stage: stored.name,
      confirmedAt: stored.confirmedAt,
      polling: (polling = pollingOf(tree.value.watch)),
      logo: logo === null ? null : await contents.keep({ kind: 'logo', dataUrl: logo }),
      origins: parts.origins(),
    }
    if (pace === 'slow') made.begin()
    const wanted = Map.groupBy(screens.toSorted(crewLast), shownBy)
    for (const [shown, same] of wanted) {
      const [screen] = same
      if (screen === undefined || paceOf(screen.view) !== pace) continue
      const content = wasOver ? nothing : await made.make(tree.value, screen)
      if (!content.ok) return content
      const lists = screen.view === 'crew' && !wasOver ? await madeForCrew.make(tree.value, everything) : null
      if (lists?.ok === false) return lists
      // The layout changed or the showing ended meanwhile: the next refresh shows it.
      if (isClosed || hosted !== meant || isOver !== wasOver) return { ok: true, value: null }
      const known = { common, content: content.value }
      published.set(shown, known)
      // The state names no list that needs a PIN, so it may be the same with new ones.
      const isTold = lists !== null && lists.value !== crewLists
      crewLists = lists?.value ?? crewLists
      publish(same, known, isTold)
    }
    for (const shown of published.keys()) if (!wanted.has(shown)) published.delete(shown)
    const needed = [
      ...states.values(),
      ...[...published.values()].map(({ content, common: { logo: picture } }) => ({ content, logo: picture })),
    ]
    contents.retain(
      [...needed.flatMap(({ content, logo: picture }) => [content, picture]), crewLists].filter(
        (name) => name !== null,
      ),
      clock(),
    )
    return { ok: true, value: null }
  }

  const publish = (screens: readonly HostedScreen[], known: Published, isTold = false): void => {
    for (const screen of screens) {
      const { secret, category: _category, categories: _categories, roundMinutes: _minutes, id: _id, ...own } = screen
      const before = states.get(secret)
      const shown = { ...known.common, ...own, isFinal: hosted.isFinal, content: known.content }
      const state: KnownState = isHeld(screen) ? heldState(before ?? kept.get(secret), shown) : shown
      if (!isTold && JSON.stringify(before) === JSON.stringify(state)) continue
      states.set(secret, state)
      const text = stateText(secret)
      for (const tell of followers.get(secret) ?? []) tell(text)
    }
  }

  /** The first lookup tells all people apart, for which nobody at a counter should wait. */
  const prepareToFind = (): void => {
    if (!hosted.screens.some(({ view }) => view === 'find' || view === 'crew')) return
    findResults(gate, stage, hosted.columns, { bib: '1', limit: 1 }).catch(parts.bug)
  }

  /** The slow ones hold up no list. */
  const paced = (pace: Pace) => {
    let timer: NodeJS.Timeout | null = null
    let isRefreshing = false
    const refreshIn = (ms: number): void => {
      if (timer !== null || isClosed) return
      timer = setTimeout(() => {
        timer = null
        if (isRefreshing) return refreshIn(gatherMs)
        isRefreshing = true
        void refresh(pace)
          .then((done) => {
            if (isClosed) return
            if (!done.ok) parts.onProblem(done)
            else if (pace === 'slow') prepareToFind()
          })
          .catch(parts.bug)
          .finally(() => (isRefreshing = false))
      }, ms)
    }
    return { refreshIn, stop: () => timer !== null && clearTimeout(timer) }
  }
  const refreshing = paces.map(paced)
  const refreshIn = (ms: number): void => refreshing.forEach((one) => one.refreshIn(ms))
  for (const pace of paces) {
    const ready = await refresh(pace)
    if (!ready.ok) return ready
  }
  kept.clear()
  prepareToFind()
  const stopListening = gate.listen(({ name, data }) => {
    const isOurs = (name === 'stage:changed' || name === 'watch:changed') && data.stage === stage
    if (!isOurs || (name === 'watch:changed' && pollingOf(data.state) === polling)) return
    // A read that began before the change is not shared after it.
    reading = null
    refreshIn(gatherMs)
  })

  return {
    ok: true,
    value: {
      screenOf,
      follow: (secret, tell) => {
        const own = followers.get(secret) ?? new Set()
        followers.set(secret, own)
        own.add(tell)
        if (states.has(secret)) tell(stateText(secret))
        return () => {
          own.delete(tell)
          if (own.size === 0) followers.delete(secret)
        }
      },
      content: (name) =>
        isOver && ![...states.values()].some(({ logo }) => logo === name) ? null : contents.find(name),
      find: (asked, isForCrew) => findResults(gate, stage, isForCrew ? crewColumns : hosted.columns, asked),
      crewLists: () => (crewLists === null ? null : contents.find(crewLists)),
      pin: () => hosted.pin,
      isOver: () => isOver,
      update: (next) => {
        if (next.columns.join() !== hosted.columns.join()) {
          made = createStageContents({ gate, stage, contents, columns: next.columns })
        }
        const { screens: before } = hosted
        hosted = next
        for (const [secret, own] of followers) if (screenOf(secret) === undefined) for (const tell of own) tell(null)
        // A freeze and a message are seen at once, whatever is to be read for other contents.
        for (const [shown, same] of Map.groupBy(next.screens, shownBy)) {
          const known = published.get(shown)
          if (known !== undefined) publish(same, known)
        }
        const secrets = new Set(next.screens.map(({ secret }) => secret))
        for (const secret of states.keys()) if (!secrets.has(secret)) states.delete(secret)
        refreshIn(0)
        for (const { id, secret } of next.screens.filter(isHeld)) {
          const shown = states.get(secret)
          const wasHeld = before.some((one) => one.id === id && isHeld(one))
          if (!wasHeld && shown !== undefined) keep(id, shown)
        }
      },
      refresh: () => refreshIn(0),
      end: () => {
        isOver = true
        crewLists = null
        for (const [shown, known] of published) published.set(shown, { ...known, content: null })
        for (const [secret, state] of states) {
          states.set(secret, { ...state, content: null })
          for (const tell of followers.get(secret) ?? []) tell(stateText(secret))
        }
        refreshIn(0)
      },
      close: () => {
        isClosed = true
        stopListening()
        for (const { stop } of refreshing) stop()
      },
    },
  }
}

const nothing: Result<null> = { ok: true, value: null }

/** Screens that show the same are served the same. */
const shownBy = (shown: Shown): string => {
  const { view, category, categories, roundMinutes, seconds, rows } = shown
  if (view === 'crew') return view
  return JSON.stringify([view, category, categories, ...(view === 'rotation' ? [roundMinutes, seconds, rows] : [])])
}

/** The crew's lists are many, and hold up no other screen. */
const crewLast = (a: Shown, b: Shown): number => Number(a.view === 'crew') - Number(b.view === 'crew')

/** The lists of the crew. */
const everything: Shown = {
  view: 'rotation',
  category: null,
  categories: null,
  roundMinutes: null,
  seconds: 10,
  rows: null,
}

/** What is shown stays; the operator can still send a message. Nothing newer is shown where it is not known what that was. */
const heldState = (before: FrozenShown | undefined, now: KnownState): KnownState => {
  if (before === undefined || before.view === 'crew') return { ...now, content: null, confirmedAt: null }
  const { view, motion, seconds, rows, stage, isFinal, confirmedAt, polling, content } = before
  return { ...now, view, motion, seconds, rows, stage, isFinal, confirmedAt, polling, content }
}

const pollingOf = (watch: StageTree['watch']): ScreenState['polling'] => {
  if (watch === null) return 'off'
  return watch.phase === 'polling' || watch.phase === 'waiting' ? 'live' : 'lost'
}
