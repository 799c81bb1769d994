import type { Job, JobState } from '../../../preload/contract/jobs.ts'
import { Mark, type MarkKind } from '../../components/Mark.tsx'
import { formatClock, formatExact, formatSpan } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { describeProblem } from '../problems/describeProblem.ts'
import { FileButtons } from './FileButtons.tsx'
import { FileDrag } from './FileDrag.tsx'
import { isAllFailed } from './jobEnd.ts'
import { contentText, doneText } from './jobProgress.ts'
import { useNow } from '../state/now.ts'

const MARKS: { readonly [K in JobState]: MarkKind } = {
  running: 'running',
  done: 'ok',
  partial: 'partial',
  failed: 'problem',
  cancelled: 'none',
  interrupted: 'partial',
}

const JobItem = ({ job }: { readonly job: Job }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const done = doneText(job, t, language)
  const took = job.finishedAt === null ? null : formatSpan(Date.parse(job.finishedAt) - Date.parse(job.startedAt), t)
  const { file, kept } = job
  const state = isAllFailed(job) ? 'failed' : job.state
  return (
    <li className="job stack">
      <div className="job-head">
        <span className="job-title ellipsis" title={job.title}>
          {t(`job.kind.${job.kind}`)}: {job.title}
        </span>
        <span className="muted" title={formatExact(job.startedAt, language)}>
          {formatClock(job.startedAt, nowMs, language)}
        </span>
      </div>
      <div className="job-facts">
        <Mark kind={MARKS[state]}>{t(`job.${state}`)}</Mark>
        {done === null ? null : <span className="muted">{done}</span>}
        {job.failed === 0 ? null : <span className="muted">{t('job.failures', { count: job.failed })}</span>}
        {took === null ? null : <span className="muted">{took}</span>}
      </div>
      {kept === undefined ? null : (
        <p className="job-file">
          {t('job.kept', { count: kept.categories, time: formatClock(kept.since, nowMs, language) })}
        </p>
      )}
      {file === null ? null : (
        <FileDrag job={job.state === 'done' ? job.id : null} file={file} className="muted job-file">
          {t('job.saved', {
            name: file.path ?? file.name,
            rows: contentText(file, t, language),
          })}
        </FileDrag>
      )}
      {file === null || job.state !== 'done' ? null : <FileButtons job={job.id} file={file} />}
      {file?.insteadOf === undefined ? null : (
        <p className="job-file">{t('job.renamed', { insteadOf: file.insteadOf, name: file.name })}</p>
      )}
      {file?.unrecorded === undefined ? null : (
        <p className="job-file">{t('job.unrecorded', { what: describeProblem(file.unrecorded, t, language).what })}</p>
      )}
      {job.error === null || job.error.kind === 'cancelled' ? null : (
        <p className="job-file">{describeProblem(job.error, t, language).what}</p>
      )}
    </li>
  )
}

export const JobHistory = ({ jobs }: { readonly jobs: readonly Job[] }) => {
  const { t } = useText()
  return jobs.length === 0 ? (
    <p className="muted job stack">{t('job.none')}</p>
  ) : (
    <ul>
      {jobs.map((job) => (
        <JobItem key={job.id} job={job} />
      ))}
    </ul>
  )
}
