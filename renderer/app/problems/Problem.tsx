import type { Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { ProblemNote } from '../../components/ProblemNote.tsx'
import { useText } from '../../text/text.ts'
import { formatRoute } from '../address.ts'
import { describeProblem } from './describeProblem.ts'
import { helpOn } from './helpOn.ts'

/** A problem as its sentences, with a way to try again where there is one. */
export const Problem = ({ problem, onRetry }: { readonly problem: AnyProblem; readonly onRetry?: () => void }) => {
  const { t, language } = useText()
  const help = helpOn(problem)
  return (
    <ProblemNote {...describeProblem(problem, t, language)}>
      {help === null ? null : <a href={formatRoute({ screen: 'help', ...help })}>{t('help.more')}</a>}
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
