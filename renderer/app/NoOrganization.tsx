import { Button } from '../components/Button.tsx'
import { useText } from '../text/text.ts'
import { goTo } from './route.ts'

type NoOrganizationProps = { readonly text: string; readonly onClose: () => void }

/** What a dialog shows that needs an organization before there is one. */
export const NoOrganization = ({ text, onClose }: NoOrganizationProps) => {
  const { t } = useText()
  return (
    <>
      <p>{text}</p>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('do.cancel')}</Button>
        <Button
          kind="primary"
          onClick={() => {
            onClose()
            goTo({ screen: 'settings', section: 'new' })
          }}
        >
          {t('settings.organization.add')}
        </Button>
      </div>
    </>
  )
}
