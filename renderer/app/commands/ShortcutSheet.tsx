import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import { formatRoute } from '../address.ts'
import { shortcutGroups } from './shortcutGroups.ts'

export const ShortcutSheet = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Modal title={t('shortcuts.title')} isOpen={isOpen} onClose={onClose} size="wide">
      <p className="shortcuts-help">
        <a href={formatRoute({ screen: 'help' })}>{t('help.title')}</a>
      </p>
      <div className="shortcuts">
        {shortcutGroups.map((group) => (
          <section key={group.title} aria-label={t(group.title)}>
            <h3>{t(group.title)}</h3>
            <dl>
              {group.keys.map(([label, keys]) => (
                <div key={label}>
                  <dt>{t(label)}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
