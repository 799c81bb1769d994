import { useState } from 'react'
import type { PersonSplit } from '../../../../preload/contract/results.ts'
import { useRemembered } from '../../../app/state/remembered.ts'
import { ChartChoices } from '../../../components/charts/ChartChoices.tsx'
import { ChartFrame } from '../../../components/charts/ChartFrame.tsx'
import { LineChart, LineLegend, type Line } from '../../../components/charts/LineChart.tsx'
import { spreadTicks } from '../../../components/charts/scale.ts'
import { formatCount } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { formatRaceTime } from '../../../app/stage/raceTime.ts'
import { paceValues, positionTicks, positionValues } from './splitLines.ts'

type Kind = 'pace' | 'place'
const isKind = (value: unknown): value is Kind => value === 'pace' || value === 'place'

const timeText = (ms: number | null): string => (ms === null ? '–' : formatRaceTime(ms))

type SplitsChartProps = { readonly name: string; readonly splits: readonly PersonSplit[] }

/** Pace or position at the points of the course against the middle of the category. */
export const SplitsChart = ({ name, splits }: SplitsChartProps) => {
  const { t, language } = useText()
  const [remembered, remember] = useRemembered('splitsBy', isKind, 'pace')
  const [chosen, setChosen] = useState<Kind | null>(null)
  const pace = paceValues(splits)
  const positions = positionValues(splits)
  const kind: Kind = chosen ?? (remembered === 'pace' && pace.every((value) => value === null) ? 'place' : remembered)
  const values = kind === 'pace' ? pace : positions.values
  const percent = (value: number): string =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
      value / 100,
    )
  const shortOf = (index: number): string => {
    const value = values[index] ?? null
    if (value === null) return '–'
    return kind === 'pace' ? percent(value) : formatCount(value, language)
  }
  const textAt = (index: number): string => {
    const split = splits[index]
    const value = values[index] ?? null
    if (split === undefined) return ''
    if (value === null) return t('card.splits.none.at', { point: split.label })
    return kind === 'pace'
      ? t('card.splits.pace.at', {
          point: split.label,
          lap: timeText(split.lapMs),
          median: timeText(split.medianLapMs),
          percent: percent(value),
        })
      : t('card.splits.place.at', {
          point: split.label,
          place: formatCount(value, language),
          runners: formatCount(split.runners, language),
          total: timeText(split.totalMs),
        })
  }
  const lines: readonly Line[] =
    kind === 'pace'
      ? [
          { kind: 'reference', name: t('card.splits.medianLine'), values: splits.map(() => 0) },
          { kind: 'own', name: name === '' ? t('card.noName') : name, values },
        ]
      : [
          ...(positions.middle.every((value) => value === null)
            ? []
            : [{ kind: 'reference', name: t('card.splits.middle'), values: positions.middle } as const]),
          { kind: 'own', name: name === '' ? t('card.noName') : name, values },
        ]
  const known = values.filter((value) => value !== null)
  const ticks =
    kind === 'pace'
      ? spreadTicks(Math.min(-5, ...known), Math.max(5, ...known))
      : positionTicks([...values, ...positions.middle])
  const spoken = splits.map(({ label }, index) => `${label} ${shortOf(index)}`).join(', ')
  return (
    <ChartFrame
      title={t('card.splits.course')}
      choices={
        <ChartChoices
          label={t('card.splits.by')}
          value={kind}
          options={[
            { value: 'pace', label: t('card.splits.pace') },
            { value: 'place', label: t('card.splits.place') },
          ]}
          onChange={(next) => {
            setChosen(next)
            remember(next)
          }}
        />
      }
      table={{
        columns: [
          t('card.splits.point'),
          t('card.splits.total'),
          t('card.splits.lap'),
          t('card.splits.medianLap'),
          t('card.splits.place'),
          t('card.splits.runners'),
        ],
        rows: splits.map((split, index) => [
          split.label,
          timeText(split.totalMs),
          timeText(split.lapMs),
          timeText(split.medianLapMs),
          positions.values[index] === null ? '–' : String(positions.values[index]),
          formatCount(split.runners, language),
        ]),
      }}
      note={
        kind === 'pace'
          ? t('card.splits.pace.note')
          : t(positions.isSaid ? 'card.splits.place.note.said' : 'card.splits.place.note.counted')
      }
    >
      <LineLegend lines={lines} />
      <LineChart
        labels={splits.map(({ label }) => label)}
        lines={lines}
        ticks={ticks}
        isReversed={kind === 'place'}
        formatTick={(value) => (kind === 'pace' ? `${value > 0 ? '+' : ''}${value}`.replace('-', '−') : String(value))}
        textAt={textAt}
        description={t(kind === 'pace' ? 'card.splits.pace.what' : 'card.splits.place.what', {
          name,
          count: splits.length,
          values: spoken,
        })}
        yTitle={t(kind === 'pace' ? 'card.splits.pace.axis' : 'card.splits.place.axis')}
        xTitle={t('card.splits.point')}
      />
    </ChartFrame>
  )
}
