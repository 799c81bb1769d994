import { isAbsolute, join } from 'node:path'

/** The folder after `--data` (or `--data=`), absolute; null without one. The last one counts. */
export function dataDirOf(args: readonly string[], workingDir: string): string | null {
  const given = args.flatMap((arg, index) => {
    if (arg.startsWith('--data=')) return [arg.slice('--data='.length)]
    return arg === '--data' ? [args[index + 1] ?? ''] : []
  })
  const folder = given.at(-1) ?? ''
  if (folder === '') return null
  return isAbsolute(folder) ? folder : join(workingDir, folder)
}

type Environment = { readonly [name: string]: string | undefined }

/** Keys are for the faces that take them; neither the desktop face nor any program it starts is to inherit one. */
export const keyVariables: readonly string[] = ['RACEDESK_ACCESS_KEY', 'RACEDESK_RESULTS_KEY']

export const withoutKeys = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !keyVariables.includes(name.toUpperCase())))

/** Takes the keys out of `env` and gives them, to be kept out of whatever is shown or logged. */
export function takeKeys(env: { [name: string]: string | undefined }): readonly string[] {
  const taken = keyVariables.flatMap((name) => env[name] ?? [])
  for (const name of keyVariables) delete env[name]
  return taken
}
