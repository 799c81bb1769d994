import { useQuery } from '@tanstack/react-query'
import { diagnosticsOpened } from '../../app/opened/opened.ts'
import { infoQuery } from '../../app/state/queries.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import { UpdatesPart } from './UpdatesPart.tsx'

const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['linux', 'Linux'],
  ['darwin', 'macOS'],
  ['win32', 'Windows'],
])

export const AboutSection = () => {
  const { t } = useText()
  const info = useQuery(infoQuery).data
  if (info === undefined) return null
  const facts: readonly (readonly [string, string])[] = [
    [t('settings.about.version'), info.version],
    [t('settings.about.dataDir'), info.dataDir],
    [t('settings.about.face'), t(`settings.about.face.${info.face}`)],
    [t('settings.about.platform'), SYSTEMS.get(info.platform) ?? info.platform],
  ]
  return (
    <>
      <h1>{t('settings.about')}</h1>
      <dl className="about">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section className="settings-part stack" aria-label={t('diagnostics.title')}>
        <h2>{t('diagnostics.title')}</h2>
        <p className="muted">{t('diagnostics.hint')}</p>
        <div>
          <Button onClick={() => diagnosticsOpened.set(true)}>{t('diagnostics.open')}</Button>
        </div>
      </section>
      <UpdatesPart />
    </>
  )
}
