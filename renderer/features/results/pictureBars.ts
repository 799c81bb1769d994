import type { Picture, PictureBin } from '../../../preload/contract/results.ts'
import type { ChartTable } from '../../components/charts/ChartFrame.tsx'
import type { Bar } from '../../components/charts/BarChart.tsx'
import { formatCount } from '../../text/format.ts'
import type { Language, Translate } from '../../text/text.ts'
import { formatEdge, formatRaceTime } from '../../app/stage/raceTime.ts'

const edgeText = (ms: number | null): string => (ms === null ? '' : formatRaceTime(ms))

export const binText = ({ fromMs, toMs, count, upTo }: PictureBin, t: Translate, language: Language): string => {
  const values = {
    count,
    from: edgeText(fromMs),
    to: edgeText(toMs),
    finishers: formatCount(count, language),
    upTo: formatCount(upTo, language),
  }
  if (fromMs === null) return t('picture.bin.earlier', values)
  return toMs === null ? t('picture.bin.later', values) : t('picture.bin', values)
}

export const barsOf = ({ bins, stepMs }: Picture, t: Translate, language: Language): readonly Bar[] =>
  bins.map((bin) => ({
    value: bin.count,
    edge: bin.fromMs === null ? '' : formatEdge(bin.fromMs, stepMs),
    text: binText(bin, t, language),
  }))

export const tableOf = ({ bins }: Picture, t: Translate, language: Language): ChartTable => ({
  columns: [t('picture.from'), t('picture.to'), t('picture.count'), t('picture.upTo')],
  rows: bins.map(({ fromMs, toMs, count, upTo }) => [
    fromMs === null ? t('picture.earlier') : edgeText(fromMs),
    toMs === null ? t('picture.later') : edgeText(toMs),
    formatCount(count, language),
    formatCount(upTo, language),
  ]),
})

/** Description of the chart for screen readers. */
export const describePicture = (picture: Picture, scope: string, t: Translate, language: Language): string => {
  const { bins, kind, counted, medianMs, person } = picture
  const most = bins.reduce<PictureBin | undefined>(
    (known, bin) => (known === undefined || bin.count > known.count ? bin : known),
    undefined,
  )
  const first = bins[0]
  const last = bins.at(-1)
  const what = t(kind === 'times' ? 'picture.what.times' : 'picture.what.arrivals', {
    scope,
    counted: formatCount(counted, language),
    from: edgeText(first?.fromMs ?? first?.toMs ?? null),
    to: edgeText(last?.toMs ?? last?.fromMs ?? null),
    median: edgeText(medianMs),
    mostFrom: edgeText(most?.fromMs ?? null),
    mostTo: edgeText(most?.toMs ?? null),
  })
  if (person === null) return what
  const standing = t('picture.what.person', {
    time: edgeText(person.ms),
    faster: formatCount(person.faster, language),
    slower: formatCount(person.slower, language),
  })
  return `${what} ${standing}`
}

/** Unit of the horizontal axis. */
export const axisUnit = ({ stepMs }: Picture, t: Translate): string =>
  t(stepMs % 60_000 === 0 ? 'picture.unit.minutes' : 'picture.unit.seconds')

/** How far into its bin a person stands, from 0 to 1. */
export const withinBin = ({ bins, person }: Picture): number => {
  const bin = person === null ? undefined : bins[person.bin]
  if (person === null || bin === undefined || bin.fromMs === null || bin.toMs === null) return 0.5
  return (person.ms - bin.fromMs) / (bin.toMs - bin.fromMs)
}
