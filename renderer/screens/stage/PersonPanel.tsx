import { Tabs } from '@base-ui/react/tabs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Copy, X } from 'lucide-react'
import { useState } from 'react'
import type { CategoryId, PersonView, StageGuid } from '../../../preload/contract.ts'
import { Problem } from '../../app/Problem.tsx'
import { useNow } from '../../app/now.ts'
import { fetchValue } from '../../app/queries.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatAge, formatClock, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { cellText } from './cellText.ts'
import type { FieldGroup, PersonField } from './personFields.ts'
import { groupFields, listTable, personBib, personName } from './personFields.ts'

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

const CopyRaw = ({ text }: { readonly text: string }) => {
  const { t } = useText()
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      size="small"
      icon={<Copy aria-hidden />}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(() => {
          setCopied(true)
          setTimeout(() => setCopied(false), 2000)
        })
      }
    >
      {t(isCopied ? 'do.copied' : 'do.copy')}
    </Button>
  )
}

const Card = ({ person }: { readonly person: PersonView }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const name = personName(person.columns, person.row.cells)
  const bib = personBib(person.columns, person.row.cells)
  return (
    <>
      <div className="person-head">
        <h2 className={name === '' ? 'muted' : undefined}>{name === '' ? t('person.none') : name}</h2>
        <p>
          {bib === '' ? null : <span className="person-bib">{t('person.bib', { bib })}</span>}
          <span>{person.distanceName}</span>
          <span aria-hidden>·</span>
          <span>{person.categoryName}</span>
        </p>
        <p className="muted person-age" title={formatExact(person.fetchedAt, language)}>
          {t('person.fetched', {
            time: formatClock(person.fetchedAt, nowMs, language),
            age: formatAge(person.fetchedAt, nowMs, t),
          })}
        </p>
      </div>
      <Tabs.Root className="person-tabs" defaultValue="fields">
        <Tabs.List className="tab-list">
          <Tabs.Tab className="tab" value="fields">
            {t('person.fields')}
          </Tabs.Tab>
          <Tabs.Tab className="tab" value="raw">
            {t('person.raw')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel className="tab-panel" value="fields" tabIndex={0}>
          {groupFields(person.columns, person.row.cells).map((group) => (
            <Group key={group.title} group={group} />
          ))}
        </Tabs.Panel>
        <Tabs.Panel className="tab-panel" value="raw" tabIndex={0}>
          <div className="person-raw-head">
            <CopyRaw text={person.rawJson} />
          </div>
          <pre className="person-json mono">{person.rawJson}</pre>
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}

type PersonPanelProps = {
  readonly stage: StageGuid
  readonly category: CategoryId
  readonly index: number
  readonly onMove: (by: -1 | 1) => void
  readonly onClose: () => void
}

/** Everything one row holds. */
export const PersonPanel = ({ stage, category, index, onMove, onClose }: PersonPanelProps) => {
  const { t } = useText()
  const person = useQuery({
    queryKey: ['results', stage, 'person', category, index],
    queryFn: () => fetchValue('results:person', { category, index }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  return (
    <div className="person">
      <div className="person-bar">
        <IconButton label={t('person.previous')} icon={<ChevronUp aria-hidden />} onClick={() => onMove(-1)} />
        <IconButton label={t('person.next')} icon={<ChevronDown aria-hidden />} onClick={() => onMove(1)} />
        <span className="person-bar-gap" />
        <IconButton label={t('do.close')} keys="Esc" icon={<X aria-hidden />} onClick={onClose} />
      </div>
      {person.data === undefined ? (
        person.error === null ? (
          <Skeleton rows={10} label={t('person.label')} />
        ) : (
          <div className="person-problem">
            <Problem problem={person.error} onRetry={() => void person.refetch()} />
          </div>
        )
      ) : (
        <Card person={person.data} />
      )}
    </div>
  )
}
