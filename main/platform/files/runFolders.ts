import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether some process has this id. One that we may not signal has it. */
export const isRunning = (processId: number): boolean => {
  try {
    process.kill(processId, 0)
    return true
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

/** A file, or a folder with all in it. Never rejects: a virus scanner may hold it, and what stays is removed by the next run. */
export const removeTree = async (path: string): Promise<void> => {
  await rm(path, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined)
}

/**
 * Removes the folders `PREFIX PROCESSID-…` of runs that ended without cleaning up: what stands in them is personal data. Never
 * rejects.
 */
export const removeLeftFolders = async (folder: string, prefix: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => {
    const processId = name.startsWith(prefix) ? /^[0-9]+(?=-)/.exec(name.slice(prefix.length))?.[0] : undefined
    return processId !== undefined && !isRunning(Number(processId))
  })
  await Promise.all(left.map((name) => removeTree(join(folder, name))))
}
