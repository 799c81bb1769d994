import { useSyncExternalStore } from 'react'
import type { WatchState } from '../../preload/contract/watch.ts'
import type { MarkKind } from '../components/Mark.tsx'
import { formatClock } from '../text/format.ts'
import type { Language, Translate } from '../text/text.ts'
import { isKeyProblem } from './problems/isKeyProblem.ts'

const MB = 1_000_000

const TICK_MS = 1_000

const tick = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, TICK_MS)
  return () => clearInterval(timer)
}
const stand = () => () => undefined
const thisSecond = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS

/** Milliseconds since the epoch in whole seconds, followed while `isNeeded`. */
export const useSecond = (isNeeded: boolean): number => useSyncExternalStore(isNeeded ? tick : stand, thisSecond)

export const watchMark = ({ phase, error }: WatchState): MarkKind => {
  if (phase === 'offline') return 'offline'
  // A key is marked once, where its field is.
  if (error !== null && isKeyProblem(error)) return 'none'
  if (phase === 'problem') return 'problem'
  if (phase === 'paused') return 'none'
  if (phase === 'backing-off' || phase === 'budget') return 'stale'
  return error === null ? 'running' : 'partial'
}

const nextText = (state: WatchState, nowMs: number, t: Translate): string => {
  if (state.phase === 'polling') return t('watch.polling')
  if (state.nextPollAt === null) return t('watch.taking')
  const seconds = Math.max(0, Math.ceil((Date.parse(state.nextPollAt) - nowMs) / 1000))
  return seconds < 120 ? t('watch.next', { seconds }) : t('watch.nextMinutes', { minutes: Math.round(seconds / 60) })
}

const usedText = ({ usedBytesLastHour, budgetMbPerHour }: WatchState, t: Translate, language: Language): string => {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const used = new Intl.NumberFormat(language, digits).format(usedBytesLastHour / MB)
  return t('watch.used', { used, limit: new Intl.NumberFormat(language).format(budgetMbPerHour) })
}

/** Share of the budget from which it is worth a word. */
const WORTH_SAYING = 0.1

const isWorthSaying = ({ usedBytesLastHour, budgetMbPerHour }: WatchState): boolean =>
  usedBytesLastHour >= budgetMbPerHour * MB * WORTH_SAYING

/** State of a watch in separate parts. */
export const watchTexts = (state: WatchState, nowMs: number, t: Translate, language: Language): readonly string[] => {
  const used = usedText(state, t, language)
  switch (state.phase) {
    case 'polling':
    case 'waiting':
      return [
        t('watch.status', { every: state.everyS }),
        nextText(state, nowMs, t),
        ...(isWorthSaying(state) ? [used] : []),
      ]
    case 'budget':
      return [
        t('watch.budgetSpent', {
          time: state.nextPollAt === null ? '' : formatClock(state.nextPollAt, nowMs, language),
        }),
        used,
      ]
    case 'offline':
    case 'backing-off':
      return [t(`watch.${state.phase}`), ...(state.nextPollAt === null ? [] : [nextText(state, nowMs, t)])]
    case 'problem':
    case 'paused':
      return [t(`watch.${state.phase}`)]
  }
}
