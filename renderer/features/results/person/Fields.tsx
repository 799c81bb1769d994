import type { PersonCard } from '../../../../preload/contract/results.ts'
import { useText } from '../../../text/text.ts'
import { cellText } from '../../../app/stage/cellText.ts'
import { groupFields, listTable, type FieldGroup, type PersonField } from '../../../app/stage/personFields.ts'

const List = ({ field }: { readonly field: PersonField }) => {
  const table = listTable(field.value)
  if (table === null) return <pre className="person-json mono">{JSON.stringify(field.value, null, 2)}</pre>
  return (
    <div className="person-list" role="region" aria-label={field.name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((text, column) => (
                <td key={table.columns[column]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Group = ({ group }: { readonly group: FieldGroup }) => {
  const { t } = useText()
  const lists = group.fields.filter(({ value }) => typeof value === 'object' && value !== null)
  const plain = group.fields.filter((field) => !lists.includes(field))
  return (
    <section className="person-group">
      {group.title === '' ? null : <h3>{group.title}</h3>}
      {plain.length === 0 ? null : (
        <dl>
          {plain.map((field) => {
            const text = cellText(field.value)
            return (
              <div key={field.name} className="person-field">
                <dt title={field.name}>{field.label}</dt>
                <dd>{text === '' ? <span className="muted">{t('person.empty')}</span> : text}</dd>
              </div>
            )
          })}
        </dl>
      )}
      {lists.map((field) => (
        <List key={field.name} field={field} />
      ))}
    </section>
  )
}

/** Everything the row holds, as received. */
export const Fields = ({ card }: { readonly card: PersonCard }) => (
  <>
    {groupFields(card.columns, card.row.cells).map((group) => (
      <Group key={group.title} group={group} />
    ))}
  </>
)
