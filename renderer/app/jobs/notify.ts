import type { Job } from '../../../preload/contract/jobs.ts'
import { isAllFailed } from './jobEnd.ts'
import type { Translate } from '../../text/text.ts'

/** Sentence about a finished job, or null when the user ended it. */
export const finishedSentence = (job: Job, t: Translate): string | null => {
  if (job.state === 'cancelled' || job.state === 'running') return null
  if (isAllFailed(job) || job.state === 'failed' || job.state === 'interrupted')
    return t('job.finished.failed', { title: job.title })
  if (job.kind === 'export') return t('job.finished.export', { name: job.file?.name ?? job.title })
  if (job.state === 'partial')
    return t(job.kind === 'lookup' ? 'job.finished.lookupPartial' : 'job.finished.partial', {
      title: job.title,
      done: job.total - job.failed,
      total: job.total,
    })
  return t(`job.finished.${job.kind}`, { title: job.title })
}
