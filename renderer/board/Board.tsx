import { useEffect, useInsertionEffect, useState } from 'react'
import type { ScreenState } from '../../preload/contract/screens/state.ts'
import { Crew } from './crew/Crew.tsx'
import { Shown } from './Shown.tsx'
import { useContent, useScreen } from './useScreen.ts'
import { clockOf, fill, wordsOf, type Words } from './words.ts'

/** Older results are said to be old. */
const OLD_MINUTES = 3

/** By the clock that runs since the page was opened, since a television may set the other one meanwhile. */
const useNow = (): number => {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

type AgeProps = { readonly state: ScreenState; readonly laptopMs: number; readonly words: Words }

const Age = ({ state, laptopMs, words }: AgeProps) => {
  if (state.confirmedAt === null) return null
  const at = new Date(state.confirmedAt)
  const minutes = Math.floor((laptopMs - at.getTime()) / 60_000)
  const isOld = minutes >= OLD_MINUTES
  return (
    <span className={isOld ? 'age old' : 'age'}>
      {isOld ? fill(words.old, { time: clockOf(at), minutes }) : fill(words.asOf, { time: clockOf(at) })}
    </span>
  )
}

const Logo = ({ name }: { readonly name: string | null }) => {
  const content = useContent(name)
  return name !== null && content?.kind === 'logo' ? <img className="logo" src={content.dataUrl} alt="" /> : null
}

/** One screen at the venue: what the operator chose for it, how old it is, and whether it is final. */
export const Board = () => {
  const { state, lostAt, offsetMs } = useScreen()
  const laptopMs = useNow() + offsetMs
  const language = state?.language ?? (navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en')
  const words = wordsOf(language)
  // Before lists measure what fits.
  useInsertionEffect(() => {
    document.documentElement.lang = language
    if (state === null) return
    document.documentElement.dataset['theme'] = state.theme
    document.title = `${state.stage} · ${state.name}`
  }, [language, state])
  const lost = lostAt === null ? null : fill(words.lost, { time: clockOf(new Date(lostAt + offsetMs)) })
  if (state === null || state.isOver) {
    const waiting = lostAt === null ? words.connecting : words.unanswered
    return (
      <main className="calm">
        <Logo name={state?.logo ?? null} />
        {state === null ? null : <h1>{state.stage}</h1>}
        <p role="status">{state === null ? waiting : state.message || words.ended}</p>
      </main>
    )
  }
  const warning =
    lost ??
    (state.polling === 'lost' && state.confirmedAt !== null
      ? fill(words.polling, { time: clockOf(new Date(state.confirmedAt)) })
      : null)
  const isCrew = state.view === 'crew'
  return (
    <div className={isCrew ? 'board board-crew' : 'board'}>
      <header>
        <div className="stage">
          <Logo name={state.logo} />
          <h1>{state.stage}</h1>
        </div>
        <div className="facts">
          <strong className={state.isFinal ? 'final' : 'preliminary'}>
            {state.isFinal ? words.final : words.preliminary}
          </strong>
          <Age state={state} laptopMs={laptopMs} words={words} />
          {state.isFrozen && !isCrew ? <span className="on-hold">{words.onHold}</span> : null}
          <time className="clock">{clockOf(new Date(laptopMs))}</time>
        </div>
      </header>
      <div role="status">{state.message === '' ? null : <p className="message">{state.message}</p>}</div>
      {warning === null ? null : (
        <p className="warning" role="alert">
          {warning}
        </p>
      )}
      <main>
        {isCrew ? (
          <Crew state={state} words={words} />
        ) : (
          <Shown key={state.theme} state={state} laptopMs={laptopMs} words={words} />
        )}
      </main>
    </div>
  )
}
