import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { Audit, AuditFinding, AuditRule, AuditSkip } from '../../../preload/contract/audit.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { call } from '../../api.ts'
import { menuOf } from '../../app/table/contextMenu.ts'
import { copyLine, rowTexts } from '../../app/table/copyTexts.ts'
import { openRow } from '../../app/opened/openRow.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue } from '../../app/state/queries.ts'
import { COMMAND_KEY, useShortcuts } from '../../app/commands/shortcuts.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { tableExports } from '../../app/table/tableExports.ts'
import { ActionMenu } from '../../components/ActionMenu.tsx'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { categoriesIn, scopeId } from '../../app/stage/scope.ts'
import { useStageFrame } from '../../app/stage/stageFrameContext.ts'
import { StageSlot } from '../../app/stage/StageSlot.tsx'
import { findingText } from './findingText.ts'
import './auditText.ts'
import './audit.css'

/** Issues shown per rule before "show all". */
const FIRST = 20

const Finding = ({ finding, stage }: { readonly finding: AuditFinding; readonly stage: StageGuid }) => {
  const { t } = useText()
  const { bib, name, category, index, other, distanceName, categoryName } = finding
  const who = name === '' ? (bib === '' ? t('audit.row', { row: index + 1 }) : t('person.bib', { bib })) : name
  const where = `${distanceName} · ${categoryName}`
  return (
    <tr
      onContextMenu={menuOf(who, (row: HTMLTableRowElement) => [
        { id: 'open', label: t('menu.openCard'), onChoose: () => openRow({ stage, category, index }) },
        { id: 'copy', label: t('menu.copyRow'), onChoose: () => copyLine(rowTexts(row)) },
      ])}
    >
      <td>{bib === '' ? <span className="muted">{t('audit.noBib')}</span> : bib}</td>
      <th scope="row">
        <button
          type="button"
          className="card-link"
          aria-label={t('audit.open', { who, category: where })}
          onClick={() => openRow({ stage, category, index })}
        >
          {who}
        </button>
      </th>
      <td>{where}</td>
      <td className="audit-says">
        {findingText(finding, t)}
        {other === null ? null : (
          <>
            {' '}
            <button
              type="button"
              className="card-link"
              onClick={() => openRow({ stage, category: other.category, index: other.index })}
            >
              {t('audit.other')}
            </button>
          </>
        )}
      </td>
    </tr>
  )
}

type GroupProps = {
  readonly rule: AuditRule
  readonly found: number
  readonly findings: readonly AuditFinding[]
  readonly stage: StageGuid
}

const Group = ({ rule, found, findings, stage }: GroupProps) => {
  const { t, language } = useText()
  const [isAll, setAll] = useState(false)
  const shown = isAll ? findings : findings.slice(0, FIRST)
  const title = t(`audit.rule.${rule}`)
  const rest = found - shown.length
  return (
    <section className="audit-group stack" aria-label={title}>
      <div className="audit-group-head">
        <h2>{title}</h2>
        <Mark kind="partial">{t('audit.found', { count: found, rows: formatCount(found, language) })}</Mark>
      </div>
      <div className="card-scroll">
        <table className="card-table audit-table">
          <colgroup>
            <col className="audit-bib" />
            <col className="audit-who" />
            <col className="audit-where" />
            <col />
          </colgroup>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('role.bib')}</th>
              <th scope="col">{t('role.name')}</th>
              <th scope="col">{t('card.category')}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((finding, at) => (
              // A rule may report two issues of one row; the list only grows at its end.
              <Finding key={`${finding.category} ${finding.index} ${at}`} finding={finding} stage={stage} />
            ))}
          </tbody>
        </table>
      </div>
      {rest === 0 ? null : (
        <p className="audit-more row muted">
          {t('audit.more', { shown: formatCount(shown.length, language), rows: formatCount(rest, language) })}
          {shown.length === findings.length ? null : (
            <Button size="small" onClick={() => setAll(true)}>
              {t('audit.all')}
            </Button>
          )}
        </p>
      )}
    </section>
  )
}

const NotChecked = ({ skips, categories }: { readonly skips: readonly AuditSkip[]; readonly categories: number }) => {
  const { t } = useText()
  const why = ({ reason, roles }: AuditSkip): string =>
    reason === 'no-column'
      ? t('audit.reason.no-column', { roles: roles.map((role) => t(`role.${role}`)).join(', ') })
      : t(`audit.reason.${reason}`)
  return (
    <section className="audit-group stack" aria-label={t('audit.notChecked')}>
      <div className="audit-group-head">
        <h2>{t('audit.notChecked')}</h2>
      </div>
      <ul className="audit-skips">
        {skips.map((skip) => (
          <li key={`${skip.rule} ${skip.reason} ${skip.roles.join()}`}>
            <span className="audit-skip-rule">{t(`audit.rule.${skip.rule}`)}</span>
            <span className="muted">
              {skip.categories >= categories
                ? t('audit.notChecked.all')
                : t('audit.notChecked.some', { count: skip.categories, all: categories })}
              : {why(skip)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Report = ({ audit, stage }: { readonly audit: Audit; readonly stage: StageGuid }) => {
  const { t, language } = useText()
  if (audit.rows === 0) {
    return (
      <Blank title={t('audit.noRows')}>
        <p>{t('audit.noRows.what')}</p>
      </Blank>
    )
  }
  return (
    <div className="audit fill" role="region" aria-label={t('audit.label')} tabIndex={0}>
      <p className="muted">
        {t('audit.checked', { rows: formatCount(audit.rows, language), count: audit.categories })}
      </p>
      {audit.counts.length > 0 ? null : (
        <div className="stack">
          <Mark kind="ok">{t('audit.clean')}</Mark>
          <p className="muted">{t('audit.clean.what')}</p>
        </div>
      )}
      {audit.counts.map(({ rule, found }) => (
        <Group
          key={rule}
          rule={rule}
          found={found}
          findings={audit.findings.filter((finding) => finding.rule === rule)}
          stage={stage}
        />
      ))}
      {audit.notChecked.length === 0 ? null : <NotChecked skips={audit.notChecked} categories={audit.categories} />}
    </div>
  )
}

/** Lists inconsistent rows with links to them. Read-only. */
export const AuditView = ({ tree }: { readonly tree: StageTree }) => {
  const { t, language } = useText()
  const { scope, setProblem } = useStageFrame()
  const [isExportOpen, setExportOpen] = useState(false)
  const startExport = useStartExport()
  const stage = tree.stage.guid
  useShortcuts({ export: () => setExportOpen(true) })
  const categories = categoriesIn(scope, tree).map(({ id }) => id)
  const asked = { stage, ...(scope.kind === 'all' ? {} : { categories }) }
  const audit = useQuery({
    queryKey: ['results', stage, 'audit', scopeId(scope), scope.kind === 'all' ? '' : categories.join()],
    queryFn: () => fetchValue('results:audit', asked),
    gcTime: 60_000,
  })
  if (audit.data === undefined) {
    return audit.error === null ? (
      <Skeleton rows={12} label={t('audit.running')} />
    ) : (
      <div className="audit fill">
        <Problem problem={audit.error} onRetry={() => void audit.refetch()} />
      </div>
    )
  }
  const found = audit.data.counts.reduce((sum, count) => sum + count.found, 0)
  return (
    <>
      <StageSlot name="count">{t('audit.found', { count: found, rows: formatCount(found, language) })}</StageSlot>
      {found === 0 ? null : (
        <div className="toolbar" role="toolbar" aria-label={t('audit.label')}>
          <span className="gap" />
          <ActionMenu
            isOpen={isExportOpen}
            onOpenChange={setExportOpen}
            heading={t('audit.found', { count: found, rows: formatCount(found, language) })}
            trigger={
              <button type="button" className="button button-quiet" title={`${t('changes.export')} (${COMMAND_KEY} E)`}>
                <FileDown aria-hidden />
                <span className="button-words">{t('changes.export')}</span>
              </button>
            }
            actions={tableExports(
              t,
              (options) => void startExport(call('results:export', { audit: asked, ...options })).then(setProblem),
            )}
          />
        </div>
      )}
      <Report audit={audit.data} stage={stage} />
    </>
  )
}
