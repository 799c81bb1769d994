import type { ReactNode } from 'react'
import type { Preflight, PreflightProblem } from '../../../preload/contract/files.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { damagedNames } from '../../app/problems/describeProblem.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { isSpelt, type ExportDraft } from './exportDraft.ts'
import { Tick } from './FileOptions.tsx'

type ExportFooterProps = {
  readonly draft: ExportDraft
  readonly onChange: (part: Partial<ExportDraft>) => void
  /** Undefined before the first answer. */
  readonly checked: Preflight | undefined
  /** The choice of rows alone keeps the file back. */
  readonly refused: string | null
  readonly failures: readonly AnyProblem[]
  /** Buttons. */
  readonly children: ReactNode
}

/** Reasons that block the export, and their remedies, beside the button. */
export const ExportFooter = ({ draft, onChange, checked, refused, failures, children }: ExportFooterProps) => {
  const { t } = useText()
  return (
    <div className="export-footer stack">
      <div className="stack" aria-live="polite">
        {failures.map((failure) => (
          <Problem key={failure.kind} problem={failure} />
        ))}
        {refused !== null ? (
          <Mark kind="partial">{refused}</Mark>
        ) : checked === undefined ? (
          failures.length > 0 ? null : (
            <span className="muted">{t('export.checking')}</span>
          )
        ) : (
          <Reasons checked={checked} isSolved={draft.areProblemsLeftOut} />
        )}
      </div>
      <div className="export-ways">
        {refused !== null || checked === undefined ? null : (
          <WaysOn draft={draft} onChange={onChange} checked={checked} />
        )}
        <div className="modal-buttons">{children}</div>
      </div>
    </div>
  )
}

const Reasons = ({ checked, isSolved }: { readonly checked: Preflight; readonly isSolved: boolean }) => {
  const { t, language } = useText()
  const { refusal, damaged, problems, rows, taken } = checked
  const count = (value: number): string => formatCount(value, language)
  const why = problems.rows.map(({ problem }) => t(`export.problem.${problem}`)).join(', ')
  return (
    <>
      {refusal === null ? null : <Problem problem={refusal} />}
      {damaged.length === 0 ? null : (
        <Mark kind="problem">{t('stage.damaged', { count: damaged.length, names: damagedNames(damaged) })}</Mark>
      )}
      {problems.total === 0 ? null : (
        <Mark kind={isSolved && taken > 0 ? 'none' : 'problem'}>
          {t('export.problems', { count: rows - taken, problems: count(rows - taken), taken: count(taken), why })}
        </Mark>
      )}
    </>
  )
}

const WaysOn = ({
  draft,
  onChange,
  checked: { problems, damaged },
}: Pick<ExportFooterProps, 'draft' | 'onChange'> & { readonly checked: Preflight }) => {
  const { t } = useText()
  const has = (test: (problem: PreflightProblem) => boolean): boolean => problems.items.some(test)
  return (
    <>
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
      {problems.total === 0 && damaged.length === 0 && !draft.areProblemsLeftOut ? null : (
        <Tick
          label={t(problems.total === 0 && damaged.length > 0 ? 'export.leaveDamagedOut' : 'export.leaveOut')}
          isOn={draft.areProblemsLeftOut}
          onChange={(areProblemsLeftOut) => onChange({ areProblemsLeftOut })}
        />
      )}
    </>
  )
}
