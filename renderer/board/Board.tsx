import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ScreenContent, ScreenState } from '../../preload/contract/screens/state.ts'
import { Find } from './Find.tsx'
import { Pages } from './Pages.tsx'
import { ExpectedRow, FinishRow, ListRow, PodiumCard } from './People.tsx'
import { fetchContent, useContent, useScreen, type Heard } from './useScreen.ts'
import { clockOf, fill, wordsOf, type Words } from './words.ts'

const PAGE_SECONDS = 10
/** Older results are said to be old. */
const OLD_MINUTES = 3

const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

type ListContent = Extract<ScreenContent, { readonly kind: 'list' }>
type PartProps<T> = { readonly content: T; readonly words: Words }

const titleOf = ({ distance, category }: Pick<ListContent, 'distance' | 'category'>): string =>
  [distance, category].filter((text) => text !== '').join(' · ')

const List = ({ content, words, onEnd }: PartProps<ListContent> & { readonly onEnd?: () => void }) => {
  const items = useMemo(
    () => content.rows.map((row, at) => <ListRow key={at} row={row} words={words} />),
    [content, words],
  )
  return (
    <>
      <h2 className="list-title">{titleOf(content)}</h2>
      <Pages className="list" items={items} seconds={PAGE_SECONDS} {...(onEnd === undefined ? {} : { onEnd })} />
    </>
  )
}

const Rotation = ({ content, words }: PartProps<Extract<ScreenContent, { readonly kind: 'lists' }>>) => {
  const [turn, setTurn] = useState(0)
  const { lists } = content
  const at = lists.length === 0 ? 0 : turn % lists.length
  const shown = useContent(lists[at]?.content ?? null)
  const coming = lists[(at + 1) % Math.max(1, lists.length)]?.content
  useEffect(() => {
    if (coming !== undefined) void fetchContent(coming)
  }, [coming])
  const next = useCallback(() => setTurn((known) => known + 1), [])
  if (lists.length === 0) return <p className="nothing">{words.nothing}</p>
  return shown?.kind === 'list' ? <List key={at} content={shown} words={words} onEnd={next} /> : null
}

const Podiums = ({ content, words }: PartProps<Extract<ScreenContent, { readonly kind: 'podiums' }>>) => {
  const items = useMemo(
    () => content.podiums.map((podium, at) => <PodiumCard key={at} podium={podium} words={words} />),
    [content, words],
  )
  if (items.length === 0) return <p className="nothing">{words.nothing}</p>
  return (
    <>
      <h2 className="list-title">{words.podium}</h2>
      <Pages className="podiums" items={items} seconds={PAGE_SECONDS} />
    </>
  )
}

const Finishes = ({ content, words }: PartProps<Extract<ScreenContent, { readonly kind: 'finishes' }>>) => {
  const finishes = useMemo(
    () => content.finishes.map((finish, at) => <FinishRow key={at} finish={finish} words={words} />),
    [content, words],
  )
  const podiums = useMemo(
    () => (content.podiums ?? []).map((podium, at) => <PodiumCard key={at} podium={podium} words={words} />),
    [content, words],
  )
  if (finishes.length === 0) return <p className="nothing">{words.nothing}</p>
  return (
    <div className={content.podiums === null ? 'columns' : 'columns columns-2'}>
      <section className="column">
        <h2 className="list-title">{words.last}</h2>
        <Pages className="list" items={finishes} seconds={PAGE_SECONDS} isFixed />
      </section>
      {content.podiums === null ? null : (
        <section className="column">
          <h2 className="list-title">{words.podium}</h2>
          <Pages className="podiums" items={podiums} seconds={PAGE_SECONDS} />
        </section>
      )}
    </div>
  )
}

/** Who is late by more than this was stopped, or was missed. */
const LATE_MS = 2 * 60_000
const SOON_MS = 10 * 60_000

type OnTheWayProps = PartProps<Extract<ScreenContent, { readonly kind: 'expected' }>> & {
  readonly now: number
  readonly offsetMs: number
}

const OnTheWay = ({ content, words, now, offsetMs }: OnTheWayProps) => {
  // By the half minute, so that pages are not begun anew each second.
  const atMs = Math.floor((now + offsetMs) / 30_000) * 30_000
  const items = useMemo(
    () =>
      content.expected
        .filter(({ dueAt }) => Date.parse(dueAt) > atMs - LATE_MS && Date.parse(dueAt) < atMs + SOON_MS)
        .map((expected, at) => <ExpectedRow key={at} expected={expected} offsetMs={offsetMs} words={words} />),
    [content, words, atMs, offsetMs],
  )
  return (
    <>
      <h2 className="list-title">{words.onTheWay}</h2>
      {items.length === 0 ? (
        <p className="nothing">{words.nobody}</p>
      ) : (
        <Pages className="list" items={items} seconds={PAGE_SECONDS} />
      )}
    </>
  )
}

type ShownProps = { readonly heard: Heard; readonly state: ScreenState; readonly now: number; readonly words: Words }

const Shown = ({ heard, state, now, words }: ShownProps) => {
  const content = useContent(state.content)
  if (state.view === 'find') return <Find words={words} />
  switch (content?.kind) {
    case undefined:
      return <p className="nothing">{state.content === null ? words.nothing : ''}</p>
    case 'lists':
      return <Rotation content={content} words={words} />
    case 'list':
      return content.rows.length === 0 ? (
        <p className="nothing">{words.nothing}</p>
      ) : (
        <List content={content} words={words} />
      )
    case 'podiums':
      return <Podiums content={content} words={words} />
    case 'expected':
      return <OnTheWay content={content} words={words} now={now} offsetMs={heard.offsetMs} />
    case 'finishes':
      return <Finishes content={content} words={words} />
    default:
      return content satisfies never
  }
}

const Age = ({ heard, state, now, words }: ShownProps) => {
  if (state.confirmedAt === null) return null
  const at = new Date(state.confirmedAt)
  const minutes = Math.floor((now + heard.offsetMs - at.getTime()) / 60_000)
  const isOld = minutes >= OLD_MINUTES
  return (
    <span className={isOld ? 'age old' : 'age'}>
      {isOld ? fill(words.old, { time: clockOf(at), minutes }) : fill(words.asOf, { time: clockOf(at) })}
    </span>
  )
}

/** One screen at the venue: what the operator chose for it, how old it is, and whether it is final. */
export const Board = () => {
  const heard = useScreen()
  const now = useNow()
  const { state, lostAt } = heard
  const language = state?.language ?? (navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en')
  const words = wordsOf(language)
  useEffect(() => {
    document.documentElement.lang = language
    if (state !== null) document.title = `${state.stage} · ${state.name}`
  }, [language, state])
  if (state === null) return <p className="nothing">{words.connecting}</p>
  const warning =
    lostAt !== null
      ? fill(words.lost, { time: clockOf(new Date(lostAt)) })
      : state.polling === 'lost' && state.confirmedAt !== null
        ? fill(words.polling, { time: clockOf(new Date(state.confirmedAt)) })
        : null
  return (
    <div className="board">
      <header>
        <h1>{state.stage}</h1>
        <div className="facts">
          <strong className={state.isFinal ? 'final' : 'preliminary'}>
            {state.isFinal ? words.final : words.preliminary}
          </strong>
          <Age heard={heard} state={state} now={now} words={words} />
          <time className="clock">{clockOf(new Date(now + heard.offsetMs))}</time>
        </div>
      </header>
      {warning === null ? null : (
        <p className="warning" role="alert">
          {warning}
        </p>
      )}
      <main>
        <Shown heard={heard} state={state} now={now} words={words} />
      </main>
    </div>
  )
}
