import type { Job } from '../../../preload/contract/jobs.ts'
import { isAllFailed } from './jobEnd.ts'
import { translate, type Translate } from '../../text/text.ts'

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

/** An OS notification when the window is hidden and the user allowed them. */
export const notifyFinished = (job: Job): void => {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const sentence = finishedSentence(job, translate)
  if (sentence !== null) new Notification('Racedesk', { body: sentence, tag: job.id })
}
