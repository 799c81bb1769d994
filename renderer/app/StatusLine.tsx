import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import type { Job } from '../../preload/contract/jobs.ts'
import type { StageGuid } from '../../preload/contract/ids.ts'
import type { HostState } from '../../preload/contract/network.ts'
import type { AppError } from '../../preload/contract/result.ts'
import type { Stage } from '../../preload/contract/stages.ts'
import { call } from '../api.ts'
import { Bar } from '../components/Bar.tsx'
import { Bubble } from '../components/Bubble.tsx'
import { Button } from '../components/Button.tsx'
import { Mark } from '../components/Mark.tsx'
import { formatCount, formatRate, formatSpan } from '../text/format.ts'
import { useText } from '../text/text.ts'
import { describeProblem } from './problems/describeProblem.ts'
import { FileButtons } from './jobs/FileButtons.tsx'
import { lastExport } from './jobs/exports.ts'
import { failedTake } from './jobs/failedTake.ts'
import { FileDrag } from './jobs/FileDrag.tsx'
import { sharedError } from './problems/causes.ts'
import { isKeyProblem } from './problems/isKeyProblem.ts'
import { StageProblems } from './problems/StageProblems.tsx'
import { isOfflineError } from './problems/isOfflineError.ts'
import { JobHistory } from './jobs/JobHistory.tsx'
import { contentText, countsBytes, doneText, paceOf, transferText } from './jobs/jobProgress.ts'
import { finishedSentence } from './jobs/notify.ts'
import { useLeaving } from './notices/useLeaving.ts'
import { ServiceStatus } from './services/ServiceStatus.tsx'
import { jobsQuery, stagesQuery, treeQuery } from './state/queries.ts'
import { route } from './route.ts'
import { allCategories } from './stage/scope.ts'
import { useStore } from './state/store.ts'
import { WatchPart } from './WatchPart.tsx'
import { selectedRows } from './jobs/selectedRows.ts'

const RunningJob = ({ job, others }: { readonly job: Job; readonly others: number }) => {
  const { t, language } = useText()
  const pace = paceOf(job, Date.now())
  const label = t(`job.${job.kind}`, { title: job.title })
  const done = doneText(job, t, language)
  const rate = pace === null || countsBytes(job) ? [] : [t('job.rate', { rate: formatRate(pace.perSecond, language) })]
  // Bytes are a sign of life until something is done.
  const going =
    pace === null
      ? transferText(job, t, language)
      : [...rate, t('job.left', { time: formatSpan(pace.leftMs, t) })].join(' · ')
  return (
    <div className="status-job row">
      <span className="ellipsis">{label}</span>
      <Bar label={label} done={job.done} total={job.total} />
      {done === null ? null : <span>{done}</span>}
      {going === null ? null : <span className="muted status-pace">{going}</span>}
      <Button size="small" kind="quiet" onClick={() => void call('job:cancel', { id: job.id })}>
        {t('job.cancel')}
      </Button>
      {others > 0 ? <span className="muted">{t('job.more', { count: others })}</span> : null}
    </div>
  )
}

const ExportNote = () => {
  const { t, language } = useText()
  const exported = useStore(lastExport)
  const hasNotes = exported?.file.insteadOf !== undefined || exported?.file.unrecorded !== undefined
  useLeaving(hasNotes ? null : (exported?.job ?? null), () => lastExport.set(null))
  if (exported === null) return null
  const { job, file } = exported
  const rows = contentText(file, t, language)
  const saved =
    file.path === null ? t('job.downloaded', { name: file.name, rows }) : t('job.savedAt', { path: file.path, rows })
  const { name, insteadOf, unrecorded } = file
  const notes = [
    ...(insteadOf === undefined ? [] : [t('job.renamed', { insteadOf, name })]),
    ...(unrecorded === undefined ? [] : [t('job.unrecorded', { what: describeProblem(unrecorded, t, language).what })]),
  ]
  const text = [...notes, saved].join(' ')
  return (
    <div className="status-note row" role="status">
      <FileDrag job={job} file={file} className="status-file row">
        <Mark kind={notes.length === 0 ? 'ok' : 'partial'} title={text}>
          {text}
        </Mark>
      </FileDrag>
      <FileButtons key={job} job={job} file={file} />
      <Button size="small" kind="quiet" onClick={() => lastExport.set(null)}>
        {t('do.dismiss')}
      </Button>
    </div>
  )
}

/** Says once that a job began and once how it ended; the numbers in between are there to be looked at. */
const Announcer = ({ jobs }: { readonly jobs: readonly Job[] }) => {
  const { t } = useText()
  const job = jobs[0]
  const isFresh = job?.finishedAt != null && Date.now() - Date.parse(job.finishedAt) < 60_000
  const text =
    job === undefined
      ? ''
      : job.state === 'running'
        ? t(`job.${job.kind}`, { title: job.title })
        : isFresh
          ? finishedSentence(job, t)
          : ''
  return (
    <span className="visually-hidden" aria-live="polite">
      {text}
    </span>
  )
}

const WorkPart = () => {
  const { t, language } = useText()
  const place = useStore(route)
  const selected = useStore(selectedRows)
  const stages = useQuery(stagesQuery).data ?? []
  const stage = place.screen === 'stage' ? stages.find(({ guid }) => guid === place.stage) : undefined
  const jobs = useQuery(jobsQuery).data ?? []
  const tree = useQuery({ ...treeQuery(stage?.guid ?? ('' as StageGuid)), enabled: stage !== undefined }).data
  // An open stage asks for the results address and its keys on its page.
  const isSetUpHere = (one: Stage, failure: AppError | null): boolean =>
    one.guid === stage?.guid && failure !== null && (failure.kind === 'wrong-origin' || isKeyProblem(failure))
  // A download without any category is one problem; an unreachable host is reported elsewhere.
  const problemsOf = (one: Stage): number => {
    if (tree !== undefined && isSetUpHere(one, sharedError(allCategories(tree)))) return 0
    const failure = one.problems > 0 ? null : failedTake(jobs, one)
    return one.problems + (failure === null || isOfflineError(failure) || isSetUpHere(one, failure) ? 0 : 1)
  }
  const all = stages.reduce((sum, one) => sum + problemsOf(one), 0)
  const problems = stage === undefined ? all : problemsOf(stage)
  return (
    <>
      {stage === undefined ? null : <WatchPart stage={stage.guid} />}
      {selected <= 1 || stage === undefined ? null : (
        <span className="status-part">
          {t('stage.selected', { count: selected, rows: formatCount(selected, language) })}
        </span>
      )}
      {problems === 0 ? null : (
        <span className="status-part">
          <StageProblems
            stages={stage === undefined ? stages.filter((one) => problemsOf(one) > 0) : [stage]}
            label={t('status.problems', { count: problems })}
            side="top"
          />
        </span>
      )}
    </>
  )
}

export const StatusLine = ({ hosts }: { readonly hosts: readonly HostState[] }) => {
  const { t } = useText()
  const jobs = useQuery(jobsQuery).data ?? []
  const running = jobs.filter((job) => job.state === 'running')
  const first = running[0]
  return (
    <footer className="status-line" aria-label={t('status.label')}>
      <ServiceStatus hosts={hosts} />
      {first === undefined ? <ExportNote /> : <RunningJob job={first} others={running.length - 1} />}
      <span className="gap" />
      <WorkPart />
      <Bubble
        title={t('job.list')}
        side="top"
        trigger={
          <button type="button" className="button button-quiet button-small">
            <ListChecks aria-hidden />
            {t('job.list')}
          </button>
        }
      >
        <JobHistory jobs={jobs} />
      </Bubble>
      <Announcer jobs={jobs} />
    </footer>
  )
}
