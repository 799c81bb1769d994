import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { NetworkFacts } from '../../../preload/contract/network.ts'
import type { Settings } from '../../../preload/contract/settings.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { networkQuery, settingsQuery } from '../../app/state/queries.ts'
import { saveSettings } from '../../app/state/settings.ts'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useText, type Translate } from '../../text/text.ts'
import { CertificatesPart } from './CertificatesPart.tsx'

const MIN_CALLS = 1
const MAX_CALLS = 16
const CALL_PATHS = ['api', 'any'] as const
const PROXIES: readonly Settings['proxy'][] = ['system', 'none']

const routeText = ({ proxy, problem }: NetworkFacts['routes'][number], t: Translate): string => {
  if (problem !== undefined) return t(`network.route.${problem}`)
  return proxy === null ? t('network.route.direct') : t('network.route.proxy', { proxy })
}

const Routes = ({ routes }: Pick<NetworkFacts, 'routes'>) => {
  const { t } = useText()
  if (routes.length === 0) return null
  return (
    <div className="field">
      <span className="field-label">{t('network.routes')}</span>
      <dl className="routes">
        {routes.map((route) => (
          <div key={route.origin}>
            <dt className="mono">{route.origin}</dt>
            <dd>{routeText(route, t)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export const NetworkSection = () => {
  const { t } = useText()
  const client = useQueryClient()
  const settings = useQuery(settingsQuery).data
  const network = useQuery(networkQuery)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  if (settings === undefined) return null
  const calls = settings.parallelCalls
  const save = async (changed: Partial<Settings>): Promise<void> => {
    const answer = await saveSettings(client, changed)
    setProblem(answer.ok ? null : answer.error)
  }
  return (
    <>
      <h1>{t('settings.network')}</h1>
      <Choice
        label={t('network.proxy')}
        hint={t('network.proxy.hint')}
        value={settings.proxy}
        options={PROXIES.map((value) => ({ value, label: t(`network.proxy.${value}`) }))}
        onChange={(proxy) => void save({ proxy })}
      />
      {network.data === undefined ? null : <Routes routes={network.data.routes} />}
      <div className="field" role="group" aria-label={t('settings.parallelCalls')}>
        <span className="field-label">{t('settings.parallelCalls')}</span>
        <div className="stepper">
          <IconButton
            label={`${t('settings.parallelCalls')}: −1`}
            icon={<Minus aria-hidden />}
            isDisabled={calls <= MIN_CALLS}
            onClick={() => void save({ parallelCalls: calls - 1 })}
          />
          <output className="stepper-value">{calls}</output>
          <IconButton
            label={`${t('settings.parallelCalls')}: +1`}
            icon={<Plus aria-hidden />}
            isDisabled={calls >= MAX_CALLS}
            onClick={() => void save({ parallelCalls: calls + 1 })}
          />
        </div>
        <p className="field-hint">{t('settings.parallelCalls.hint')}</p>
      </div>
      <Choice
        label={t('settings.callPaths')}
        hint={t('settings.callPaths.hint')}
        value={settings.isAnyCallPathAllowed ? 'any' : 'api'}
        options={CALL_PATHS.map((value) => ({ value, label: t(`settings.callPaths.${value}`) }))}
        onChange={(paths) => void save({ isAnyCallPathAllowed: paths === 'any' })}
      />
      {problem === null ? null : <Problem problem={problem} />}
      {network.error === null ? null : <Problem problem={network.error} />}
      {network.data === undefined ? null : <CertificatesPart facts={network.data} />}
    </>
  )
}
