import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Change } from '../../../preload/contract/changes.ts'
import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { menuOf } from '../../app/table/contextMenu.ts'
import { copyLine, rowTexts } from '../../app/table/copyTexts.ts'
import { openRow } from '../../app/opened/openRow.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useText } from '../../text/text.ts'
import { ChangeKind, ChangeWords } from './ChangeWords.tsx'
import type { ChangeLine } from './changeGroups.ts'
import { useChanges } from './useChanges.ts'

type ChangeRowProps = {
  readonly stage: StageGuid
  readonly line: ChangeLine
  /** The stage's categories, as its tree lists them. */
  readonly order?: readonly CategoryId[]
  readonly isDetail?: boolean
}

const Who = ({ stage, change }: { readonly stage: StageGuid; readonly change: Change }) => {
  const { t } = useText()
  const { category, index, bib, name } = change
  const who = name ?? t('changes.noName')
  if (index === null) return <span className={name === null ? 'muted' : undefined}>{who}</span>
  return (
    <button
      type="button"
      className="card-link change-open"
      aria-label={t('changes.open', { who: [bib, who].filter((part) => part !== null).join(' ') })}
      onClick={() => openRow({ stage, category, index })}
    >
      {who}
    </button>
  )
}

export const ChangeRow = ({ stage, line, order = [], isDetail = false }: ChangeRowProps) => {
  const [isOpen, setOpen] = useState(false)
  const [change] = line
  const inOrder = line.toSorted((a, b) => order.indexOf(a.category) - order.indexOf(b.category))
  const { t } = useText()
  const { type, bib, name, category, index, distanceName, categoryName } = change
  const isHeadline = type === 'mass-recalculation'
  const isOfCategory = isHeadline || type === 'drift'
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <tr
        className={isDetail ? 'change-detail' : undefined}
        onContextMenu={menuOf(name ?? `${distanceName} · ${categoryName}`, (row: HTMLTableRowElement) => [
          ...(isOfCategory || index === null
            ? []
            : [{ id: 'open', label: t('menu.openCard'), onChoose: () => openRow({ stage, category, index }) }]),
          { id: 'copy', label: t('menu.copyRow'), onChoose: () => copyLine(rowTexts(row)) },
        ])}
      >
        <td>
          <ChangeKind type={type} />
        </td>
        <td className="change-bib">{bib}</td>
        <th scope="row">
          {isHeadline ? (
            <button
              type="button"
              className="card-link change-open"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <Arrow aria-hidden />
              {t(isOpen ? 'changes.details.hide' : 'changes.details')}
            </button>
          ) : isOfCategory ? null : (
            <Who stage={stage} change={change} />
          )}
        </th>
        <td className="muted" title={inOrder.map(whereOf).join('\n')}>
          {line.length === 1
            ? whereOf(change)
            : inOrder.map((one) => <CategoryChip key={one.id} name={one.categoryName} />)}
        </td>
        <td title={inOrder.map(saidOf).join('\n')}>
          {line.every((one) => saidOf(one) === saidOf(change)) ? (
            <ChangeWords change={change} />
          ) : (
            inOrder.map((one) => (
              <span key={one.id} className="change-of-category">
                <CategoryChip name={one.categoryName} /> <ChangeWords change={one} />
              </span>
            ))
          )}
        </td>
      </tr>
      {isOpen ? <Details stage={stage} headline={change.id} /> : null}
    </>
  )
}

const whereOf = ({ distanceName, categoryName }: Change): string => `${distanceName} · ${categoryName}`

const saidOf = ({ before, after }: Change): string => [before, after].filter((part) => part !== null).join(' → ')

const CategoryChip = ({ name }: { readonly name: string }) => <span className="category-chip ellipsis">{name}</span>

/** Shown of a headline at a time. */
const STEP = 100

const Details = ({ stage, headline }: { readonly stage: StageGuid; readonly headline: number }) => {
  const { t } = useText()
  const { data, rest, error, more, retry } = useChanges({ stage, headline }, STEP)
  return (
    <>
      {data?.changes.map((change) => (
        <ChangeRow key={change.id} stage={stage} line={[change]} isDetail />
      ))}
      {data !== undefined && data.total > 0 && rest === 0 && error === null ? null : (
        <tr className="change-detail">
          <td colSpan={5}>
            {error === null ? null : <Problem problem={error} onRetry={retry} />}
            {data?.total === 0 ? <span className="muted">{t('changes.details.none')}</span> : null}
            {rest > 0 ? (
              <button type="button" className="card-link change-open" onClick={more}>
                {t('changes.more', { count: Math.min(rest, STEP) })}
              </button>
            ) : null}
          </td>
        </tr>
      )}
    </>
  )
}
