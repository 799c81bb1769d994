import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { ScreenSettings } from '../../../preload/contract/screens/layout.ts'
import type { ScreenView } from '../../../preload/contract/screens/state.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { Button } from '../../components/Button.tsx'
import { CheckMenu } from '../../components/CheckMenu.tsx'
import { Choice } from '../../components/Choice.tsx'
import { FieldFrame, TextField } from '../../components/Field.tsx'
import { formatSpan } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { canFreeze, type LayoutFault } from './layoutEdits.ts'

const VIEWS: readonly ScreenView[] = ['rotation', 'category', 'podium', 'last', 'announcer', 'onTheWay', 'find', 'crew']
const THEMES = ['dark', 'light', 'sunlight'] as const
const MOTIONS = ['pages', 'scroll'] as const
const SECONDS = [3, 5, 8, 10, 15, 20, 30, 60, 120]
const ROWS = [4, 5, 6, 8, 10, 12, 15, 20, 30]
/** Views that show lists. */
const LISTS: readonly ScreenView[] = ['rotation', 'category', 'last', 'podium', 'announcer', 'onTheWay']

type ScreenFormProps = {
  readonly screen: ScreenSettings
  readonly tree: StageTree
  readonly fault: LayoutFault['kind'] | null
  readonly onChange: (change: Partial<ScreenSettings>) => void
  readonly onMessageToAll: (message: string) => void
  readonly onRemove: () => void
}

const numbersWith = (known: readonly number[], value: number): readonly number[] =>
  known.includes(value) ? known : [...known, value].toSorted((a, b) => a - b)

/** As many lines as a large screen has room for. */
const USUAL_ROWS = 10

/** How long all categories take in turn, about. */
const roundMs = ({ distances }: StageTree, { categories, seconds, rows }: ScreenSettings): number => {
  const shown = distances.flatMap((distance) =>
    distance.categories.filter(({ id }) => categories?.includes(id) ?? true),
  )
  const pages = shown.reduce((sum, category) => sum + Math.ceil(category.rows / (rows ?? USUAL_ROWS)), 0)
  return pages * seconds * 1000
}

/** The settings of one screen. */
export const ScreenForm = ({ screen, tree, fault, onChange, onMessageToAll, onRemove }: ScreenFormProps) => {
  const { t } = useText()
  const frozenId = useId()
  const categories = tree.distances.flatMap((distance) =>
    distance.categories.map(({ id, name }) => ({ id, label: `${distance.name} · ${name}` })),
  )
  const { view, category, categories: chosen } = screen
  const hint =
    view === 'crew'
      ? { hint: t('screens.view.crew.hint') }
      : view === 'rotation'
        ? { hint: t('screens.round', { time: formatSpan(roundMs(tree, screen), t) }) }
        : {}
  const choices = categories.map(({ id, label }) => ({ value: id as string, label }))
  const none = { value: '', label: t('screens.category.none') }
  const change = (id: string, isChecked: boolean): void => {
    const now = chosen ?? categories.map((one) => one.id)
    const next = categories.flatMap((one) => ((one.id === id ? isChecked : now.includes(one.id)) ? [one.id] : []))
    onChange({ categories: next.length === 0 || next.length === categories.length ? null : next })
  }
  return (
    <div className="form screens-form">
      <TextField
        label={t('screens.name')}
        value={screen.name}
        onChange={(name) => onChange({ name: name.slice(0, 200) })}
        problem={fault === null ? null : t(fault === 'noName' ? 'screens.name.missing' : 'screens.name.same')}
      />
      <Choice
        label={t('screens.view')}
        value={view}
        options={VIEWS.map((value) => ({ value, label: t(`screens.view.${value}`) }))}
        onChange={(value) => onChange({ view: value })}
        {...hint}
      />
      {view === 'category' ? (
        <Choice
          label={t('screens.category')}
          value={category ?? ''}
          options={[...(category === null ? [none] : []), ...choices]}
          onChange={(id) => onChange({ category: id === '' ? null : (id as CategoryId) })}
        />
      ) : null}
      {view === 'rotation' ? (
        <FieldFrame id={`${frozenId}-categories`} label={t('screens.categories')}>
          <CheckMenu
            trigger={
              <button type="button" id={`${frozenId}-categories`} className="input choice row">
                <span className="ellipsis">
                  {chosen === null
                    ? t('screens.categories.all')
                    : t('screens.categories.some', { count: chosen.length })}
                </span>
                <span className="choice-icon">
                  <ChevronsUpDown aria-hidden />
                </span>
              </button>
            }
            items={categories.map(({ id, label }) => ({ id, label, isChecked: chosen?.includes(id) ?? true }))}
            onChange={change}
            resetLabel={t('screens.categories.all')}
            onReset={() => onChange({ categories: null })}
          />
        </FieldFrame>
      ) : null}
      <Choice
        label={t('screens.language')}
        value={screen.language}
        options={[
          { value: 'ru', label: 'Русский' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(language) => onChange({ language })}
      />
      <Choice
        label={t('screens.theme')}
        value={screen.theme}
        options={THEMES.map((value) => ({ value, label: t(`screens.theme.${value}`) }))}
        onChange={(theme) => onChange({ theme })}
      />
      {LISTS.includes(view) ? (
        <>
          <Choice
            label={t('screens.motion')}
            value={screen.motion}
            options={MOTIONS.map((value) => ({ value, label: t(`screens.motion.${value}`) }))}
            onChange={(motion) => onChange({ motion })}
          />
          <Choice
            label={t('screens.seconds')}
            value={String(screen.seconds)}
            options={numbersWith(SECONDS, screen.seconds).map((value) => ({ value: String(value), label: `${value}` }))}
            onChange={(seconds) => onChange({ seconds: Number(seconds) })}
          />
          <Choice
            label={t('screens.rows')}
            value={screen.rows === null ? '' : String(screen.rows)}
            options={[
              { value: '', label: t('screens.rows.fit') },
              ...numbersWith(ROWS, screen.rows ?? 10).map((value) => ({ value: String(value), label: `${value}` })),
            ]}
            onChange={(rows) => onChange({ rows: rows === '' ? null : Number(rows) })}
          />
        </>
      ) : null}
      {canFreeze(screen) ? (
        <div className="screens-wide">
          <label className="row">
            <input
              type="checkbox"
              checked={screen.isFrozen}
              onChange={({ target }) => onChange({ isFrozen: target.checked })}
            />
            <span>{t('screens.freeze')}</span>
          </label>
          {screen.isFrozen ? <p className="field-hint">{t('screens.freeze.hint')}</p> : null}
        </div>
      ) : null}
      <div className="screens-wide stack">
        <TextField
          label={t('screens.message')}
          value={screen.message}
          onChange={(message) => onChange({ message: message.slice(0, 200) })}
        />
        <div className="row screens-actions">
          <Button size="small" isDisabled={screen.message === ''} onClick={() => onMessageToAll(screen.message)}>
            {t('screens.message.all')}
          </Button>
          <Button size="small" kind="quiet" onClick={() => onMessageToAll('')}>
            {t('screens.message.clear')}
          </Button>
        </div>
      </div>
      <div className="screens-wide">
        <Button size="small" kind="quiet" onClick={onRemove}>
          {t('screens.remove')}
        </Button>
      </div>
    </div>
  )
}
