import { useQuery } from '@tanstack/react-query'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { StagePublishing } from '../../../preload/contract/publish/publish.ts'
import { call, type Answer } from '../../api.ts'
import { infoQuery } from '../../app/state/queries.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { useText } from '../../text/text.ts'

type SitePreviewProps = {
  readonly stage: StageGuid
  readonly publishing: StagePublishing
  readonly take: (answer: Answer<StagePublishing>) => void
}

/** Shows a site that is published into a folder, since browsers read only its lists there. */
export const SitePreview = ({ stage, publishing, take }: SitePreviewProps) => {
  const { t } = useText()
  const isDesktop = useQuery(infoQuery).data?.face === 'desktop'
  const [isBusy, begin] = useBusy()
  const { target, published, previewUrl } = publishing
  if (target?.kind !== 'folder' || published === null) return null
  const show = (): void =>
    begin(async () => {
      const answer = await call('publish:preview', { stage, isOn: true })
      take(answer)
      const url = answer.ok ? answer.value.previewUrl : null
      if (url !== null && !isDesktop) window.open(url, '_blank', 'noopener,noreferrer')
    })
  const open = (
    <Button size="small" isDisabled={isBusy} onClick={show}>
      {t(previewUrl === null ? 'publish.preview' : 'publish.address.open')}
    </Button>
  )
  if (previewUrl === null) {
    return (
      <div className="stack">
        <div>{open}</div>
        <p className="field-hint">{t('publish.preview.hint')}</p>
      </div>
    )
  }
  return (
    <div className="stack">
      <p className="field-label">{t('publish.preview')}</p>
      <p className="mono arranged-url">{previewUrl}</p>
      <div className="row arranged-actions">
        {open}
        <CopyButton text={previewUrl} label={t('publish.address.copy')} copiedLabel={t('do.copied')} />
        <Button
          size="small"
          kind="quiet"
          isDisabled={isBusy}
          onClick={() => begin(async () => take(await call('publish:preview', { stage, isOn: false })))}
        >
          {t('publish.preview.stop')}
        </Button>
      </div>
      <p className="field-hint">{t('publish.preview.until')}</p>
    </div>
  )
}
