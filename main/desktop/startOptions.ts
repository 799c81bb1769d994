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

/** Only the browser and terminal faces take keys from the environment; the desktop face and programs it starts get none. */
export const keyVariables: readonly string[] = [
  'RACEDESK_ACCESS_KEY',
  'RACEDESK_RESULTS_KEY',
  'RACEDESK_PUBLISH_PASSWORD',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
]

export const withoutKeys = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !keyVariables.includes(name.toUpperCase())))

/** Removes the keys from `env` and returns them, so that logs and messages can mask them. */
export function takeKeys(env: { [name: string]: string | undefined }): readonly string[] {
  const taken = keyVariables.flatMap((name) => env[name] ?? [])
  for (const name of keyVariables) delete env[name]
  return taken
}
