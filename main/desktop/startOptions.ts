import { isAbsolute, join } from 'node:path'
import type { AppError } from '../../preload/contract.ts'

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

/** What the user reads when the core could not start and there is no page to say it. */
export function startFailure(error: AppError, dataDir: string, language: string): string {
  const detail = 'reason' in error ? error.reason : error.kind
  return language.toLowerCase().startsWith('ru')
    ? `Racedesk не может открыть свои данные (${detail}).\nПапка: ${dataDir}`
    : `Racedesk cannot open its data (${detail}).\nFolder: ${dataDir}`
}

type Environment = { readonly [name: string]: string | undefined }

/** Keys are for the faces that take them; neither the desktop face nor any program it starts is to inherit one. */
export const keyVariables: readonly string[] = ['RACEDESK_ACCESS_KEY', 'RACEDESK_RESULTS_KEY']

export const withoutKeys = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !keyVariables.includes(name.toUpperCase())))
