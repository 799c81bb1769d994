import type { jobsOperations } from '../../../preload/contract/jobs.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import { notFound } from '../../kernel/result.ts'
import type { Jobs } from './jobs.ts'

/** `dragOut` lets the pointer drag a file out of the window; absent in a face without one of its own. */
export const handleJobs = (
  jobs: Jobs,
  dragOut: ((path: string) => Promise<boolean>) | undefined,
): Handlers<typeof jobsOperations> => ({
  'job:list': () => ({ ok: true, value: jobs.list() }),
  'job:cancel': ({ id }) => (jobs.cancel(id) ? { ok: true, value: null } : notFound('job')),
  'job:drag': async ({ id }) => {
    // Only a job's own file can be dragged; the page passes the job ID, never a path.
    const path = jobs.list().find((job) => job.id === id)?.file?.path ?? null
    if (path === null) return notFound('file')
    return { ok: true, value: (await dragOut?.(path)) ?? false }
  },
})
