import type { Verb } from '../verb.ts'
import { optionLines } from './optionTexts.ts'

const common = '[--data DIR] [--json]'

export const verbUsage = ({ words, synopsis }: Verb): string =>
  `Usage: racedesk ${[words, synopsis, common].filter((part) => part !== '').join(' ')}\n`

/** Of `VERB --help`. */
export const verbHelp = (verb: Verb): string => {
  const { summary } = verb
  return `${verbUsage(verb)}\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n\n${optionLines(verb)}`
}

export const usage = (verbs: readonly Verb[]): string => {
  const commands = verbs.map(({ words, synopsis, summary }) => `  ${`${words} ${synopsis}`.trim()}\n      ${summary}\n`)
  return [
    'Usage: racedesk VERB …\n\n',
    ...commands,
    '\nEvery verb takes --data DIR (data folder), --json (one JSON value on stdout) and --help.\n',
    '--version prints the version of Racedesk.\n',
    'Keys come from the keychain, or from RACEDESK_ACCESS_KEY and RACEDESK_RESULTS_KEY.\n',
    'Exit codes: 0 done, 1 done in part, 2 usage or not found, 3 service or network, 4 keys, 5 storage or files.\n',
  ].join('')
}
