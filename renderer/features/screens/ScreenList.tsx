import { Plus, Snowflake } from 'lucide-react'
import type { ScreenLayout, StageScreens } from '../../../preload/contract/screens/layout.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import { canFreeze, freeName, withAllFrozen, withNewScreen } from './layoutEdits.ts'

type ScreenListProps = {
  readonly layout: ScreenLayout
  readonly served: StageScreens['served']
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
  readonly edit: (change: (layout: ScreenLayout) => ScreenLayout) => void
}

/** The screens with what they show, and how many devices do. */
export const ScreenList = ({ layout, served, chosen, onChoose, edit }: ScreenListProps) => {
  const { t, language } = useText()
  const { screens } = layout
  const freezable = screens.filter(canFreeze)
  const areAllFrozen = freezable.length > 0 && freezable.every(({ isFrozen }) => isFrozen)
  const devicesOf = (id: string): string => {
    if (served === null) return t('screens.device.off')
    const count = served.screens.find((screen) => screen.id === id)?.connections.length ?? 0
    return count === 0 ? t('screens.device.none') : t('screens.device', { count })
  }
  const add = (): void => {
    const id = crypto.randomUUID()
    edit((now) => withNewScreen(now, id, freeName(now, t('screens.name.new')), language))
    onChoose(id)
  }
  return (
    <>
      <h3 className="field-label">{t('screens.list')}</h3>
      <ul className="screens-names">
        {screens.map((screen) => (
          <li key={screen.id}>
            <button
              type="button"
              className="screens-name"
              aria-pressed={screen.id === chosen}
              onClick={() => onChoose(screen.id)}
            >
              <strong className="ellipsis">{screen.name}</strong>
              <span className="muted">
                {[
                  t(`screens.view.${screen.view}`),
                  devicesOf(screen.id),
                  ...(screen.isFrozen && canFreeze(screen) ? [t('screens.frozen')] : []),
                ].join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="row arranged-actions">
        <Button size="small" icon={<Plus aria-hidden />} onClick={add}>
          {t('screens.add')}
        </Button>
        {freezable.length === 0 ? null : (
          <Button
            size="small"
            icon={<Snowflake aria-hidden />}
            onClick={() => edit((now) => withAllFrozen(now, !areAllFrozen))}
          >
            {t(areAllFrozen ? 'screens.goOnAll' : 'screens.freezeAll')}
          </Button>
        )}
      </div>
    </>
  )
}
