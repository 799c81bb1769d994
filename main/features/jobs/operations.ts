import type { jobsOperations } from '../../../preload/contract/jobs.ts'
import type { JobId } from '../../../preload/contract/ids.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Shell } from '../../kernel/face.ts'
import { notFound } from '../../kernel/result.ts'
import type { Jobs } from './jobs.ts'

/** `shell` is absent in a face without a window of its own. */
export const handleJobs = (
  jobs: Jobs,
  shell: Pick<Shell, 'dragOut' | 'showFile' | 'tell'> | undefined,
): Handlers<typeof jobsOperations> => {
  /** Only a job's own file: the page passes the job ID, never a path. */
  const withFile = async (id: JobId, act: (path: string) => Promise<boolean> | undefined): Promise<Result<boolean>> => {
    const path = jobs.list().find((job) => job.id === id)?.file?.path ?? null
    if (path === null) return notFound('file')
    return { ok: true, value: (await act(path)) ?? false }
  }
  return {
    'job:list': () => ({ ok: true, value: jobs.list() }),
    'job:cancel': ({ id }) => (jobs.cancel(id) ? { ok: true, value: null } : notFound('job')),
    'job:drag': ({ id }) => withFile(id, (path) => shell?.dragOut(path)),
    'job:show': ({ id, as }) => withFile(id, (path) => shell?.showFile(path, as)),
    'app:tell': ({ text }) => {
      shell?.tell(text)
      return { ok: true, value: shell !== undefined }
    },
  }
}
