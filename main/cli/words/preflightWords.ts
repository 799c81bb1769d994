import type {
  Preflight,
  PreflightCode,
  PreflightProblem,
  PreflightWarning,
  Respelling,
} from '../../../preload/contract/files.ts'

/** Said once a stage without a name is downloaded, and before it is shown, published or handed over. */
export const unnamedText = 'The stage has no name, so its title lists its distances. Name it: rename STAGE NAME'

const words: { readonly [C in PreflightCode]: (problem: PreflightProblem) => string } = {
  'no-name': () => 'no name',
  'name-not-split': () => 'first and last name not separate',
  'not-latin': ({ value = '' }) =>
    /\p{Script=Cyrillic}/u.test(value) ? 'in Cyrillic, not in Latin letters' : 'not in Latin letters',
  'no-place': () => 'no place',
  'no-result': () => 'no result',
  'no-time': ({ value = '' }) => `the result is not a time: ${value}`,
  'not-finished': ({ value }) => `no result yet (${value ?? 'unknown'})`,
  status: ({ value }) => `${value ?? ''} is not allowed`,
  fractions: () => 'milliseconds are not allowed',
  'no-sex': () => 'sex unknown',
  'no-birth-date': ({ value }) => (value === undefined ? 'no birth date' : 'the birth date cannot be read'),
  'no-age': () => 'no age',
  'no-country': () => 'no country',
  'unknown-country': () => 'a country without a known code',
  twice: () => 'in the file already, from another category',
}

const fields: { readonly [F in NonNullable<PreflightProblem['field']>]: string | null } = {
  firstName: 'first name',
  lastName: 'last name',
  result: null,
  country: null,
  status: null,
}

const said: ReadonlySet<PreflightCode> = new Set<PreflightCode>(['status', 'not-finished', 'no-time'])

/** A line a problem, but one for all rows of people who are in the file already: nobody has to mend those. */
export const problemLines = (problems: readonly PreflightProblem[]): readonly string[] => {
  const isTwice = ({ problem }: PreflightProblem): boolean => problem === 'twice'
  const twice = problems.filter(isTwice)
  const [first] = twice
  if (first === undefined || twice.length === 1) return problems.map(problemLine)
  const lines = problems.filter((problem) => !isTwice(problem)).map(problemLine)
  return [...lines, `${twice.length} rows: ${words.twice(first)} (first: ${whose(first)})`]
}

/** Category, person, problem and the proposed spelling. */
const problemLine = (problem: PreflightProblem): string => {
  const { field, value, proposal } = problem
  const about = field === undefined ? null : fields[field]
  const quoted = value === undefined || said.has(problem.problem) ? '' : ` "${value}"`
  const instead = proposal === undefined ? '' : `, proposed "${proposal}"`
  const what = `${about === null ? '' : `${about}: `}${words[problem.problem](problem)}`
  return `${whose(problem)}: ${what}${quoted}${instead}`
}

/** One line per corrected spelling, then the number of rows that are not listed. */
export const respellingLines = ({
  respelled,
  respellings,
}: Pick<Preflight, 'respelled' | 'respellings'>): readonly string[] => {
  const rest = respelled - new Set(respellings.map(({ category, index }) => `${category}:${index}`)).size
  return [...respellings.map(respellingLine), ...(rest === 0 ? [] : [`Spelling corrected in ${rest} more rows.`])]
}

const respellingLine = (respelling: Respelling): string => {
  const { field, value, written } = respelling
  return `${whose(respelling)}: ${fields[field] ?? 'time'} "${value}" -> "${written}"`
}

const whose = ({
  distanceName,
  categoryName,
  bib,
  name,
  index,
}: Omit<Respelling, 'field' | 'value' | 'written'>): string => {
  const who = [bib === '' ? `row ${index + 1}` : `bib ${bib}`, name].filter((part) => part !== '').join(' ')
  return `${distanceName} / ${categoryName}, ${who}`
}

const warnings: { readonly [W in PreflightWarning]: string } = {
  'several-distances': 'There are several distances. This format needs one file per race.',
  'places-of-categories': 'Places are per category, so several rows have place 1.',
  'no-country': 'The results have no countries. That column stays empty.',
  'unit-open':
    'A column has times in an unknown unit. Federation files leave them out; the official results sheet shows them as received. ' +
    'Set it: columns STAGE --set COLUMN=result:UNIT',
  'no-results': 'This file has no times. Check which column is the result: columns STAGE',
  'no-results-in-category': 'One of the categories has no times. Check which column is the result: columns STAGE',
  'times-of-teams': 'Relay runners are listed with the time of their team.',
  'unnamed-stage': unnamedText,
  'whole-birth-dates': 'This file contains full birth dates.',
  'gaps-only': 'Some finishers have only a gap to the first. The file contains no time for them.',
  'names-in-one-piece': 'Some names are in one piece. Check the proposed first and last names before you accept them.',
}

export const warningLines = (preflight: Pick<Preflight, 'warnings'>): readonly string[] =>
  preflight.warnings.map((warning) => warnings[warning])

const proposals: ReadonlySet<PreflightCode> = new Set<PreflightCode>(['not-latin', 'name-not-split'])

/** Flags that solve or skip these problems. */
export const remedies = (problems: readonly PreflightProblem[]): readonly string[] => [
  ...(problems.some(({ problem, proposal }) => proposals.has(problem) && proposal !== undefined)
    ? ['--transliterate accepts the proposed names']
    : []),
  ...(problems.some(({ problem }) => problem === 'fractions') ? ['--cut-fractions cuts times to whole seconds'] : []),
  '--allow-partial leaves these rows out',
]
