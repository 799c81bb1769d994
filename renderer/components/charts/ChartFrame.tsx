import { ChartColumn, Table2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useText } from '../../text/text.ts'
import { Button } from '../Button.tsx'
import './charts.css'

export type ChartTable = {
  readonly columns: readonly string[]
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly string[])[]
}

type ChartFrameProps = {
  readonly title: string
  /** Level of the heading. */
  readonly level?: 2 | 3
  /** Beside the title: what can be chosen of the chart. */
  readonly choices?: ReactNode
  readonly children: ReactNode
  /** The same data as a table. */
  readonly table: ChartTable
  readonly note?: ReactNode
}

/** Selector of the drawing or its table. */
const shown = '.chart-area, .chart-table'

/** A chart with its title, that turns into a table and back by its button or the key T. */
export const ChartFrame = ({ title, level = 3, choices, children, table, note }: ChartFrameProps) => {
  const { t } = useText()
  const [isTable, setTable] = useState(false)
  const figure = useRef<HTMLElement>(null)
  const isFocusLost = useRef(false)
  const turn = (): void => {
    // Switching removes the focused element.
    isFocusLost.current = figure.current?.querySelector(shown)?.contains(document.activeElement) ?? false
    setTable(!isTable)
  }
  useLayoutEffect(() => {
    if (!isFocusLost.current) return
    isFocusLost.current = false
    figure.current?.querySelector<HTMLElement>(shown)?.focus()
  }, [isTable])
  const onKeyDown = (event: KeyboardEvent): void => {
    // By the key's position, so that a Russian keyboard has the same key.
    if (event.code !== 'KeyT' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    turn()
  }
  return (
    <figure ref={figure} className="chart stack" onKeyDown={onKeyDown}>
      <figcaption className="chart-head">
        {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
        {choices}
        <span className="gap" />
        <Button
          kind="quiet"
          size="small"
          icon={isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
          onClick={turn}
          title={t('chart.switch', { title })}
        >
          {t(isTable ? 'chart.asChart' : 'chart.asTable')}
        </Button>
      </figcaption>
      {isTable ? <DataAsTable title={title} table={table} /> : children}
      {note === undefined ? null : <p className="small muted">{note}</p>}
    </figure>
  )
}

const DataAsTable = ({ title, table }: { readonly title: string; readonly table: ChartTable }) => (
  <div className="chart-table" role="region" aria-label={title} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {table.columns.map((column, at) => (
            <th key={at} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name = '', ...cells], at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
