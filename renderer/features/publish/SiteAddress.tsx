import type { StagePublishing } from '../../../preload/contract/publish/publish.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { QrCode } from '../../components/QrCode.tsx'
import { useText } from '../../text/text.ts'

/** Where readers open the site. */
export const SiteAddress = ({ publishing }: { readonly publishing: StagePublishing }) => {
  const { t } = useText()
  const { readerUrl, target } = publishing
  if (target === null) return null
  if (readerUrl === null) return <p className="field-hint">{t('publish.readerUrl.none')}</p>
  return (
    <div className="arranged-address">
      <QrCode text={readerUrl} label={t('publish.address.qr')} />
      <div className="stack">
        <h3 className="field-label">{t('publish.address.readers')}</h3>
        <p className="mono arranged-url">{readerUrl}</p>
        <div className="row arranged-actions">
          <CopyButton text={readerUrl} label={t('publish.address.copy')} copiedLabel={t('do.copied')} />
          <a className="button button-plain button-small" href={readerUrl} target="_blank" rel="noopener noreferrer">
            {t('publish.address.open')}
          </a>
        </div>
      </div>
    </div>
  )
}
