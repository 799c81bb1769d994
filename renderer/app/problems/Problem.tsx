import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { ProblemNote } from '../../components/ProblemNote.tsx'
import { useText } from '../../text/text.ts'
import { formatRoute } from '../address.ts'
import { describeProblem } from './describeProblem.ts'
import { helpOn } from './helpOn.ts'
import { isKeyProblem } from './isKeyProblem.ts'
import { KeyForm } from './KeyForm.tsx'

type ProblemProps = {
  readonly problem: AnyProblem
  readonly onRetry?: () => void
  /** The organization that was asked, and what is tried again once its missing or refused key has been typed here. */
  readonly keyOf?: { readonly profileId: ProfileId; readonly onSaved: () => void }
}

/** A problem as its sentences, with a way to try again where there is one. */
export const Problem = ({ problem, onRetry, keyOf }: ProblemProps) => {
  const { t, language } = useText()
  const help = helpOn(problem)
  const text = describeProblem(problem, t, language)
  const isKeyAsked = keyOf !== undefined && isKeyProblem(problem)
  return (
    <ProblemNote {...text} {...(isKeyAsked ? { todo: t(`problem.${problem.kind}.here`) } : {})}>
      {help === null ? null : <a href={formatRoute({ screen: 'help', ...help })}>{t('help.more')}</a>}
      {isKeyAsked ? <KeyForm {...keyOf} which={problem.which} saveLabel={t('problem.key.save')} /> : null}
      {onRetry === undefined || isKeyAsked ? null : (
        <div>
          <Button size="small" onClick={onRetry}>
            {t('do.retry')}
          </Button>
        </div>
      )}
    </ProblemNote>
  )
}
