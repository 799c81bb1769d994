import { useQuery } from '@tanstack/react-query'
import { Mark } from '../components/Mark.tsx'
import { useText } from '../text/text.ts'
import { keysQuery } from './state/queries.ts'

/** Says so, and why, when keys cannot be kept beyond this session. */
export const KeychainNotice = () => {
  const { t } = useText()
  const keychain = useQuery(keysQuery).data?.keychain
  if (keychain?.state !== 'unavailable') return null
  return (
    <div className="keychain-notice">
      <Mark kind="partial">{t('keys.unavailable', { reason: t(`keys.reason.${keychain.reason}`) })}</Mark>
    </div>
  )
}
