import { isAbsolute, join } from 'node:path'

/** Whether the system hands over a file of a race stage; anything else it may name is nobody's business here. */
export const isStageFile = (path: string): boolean => /[^/\\]\.racestage$/iu.test(path) && !path.includes('\0')

/**
 * Absolute path of the stage file among the arguments that the system started the app with; the last one counts, null without
 * one. Options and their values are none.
 */
export function stageFileFromArgs(args: readonly string[], workingDir: string): string | null {
  const path = args.findLast(
    (arg, index) => isStageFile(arg) && !/^-|^[a-z][a-z0-9+.-]+:\/\//iu.test(arg) && args[index - 1] !== '--data',
  )
  if (path === undefined) return null
  return isAbsolute(path) ? path : join(workingDir, path)
}
