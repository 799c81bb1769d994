import type { ExportedFile } from '../../../preload/contract/files.ts'
import type { CategoryId, Instant, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job, JobState } from '../../../preload/contract/jobs.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { isStillRunning } from '../../platform/sqlite/processLife.ts'
import { jsonOrNull, number, parsed, text, textOrNull } from '../../platform/sqlite/rowCells.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** Jobs for the list of them, and the outcomes of categories that a job counts. */
export const jobTables = (database: Database) => ({
  saveJob: (job: Job): void => {
    database.runSoon(
      `INSERT INTO jobs (id, kind, stage, title, state, done, total, failed, started_at, finished_at, error, file, pid)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET title = excluded.title, state = excluded.state, done = excluded.done, total = excluded.total,
         failed = excluded.failed, finished_at = excluded.finished_at, error = excluded.error, file = excluded.file`,
      job.id,
      job.kind,
      job.stage ?? '',
      job.title,
      job.state,
      job.done,
      job.total,
      job.failed,
      job.startedAt,
      job.finishedAt,
      jsonOrNull(job.error),
      jsonOrNull(job.file),
      process.pid,
    )
  },
  jobs: (limit: number): readonly Job[] =>
    database.all('SELECT * FROM jobs ORDER BY started_at DESC, id LIMIT ?', limit).map(jobFrom),
  /** The stage's last take when that one did not come to its end: cancelled, interrupted or failed as a whole. */
  leftBehind: (stage: StageGuid): JobId | null => {
    const row = database.get(
      "SELECT id, state FROM jobs WHERE stage = ? AND kind = 'take' AND state <> 'running' ORDER BY started_at DESC, rowid DESC LIMIT 1",
      stage,
    )
    const isOver = row === null || row['state'] === 'done' || row['state'] === 'partial'
    return isOver ? null : (text(row, 'id') as JobId)
  },
  /** Counts the category's last outcome for a job that shared another's request. */
  shareOutcome: (category: CategoryId, job: JobId): void => {
    database.run(
      'INSERT OR REPLACE INTO job_outcomes (job, category, outcome) SELECT ?, id, outcome FROM categories WHERE id = ?',
      job,
      Number(category),
    )
  },
  /** Counts the replies that `from` stored within that time as done for `to`; returns the categories with the times of their replies. */
  adoptOutcomes: (
    from: JobId,
    to: JobId,
    { since, until }: { readonly since: Instant; readonly until: Instant },
  ): ReadonlyMap<CategoryId, Instant> => {
    database.run(
      `INSERT OR IGNORE INTO job_outcomes (job, category, outcome)
       SELECT ?, o.category, o.outcome FROM job_outcomes o JOIN categories c ON c.id = o.category
       WHERE o.job = ? AND o.outcome <> 'failed' AND c.checked_at BETWEEN ? AND ?`,
      to,
      from,
      since,
      until,
    )
    const rows = database.all(
      'SELECT o.category, c.checked_at FROM job_outcomes o JOIN categories c ON c.id = o.category WHERE o.job = ?',
      to,
    )
    return new Map(rows.map((row) => [text(row, 'category') as CategoryId, text(row, 'checked_at') as Instant]))
  },
})

const jobFrom = (row: SqlRow): Job => ({
  id: text(row, 'id') as JobId,
  kind: text(row, 'kind') as Job['kind'],
  stage: text(row, 'stage') === '' ? null : (text(row, 'stage') as StageGuid),
  title: text(row, 'title'),
  state: stateFrom(row),
  done: number(row, 'done'),
  total: number(row, 'total'),
  failed: number(row, 'failed'),
  startedAt: text(row, 'started_at') as Instant,
  finishedAt: textOrNull(row, 'finished_at') as Instant | null,
  error: parsed<AppError>(row, 'error'),
  file: parsed<ExportedFile>(row, 'file'),
})

/** Without write access an interrupted job cannot be recorded as such. */
const stateFrom = (row: SqlRow): JobState => {
  const state = text(row, 'state') as JobState
  const isOver = state === 'running' && !isStillRunning(number(row, 'pid'), text(row, 'started_at'))
  return isOver ? 'interrupted' : state
}

/** Jobs whose process is gone did not end: they were interrupted. */
export const markInterrupted = (database: Database): void => {
  const running = database.all("SELECT id, pid, started_at FROM jobs WHERE state = 'running'")
  for (const row of running) {
    if (isStillRunning(number(row, 'pid'), text(row, 'started_at'))) continue
    database.run(
      `UPDATE jobs SET state = 'interrupted', done = max(done, (SELECT count(*) FROM job_outcomes WHERE job = id)),
         failed = max(failed, (SELECT count(*) FROM job_outcomes WHERE job = id AND outcome = 'failed'))
       WHERE id = ?`,
      text(row, 'id'),
    )
  }
}

export type JobStore = ReturnType<typeof jobTables>
