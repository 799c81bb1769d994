import { useEffect, type RefObject } from 'react'

const STEP_PX = 1
const EVERY_MS = 50
const REST_MS = 4_000

export const isMotionReduced = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Moves a list slowly to its end, rests there, and begins again at its top. Stands still under the pointer, with the focus inside, and for
 * a while after the user scrolled.
 */
export const useAutoScroll = (ref: RefObject<HTMLElement | null>, isOn: boolean): void => {
  useEffect(() => {
    const list = ref.current
    if (!isOn || list === null) return
    let restUntil = performance.now() + REST_MS
    let isAtEnd = false
    const rest = (): void => {
      restUntil = performance.now() + REST_MS
    }
    const timer = setInterval(() => {
      if (document.hidden || list.matches(':hover') || list.contains(document.activeElement)) return rest()
      if (performance.now() < restUntil) return
      const before = list.scrollTop
      list.scrollTop = before + STEP_PX
      const wasAtEnd = isAtEnd
      isAtEnd = list.scrollTop === before
      if (!isAtEnd) return
      // Pause at the end, and again at the top.
      rest()
      if (!wasAtEnd) return
      list.scrollTop = 0
      isAtEnd = false
    }, EVERY_MS)
    list.addEventListener('wheel', rest, { passive: true })
    list.addEventListener('touchmove', rest, { passive: true })
    return () => {
      clearInterval(timer)
      list.removeEventListener('wheel', rest)
      list.removeEventListener('touchmove', rest)
    }
  }, [ref, isOn])
}
