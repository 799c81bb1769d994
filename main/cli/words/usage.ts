import type { Verb } from '../verb.ts'
import { optionLines } from './optionTexts.ts'
import { wrapped } from './wrapped.ts'

const common = '[--data DIR] [--json]'

export const verbUsage = ({ words, synopsis }: Verb): string =>
  wrapped('Usage: ', `racedesk ${[words, synopsis, common].filter((part) => part !== '').join(' ')}`)

/** Of `VERB --help`. */
export const verbHelp = (verb: Verb): string => {
  const { summary } = verb
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  return `${verbUsage(verb)}\n${wrapped('', sentence)}\n${optionLines(verb)}`
}

export const usage = (verbs: readonly Verb[]): string => {
  const commands = verbs.map(
    ({ words, synopsis, summary }) =>
      wrapped('  ', `${words} ${synopsis}`.trim(), '    ') + wrapped('      ', summary, '      '),
  )
  return [
    'Usage: racedesk VERB …\n\n',
    ...commands,
    '\nEvery verb takes --data DIR (data folder), --json (one JSON value on stdout) and --help.\n',
    '--version prints the version of Racedesk.\n',
    'Keys come from the keychain, or from RACEDESK_ACCESS_KEY and RACEDESK_RESULTS_KEY.\n',
    wrapped(
      '',
      'Exit codes: 0 done, 1 done in part, 2 usage or not found, 3 service or network, 4 keys, 5 storage or files.',
    ),
  ].join('')
}
