import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { ScreenSettings } from '../../../preload/contract/screens/layout.ts'
import type { ScreenView } from '../../../preload/contract/screens/state.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { CategoryMenu, categoryLabels } from '../../app/stage/CategoryMenu.tsx'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { TextField } from '../../components/Field.tsx'
import { Fold } from '../../components/Fold.tsx'
import { formatSpan } from '../../text/format.ts'
import { useText, type Translate } from '../../text/text.ts'
import { canFreeze, type LayoutFault } from './layoutEdits.ts'

const VIEWS: readonly ScreenView[] = ['rotation', 'category', 'podium', 'last', 'announcer', 'onTheWay', 'find', 'crew']
const THEMES = ['dark', 'light', 'sunlight'] as const
const MOTIONS = ['pages', 'scroll'] as const
const SECONDS = [3, 5, 8, 10, 15, 20, 30, 60, 120]
const ROUNDS = [3, 5, 10, 15, 30, 60]
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

/** How long all categories take in turn, about, and what of them fits into the time for that. */
const roundText = ({ distances }: StageTree, screen: ScreenSettings, t: Translate): string => {
  const { categories, seconds, rows, roundMinutes } = screen
  const shown = distances.flatMap((distance) =>
    distance.categories.filter((one) => one.rows > 0 && (categories?.includes(one.id) ?? true)),
  )
  const pages = shown.reduce((sum, category) => sum + Math.ceil(category.rows / (rows ?? USUAL_ROWS)), 0)
  const pageMs = seconds * 1000
  const limitMs = (roundMinutes ?? Infinity) * 60_000
  const all = formatSpan(pages * pageMs, t)
  if (pages * pageMs <= limitMs) return t('screens.round', { time: all })
  return shown.length * pageMs > limitMs
    ? t('screens.round.many', { time: formatSpan(shown.length * pageMs, t) })
    : t('screens.round.cut', { all })
}

/** The settings of one screen. */
export const ScreenForm = ({ screen, tree, fault, onChange, onMessageToAll, onRemove }: ScreenFormProps) => {
  const { t } = useText()
  const { view, category, categories: chosen } = screen
  const hint =
    view === 'crew'
      ? { hint: t('screens.view.crew.hint') }
      : view === 'rotation'
        ? { hint: roundText(tree, screen, t) }
        : {}
  const choices = categoryLabels(tree).map(({ id, label }) => ({ value: id as string, label }))
  const none = { value: '', label: t('screens.category.none') }
  return (
    <div className="form">
      <Fold title={t('screens.fold.shows')} isOpened={fault !== null}>
        <div className="form arranged-form">
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
            <CategoryMenu
              tree={tree}
              chosen={chosen}
              onChange={(categories) => onChange({ categories })}
              label={t('screens.categories')}
              allLabel={t('screens.categories.all')}
              chosenLabel={t('screens.categories.some', { count: chosen?.length ?? 0 })}
            />
          ) : null}
          {view === 'rotation' ? (
            <Choice
              label={t('screens.round.most')}
              value={screen.roundMinutes === null ? '' : String(screen.roundMinutes)}
              options={[
                ...numbersWith(ROUNDS, screen.roundMinutes ?? 5).map((value) => ({
                  value: String(value),
                  label: t('span.minutes', { count: value }),
                })),
                { value: '', label: t('screens.round.all') },
              ]}
              onChange={(minutes) => onChange({ roundMinutes: minutes === '' ? null : Number(minutes) })}
            />
          ) : null}
        </div>
      </Fold>
      <Fold title={t('screens.fold.looks')}>
        <div className="form arranged-form">
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
                options={numbersWith(SECONDS, screen.seconds).map((value) => ({
                  value: String(value),
                  label: `${value}`,
                }))}
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
        </div>
      </Fold>
      <Fold title={t('screens.fold.message')}>
        {canFreeze(screen) ? (
          <div>
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
        <TextField
          label={t('screens.message')}
          hint={t('screens.message.hint')}
          value={screen.message}
          onChange={(message) => onChange({ message: message.slice(0, 200) })}
        />
        <div className="row arranged-actions">
          <Button size="small" isDisabled={screen.message === ''} onClick={() => onMessageToAll(screen.message)}>
            {t('screens.message.all')}
          </Button>
          <Button size="small" kind="quiet" onClick={() => onMessageToAll('')}>
            {t('screens.message.clear')}
          </Button>
        </div>
      </Fold>
      <div>
        <Button size="small" kind="quiet" onClick={onRemove}>
          {t('screens.remove')}
        </Button>
      </div>
    </div>
  )
}
