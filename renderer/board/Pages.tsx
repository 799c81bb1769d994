import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

type PagesProps = {
  readonly items: readonly ReactNode[]
  readonly className: string
  readonly seconds: number
  /** After the last page; without it the first one follows. */
  readonly onEnd?: () => void
  /** Only the first page, however many there are. */
  readonly isFixed?: boolean
}

/** Far more than any screen has room for. */
const MOST = 120

/** As many items as the screen has room for, then the next ones, each as tall as it needs to be. */
export const Pages = ({ items, className, seconds, onEnd, isFixed = false }: PagesProps) => {
  const [from, setFrom] = useState(0)
  const [room, setRoom] = useState(0)
  const [size, setSize] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const start = from < items.length ? from : 0
  useEffect(() => {
    const measure = (): void => setSize(`${innerWidth} ${innerHeight}`)
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  useLayoutEffect(() => {
    const box = list.current
    if (box === null) return
    const bottom = box.getBoundingClientRect().top + box.clientHeight + 1
    const fitting = [...box.children].filter((item) => item.getBoundingClientRect().bottom <= bottom).length
    // One that is taller than the screen is shown all the same.
    setRoom(Math.max(1, fitting))
  }, [items, start, size])
  useEffect(() => {
    if (isFixed || room === 0) return undefined
    const timer = setTimeout(() => {
      if (start + room < items.length) return setFrom(start + room)
      setFrom(0)
      onEnd?.()
    }, seconds * 1000)
    return () => clearTimeout(timer)
  }, [isFixed, room, start, items.length, seconds, onEnd])
  return (
    <ol className={`pages ${className}`} ref={list}>
      {items.slice(start, start + MOST).map((item, at) => (
        <li key={start + at} className={at < room ? undefined : 'beyond'}>
          {item}
        </li>
      ))}
    </ol>
  )
}
