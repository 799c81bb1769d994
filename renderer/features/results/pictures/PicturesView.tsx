import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { StageGuid } from '../../../../preload/contract/ids.ts'
import type { Picture, PictureKind } from '../../../../preload/contract/results.ts'
import type { StageTree } from '../../../../preload/contract/stages.ts'
import { Problem } from '../../../app/problems/Problem.tsx'
import { fetchValue } from '../../../app/state/queries.ts'
import { Blank } from '../../../components/Blank.tsx'
import { BarChart } from '../../../components/charts/BarChart.tsx'
import { ChartFrame } from '../../../components/charts/ChartFrame.tsx'
import { LineChart } from '../../../components/charts/LineChart.tsx'
import { countTicks } from '../../../components/charts/scale.ts'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { formatCount } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { formatEdge, formatRaceTime } from '../../../app/stage/raceTime.ts'
import { scopeId, scopeNames, scopeQuery, type Scope } from '../../../app/stage/scope.ts'
import { useStageFrame } from '../../../app/stage/stageFrameContext.ts'
import { StageSlot } from '../../../app/stage/StageSlot.tsx'
import { axisUnit, barsOf, binText, describePicture, tableOf } from '../pictureBars.ts'
import './pictures.css'

/** How many had finished by the end of each bin. */
const Arrivals = ({ picture, scope }: { readonly picture: Picture; readonly scope: string }) => {
  const { t, language } = useText()
  const { bins, stepMs } = picture
  return (
    <LineChart
      isLarge
      hasDots={false}
      labels={bins.map(({ toMs }) => (toMs === null ? t('picture.later') : formatEdge(toMs, stepMs)))}
      lines={[{ kind: 'own', name: t('picture.finished'), values: bins.map(({ upTo }) => upTo) }]}
      ticks={countTicks(picture.counted, 5)}
      formatTick={(value) => formatCount(value, language)}
      textAt={(index) => {
        const bin = bins[index]
        return bin === undefined ? '' : binText(bin, t, language)
      }}
      description={describePicture(picture, scope, t, language)}
      yTitle={t('picture.finished')}
      xTitle={t('picture.raceTime', { unit: axisUnit(picture, t) })}
    />
  )
}

type ShownProps = {
  readonly picture: Picture
  readonly scope: string
  /** Before the titles, where charts of several distances stand together. */
  readonly heading: string
}

const Shown = ({ picture, scope, heading }: ShownProps) => {
  const { t, language } = useText()
  const count = (value: number): string => formatCount(value, language)
  const { kind, counted, withoutTime, medianMs, time } = picture
  const note = [
    t('picture.counted', { count: counted, counted: count(counted) }),
    ...(withoutTime === 0 ? [] : [t('picture.without', { count: withoutTime, rows: count(withoutTime) })]),
    ...(medianMs === null ? [] : [t('picture.median', { time: formatRaceTime(Math.round(medianMs / 1000) * 1000) })]),
    ...(time === null ? [] : [t(`picture.by.${time}`)]),
  ].join(' · ')
  return (
    <ChartFrame
      level={2}
      title={heading + t(kind === 'times' ? 'picture.title' : 'picture.arrivals')}
      table={tableOf(picture, t, language)}
      {...(kind === 'times' ? { note } : {})}
    >
      {kind === 'arrivals' ? (
        <Arrivals picture={picture} scope={scope} />
      ) : (
        <BarChart
          bars={barsOf(picture, t, language)}
          description={describePicture(picture, scope, t, language)}
          yTitle={t('picture.finishers')}
          xTitle={t('picture.time', { unit: axisUnit(picture, t) })}
          formatValue={count}
        />
      )}
    </ChartFrame>
  )
}

const usePicture = (stage: StageGuid, scope: Scope, kind: PictureKind) => {
  const { distance, categories } = scopeQuery(stage, scope)
  return useQuery({
    queryKey: ['results', stage, 'picture', kind, scopeId(scope)],
    queryFn: () =>
      fetchValue('results:picture', {
        stage,
        kind,
        ...(distance === undefined ? {} : { distance }),
        ...(categories === undefined ? {} : { categories }),
      }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}

type ScopeProps = { readonly tree: StageTree; readonly scope: Scope }

const ScopePictures = ({ tree, scope, heading }: ScopeProps & Pick<ShownProps, 'heading'>) => {
  const { t } = useText()
  const times = usePicture(tree.stage.guid, scope, 'times')
  const arrivals = usePicture(tree.stage.guid, scope, 'arrivals')
  const failed = [times, arrivals].find(({ data, error }) => data === undefined && error !== null)
  if (failed?.error != null) return <Problem problem={failed.error} onRetry={() => void failed.refetch()} />
  if (times.data === undefined || arrivals.data === undefined) {
    return <Skeleton rows={12} label={t('picture.label')} />
  }
  if (times.data.counted === 0) return null
  const name = scopeNames(scope, tree).join(', ') || tree.stage.name
  return (
    <>
      <Shown picture={times.data} scope={name} heading={heading} />
      <Shown picture={arrivals.data} scope={name} heading={heading} />
    </>
  )
}

/** Times in the tree's scope, each distance apart: how they are distributed, and how finishers add up. */
export const PicturesView = ({ tree }: { readonly tree: StageTree }) => {
  const { t, language } = useText()
  const { scope } = useStageFrame()
  const counted = usePicture(tree.stage.guid, scope, 'times').data?.counted
  if (counted === 0) {
    return (
      <Blank title={t('picture.none')}>
        <p>{t('picture.none.what')}</p>
      </Blank>
    )
  }
  const distances = scope.kind === 'all' && tree.distances.length > 1 ? tree.distances : []
  return (
    <>
      {counted === undefined ? null : (
        <StageSlot name="count">
          {t('picture.finishersCount', { count: counted, rows: formatCount(counted, language) })}
        </StageSlot>
      )}
      <div className="pictures scroll">
        {distances.length === 0 ? <ScopePictures tree={tree} scope={scope} heading="" /> : null}
        {distances.map(({ guid, name }) => (
          <ScopePictures key={guid} tree={tree} scope={{ kind: 'distance', guid }} heading={`${name} · `} />
        ))}
      </div>
    </>
  )
}
