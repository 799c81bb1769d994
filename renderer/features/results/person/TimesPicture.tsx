import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { StageGuid } from '../../../../preload/contract/ids.ts'
import type { PersonCard } from '../../../../preload/contract/results.ts'
import { fetchValue } from '../../../app/state/queries.ts'
import { BarChart } from '../../../components/charts/BarChart.tsx'
import { ChartFrame } from '../../../components/charts/ChartFrame.tsx'
import { formatCount } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { axisUnit, barsOf, describePicture, tableOf, withinBin } from '../pictureBars.ts'
import { formatRaceTime } from '../../../app/stage/raceTime.ts'

/** The person's position among the times of their category. */
export const TimesPicture = ({ card, stage }: { readonly card: PersonCard; readonly stage: StageGuid }) => {
  const { t, language } = useText()
  const { category, index } = card.row
  const picture = useQuery({
    queryKey: ['results', stage, 'picture', 'times', category, index],
    queryFn: () =>
      fetchValue('results:picture', { stage, categories: [category], kind: 'times', person: { category, index } }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  }).data
  if (picture === undefined) return <div className="card-picture-room" />
  if (picture.person === null || picture.counted < 2) return null
  const { person, counted } = picture
  const count = (value: number): string => formatCount(value, language)
  const percent = Math.max(1, Math.ceil(((person.faster + 1) / counted) * 100))
  return (
    <section className="card-part stack">
      <ChartFrame
        title={t('picture.title')}
        table={tableOf(picture, t, language)}
        note={[
          t('picture.person', { faster: count(person.faster), slower: count(person.slower) }),
          ...(percent > 50 ? [] : [t('picture.person.top', { percent: count(percent) })]),
        ].join(', ')}
      >
        <BarChart
          isSmall
          bars={barsOf(picture, t, language)}
          description={describePicture(picture, card.categoryName, t, language)}
          yTitle={t('picture.finishers')}
          xTitle={t('picture.time', { unit: axisUnit(picture, t) })}
          formatValue={count}
          marked={{ index: person.bin, within: withinBin(picture), label: formatRaceTime(person.ms) }}
        />
      </ChartFrame>
    </section>
  )
}
