import { ChartArea } from './ChartArea.tsx'
import { countTicks, everyNth } from './scale.ts'
import type { Box } from './useBox.ts'

export type Bar = {
  readonly value: number
  /** Label of the bar's left edge; '' for an open one. */
  readonly edge: string
  /** All that is told of the bar. */
  readonly text: string
}

type BarChartProps = {
  readonly bars: readonly Bar[]
  readonly description: string
  readonly yTitle: string
  readonly xTitle: string
  /** A place among the bars, with a word on it; `within` from 0 to 1 is how far into the bar. */
  readonly marked?: { readonly index: number; readonly within: number; readonly label: string }
  readonly isSmall?: boolean
  readonly formatValue: (value: number) => string
}

type Plot = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

const plotOf = ({ width, scale }: Box, height: number): Plot => ({
  left: 38 * scale,
  right: width - 10 * scale,
  top: 22 * scale,
  bottom: height - 34 * scale,
})

/** Counts side by side, each beginning at its edge of the axis. */
export const BarChart = ({
  bars,
  description,
  yTitle,
  xTitle,
  marked,
  isSmall = false,
  formatValue,
}: BarChartProps) => {
  const heightOf = ({ scale }: Box): number => (isSmall ? 150 : 360) * scale
  const ticks = countTicks(
    bars.reduce((most, { value }) => Math.max(most, value), 0),
    isSmall ? 3 : 5,
  )
  const top = ticks.at(-1) ?? 1
  return (
    <ChartArea
      description={description}
      count={bars.length}
      textAt={(index) => bars[index]?.text ?? ''}
      start={marked?.index ?? 0}
      indexAt={(x, box) => {
        const { left, right } = plotOf(box, heightOf(box))
        const index = Math.floor(((x - left) / (right - left)) * bars.length)
        return index >= 0 && index < bars.length ? index : null
      }}
    >
      {(box, active) => {
        const height = heightOf(box)
        const plot = plotOf(box, height)
        const step = (plot.right - plot.left) / Math.max(1, bars.length)
        const y = (value: number): number => plot.bottom - (value / top) * (plot.bottom - plot.top)
        const gap = step > 6 ? 1 : 0
        const nth = everyNth(bars.length, plot.right - plot.left, 52 * box.scale)
        const markX = marked === undefined ? 0 : plot.left + (marked.index + marked.within) * step
        const isLeftHalf = markX < (plot.left + plot.right) / 2
        return (
          <svg width={box.width} height={height} aria-hidden="true">
            {ticks.map((tick) => (
              <g key={tick}>
                <line className="chart-grid" x1={plot.left} x2={plot.right} y1={y(tick)} y2={y(tick)} />
                <text className="chart-label chart-label-end" x={plot.left - 6 * box.scale} y={y(tick) + 4 * box.scale}>
                  {formatValue(tick)}
                </text>
              </g>
            ))}
            <text className="chart-title" x={0} y={10 * box.scale}>
              {yTitle}
            </text>
            {bars.map(({ value }, index) => (
              <rect
                key={index}
                className={`chart-bar${index === active ? ' is-active' : ''}${index === marked?.index ? ' is-marked' : ''}`}
                x={plot.left + index * step + gap / 2}
                width={Math.max(1, step - gap)}
                y={y(value)}
                height={plot.bottom - y(value)}
              />
            ))}
            <line className="chart-axis" x1={plot.left} x2={plot.right} y1={plot.bottom} y2={plot.bottom} />
            {bars.map(({ edge }, index) =>
              index % nth !== 0 || edge === '' ? null : (
                <g key={index}>
                  <line
                    className="chart-axis"
                    x1={plot.left + index * step}
                    x2={plot.left + index * step}
                    y1={plot.bottom}
                    y2={plot.bottom + 4 * box.scale}
                  />
                  <text
                    className="chart-label chart-label-middle"
                    x={plot.left + index * step}
                    y={plot.bottom + 16 * box.scale}
                  >
                    {edge}
                  </text>
                </g>
              ),
            )}
            <text
              className="chart-title chart-label-middle"
              x={(plot.left + plot.right) / 2}
              y={height - 3 * box.scale}
            >
              {xTitle}
            </text>
            {marked === undefined ? null : (
              <g className="chart-mark">
                <line x1={markX} x2={markX} y1={plot.top - 4 * box.scale} y2={plot.bottom} />
                <text
                  className={isLeftHalf ? '' : 'chart-label-end'}
                  x={markX + (isLeftHalf ? 5 : -5) * box.scale}
                  y={plot.top + 4 * box.scale}
                >
                  {marked.label}
                </text>
              </g>
            )}
          </svg>
        )
      }}
    </ChartArea>
  )
}
