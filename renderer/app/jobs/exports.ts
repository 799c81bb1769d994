import type { ExportedFile } from '../../../preload/contract/files.ts'
import type { JobId } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { startDownload } from '../../api.ts'
import { createStore } from '../state/store.ts'

const awaited = new Set<JobId>()
const settled = new Set<JobId>()

/** The last file this window exported, for the status line. */
export const lastExport = createStore<{ readonly job: JobId; readonly file: ExportedFile } | null>(null)

/** A finished export of this window: its download begins, and the status line names it. */
export const settleExport = (job: Job): void => {
  if (!awaited.has(job.id) || settled.has(job.id) || job.file === null) return
  settled.add(job.id)
  lastExport.set({ job: job.id, file: job.file })
  const { download, receipt } = job.file
  if (download !== null) startDownload(download)
  if (receipt?.download != null) startDownload(receipt.download)
}

/** `known`: the jobs as they are now, since a small export may have finished before its id arrived. */
export const awaitExport = (id: JobId, known: readonly Job[]): void => {
  awaited.add(id)
  known.filter((job) => job.id === id).forEach(settleExport)
}
