import { useQueryClient } from '@tanstack/react-query'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { useText } from '../../text/text.ts'
import { takeStage } from '../takeStage.ts'
import { causeOf } from './causes.ts'
import { describeProblem } from './describeProblem.ts'
import { isKeyProblem } from './isKeyProblem.ts'
import { KeyForm } from './KeyForm.tsx'

/** `place`: a category; '' for the whole stage. */
export type Failure = { readonly place: string; readonly error: AppError }

/** With more of them, their number is enough. */
const MOST_NAMED = 5

/** Failures of a stage by cause; a key that would mend them has its field here. */
export const Failures = ({ stage, failures }: { readonly stage: Stage; readonly failures: readonly Failure[] }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const key = failures.map(({ error }) => error).find(isKeyProblem)
  const placesText = (places: readonly string[]): string =>
    places.length > MOST_NAMED ? t('stage.failed', { count: places.length }) : places.join(', ')
  return (
    <>
      {[...Map.groupBy(failures, ({ error }) => causeOf(error))].flatMap(([cause, [first, ...others]]) => {
        if (first === undefined) return []
        const places = placesText([first, ...others].map(({ place }) => place))
        const { what, todo } = describeProblem(first.error, t, language)
        return (
          <p key={cause}>
            {places === '' ? '' : `${places}: `}
            <span className="muted">
              {what} {todo}
            </span>
          </p>
        )
      })}
      {key === undefined || stage.profileId === null ? null : (
        <KeyForm
          profileId={stage.profileId}
          which={key.which}
          saveLabel={t('origin.key.save')}
          onSaved={() => void takeStage(client, stage.guid)}
        />
      )}
    </>
  )
}
