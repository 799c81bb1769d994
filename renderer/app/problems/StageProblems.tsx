import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { formatRoute } from '../address.ts'
import { failedTake } from '../jobs/failedTake.ts'
import { jobsQuery, treeQuery } from '../state/queries.ts'
import { Bubble } from '../../components/Bubble.tsx'
import { Mark } from '../../components/Mark.tsx'
import { useText } from '../../text/text.ts'
import { takeStage } from '../takeStage.ts'
import { describeProblem } from './describeProblem.ts'
import { isKeyProblem } from './isKeyProblem.ts'
import { KeyForm } from './KeyForm.tsx'

const StageErrors = ({ stage }: { readonly stage: Stage }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const tree = useQuery(treeQuery(stage.guid)).data
  const lost = failedTake(useQuery(jobsQuery).data ?? [], stage)
  const failed = (tree?.distances ?? []).flatMap(({ name: distance, categories }) =>
    categories.flatMap(({ name, error }) => (error === null ? [] : [{ place: `${distance} ${name}`.trim(), error }])),
  )
  // Many categories that fail for one reason are one line.
  const sentence = (error: AppError): string => {
    const { what, todo } = describeProblem(error, t, language)
    return `${what} ${todo}`
  }
  const { profileId } = stage
  const key = [lost, ...failed.map(({ error }) => error)].find((error) => error !== null && isKeyProblem(error)) ?? null
  const places = Map.groupBy(failed, ({ error }) => sentence(error))
  return (
    <li>
      <p className="failed-name">
        <a href={formatRoute({ screen: 'stage', stage: stage.guid })}>{stage.name}</a>
      </p>
      {failed.length > 0 || lost === null ? null : <p>{sentence(lost)}</p>}
      {[...places].map(([text, at]) => (
        <p key={text}>
          {at.length > 5 ? t('stage.failed', { count: at.length }) : at.map(({ place }) => place).join(', ')}:{' '}
          <span className="muted">{text}</span>
        </p>
      ))}
      {key === null || !isKeyProblem(key) || profileId === null ? null : (
        <KeyForm
          profileId={profileId}
          which={key.which}
          saveLabel={t('origin.key.save')}
          onSaved={() => void takeStage(client, stage.guid)}
        />
      )}
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
