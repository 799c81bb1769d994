import type { Job } from '../../../preload/contract/jobs.ts'

/** A job done in part of which no part was done. */
export const isAllFailed = ({ state, failed, total }: Job): boolean =>
  state === 'partial' && total > 0 && failed === total
