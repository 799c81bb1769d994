import type { Column } from '../../../../preload/contract/columns.ts'
import type { PersonCard } from '../../../../preload/contract/results.ts'
import { fieldName, lastPart } from '../../../../preload/shared/fieldNames.ts'
import { useText, type Language, type Translate } from '../../../text/text.ts'
import { cellText, flagText } from '../../../app/stage/cellText.ts'
import { groupFields, listTable, type FieldGroup, type PersonField } from '../../../app/stage/personFields.ts'

/** A field in words, else as its source calls it. */
const labelOf = ({ name, label, role, split }: Column, t: Translate, language: Language): string => {
  if (split !== undefined && lastPart(name) === 'name') return t('card.splits.point')
  return role === undefined || split !== undefined || role === 'split' || role === 'lap'
    ? (fieldName(name, language) ?? label ?? lastPart(name))
    : t(`role.${role}`)
}

const List = ({ field }: { readonly field: PersonField }) => {
  const { t, language } = useText()
  const table = listTable(field.value)
  if (table === null) return <pre className="person-json mono">{JSON.stringify(field.value, null, 2)}</pre>
  return (
    <div className="person-list" role="region" aria-label={field.column.name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col" title={column}>
                {fieldName(column, language) ?? column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((text, column) => (
                <td key={table.columns[column]}>{flagText(text, t)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Such as "Splits" or "Splits · 5 km". */
const titleOf = ({ title, fields }: FieldGroup, language: Language): string => {
  const split = fields[0]?.column.split
  if (split === undefined) return fieldName(title, language) ?? title
  return `${fieldName(split.list, language) ?? split.list} · ${split.label}`
}

const Group = ({ group }: { readonly group: FieldGroup }) => {
  const { t, language } = useText()
  const lists = group.fields.filter(({ value }) => typeof value === 'object' && value !== null)
  const plain = group.fields.filter((field) => !lists.includes(field))
  return (
    <section className="person-group">
      {group.title === '' ? null : <h3 title={group.title}>{titleOf(group, language)}</h3>}
      {plain.length === 0 ? null : (
        <dl>
          {plain.map(({ column, value }) => {
            const text = flagText(cellText(value), t)
            return (
              <div key={column.name} className="person-field">
                <dt title={column.name}>{labelOf(column, t, language)}</dt>
                <dd>{text === '' ? <span className="muted">{t('person.empty')}</span> : text}</dd>
              </div>
            )
          })}
        </dl>
      )}
      {lists.map((field) => (
        <List key={field.column.name} field={field} />
      ))}
    </section>
  )
}

/** Everything the row holds, as received except for flags. */
export const Fields = ({ card }: { readonly card: PersonCard }) => (
  <>
    {groupFields(card.columns, card.row.cells).map((group) => (
      <Group key={group.title} group={group} />
    ))}
  </>
)
