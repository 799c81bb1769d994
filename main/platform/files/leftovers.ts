import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { processOf } from './partialName.ts'
import { isRunning } from './runFolders.ts'

/** Identifies this computer's user: a shared folder may have files of processes that are invisible here. */
export const owner = createHash('sha256').update(`${hostname()}\n${homedir()}`).digest('hex').slice(0, 8)

/** Names of the partial files that this process is writing, whatever their folders are called. */
export const openPartials = new Set<string>()

/** Whether a file of this name is partial and a process of ours that was killed left it. */
export const isLeftover = (name: string): boolean => {
  const processId = processOf(name, owner)
  if (processId === null) return false
  // One with our own process id that we do not know is of an earlier process that had it.
  return processId === process.pid ? !openPartials.has(name) : !isRunning(processId)
}

/** Removes what processes of ours that were killed left in a folder. Never rejects. */
export const removeLeftovers = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!isLeftover(name)) continue
    await rm(join(folder, name), { force: true }).catch(() => undefined)
  }
}
