import { ChevronsUpDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { compareTexts, foldUnchanged, type DiffPart, type DiffRow, type Side } from './compareTexts.ts'

const SideCells = ({
  side,
  isChanged,
  kind,
}: {
  readonly side: Side
  readonly isChanged: boolean
  readonly kind: string
}) => {
  const name = side === null ? 'diff-none' : isChanged ? `diff-${kind}` : ''
  return (
    <>
      <td className={`diff-number ${name}`}>{side?.number}</td>
      <td className={`diff-text ${name}`}>{side?.text}</td>
    </>
  )
}

const Rows = ({ rows }: { readonly rows: readonly DiffRow[] }) =>
  rows.map(({ left, right, isChanged }) => (
    <tr key={`${left?.number ?? ''} ${right?.number ?? ''}`}>
      <SideCells side={left} isChanged={isChanged} kind="removed" />
      <SideCells side={right} isChanged={isChanged} kind="added" />
    </tr>
  ))

const Folded = ({ part }: { readonly part: DiffPart }) => {
  const { t, language } = useText()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Rows rows={part.rows} />
  return (
    <tr>
      <td colSpan={4} className="diff-fold">
        <button type="button" className="button button-quiet button-small" onClick={() => setOpen(true)}>
          <ChevronsUpDown aria-hidden />
          {t('blocks.diff.folded', { count: part.rows.length, rows: formatCount(part.rows.length, language) })}
        </button>
      </td>
    </tr>
  )
}

type SideBySideProps = { readonly before: string; readonly after: string; readonly label: string }

/** Two texts line by line beside each other; what did not change far around is folded. */
export const SideBySide = ({ before, after, label }: SideBySideProps) => {
  const { t } = useText()
  const parts = useMemo(() => foldUnchanged(compareTexts(before, after)), [before, after])
  if (before === after) return <p className="muted blocks-note">{t('blocks.diff.same')}</p>
  return (
    <div className="diff scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="diff-table mono">
        <colgroup>
          <col className="diff-numbers" />
          <col />
          <col className="diff-numbers" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('blocks.diff.before')}
            </th>
            <th scope="col" colSpan={2}>
              {t('blocks.diff.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part, index) =>
            part.kind === 'rows' ? <Rows key={index} rows={part.rows} /> : <Folded key={index} part={part} />,
          )}
        </tbody>
      </table>
    </div>
  )
}
