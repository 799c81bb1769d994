import { useQuery } from '@tanstack/react-query'
import { Mark } from '../components/Mark.tsx'
import { useText } from '../text/text.ts'
import { infoQuery, keysQuery } from './state/queries.ts'

/** Says so, and why, when keys cannot be kept beyond this session; once one is lost that way, a strip on every screen says it. */
export const KeychainNotice = () => {
  const { t } = useText()
  const keychain = useQuery(keysQuery).data?.keychain
  const isToldAbove = useQuery(infoQuery).data?.keysLostAtEnd != null
  if (keychain?.state !== 'unavailable' || isToldAbove) return null
  return (
    <div className="keychain-notice">
      <Mark kind="partial">{t('keys.unavailable', { reason: t(`keys.reason.${keychain.reason}`) })}</Mark>
    </div>
  )
}
