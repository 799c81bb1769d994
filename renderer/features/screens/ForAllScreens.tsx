import { useRef, useState } from 'react'
import type { ScreenLayout } from '../../../preload/contract/screens/layout.ts'
import type { ScreenColumn } from '../../../preload/contract/screens/state.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import { readLogo } from './logo.ts'

const COLUMNS: readonly ScreenColumn[] = ['bib', 'club', 'team', 'city', 'region', 'country', 'birthYear']

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
  const input = useRef<HTMLInputElement>(null)
  const [isUnread, setUnread] = useState(false)
  const { columns, isFinal, logo, pin } = layout
  const hasCrew = layout.screens.some(({ view }) => view === 'crew')
  const choose = (column: ScreenColumn, isOn: boolean): void =>
    edit((now) => ({ ...now, columns: COLUMNS.filter((one) => (one === column ? isOn : now.columns.includes(one))) }))
  const readPicture = async (file: File): Promise<void> => {
    const picture = await readLogo(file)
    setUnread(picture === null)
    if (picture !== null) edit((now) => ({ ...now, logo: picture }))
  }
  return (
    <details className="screens-all" open>
      <summary>{t('screens.forAll')}</summary>
      <div className="stack">
        <label className="row">
          <input
            type="checkbox"
            checked={isFinal}
            onChange={({ target }) => edit((now) => ({ ...now, isFinal: target.checked }))}
          />
          <span>{t('screens.final')}</span>
        </label>
        <p className="field-hint">{t('screens.final.hint')}</p>
        <fieldset className="stack screens-columns">
          <legend className="field-label">{t('screens.people')}</legend>
          {COLUMNS.map((column) => (
            <label key={column} className="row">
              <input
                type="checkbox"
                checked={columns.includes(column)}
                onChange={({ target }) => choose(column, target.checked)}
              />
              <span>{t(`role.${column}`)}</span>
            </label>
          ))}
          <p className="field-hint screens-wide">
            {t(columns.includes('birthYear') ? 'screens.people.birthYear' : 'screens.people.hint')}
          </p>
        </fieldset>
        <div className="stack">
          <span className="field-label">{t('screens.logo')}</span>
          {logo === null ? null : <img className="screens-logo" src={logo} alt={t('screens.logo.shown')} />}
          {isUnread ? <p role="alert">{t('screens.logo.unread')}</p> : null}
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            hidden
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file !== undefined) void readPicture(file)
            }}
          />
          <div className="row screens-actions">
            <Button size="small" onClick={() => input.current?.click()}>
              {t('screens.logo.choose')}
            </Button>
            {logo === null ? null : (
              <Button size="small" kind="quiet" onClick={() => edit((now) => ({ ...now, logo: null }))}>
                {t('screens.logo.remove')}
              </Button>
            )}
          </div>
        </div>
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
      </div>
    </details>
  )
}
