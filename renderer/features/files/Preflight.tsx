import { useState } from 'react'
import type { Preflight as Checked, PreflightProblem, PreflightWarning } from '../../../preload/contract/files.ts'
import { personalText } from '../../app/personalText.ts'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { isSpelt, withSpelling, type ExportDraft, type SpeltProblem } from './exportDraft.ts'
import { groupProblems, type PersonProblem } from './problemGroups.ts'

type PreflightProps = {
  readonly draft: ExportDraft
  readonly onChange: (part: Partial<ExportDraft>) => void
  readonly checked: Checked
}

/** Other warnings are shown beside their controls. */
const isOfRows = (warning: PreflightWarning): boolean => warning !== 'unnamed-stage' && warning !== 'whole-birth-dates'

type ProposalProps = {
  readonly problem: SpeltProblem
  readonly onAccept: (text: string) => void
}

/** A proposed spelling, used only when accepted. */
const Proposal = ({ problem, onAccept }: ProposalProps) => {
  const { t } = useText()
  const [text, setText] = useState(problem.proposal)
  return (
    <span className="export-spelling row">
      <input
        className="input"
        aria-label={t('export.spelling', { value: problem.value })}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.closest('tr')?.nextElementSibling?.querySelector('input')?.focus()
          onAccept(text.trim())
        }}
      />
      <Button size="small" isDisabled={text.trim() === ''} onClick={() => onAccept(text.trim())}>
        {t('export.accept')}
      </Button>
    </span>
  )
}

type ProblemRowProps = {
  readonly person: PersonProblem
  readonly onAccept: (rows: readonly SpeltProblem[], text: string) => void
}

const ProblemRow = ({ person: { first, rows }, onAccept }: ProblemRowProps) => (
  <tr>
    <td className="mono">{first.bib}</td>
    <td>{first.name}</td>
    <td className="muted">{[...new Set(rows.map(({ categoryName }) => categoryName))].join(', ')}</td>
    <td>
      {isSpelt(first) ? (
        <Proposal problem={first} onAccept={(text) => onAccept(rows.filter(isSpelt), text)} />
      ) : (
        <span className="muted">{first.field === 'status' ? '' : (first.value ?? '')}</span>
      )}
    </td>
  </tr>
)

const rowKey = ({ category, index }: PreflightProblem): string => `${category}:${index}`

/** Lines shown for each reason. */
const SHOWN = 100

/** Notes on the file, and rejected rows, one line a person. */
export const Preflight = ({ draft, onChange, checked }: PreflightProps) => {
  const { t, language } = useText()
  const { problems, warnings, personal, respelled } = checked
  const count = (value: number): string => formatCount(value, language)
  const groups = groupProblems(problems.items)
  return (
    <div className="export-check stack">
      {personal.length === 0 ? null : (
        <Mark kind="partial">{t('export.personal', { columns: personalText(personal, t) })}</Mark>
      )}
      {warnings.filter(isOfRows).map((warning) => (
        <Mark key={warning} kind="partial">
          {t(`export.warning.${warning}`)}
        </Mark>
      ))}
      {problems.rows.map(({ problem, rows }) => {
        const people = (groups.get(problem) ?? []).slice(0, SHOWN)
        const left = rows - new Set(people.flatMap((person) => person.rows.map(rowKey))).size
        return (
          <details key={problem} className="export-problems" open={people.some(({ first }) => isSpelt(first))}>
            <summary>
              {t('export.problems.rows', { why: t(`export.problem.${problem}`), count: rows, rows: count(rows) })}
            </summary>
            <div className="export-problem-list" role="region" aria-label={t('export.problems.list')} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('role.bib')}</th>
                    <th scope="col">{t('role.name')}</th>
                    <th scope="col">{t('stage.category')}</th>
                    <th scope="col">{t('export.problems.spelling')}</th>
                  </tr>
                </thead>
                <tbody>
                  {people.map((person) => (
                    <ProblemRow
                      key={person.key}
                      person={person}
                      onAccept={(spelt, text) => onChange(withSpelling(draft, spelt, text))}
                    />
                  ))}
                </tbody>
              </table>
              {left === 0 ? null : <p className="muted">{t('export.more', { problems: count(left) })}</p>}
            </div>
          </details>
        )
      })}
      {respelled === 0 ? null : (
        <p className="export-spelling row">
          <span className="muted">{t('export.respelled', { count: respelled, rows: count(respelled) })}</span>
          <Button size="small" kind="quiet" onClick={() => onChange({ spellings: [], isTransliterated: false })}>
            {t('export.takeBack')}
          </Button>
        </p>
      )}
    </div>
  )
}
