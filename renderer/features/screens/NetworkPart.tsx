import { useEffect, useState } from 'react'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ScreensTrouble, StageScreens } from '../../../preload/contract/screens/layout.ts'
import { call, type Answer } from '../../api.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { AwakeLine } from '../../app/AwakeLine.tsx'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Fold } from '../../components/Fold.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatClock } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

/** Devices that come soon need no advice. */
const ADVICE_MS = 30_000

const isOwn = (address: string): boolean => address.startsWith('127.')

const Trouble = ({ trouble }: { readonly trouble: ScreensTrouble }) => {
  const { t, language } = useText()
  const time = formatClock(trouble.at, Date.now(), language)
  return (
    <div role="alert">
      <Mark kind={trouble.kind === 'gone' ? 'problem' : 'partial'}>
        <span className="arranged-told">
          {trouble.kind === 'gone'
            ? t('screens.gone', { address: trouble.address, time })
            : t('screens.moved', { from: trouble.from, to: trouble.to, time })}
        </span>
      </Mark>
    </div>
  )
}

/** Said once nobody has come for a while. */
const Advice = ({ network }: { readonly network: string }) => {
  const { t } = useText()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ADVICE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <div role="status" className="screens-advice">
      <p>{t('screens.unreached')}</p>
      <ul>
        <li>{t('screens.unreached.same', { network })}</li>
        <li>{t('screens.unreached.guest')}</li>
        <li>{t('screens.unreached.portal')}</li>
        <li>{t('screens.unreached.mobile')}</li>
        <li>{t('screens.unreached.firewall')}</li>
      </ul>
    </div>
  )
}

type NetworkPartProps = {
  readonly stage: StageGuid
  readonly screens: StageScreens
  readonly take: (answer: Answer<StageScreens>) => void
}

/** To whom the screens are shown, and whether anybody sees them. */
export const NetworkPart = ({ stage, screens, take }: NetworkPartProps) => {
  const { t } = useText()
  const { served, networks } = screens
  const [wanted, setWanted] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, begin] = useBusy()
  const last = networks.find((one) => one.address === screens.lastAddress)
  const address = wanted ?? served?.address ?? (last ?? networks[0])?.address ?? '127.0.0.1'
  const known = networks.some((one) => one.address === address)
  const options = [...(known ? [] : [{ address, network: '' }]), ...networks].map((one) => ({
    value: one.address,
    label: isOwn(one.address)
      ? t('screens.network.own', { address: one.address })
      : t('screens.network.other', { address: one.address, network: one.network }),
  }))
  const start = async (to: string): Promise<void> => {
    const answer = await call('screens:start', { stage, address: to })
    const isRefused = !answer.ok && answer.error.kind === 'invalid-input'
    setRefused(isRefused ? to : null)
    if (isRefused && served !== null) setWanted(null)
    take(answer)
  }
  const stop = async (): Promise<void> => take(await call('screens:stop', { stage }))
  const choose = (to: string): void => {
    setWanted(to)
    if (served !== null) begin(() => start(to))
  }
  const network = networks.find((one) => one.address === served?.address)?.network ?? address
  return (
    <div className="stack">
      <div className="arranged-start">
        {served === null ? (
          <Button kind="primary" size="large" isDisabled={isBusy} onClick={() => begin(() => start(address))}>
            {t('screens.start')}
          </Button>
        ) : (
          <Button size="large" isDisabled={isBusy} onClick={() => begin(stop)}>
            {t('screens.stop')}
          </Button>
        )}
        <span role="status">
          {served === null ? (
            <span className="muted">{t(isBusy ? 'screens.starting' : 'screens.off')}</span>
          ) : (
            <Mark kind={served.trouble?.kind === 'gone' ? 'problem' : 'running'}>
              {t('screens.served', { address: served.address, port: served.port })}
            </Mark>
          )}
        </span>
      </div>
      <Fold
        title={`${t('screens.network')}: ${options.find(({ value }) => value === address)?.label ?? address}`}
        isOpened={refused !== null}
      >
        <Choice label={t('screens.network')} isLabelHidden value={address} options={options} onChange={choose} />
      </Fold>
      {served === null ? null : <AwakeLine />}
      {refused === null ? null : (
        <p role="alert">
          {served === null || served.trouble?.kind === 'gone'
            ? t('screens.address.refused', { address: refused })
            : t('screens.address.back', { address: refused, served: served.address })}
        </p>
      )}
      {served === null || served.trouble === null ? null : <Trouble trouble={served.trouble} />}
      {served !== null && served.reachedAt === null && served.trouble?.kind !== 'gone' && !isOwn(served.address) ? (
        <Advice key={served.address} network={network} />
      ) : null}
    </div>
  )
}
