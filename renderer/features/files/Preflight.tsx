import { useState } from 'react'
import type { Preflight as Checked, PreflightProblem, PreflightWarning } from '../../../preload/contract/files.ts'
import { damagedNames } from '../../app/problems/describeProblem.ts'
import { personalText } from '../../app/personalText.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { isSpelt, withSpelling, type ExportDraft, type SpeltProblem } from './exportDraft.ts'
import { Tick } from './FileOptions.tsx'

type PreflightProps = {
  readonly draft: ExportDraft
  readonly onChange: (part: Partial<ExportDraft>) => void
  /** Undefined before the first answer. */
  readonly checked: Checked | undefined
}

/** The others stand where the user can change them. */
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

const ProblemRow = ({
  problem,
  onAccept,
}: {
  readonly problem: PreflightProblem
  readonly onAccept: (problem: SpeltProblem, text: string) => void
}) => {
  const { t } = useText()
  return (
    <tr>
      <td className="mono">{problem.bib}</td>
      <td>{problem.name}</td>
      <td className="muted">{problem.categoryName}</td>
      <td>{t(`export.problem.${problem.problem}`)}</td>
      <td>
        {isSpelt(problem) ? (
          <Proposal problem={problem} onAccept={(text) => onAccept(problem, text)} />
        ) : (
          <span className="muted">{problem.value ?? ''}</span>
        )}
      </td>
    </tr>
  )
}

/** Problems of the file by row, and ways to solve them before writing. */
export const Preflight = ({ draft, onChange, checked }: PreflightProps) => {
  const { t, language } = useText()
  if (checked === undefined) return <div className="export-check stack muted">{t('export.checking')}</div>
  const { problems, warnings, personal, refusal, rows, taken, respelled, damaged } = checked
  const count = (value: number): string => formatCount(value, language)
  const has = (test: (problem: PreflightProblem) => boolean): boolean => problems.items.some(test)
  const rest = problems.total - problems.items.length
  return (
    <div className="export-check stack" aria-live="polite">
      {refusal === null ? null : <Problem problem={refusal} />}
      {damaged.length === 0 ? null : (
        <Mark kind="problem">{t('stage.damaged', { count: damaged.length, names: damagedNames(damaged) })}</Mark>
      )}
      {personal.length === 0 ? null : (
        <Mark kind="partial">{t('export.personal', { columns: personalText(personal, t) })}</Mark>
      )}
      {warnings.filter(isOfRows).map((warning) => (
        <Mark key={warning} kind="partial">
          {t(`export.warning.${warning}`)}
        </Mark>
      ))}
      {problems.total === 0 ? null : (
        <>
          <p>{t('export.problems', { count: rows - taken, problems: count(rows - taken), taken: count(taken) })}</p>
          <div className="export-problems" role="region" aria-label={t('export.problems.list')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('role.bib')}</th>
                  <th scope="col">{t('role.name')}</th>
                  <th scope="col">{t('stage.category')}</th>
                  <th scope="col">{t('export.problems.why')}</th>
                  <th scope="col">{t('export.problems.spelling')}</th>
                </tr>
              </thead>
              <tbody>
                {problems.items.map((problem) => (
                  <ProblemRow
                    key={[problem.category, problem.index, problem.problem, problem.field].join(' ')}
                    problem={problem}
                    onAccept={(spelt, text) => onChange(withSpelling(draft, spelt, text))}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {rest === 0 ? null : <p className="muted">{t('export.more', { problems: count(rest) })}</p>}
        </>
      )}
      {has(isSpelt) || draft.isTransliterated ? (
        <Tick
          label={t('export.transliterate')}
          isOn={draft.isTransliterated}
          onChange={(isTransliterated) => onChange({ isTransliterated })}
        />
      ) : null}
      {has(({ problem }) => problem === 'fractions') || draft.areFractionsCut ? (
        <Tick
          label={t('export.cut')}
          isOn={draft.areFractionsCut}
          onChange={(areFractionsCut) => onChange({ areFractionsCut })}
        />
      ) : null}
      {respelled === 0 ? null : (
        <p className="export-spelling row">
          <span className="muted">{t('export.respelled', { count: respelled, rows: count(respelled) })}</span>
          <Button size="small" kind="quiet" onClick={() => onChange({ spellings: [], isTransliterated: false })}>
            {t('export.takeBack')}
          </Button>
        </p>
      )}
      {problems.total === 0 && damaged.length === 0 && !draft.areProblemsLeftOut ? null : (
        <Tick
          label={t(problems.total === 0 && damaged.length > 0 ? 'export.leaveDamagedOut' : 'export.leaveOut')}
          isOn={draft.areProblemsLeftOut}
          onChange={(areProblemsLeftOut) => onChange({ areProblemsLeftOut })}
        />
      )}
    </div>
  )
}
