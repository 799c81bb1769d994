import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import { call } from '../../../api.ts'
import { infoQuery } from '../../../app/state/queries.ts'

type FullScreen = {
  /** The area fills the window, which the app has made fill the screen. */
  readonly isFilled: boolean
  readonly toggle: () => void
}

/** Fills the screen with an area. In the desktop window the page may not ask for that itself, so the app does it. */
export const useFullScreen = (area: RefObject<HTMLElement | null>): FullScreen => {
  const isDesktop = useQuery(infoQuery).data?.face === 'desktop'
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    if (!isFilled) return undefined
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setFilled(false)
    }
    void call('app:fillScreen', { isFull: true })
    window.addEventListener('keydown', leave)
    return () => {
      window.removeEventListener('keydown', leave)
      void call('app:fillScreen', { isFull: false })
    }
  }, [isFilled])
  return {
    isFilled,
    toggle: () => {
      if (isDesktop) setFilled(!isFilled)
      else if (document.fullscreenElement !== null) void document.exitFullscreen()
      else void area.current?.requestFullscreen().catch(() => undefined)
    },
  }
}
