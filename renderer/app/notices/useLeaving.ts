import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { settingsQuery } from '../state/queries.ts'

const TICK_MS = 1_000

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/** Calls `leave` once the notice `of` has been in sight as long as the settings say, since the first sign that somebody is there; null: it stays. */
export const useLeaving = (of: string | number | null, leave: () => void): void => {
  const lastS = useQuery(settingsQuery).data?.noticesLastS ?? 0
  const onLeave = useEffectEvent(leave)
  useEffect(() => {
    if (of === null || lastS === 0) return undefined
    let leftS = lastS
    let isSeen = false
    const see = (): void => {
      isSeen = true
    }
    for (const sign of SIGNS) document.addEventListener(sign, see, { capture: true, passive: true })
    const timer = setInterval(() => {
      if (!isSeen || document.hidden) return
      // Time to read it, and to reach its buttons.
      if (document.querySelector(':is(.notices, .status-note):is(:hover, :focus-within)') !== null) return
      leftS -= 1
      if (leftS <= 0) onLeave()
    }, TICK_MS)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) document.removeEventListener(sign, see, { capture: true })
    }
  }, [of, lastS])
}
