import type { MappedColumn } from '../../../preload/contract/columns.ts'
import type { ColumnRole, ColumnUnit } from '../../../preload/contract/roles.ts'
import { fieldName } from '../../../preload/shared/fieldNames.ts'
import { Choice, type ChoiceOption } from '../../components/Choice.tsx'
import { formatCount } from '../../text/format.ts'
import { useText, type Translate } from '../../text/text.ts'
import { DISTANCES, firstUnit, hasUnit, openUnits, readAs, rolesFor, saidNow, type Said } from './mappingDraft.ts'
import { confidenceWord, whyText } from './mappingText.ts'

type ColumnRowProps = {
  readonly column: MappedColumn
  /** A choice not applied yet. */
  readonly chosen: Said | undefined
  /** The column that takes this one's role once the choices are applied. */
  readonly takenBy: string | null
  readonly refusal: string | null
  readonly onChoose: (said: Said) => void
}

const NONE = 'none'
const TIME_UNITS: readonly ColumnUnit[] = ['s', 'cs', 'ms', 'min', 'h', 'd', 'hms', 'm.ss']
/** A result may be a distance. */
const unitsFor = (role: ColumnRole | null): readonly ColumnUnit[] =>
  role === 'result' ? [...TIME_UNITS, ...DISTANCES] : TIME_UNITS
const shownExamples = 3

const roleOptions = (column: MappedColumn, t: Translate): readonly ChoiceOption<ColumnRole | typeof NONE>[] => [
  { value: NONE, label: t('role.none') },
  ...rolesFor(column).map((role) => ({ value: role, label: t(`role.${role}`) })),
]

/** Numbers always count something; other cells may be clock times. */
const unitOptions = (
  { kind }: MappedColumn,
  { role, unit }: Said,
  t: Translate,
): readonly ChoiceOption<ColumnUnit | typeof NONE>[] => {
  const units = unitsFor(role).map((value) => ({ value, label: t(`unit.${value}`) }))
  if (kind !== 'number') return [{ value: NONE, label: t('unit.none') }, ...units]
  return unit === null ? [{ value: NONE, label: t('mapping.unit.choose') }, ...units] : units
}

/** One column of a shape: what is in it, what it means, how sure that is and why. */
export const ColumnRow = ({ column, chosen, takenBy, refusal, onChoose }: ColumnRowProps) => {
  const { t, language } = useText()
  const said = chosen ?? saidNow(column)
  const { name, names, samples, isSplit, correction, guess } = column
  const label = column.label ?? (said.role === null ? fieldName(name, language) : null)
  const isChanged = chosen !== undefined
  const state = isChanged ? 'is-changed' : correction === 'none' ? '' : 'is-corrected'
  const [example] = samples
  const reading = said.unit === null || example === undefined ? null : readAs(example, said.unit)
  const why = isChanged
    ? t('mapping.changed')
    : takenBy === null
      ? whyText(column, t)
      : t('mapping.givesWay', { column: takenBy })
  const wasGuessed = correction !== 'none' && guess.role !== said.role
  const open = isChanged ? undefined : openUnits(column)
  return (
    <tr className={`mapping-row ${state}`}>
      <th scope="row" className="mapping-name">
        <span className="mono ellipsis" title={name}>
          {isSplit ? name.slice(name.lastIndexOf('.*.') + '.*.'.length) : name}
        </span>
        {label === null ? null : <span className="ellipsis">{label}</span>}
        {isSplit ? (
          <span className="muted" title={names.join('\n')}>
            {t('mapping.points', { count: names.length, shown: formatCount(names.length, language) })}
          </span>
        ) : null}
      </th>
      <td className="mapping-samples small">
        {samples.length === 0 ? (
          <span className="muted">{t('mapping.empty')}</span>
        ) : (
          <ul title={samples.join('\n')}>
            {samples.slice(0, shownExamples).map((sample) => (
              <li key={sample} className="ellipsis">
                {sample}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td>
        <Choice
          label={t('mapping.role.of', { column: name })}
          isLabelHidden
          value={said.role ?? NONE}
          options={roleOptions(column, t)}
          onChange={(value) => {
            const role = value === NONE ? null : value
            onChoose({ role, unit: firstUnit(column, role) })
          }}
        />
        {hasUnit(column, said) ? (
          <Choice
            label={t('mapping.unit.of', { column: name })}
            isLabelHidden
            value={said.unit ?? NONE}
            options={unitOptions(column, said, t)}
            onChange={(value) => onChoose({ role: said.role, unit: value === NONE ? null : value })}
          />
        ) : null}
        {reading === null ? null : (
          <p className="mapping-reading muted">
            {example} = {reading}
          </p>
        )}
        {refusal === null ? null : (
          <p className="field-problem" role="alert">
            {refusal}
          </p>
        )}
      </td>
      <td className="mapping-guesses">
        {open === undefined ? (
          <Guesses column={column} said={said} onChoose={onChoose} />
        ) : (
          <Units column={column} open={open} onChoose={onChoose} />
        )}
      </td>
      <td className="mapping-why">
        {isChanged || takenBy !== null || column.role.role === null ? null : (
          <span className="mapping-sureness">{confidenceWord(column, t)} · </span>
        )}
        <span title={why}>{why}</span>
        {wasGuessed ? (
          <span className="muted">
            {' '}
            {t('mapping.was', { role: t(guess.role === null ? 'role.none' : `role.${guess.role}`) })}
          </span>
        ) : null}
      </td>
    </tr>
  )
}

type ChoosingProps = { readonly column: MappedColumn; readonly onChoose: (said: Said) => void }

/** The best two guesses, each a press away. */
const Guesses = ({ column, said, onChoose }: ChoosingProps & { readonly said: Said }) => {
  const { t, language } = useText()
  return column.guesses.map(({ role, unit, confidence }) => {
    const percent = formatPercent(confidence, language)
    return (
      <button
        key={role}
        type="button"
        className="guess"
        aria-pressed={said.role === role}
        aria-label={t('mapping.guess.of', { role: t(`role.${role}`), percent, column: column.name })}
        onClick={() => onChoose({ role, unit: unit ?? firstUnit(column, role) })}
      >
        {t(`role.${role}`)} <span className="guess-percent">{percent}</span>
      </button>
    )
  })
}

/** The units that numbers may have, each with what the first example is then. */
const Units = ({
  column,
  open: { role, units },
  onChoose,
}: ChoosingProps & { readonly open: NonNullable<ReturnType<typeof openUnits>> }) => {
  const { t } = useText()
  const [example = ''] = column.samples
  return units.map((unit) => {
    const time = readAs(example, unit) ?? ''
    return (
      <button
        key={unit}
        type="button"
        className="guess"
        aria-label={t('mapping.unit.as', { unit: t(`unit.${unit}`), column: column.name, time })}
        onClick={() => onChoose({ role, unit })}
      >
        {t(`unit.${unit}`)} <span className="guess-percent">{time}</span>
      </button>
    )
  })
}

const formatPercent = (part: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(part)
