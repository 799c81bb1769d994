import { useQuery } from '@tanstack/react-query'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ScreenSettings, StageScreens } from '../../../preload/contract/screens/layout.ts'
import { call, type Answer } from '../../api.ts'
import { infoQuery } from '../../app/state/queries.ts'
import { Button } from '../../components/Button.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { QrCode } from '../../components/QrCode.tsx'
import { formatClock } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

type ScreenAddressProps = {
  readonly stage: StageGuid
  readonly screen: ScreenSettings
  readonly state: NonNullable<StageScreens['served']>['screens'][number] | null
  /** Told why the screen could not be opened here. */
  readonly onAnswer: (answer: Extract<Answer<never>, { readonly ok: false }>) => void
}

/** How a device gets to the screen, and which ones did. */
export const ScreenAddress = ({ stage, screen, state, onAnswer }: ScreenAddressProps) => {
  const { t, language } = useText()
  const isDesktop = useQuery(infoQuery).data?.face === 'desktop'
  if (state === null) return <p className="muted">{t('screens.address.none')}</p>
  const { id, name } = screen
  const { url, urlByName, connections } = state
  const open = async (): Promise<void> => {
    const opened = await call('screens:open', { stage, id })
    if (!opened.ok) onAnswer(opened)
  }
  return (
    <div className="arranged-address">
      <QrCode text={url} label={t('screens.address.qr', { name })} />
      <div className="stack">
        <h3 className="field-label">{t('screens.address', { name })}</h3>
        <p className="mono arranged-url">{url}</p>
        <div className="row arranged-actions">
          <CopyButton text={url} label={t('screens.address.copy')} copiedLabel={t('do.copied')} />
          {isDesktop ? (
            <Button size="small" onClick={() => void open()}>
              {t('screens.address.open')}
            </Button>
          ) : (
            <a className="button button-plain button-small" href={url} target="_blank" rel="noopener noreferrer">
              {t('screens.address.open')}
            </a>
          )}
        </div>
        <p className="field-hint">{t('screens.address.secret')}</p>
        {urlByName === null ? null : (
          <p className="field-hint">
            {t('screens.address.byName')} <span className="mono arranged-url">{urlByName}</span>
          </p>
        )}
        {connections.length === 0 ? null : (
          <ul className="field-hint screens-devices">
            {connections.slice(0, 10).map(({ from, since }, at) => (
              <li key={at}>{t('screens.device.since', { from, time: formatClock(since, Date.now(), language) })}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
