import { useState } from 'react'
import type { Value } from '../../../preload/contract.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { ServiceChecks } from '../../app/organization/ServiceChecks.tsx'
import { Problem } from '../../app/problems/Problem.tsx'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { useText } from '../../text/text.ts'

type Checks = Value<'profile:check'>

/** Both services answer for themselves, in words. */
export const ConnectionCheck = ({ profile }: { readonly profile: Profile }) => {
  const { t } = useText()
  const [isBusy, begin] = useBusy()
  const [checks, setChecks] = useState<Checks | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const test = async (): Promise<void> => {
    setChecks(null)
    setProblem(null)
    const answer = await call('profile:check', { id: profile.id })
    if (answer.ok) setChecks(answer.value)
    else setProblem(answer.error)
  }
  return (
    <section className="settings-part stack" aria-label={t('check.do')}>
      <div>
        <Button isDisabled={isBusy} onClick={() => begin(test)}>
          {t('check.do')}
        </Button>
      </div>
      <div className="checks" role="status">
        {isBusy ? <Mark kind="running">{t('check.busy')}</Mark> : null}
        {checks === null ? null : <ServiceChecks checks={checks} hasResults={profile.resultsUrl !== null} />}
      </div>
      {problem === null ? null : <Problem problem={problem} />}
    </section>
  )
}
