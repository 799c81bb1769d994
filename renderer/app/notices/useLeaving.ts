import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { settingsQuery } from '../state/queries.ts'

const TICK_MS = 1_000

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/** The seconds that a notice stays: they count once somebody was there since it came, while nobody is at its buttons. */
export const createStay = (lastS: number) => {
  let leftS = lastS
  let isSeen = false
  return {
    see: (): void => {
      isSeen = true
    },
    /** A second has passed. True once the time is over. */
    tick: (isHeld: boolean): boolean => {
      if (isSeen && !isHeld) leftS -= 1
      return leftS <= 0
    },
  }
}

/** Calls `leave` once the notice `of` has been in sight as long as the settings say, since the first sign that somebody is there; null: it stays. */
export const useLeaving = (of: string | number | null, leave: () => void): void => {
  const lastS = useQuery(settingsQuery).data?.noticesLastS ?? 0
  const onLeave = useEffectEvent(leave)
  useEffect(() => {
    if (of === null || lastS === 0) return undefined
    const { see, tick } = createStay(lastS)
    for (const sign of SIGNS) document.addEventListener(sign, see, { capture: true, passive: true })
    const timer = setInterval(() => {
      // Time to read it, and to reach its buttons.
      const held = document.querySelector(':is(.notices, .status-note):is(:hover, :focus-within)')
      if (tick(document.hidden || held !== null)) onLeave()
    }, TICK_MS)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) document.removeEventListener(sign, see, { capture: true })
    }
  }, [of, lastS])
}
