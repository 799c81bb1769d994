import { ChartArea } from './ChartArea.tsx'
import { everyNth } from './scale.ts'
import type { Box } from './useBox.ts'

export type Line = {
  /** Null without a value: the line has a gap there. */
  readonly values: readonly (number | null)[]
  /** `reference` is what the other is compared with. */
  readonly kind: 'own' | 'reference'
  readonly name: string
}

type LineChartProps = {
  readonly labels: readonly string[]
  readonly lines: readonly Line[]
  /** Rising; the axis reaches from the first to the last. */
  readonly ticks: readonly number[]
  /** Small values at the top, as with places. */
  readonly isReversed?: boolean
  readonly formatTick: (value: number) => string
  readonly textAt: (index: number) => string
  readonly description: string
  readonly yTitle: string
  readonly xTitle: string
  /** A dot at every value. */
  readonly hasDots?: boolean
  readonly isLarge?: boolean
  readonly marked?: { readonly index: number; readonly label: string }
}

type Plot = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

const plotOf = ({ width, scale }: Box, height: number): Plot => ({
  left: 44 * scale,
  right: width - 18 * scale,
  top: 22 * scale,
  bottom: height - 34 * scale,
})

type Spot = { readonly x: number; readonly y: number }

/** SVG path through the spots; a null lifts the pen. */
const pathOf = (spots: readonly (Spot | null)[]): string => {
  let isDown = false
  const parts: string[] = []
  for (const spot of spots) {
    if (spot === null) isDown = false
    else {
      const { x, y } = spot
      parts.push(`${isDown ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
      isDown = true
    }
  }
  return parts.join('')
}

/** A line over points along the way, and what it is seen against. */
export const LineChart = ({
  labels,
  lines,
  ticks,
  isReversed = false,
  formatTick,
  textAt,
  description,
  yTitle,
  xTitle,
  hasDots = true,
  isLarge = false,
  marked,
}: LineChartProps) => {
  const heightOf = ({ scale }: Box): number => (isLarge ? 360 : 180) * scale
  const least = ticks[0] ?? 0
  const most = ticks.at(-1) ?? 1
  const xOf = (plot: Plot, index: number): number =>
    labels.length < 2
      ? (plot.left + plot.right) / 2
      : plot.left + (index / (labels.length - 1)) * (plot.right - plot.left)
  return (
    <ChartArea
      description={description}
      count={labels.length}
      textAt={textAt}
      start={marked?.index ?? 0}
      indexAt={(x, box) => {
        const plot = plotOf(box, heightOf(box))
        const share = (x - plot.left) / (plot.right - plot.left)
        return Math.min(labels.length - 1, Math.max(0, Math.round(share * (labels.length - 1))))
      }}
    >
      {(box, active) => {
        const height = heightOf(box)
        const plot = plotOf(box, height)
        const y = (value: number): number => {
          const share = (value - least) / (most - least || 1)
          return isReversed
            ? plot.top + share * (plot.bottom - plot.top)
            : plot.bottom - share * (plot.bottom - plot.top)
        }
        const longest = labels.reduce((length, label) => Math.max(length, label.length), 0)
        const nth = everyNth(labels.length, plot.right - plot.left, Math.min(110, 14 + longest * 7) * box.scale)
        const markX = marked === undefined ? 0 : xOf(plot, marked.index)
        return (
          <svg width={box.width} height={height} aria-hidden="true">
            {ticks.map((tick) => (
              <g key={tick}>
                <line className="chart-grid" x1={plot.left} x2={plot.right} y1={y(tick)} y2={y(tick)} />
                <text className="chart-label chart-label-end" x={plot.left - 6 * box.scale} y={y(tick) + 4 * box.scale}>
                  {formatTick(tick)}
                </text>
              </g>
            ))}
            <text className="chart-title" x={0} y={10 * box.scale}>
              {yTitle}
            </text>
            {labels.map((label, index) =>
              index % nth !== 0 ? null : (
                <text
                  key={index}
                  className={`chart-label ${
                    index === 0 && labels.length > 1
                      ? ''
                      : index === labels.length - 1 && labels.length > 1
                        ? 'chart-label-end'
                        : 'chart-label-middle'
                  }`}
                  x={xOf(plot, index)}
                  y={plot.bottom + 16 * box.scale}
                >
                  {label.length > 14 ? `${label.slice(0, 13)}…` : label}
                </text>
              ),
            )}
            <text
              className="chart-title chart-label-middle"
              x={(plot.left + plot.right) / 2}
              y={height - 3 * box.scale}
            >
              {xTitle}
            </text>
            {active === null ? null : (
              <line
                className="chart-cursor"
                x1={xOf(plot, active)}
                x2={xOf(plot, active)}
                y1={plot.top}
                y2={plot.bottom}
              />
            )}
            {lines.map(({ values, kind, name }) => {
              const spots = values.map((value, index) => (value === null ? null : { x: xOf(plot, index), y: y(value) }))
              return (
                <g key={name} className={`chart-line chart-line-${kind}`}>
                  <path d={pathOf(spots)} />
                  {kind === 'reference' || !hasDots
                    ? null
                    : spots.map((spot, index) =>
                        spot === null ? null : (
                          <circle key={index} cx={spot.x} cy={spot.y} r={(index === active ? 4.5 : 3) * box.scale} />
                        ),
                      )}
                </g>
              )
            })}
            {marked === undefined ? null : (
              <g className="chart-mark">
                <line x1={markX} x2={markX} y1={plot.top - 4 * box.scale} y2={plot.bottom} />
                <text
                  className={markX > (plot.left + plot.right) / 2 ? 'chart-label-end' : ''}
                  x={markX + (markX > (plot.left + plot.right) / 2 ? -5 : 5) * box.scale}
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

/** Legend of the lines, distinguished by more than colour. */
export const LineLegend = ({ lines }: { readonly lines: readonly Pick<Line, 'kind' | 'name'>[] }) => (
  <ul className="chart-legend">
    {lines.map(({ kind, name }) => (
      <li key={name}>
        <svg width="22" height="8" aria-hidden="true" className={`chart-line chart-line-${kind}`}>
          <path d="M1 4H21" />
          {kind === 'own' ? <circle cx="11" cy="4" r="3" /> : null}
        </svg>
        {name}
      </li>
    ))}
  </ul>
)
