import { randomUUID } from 'node:crypto'
import type { ExportedFile } from '../../../preload/contract/files.ts'
import type { Instant, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { AskedCategory, Job, JobState } from '../../../preload/contract/jobs.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { JobStore } from './jobTables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'

export type Progress = {
  readonly done?: number
  readonly total?: number
  readonly failed?: number
  readonly title?: string
  readonly transfer?: NonNullable<Job['transfer']>
  readonly kept?: NonNullable<Job['kept']>
  readonly retry?: NonNullable<Job['retry']> | null
}

export type JobControl = {
  readonly id: JobId
  /** Aborted when the user cancels the job or the app closes. */
  readonly signal: AbortSignal
  readonly report: (progress: Progress) => void
}

export type JobEnd = {
  readonly state: Exclude<JobState, 'running' | 'interrupted'>
  readonly error?: AppError
  readonly file?: ExportedFile
  readonly outcomes?: readonly AskedCategory[]
}

export type JobStart = {
  readonly kind: Job['kind']
  readonly stage: StageGuid | null
  readonly title: string
  readonly run: (control: JobControl) => Promise<JobEnd>
}

export type Jobs = {
  /** Begins at once and gives the job's id; its end is told by event. */
  readonly start: (start: JobStart) => JobId
  readonly running: (kind: Job['kind'], stage: StageGuid) => JobId | null
  readonly isAnyRunning: () => boolean
  /** Running jobs with their progress, and finished ones, newest first. */
  readonly list: () => readonly Job[]
  /** False when no such job is running. */
  readonly cancel: (id: JobId) => boolean
  /** Resolves once the cancelled jobs of a stage have ended. */
  readonly ending: (kind: Job['kind'], stage: StageGuid) => Promise<void>
  /** Cancels the jobs of a stage, or all, and waits for their end. */
  readonly stop: (stage?: StageGuid) => Promise<void>
}

type JobsParts = {
  readonly store: Pick<JobStore, 'saveJob' | 'jobs'>
  readonly emit: Emit
  readonly clock: Clock
  /** Maps a throw in a job to an error. */
  readonly errorOf: (thrown: unknown) => AppError
}

type Running = {
  job: Job
  readonly canceller: AbortController
  readonly end: Promise<void>
  toldAt: number
  /** Waits to tell what has come since. */
  telling: NodeJS.Timeout | null
}

const newestFirst = (a: Job, b: Job): number => Date.parse(b.startedAt) - Date.parse(a.startedAt)

const keptJobs = 50
const toldEveryMs = 100

export const createJobs = ({ store, emit, clock, errorOf }: JobsParts): Jobs => {
  const open = new Map<JobId, Running>()
  /** Jobs that could not be stored, oldest first: they are listed from memory and stored with the next job that can be. */
  const unstored = new Map<JobId, Job>()
  /** Downloads of this run, which are not worth storing: they do not outlive it. */
  const downloads = new Map<JobId, string>()
  /** Categories that downloads kept from the interrupted one before; listed until this run ends. */
  const keptBy = new Map<JobId, NonNullable<Job['kept']>>()
  const instant = (): Instant => new Date(clock()).toISOString() as Instant

  const report = (id: JobId, progress: Progress): void => {
    const running = open.get(id)
    if (running === undefined) return
    running.job = { ...running.job, ...progress }
    if (running.telling !== null) return
    const waitMs = running.toldAt + toldEveryMs - clock()
    if (waitMs <= 0) tell(running)
    // A clock set back must not delay events.
    else running.telling = setTimeout(tell, Math.min(waitMs, toldEveryMs), running).unref()
  }

  const tell = (running: Running): void => {
    running.telling = null
    running.toldAt = clock()
    emit({ name: 'job:progressed', data: running.job })
  }

  /** A disk that is full or read-only must not keep a job from its work or its end. */
  const save = (job: Job): void => {
    unstored.delete(job.id)
    unstored.set(job.id, job)
    try {
      for (const [id, waiting] of unstored) {
        store.saveJob(waiting)
        unstored.delete(id)
      }
    } catch (thrown) {
      // Logs throws other than database errors.
      errorOf(thrown)
    }
    for (const id of unstored.keys()) if (unstored.size > keptJobs) unstored.delete(id)
  }

  const finish = (id: JobId, end: JobEnd): void => {
    const running = open.get(id)
    if (running === undefined) return
    open.delete(id)
    clearTimeout(running.telling ?? undefined)
    const job: Job = {
      ...running.job,
      state: end.state,
      error: end.error ?? null,
      file: end.file ?? null,
      finishedAt: instant(),
    }
    const download = job.file?.download ?? null
    if (download !== null) downloads.set(id, download)
    if (job.kept !== undefined) keptBy.set(id, job.kept)
    save({ ...job, file: job.file === null ? null : { ...job.file, download: null } })
    emit({ name: 'job:finished', data: end.outcomes === undefined ? job : { ...job, outcomes: end.outcomes } })
  }

  const withMemory = (job: Job): Job => {
    const kept = keptBy.get(job.id)
    const file = job.file === null ? null : { ...job.file, download: downloads.get(job.id) ?? null }
    return kept === undefined ? { ...job, file } : { ...job, file, kept }
  }

  return {
    start: ({ kind, stage, title, run }) => {
      const id = randomUUID() as string as JobId
      const job: Job = {
        id,
        kind,
        stage,
        title,
        state: 'running',
        done: 0,
        total: 0,
        failed: 0,
        startedAt: instant(),
        finishedAt: null,
        error: null,
        file: null,
      }
      save(job)
      const canceller = new AbortController()
      const { signal } = canceller
      const end = (async () => {
        // The job is listed before its work begins.
        await Promise.resolve()
        try {
          finish(id, await run({ id, signal, report: (progress) => report(id, progress) }))
        } catch (thrown) {
          finish(id, { state: 'failed', error: errorOf(thrown) })
        }
      })()
      open.set(id, { job, canceller, end, toldAt: 0, telling: null })
      return id
    },
    running: (kind, stage) => {
      for (const { job, canceller } of open.values()) {
        if (job.kind === kind && job.stage === stage && !canceller.signal.aborted) return job.id
      }
      return null
    },
    isAnyRunning: () => open.size > 0,
    list: () => {
      const live = [...open.values()].map((running) => running.job)
      const ids = new Set(live.map((job) => job.id))
      const stored = store.jobs(keptJobs).filter((job) => !unstored.has(job.id))
      const ended = [...unstored.values(), ...stored].filter((job) => !ids.has(job.id))
      return [...live.toReversed(), ...ended.toSorted(newestFirst).slice(0, keptJobs).map(withMemory)]
    },
    cancel: (id) => {
      const running = open.get(id)
      running?.canceller.abort()
      return running !== undefined
    },
    ending: async (kind, stage) => {
      const ofStage = [...open.values()].filter(({ job }) => job.kind === kind && job.stage === stage)
      await Promise.all(ofStage.filter(({ canceller }) => canceller.signal.aborted).map(({ end }) => end))
    },
    stop: async (stage) => {
      const ending = [...open.values()].filter(({ job }) => stage === undefined || job.stage === stage)
      for (const { canceller } of ending) canceller.abort()
      await Promise.all(ending.map(({ end }) => end))
    },
  }
}
