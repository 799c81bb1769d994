import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useText } from '../../text/text.ts'
import { useBox, type Box } from './useBox.ts'
import './charts.css'

type ChartAreaProps = {
  /** Description for screen readers. */
  readonly description: string
  /** Number of values along the horizontal axis. */
  readonly count: number
  /** Text of one value. */
  readonly textAt: (index: number) => string
  /** Where one is looked for first. */
  readonly start?: number
  /** Which of them lies under a place of the drawing; null for none. */
  readonly indexAt: (x: number, box: Box) => number | null
  readonly children: (box: Box, active: number | null) => ReactNode
}

const STEPS: { readonly [key: string]: -1 | 1 } = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

/** A drawing that is walked through with the arrow keys or pointed at; one line below tells the value. */
export const ChartArea = ({ description, count, textAt, start = 0, indexAt, children }: ChartAreaProps) => {
  const { t } = useText()
  const { box, ref } = useBox()
  const [wanted, setActive] = useState<number | null>(null)
  const active = wanted === null || wanted >= count ? null : wanted
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return
    const step = STEPS[event.key]
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? count - 1
          : step === undefined
            ? null
            : active === null
              ? start
              : Math.min(count - 1, Math.max(0, active + step))
    if (next === null) return
    event.preventDefault()
    setActive(next)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void =>
    setActive(indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left, box))
  return (
    <>
      <div
        ref={ref}
        className="chart-area"
        role="img"
        aria-label={description}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setActive(null)}
      >
        {box.width === 0 ? null : children(box, active)}
      </div>
      <p className="chart-readout" role="status">
        {active === null ? <span className="muted">{t('chart.keys')}</span> : textAt(active)}
      </p>
    </>
  )
}
