import { uptime } from 'node:os'

/** Whether the process that began something then still runs. One with our own id is an earlier one. */
export const isStillRunning = (pid: number, startedAt: string): boolean => {
  // After a restart of the machine another program may have the process id.
  const bootedAt = Date.now() - uptime() * 1000
  return Date.parse(startedAt) > bootedAt && isAlive(pid)
}

const isAlive = (pid: number): boolean => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}
