import { useQuery } from '@tanstack/react-query'
import type { Stage } from '../../../preload/contract/stages.ts'
import { formatRoute } from '../address.ts'
import { failedTake } from '../jobs/failedTake.ts'
import { jobsQuery, treeQuery } from '../state/queries.ts'
import { Bubble } from '../../components/Bubble.tsx'
import { Mark } from '../../components/Mark.tsx'
import { useText } from '../../text/text.ts'
import { Failures } from './Failures.tsx'

const StageErrors = ({ stage }: { readonly stage: Stage }) => {
  const tree = useQuery(treeQuery(stage.guid)).data
  const lost = failedTake(useQuery(jobsQuery).data ?? [], stage)
  const failed = (tree?.distances ?? []).flatMap(({ name: distance, categories }) =>
    categories.flatMap(({ name, error }) => (error === null ? [] : [{ place: `${distance} ${name}`.trim(), error }])),
  )
  const ofStage = lost === null ? [] : [{ place: '', error: lost }]
  return (
    <li>
      <p className="failed-name">
        <a href={formatRoute({ screen: 'stage', stage: stage.guid })}>{stage.name}</a>
      </p>
      <Failures stage={stage} failures={failed.length === 0 ? ofStage : failed} />
    </li>
  )
}

type StageProblemsProps = { readonly stages: readonly Stage[]; readonly label: string; readonly side: 'top' | 'bottom' }

/** How many problems there are; pressed, which ones, and what to do. */
export const StageProblems = ({ stages, label, side }: StageProblemsProps) => {
  const { t } = useText()
  return (
    <Bubble
      title={t('stages.column.problems')}
      side={side}
      trigger={
        <button type="button" className="button button-quiet button-small" title={label}>
          <Mark kind="problem">{label}</Mark>
        </button>
      }
    >
      <ul className="failed-list">
        {stages.map((stage) => (
          <StageErrors key={stage.guid} stage={stage} />
        ))}
      </ul>
    </Bubble>
  )
}
