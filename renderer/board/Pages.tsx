import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { ScreenState } from '../../preload/contract/screens/state.ts'
import { useSize } from './useSize.ts'
import { fill, type Words } from './words.ts'

/** How the operator wants lists to move. */
export type Pace = Pick<ScreenState, 'motion' | 'seconds' | 'rows' | 'isFrozen'>

/** A list or a part of one; its items are made as they are shown, since a list may have thousands. */
export type Part = {
  readonly title: string
  readonly className: string
  readonly length: number
  readonly item: (at: number) => ReactNode
}

type PagesProps = {
  readonly part: Part
  readonly pace: Pace
  readonly words: Words
  /** After the last page; without it the first one follows. */
  readonly onEnd?: () => void
  /** Only the first page, however many there are. */
  readonly isFixed?: boolean
  /** Pages from the first that take turns; null: all. */
  readonly pages?: number | null
}

/** Far more than any screen has room for. */
const MOST = 120

export const numbersFrom = (from: number, count: number): readonly number[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => from + at)

/** The title, and as many items as the screen has room for, then the next ones, each as tall as it needs to be. */
export const Pages = ({ part, pace, words, onEnd, isFixed = false, pages = null }: PagesProps) => {
  const { seconds, rows, isFrozen } = pace
  const [{ from, page }, setPosition] = useState({ from: 0, page: 1 })
  const [room, setRoom] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  const size = useSize(list)
  const start = from < part.length ? from : 0
  useLayoutEffect(() => {
    const box = list.current
    if (box === null) return
    const bottom = box.getBoundingClientRect().top + box.clientHeight + 1
    const fitting = [...box.children].filter((item) => item.getBoundingClientRect().bottom <= bottom).length
    // One that is taller than the screen is shown all the same.
    setRoom(Math.max(1, Math.min(fitting, rows ?? fitting)))
  }, [part, rows, start, size])
  useEffect(() => {
    if (isFixed || isFrozen || room === 0) return undefined
    const timer = setTimeout(() => {
      const isLast = start + room >= part.length || (start > 0 ? page : 1) === pages
      if (!isLast) return setPosition({ from: start + room, page: start > 0 ? page + 1 : 2 })
      setPosition({ from: 0, page: 1 })
      onEnd?.()
    }, seconds * 1000)
    return () => clearTimeout(timer)
  }, [isFixed, isFrozen, room, start, page, pages, part.length, seconds, onEnd])
  const end = Math.min(start + room, part.length)
  return (
    <>
      <h2 className="list-title">
        <span>{part.title}</span>
        {isFixed || room === 0 || room >= part.length ? null : (
          <small>{fill(words.range, { from: start + 1, to: end, count: part.length })}</small>
        )}
      </h2>
      <ol className={`pages ${part.className}`} ref={list}>
        {numbersFrom(start, Math.min(MOST, part.length - start)).map((at) => (
          <li key={at} className={at < end ? undefined : 'beyond'}>
            {part.item(at)}
          </li>
        ))}
      </ol>
    </>
  )
}
