import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether the system hands over a file of a race stage; anything else it may name is nobody's business here. */
export const isStageFile = (path: string): boolean => /[^/\\]\.racestage$/iu.test(path) && !path.includes('\0')

/**
 * Absolute paths of the stage files among the arguments that the system started the app with. Options and their values are
 * none. Some desktops name files by their `file:` URLs, of this machine only.
 */
export const stageFilesFromArgs = (args: readonly string[], workingDir: string): readonly string[] =>
  args
    .flatMap((arg, index) => (args[index - 1] === '--data' ? [] : (pathOf(arg) ?? [])))
    .filter(isStageFile)
    .map((path) => (isAbsolute(path) ? path : join(workingDir, path)))

function pathOf(arg: string): string | null {
  if (arg.startsWith('-')) return null
  if (!/^(?:file:\/|[a-z][a-z0-9+.-]+:\/\/)/iu.test(arg)) return arg
  const url = URL.parse(arg)
  if (url === null || url.protocol !== 'file:' || url.host !== '') return null
  try {
    return fileURLToPath(url)
  } catch {
    return null
  }
}
