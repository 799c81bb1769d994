import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import './controls.css'

type SplitterProps = {
  readonly label: string
  /** Which side of the splitter the pane is on. */
  readonly pane: 'before' | 'after'
  readonly value: number
  readonly min: number
  readonly max: number
  /** CSS pixels at a scale of 100 %. */
  readonly onChange: (value: number) => void
}

const STEP_PX = 16
// 1rem is 10 px at a scale of 100%.
const scale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 10

/** A window splitter as in the ARIA pattern: pointer, arrows, Home and End. */
export const Splitter = ({ label, pane, value, min, max, onChange }: SplitterProps) => {
  const start = useRef<{ readonly x: number; readonly value: number } | null>(null)
  const direction = pane === 'before' ? 1 : -1
  const move = (next: number): void => onChange(Math.round(Math.min(max, Math.max(min, next))))
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, value }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (start.current !== null) move(start.current.value + (direction * (event.clientX - start.current.x)) / scale())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = {
      ArrowLeft: value - STEP_PX * direction,
      ArrowRight: value + STEP_PX * direction,
      Home: min,
      End: max,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    move(next)
  }
  return (
    <div
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null
      }}
      onKeyDown={onKeyDown}
    />
  )
}
