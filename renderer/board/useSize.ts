import { useEffect, useState, type RefObject } from 'react'

/** Width and height of the element as one text, which changes with them. */
export const useSize = (element: RefObject<HTMLElement | null>): string => {
  const [size, setSize] = useState('')
  useEffect(() => {
    const box = element.current
    if (box === null) return undefined
    const measure = (): void => setSize(`${box.clientWidth} ${box.clientHeight}`)
    measure()
    if (typeof ResizeObserver === 'function') {
      const observer = new ResizeObserver(measure)
      observer.observe(box)
      return () => observer.disconnect()
    }
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [element])
  return size
}
