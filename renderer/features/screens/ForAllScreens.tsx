import type { ScreenLayout } from '../../../preload/contract/screens/layout.ts'
import type { ScreenColumn } from '../../../preload/contract/screens/state.ts'
import { Button } from '../../components/Button.tsx'
import { Checks } from '../../components/Checks.tsx'
import { Fold } from '../../components/Fold.tsx'
import { PictureField } from '../../components/PictureField.tsx'
import { useText } from '../../text/text.ts'

const COLUMNS: readonly ScreenColumn[] = ['bib', 'club', 'team', 'city', 'region', 'country', 'birthYear']

const LONGEST_LOGO = 300_000

const newPin = (): string => {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(number % 1_000_000).padStart(6, '0')
}

type ForAllScreensProps = {
  readonly layout: ScreenLayout
  readonly edit: (change: (layout: ScreenLayout) => ScreenLayout) => void
}

/** The settings of all screens of the stage. */
export const ForAllScreens = ({ layout, edit }: ForAllScreensProps) => {
  const { t } = useText()
  const { columns, isFinal, logo, pin } = layout
  const hasCrew = layout.screens.some(({ view }) => view === 'crew')
  return (
    <Fold title={t('screens.forAll')}>
      <label className="row">
        <input
          type="checkbox"
          checked={isFinal}
          onChange={({ target }) => edit((now) => ({ ...now, isFinal: target.checked }))}
        />
        <span>{t('screens.final')}</span>
      </label>
      <p className="field-hint">{t('screens.final.hint')}</p>
      <Checks
        legend={t('screens.people')}
        items={COLUMNS.map((value) => ({ value, label: t(`role.${value}`) }))}
        chosen={columns}
        onChange={(chosen) => edit((now) => ({ ...now, columns: [...chosen] }))}
        hint={t(columns.includes('birthYear') ? 'screens.people.birthYear' : 'screens.people.hint')}
      />
      <PictureField
        picture={logo}
        longest={LONGEST_LOGO}
        texts={{
          label: t('screens.logo'),
          shown: t('screens.logo.shown'),
          unread: t('screens.logo.unread'),
          choose: t('screens.logo.choose'),
          remove: t('screens.logo.remove'),
        }}
        onChange={(picture) => edit((now) => ({ ...now, logo: picture }))}
      />
      {hasCrew ? (
        <p className="row">
          <span>
            {t('screens.pin')}: <strong className="mono">{pin}</strong>
          </span>
          <Button size="small" kind="quiet" onClick={() => edit((now) => ({ ...now, pin: newPin() }))}>
            {t('screens.pin.new')}
          </Button>
        </p>
      ) : null}
    </Fold>
  )
}
