import { uptime } from 'node:os'
import { isRunning } from '../files/runFolders.ts'

/** Whether the process that began something then still runs. One with our own id is an earlier one. */
export const isStillRunning = (pid: number, startedAt: string): boolean => {
  // After a restart of the machine another program may have the process id.
  const bootedAt = Date.now() - uptime() * 1000
  return Date.parse(startedAt) > bootedAt && pid !== process.pid && isRunning(pid)
}
