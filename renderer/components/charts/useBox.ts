import { useCallback, useState } from 'react'

export type Box = {
  /** 0 until it is measured. */
  readonly width: number
  /** How large 1rem is, against the 10 px it is at a scale of 100 %. */
  readonly scale: number
}

/** The width of an element in CSS pixels, kept up to date; the ref goes to the element. */
export const useBox = (): {
  readonly box: Box
  readonly ref: (element: HTMLElement | null) => (() => void) | undefined
} => {
  const [box, setBox] = useState<Box>({ width: 0, scale: 1 })
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const measure = (): void => {
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 10
      const width = element.clientWidth
      setBox((known) => (known.width === width && known.scale === scale ? known : { width, scale }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return { box, ref }
}
