import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { settingsQuery } from '../state/queries.ts'

const TICK_MS = 1_000

/** Calls `leave` once the notice `of` has been in sight for as long as the settings say; null: it stays. */
export const useLeaving = (of: string | number | null, leave: () => void): void => {
  const lastS = useQuery(settingsQuery).data?.noticesLastS ?? 0
  const onLeave = useEffectEvent(leave)
  useEffect(() => {
    if (of === null || lastS === 0) return undefined
    let leftS = lastS
    const timer = setInterval(() => {
      // Time to read it, and to reach its buttons.
      if (document.hidden || document.querySelector(':is(.notices, .status-note):is(:hover, :focus-within)') !== null)
        return
      leftS -= 1
      if (leftS <= 0) onLeave()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [of, lastS])
}
