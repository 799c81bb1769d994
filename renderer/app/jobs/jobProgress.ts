import type { ExportedFile } from '../../../preload/contract/files.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { formatCount, formatSize } from '../../text/format.ts'
import type { Language, Translate } from '../../text/text.ts'

type JobPace = { readonly perSecond: number; readonly leftMs: number }

const SETTLED_AFTER_MS = 1500

/** How fast a job goes and how long it will take; null until there is enough to tell. */
export const paceOf = (job: Job, nowMs: number): JobPace | null => {
  const tookMs = nowMs - Date.parse(job.startedAt)
  if (tookMs < SETTLED_AFTER_MS || job.done === 0 || job.total === 0) return null
  const perSecond = job.done / (tookMs / 1000)
  return { perSecond, leftMs: ((job.total - job.done) / perSecond) * 1000 }
}

/** Whether what the job counts is bytes. */
export const countsBytes = ({ kind }: Job): boolean => kind === 'blocks' || kind === 'open'

/** How far a job is, in what it counts; null while there is nothing to say. */
export const doneText = (job: Job, t: Translate, language: Language): string | null => {
  const isSize = countsBytes(job)
  if (isSize && job.state !== 'running') return null
  const show = (value: number): string => (isSize ? formatSize(value, t, language) : formatCount(value, language))
  if (job.total > 0) return t('job.of', { done: show(job.done), total: show(job.total) })
  return isSize && job.done > 0 ? show(job.done) : null
}

/** Bytes and speed of a download in words; null before its first byte. */
export const transferText = ({ transfer }: Job, t: Translate, language: Language): string | null =>
  transfer === undefined || transfer.receivedBytes === 0
    ? null
    : t('job.transfer', {
        size: formatSize(transfer.receivedBytes, t, language),
        rate: formatSize(transfer.bytesPerS, t, language),
      })

/** Content of a file, such as "26 rows". */
export const contentText = (file: ExportedFile, t: Translate, language: Language): string =>
  t(file.unit === undefined ? 'stage.rows' : `${file.unit}.count`, {
    count: file.rows,
    rows: formatCount(file.rows, language),
  })
