import type { ColumnRole, ColumnUnit, MappedColumn } from '../../../../preload/contract.ts'
import { Choice, type ChoiceOption } from '../../../components/Choice.tsx'
import { formatCount } from '../../../text/format.ts'
import { useText, type Translate } from '../../../text/text.ts'
import { DISTANCES, firstUnit, hasUnit, readAs, rolesFor, saidNow, type Said } from './mappingDraft.ts'
import { confidenceWord, whyText } from './mappingText.ts'

type ColumnRowProps = {
  readonly column: MappedColumn
  /** What was chosen and is not applied yet. */
  readonly chosen: Said | undefined
  /** The column that takes this one's role once the choices are applied. */
  readonly takenBy: string | null
  readonly refusal: string | null
  readonly onChoose: (said: Said) => void
}

const NONE = 'none'
const TIME_UNITS: readonly (ColumnUnit | typeof NONE)[] = [NONE, 's', 'cs', 'ms', 'min', 'h', 'd', 'hms', 'm.ss']
/** A result may be how far somebody came. */
const unitsFor = (role: ColumnRole | null): readonly (ColumnUnit | typeof NONE)[] =>
  role === 'result' ? [...TIME_UNITS, ...DISTANCES] : TIME_UNITS

const roleOptions = (column: MappedColumn, t: Translate): readonly ChoiceOption<ColumnRole | typeof NONE>[] => [
  { value: NONE, label: t('role.none') },
  ...rolesFor(column).map((role) => ({ value: role, label: t(`role.${role}`) })),
]

/** One column of a shape: what is in it, what it means, how sure that is and why. */
export const ColumnRow = ({ column, chosen, takenBy, refusal, onChoose }: ColumnRowProps) => {
  const { t, language } = useText()
  const said = chosen ?? saidNow(column)
  const { name, names, samples, isSplit, correction, guess } = column
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
  return (
    <tr className={`mapping-row ${state}`}>
      <th scope="row" className="mapping-name">
        <span className="mono ellipsis" title={name}>
          {name}
        </span>
        {isSplit ? (
          <span className="muted" title={names.join('\n')}>
            {t('mapping.points', { count: names.length, shown: formatCount(names.length, language) })}
          </span>
        ) : null}
      </th>
      <td className="mapping-samples">
        {samples.length === 0 ? (
          <span className="muted">{t('mapping.empty')}</span>
        ) : (
          <ul className="ellipsis" title={samples.join('\n')}>
            {samples.map((sample) => (
              <li key={sample}>{sample}</li>
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
            options={unitsFor(said.role).map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
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
      <td className="mapping-confidence">
        {isChanged ? null : (
          <>
            {confidenceWord(column, t)}
            {correction !== 'none' || column.role.role === null ? null : (
              <span className="muted"> {formatPercent(column.role.confidence, language)}</span>
            )}
          </>
        )}
      </td>
      <td className="mapping-why">
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

const formatPercent = (part: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(part)
