import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether the path is a stage file's; the app opens no other files that the system hands over. */
export const isStageFile = (path: string): boolean => /[^/\\]\.racestage$/iu.test(path) && !path.includes('\0')

/**
 * Absolute paths of the stage files among the arguments of a start, without options and their values. Some desktops name
 * files by `file:` URLs; one of another machine is not taken.
 */
export const stageFilesFromArgs = (args: readonly string[], workingDir: string): readonly string[] =>
  args
    .flatMap((arg, index) => (args[index - 1] === '--data' ? [] : (pathOf(arg) ?? [])))
    .filter(isStageFile)
    .map((path) => (isAbsolute(path) ? path : join(workingDir, path)))

function pathOf(arg: string): string | null {
  // Any web page can start the app with a link, which must not open a file: `racedesk:/../../FILE.racestage`.
  if (arg.startsWith('-') || /^racedesk:/iu.test(arg)) return null
  if (!/^(?:file:\/|[a-z][a-z0-9+.-]+:\/\/)/iu.test(arg)) return arg
  const url = URL.parse(arg)
  if (url === null || url.protocol !== 'file:' || url.host !== '') return null
  try {
    return fileURLToPath(url)
  } catch {
    return null
  }
}
