import type { Value } from '../../../preload/contract.ts'
import { Mark } from '../../components/Mark.tsx'
import { useText } from '../../text/text.ts'
import { checkText } from '../problems/checkText.ts'

type ServiceChecksProps = {
  readonly checks: Value<'profile:check'>
  /** Whether the results URL is known; else the test of its service says nothing. */
  readonly hasResults: boolean
}

/** The answer of each service to a test, in words. */
export const ServiceChecks = ({ checks, hasResults }: ServiceChecksProps) => {
  const { t, language } = useText()
  return (
    <dl className="service-checks">
      {(['main', 'results'] as const).map((service) => (
        <div key={service}>
          <dt>{t(`profile.service.${service}`)}</dt>
          <dd>
            {service === 'results' && !hasResults ? (
              <Mark kind="none">{t('check.resultsLater')}</Mark>
            ) : (
              <Mark kind={checks[service].ok ? 'ok' : 'problem'}>{checkText(checks[service], t, language)}</Mark>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
