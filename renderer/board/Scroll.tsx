import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { numbersFrom, type Pace, type Part } from './Pages.tsx'
import { useSize } from './useSize.ts'

type ScrollProps = {
  readonly part: Part
  /** Comes up behind the part; null while it is not here yet. */
  readonly next: Part | null
  readonly pace: Pace
  /** Once `next` has come to the top. */
  readonly onEnd?: () => void
}

/** Items that go by in one animation; even, so that every other one keeps its background. */
const BLOCK = 40
/** Drawn at the same time: a block and what a screen has room for. */
const MOST = 100

export const canScroll = (): boolean =>
  typeof document.documentElement.animate === 'function' && !matchMedia('(prefers-reduced-motion: reduce)').matches

/** The part moves upward without a pause, a screenful in the seconds of a page; one that fits stands still for as long. */
export const Scroll = ({ part, next, pace, onEnd }: ScrollProps) => {
  const { seconds, rows, isFrozen } = pace
  const [{ from, round }, setPosition] = useState({ from: 0, round: 0 })
  const [isStill, setIsStill] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const stream = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const movedPx = useRef(0)
  const size = useSize(box)
  const start = from < part.length ? from : 0
  const drawn = Math.min(MOST, part.length - start)
  const block = Math.min(BLOCK, drawn)
  const isLast = start + block === part.length

  useLayoutEffect(() => {
    if (box.current === null || stream.current === null || list.current === null) return undefined
    const moving = stream.current
    const { top } = moving.getBoundingClientRect()
    const { bottom, height } = list.current.getBoundingClientRect()
    const boxPx = box.current.clientHeight
    const isFitting = start === 0 && isLast && bottom - top <= boxPx + 1
    setIsStill(isFitting)
    if (isFitting || boxPx === 0) return undefined
    const after = list.current.children[block] ?? list.current.nextElementSibling
    const distancePx = after === null ? bottom - top : after.getBoundingClientRect().top - top
    const pagePx = rows === null ? boxPx : Math.min(boxPx, (rows * height) / drawn)
    const msPerPx = (seconds * 1000) / pagePx
    let isDone = false
    const animation = moving.animate([{ transform: 'translateY(0)' }, { transform: `translateY(${-distancePx}px)` }], {
      duration: distancePx * msPerPx,
      fill: 'forwards',
    })
    animation.currentTime = Math.min(movedPx.current, distancePx) * msPerPx
    if (isFrozen) animation.pause()
    animation.onfinish = () => {
      isDone = true
      movedPx.current = 0
      // In the frame in which the block has gone by, so that nothing is seen to jump.
      flushSync(() => {
        setPosition({ from: isLast ? 0 : start + block, round: round + 1 })
        if (isLast) onEnd?.()
      })
    }
    return () => {
      if (!isDone) movedPx.current = Number(animation.currentTime ?? 0) / msPerPx
      animation.onfinish = null
      animation.cancel()
    }
  }, [part, next, start, drawn, block, isLast, round, rows, seconds, isFrozen, isStill, size, onEnd])

  useEffect(() => {
    if (!isStill || isFrozen || onEnd === undefined) return undefined
    const timer = setTimeout(onEnd, seconds * 1000)
    return () => clearTimeout(timer)
  }, [isStill, isFrozen, seconds, onEnd])

  const following = isStill ? null : next
  return (
    <div className="scroll" ref={box}>
      <h2 className="list-title">{part.title}</h2>
      <div className="stream" ref={stream}>
        {start === 0 ? (
          <p className="list-title" aria-hidden="true">
            {part.title}
          </p>
        ) : null}
        <ol className={part.className} ref={list}>
          {numbersFrom(start, drawn).map((at) => (
            <li key={at}>{part.item(at)}</li>
          ))}
        </ol>
        {following === null || drawn === MOST ? null : (
          <div aria-hidden="true">
            <p className="list-title">{following.title}</p>
            <ol className={following.className}>
              {numbersFrom(0, Math.min(MOST - drawn, following.length)).map((at) => (
                <li key={at}>{following.item(at)}</li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </div>
  )
}
