import type { Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { ProblemNote } from '../../components/ProblemNote.tsx'
import { useText } from '../../text/text.ts'
import { describeProblem } from './describeProblem.ts'

/** A problem as its sentences, with a way to try again where there is one. */
export const Problem = ({ problem, onRetry }: { readonly problem: AnyProblem; readonly onRetry?: () => void }) => {
  const { t, language } = useText()
  return (
    <ProblemNote {...describeProblem(problem, t, language)}>
      {onRetry === undefined ? null : (
        <div>
          <Button size="small" onClick={onRetry}>
            {t('do.retry')}
          </Button>
        </div>
      )}
    </ProblemNote>
  )
}
