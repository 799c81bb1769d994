import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ScreenContent, ScreenState } from '../../preload/contract/screens/state.ts'
import { Find } from './Find.tsx'
import { fetchContent } from './laptop.ts'
import { Pages, type Pace, type Part } from './Pages.tsx'
import { ExpectedRow, FinishRow, joined, ListRow, listClass, PodiumCard } from './People.tsx'
import { canScroll, Scroll } from './Scroll.tsx'
import { useContent, useLoaded } from './useScreen.ts'
import type { Words } from './words.ts'

type ContentOf<K extends ScreenContent['kind']> = Extract<ScreenContent, { readonly kind: K }>
type PartProps<K extends ScreenContent['kind']> = {
  readonly content: ContentOf<K>
  readonly pace: Pace
  readonly words: Words
}

const listPart = ({ distance, category, rows }: ContentOf<'list'>, words: Words): Part => ({
  title: titleOf({ distance, category }),
  className: listClass(rows),
  length: rows.length,
  item: (at) => {
    const row = rows[at]
    return row === undefined ? null : <ListRow row={row} words={words} />
  },
})

const titleOf = ({ distance, category }: { readonly distance: string; readonly category: string }): string =>
  joined(distance, category)

type PodiumsShown = ContentOf<'podiums'>['podiums']

const podiumsPart = (podiums: PodiumsShown, words: Words): Part => ({
  title: words.podium,
  className: 'podiums',
  length: podiums.length,
  item: (at) => {
    const podium = podiums[at]
    return podium === undefined ? null : <PodiumCard podium={podium} words={words} />
  },
})

type ListProps = {
  readonly part: Part
  readonly next: Part | null
  readonly pace: Pace
  readonly words: Words
  readonly onEnd?: () => void
  readonly pages?: number | null
}

/** Lines of a page, about, where the operator set none: a list that scrolls has no pages to count. */
const usualRows = (): number => (matchMedia('(orientation: portrait)').matches ? 20 : 10)

const List = ({ part, next, pace, words, onEnd, pages = null }: ListProps) => {
  const end = onEnd === undefined ? {} : { onEnd }
  const isScrolled = pace.motion === 'scroll' && canScroll()
  const lines = pages === null ? Infinity : pages * (pace.rows ?? usualRows())
  const scrolled = useMemo(() => ({ ...part, length: Math.min(part.length, lines) }), [part, lines])
  if (isScrolled) return <Scroll part={scrolled} next={next} pace={pace} {...end} />
  return <Pages part={part} pace={pace} words={words} pages={pages} {...end} />
}

const OneList = ({ content, pace, words }: PartProps<'list'>) => {
  const part = useMemo(() => listPart(content, words), [content, words])
  if (part.length === 0) return <p className="nothing">{words.nothing}</p>
  return <List part={part} next={part} pace={pace} words={words} />
}

const Rotation = ({ content, pace, words }: PartProps<'lists'>) => {
  const { lists, pages } = content
  const [{ turn, place, of }, setTurn] = useState({ turn: 0, place: 0, of: '' })
  // Categories come and go: the one that is shown stays until its turn is over.
  const isShown = (list: (typeof lists)[number] | undefined): boolean => list !== undefined && titleOf(list) === of
  const found = isShown(lists[place]) ? place : lists.findIndex(isShown)
  const at = found < 0 ? place % Math.max(1, lists.length) : found
  const following = useRef({ place: 0, of: '' })
  useEffect(() => {
    const next = (at + 1) % Math.max(1, lists.length)
    const list = lists[next]
    following.current = { place: next, of: list === undefined ? '' : titleOf(list) }
  }, [lists, at])
  const shown = useContent(lists[at]?.content ?? null)
  const coming = lists[(at + 1) % Math.max(1, lists.length)]?.content ?? null
  const loaded = useLoaded(coming)
  const nextList = loaded !== null && loaded.name === coming ? loaded.content : null
  useEffect(() => {
    if (coming !== null) void fetchContent(coming)
  }, [coming])
  const part = useMemo(() => (shown?.kind === 'list' ? listPart(shown, words) : null), [shown, words])
  const next = useMemo(() => (nextList?.kind === 'list' ? listPart(nextList, words) : null), [nextList, words])
  const goOn = useCallback(() => setTurn((known) => ({ ...following.current, turn: known.turn + 1 })), [])
  if (lists.length === 0) return <p className="nothing">{words.nothing}</p>
  if (part === null) return <p className="nothing">{words.connecting}</p>
  return <List key={turn} part={part} next={next} pace={pace} words={words} onEnd={goOn} pages={pages} />
}

/** Cards have no lines to count or to pass by. */
const paceOfCards = (pace: Pace): Pace => ({ ...pace, rows: null })

const Podiums = ({ content, pace, words }: PartProps<'podiums'>) => {
  const part = useMemo(() => podiumsPart(content.podiums, words), [content, words])
  if (part.length === 0) return <p className="nothing">{words.nothing}</p>
  return <Pages part={part} pace={paceOfCards(pace)} words={words} />
}

const finishesPart = (finishes: ContentOf<'finishes'>['finishes'], words: Words): Part => ({
  title: words.last,
  className: listClass(finishes),
  length: finishes.length,
  item: (at) => {
    const finish = finishes[at]
    return finish === undefined ? null : <FinishRow finish={finish} words={words} />
  },
})

const expectedPart = (expected: ContentOf<'expected'>['expected'], words: Words): Part => ({
  title: words.onTheWay,
  className: listClass(expected),
  length: expected.length,
  item: (at) => {
    const one = expected[at]
    return one === undefined ? null : <ExpectedRow expected={one} words={words} />
  },
})

const Finishes = ({ content, pace, words }: PartProps<'finishes'>) => {
  const finishes = useMemo(() => finishesPart(content.finishes, words), [content, words])
  const podiums = useMemo(
    () => (content.podiums === null ? null : podiumsPart(content.podiums, words)),
    [content, words],
  )
  if (finishes.length === 0) return <p className="nothing">{words.nothing}</p>
  return (
    <div className={podiums === null ? 'columns' : 'columns columns-2'}>
      <section className="column">
        <Pages part={finishes} pace={pace} words={words} isFixed />
      </section>
      {podiums === null ? null : (
        <section className="column">
          <Pages part={podiums} pace={paceOfCards(pace)} words={words} />
        </section>
      )}
    </div>
  )
}

/** A runner who is later than this was stopped, or was missed. */
const LATE_MS = 2 * 60_000
const SOON_MS = 10 * 60_000

type OnTheWayProps = PartProps<'expected'> & {
  readonly laptopMs: number
  readonly confirmedAt: ScreenState['confirmedAt']
}

const OnTheWay = ({ content, pace, words, laptopMs, confirmedAt }: OnTheWayProps) => {
  // By the half minute, so that pages are not begun anew each second.
  const currentMs = Math.floor(laptopMs / 30_000) * 30_000
  // A frozen screen that is opened again shows who was expected when its results came.
  const [atMs, setAtMs] = useState(pace.isFrozen && confirmedAt !== null ? Date.parse(confirmedAt) : currentMs)
  if (!pace.isFrozen && atMs !== currentMs) setAtMs(currentMs)
  const part = useMemo(() => {
    const isSoon = (ms: number): boolean => ms > atMs - LATE_MS && ms < atMs + SOON_MS
    const soon = content.expected.filter(({ dueAt }) => isSoon(Date.parse(dueAt)))
    return expectedPart(soon, words)
  }, [content, words, atMs])
  if (part.length > 0) return <List part={part} next={part} pace={pace} words={words} />
  return (
    <>
      <h2 className="list-title">{part.title}</h2>
      <p className="nothing">{words.nobody}</p>
    </>
  )
}

type ShownProps = {
  readonly state: ScreenState
  readonly laptopMs: number
  readonly words: Words
}

/** Shows the operator's choice for the screen. While frozen, it stays as it is. */
export const Shown = ({ state, laptopMs, words }: ShownProps) => {
  const content = useContent(state.content)
  const { motion, seconds, rows, isFrozen } = state
  const pace = useMemo(() => ({ motion, seconds, rows, isFrozen }), [motion, seconds, rows, isFrozen])
  // The answer would tell results that are held back.
  if (state.view === 'find' && !isFrozen) return <Find words={words} />
  switch (content?.kind) {
    case 'lists':
      return <Rotation content={content} pace={pace} words={words} />
    case 'list':
      return <OneList content={content} pace={pace} words={words} />
    case 'podiums':
      return <Podiums content={content} pace={pace} words={words} />
    case 'expected':
      return (
        <OnTheWay content={content} pace={pace} words={words} laptopMs={laptopMs} confirmedAt={state.confirmedAt} />
      )
    case 'finishes':
      return <Finishes content={content} pace={pace} words={words} />
    case 'logo':
    case undefined:
      return (
        <p className="nothing">
          {isFrozen ? words.heldBack : state.content === null ? words.nothing : words.connecting}
        </p>
      )
    default:
      return content satisfies never
  }
}
