import type {
  Preflight,
  PreflightCode,
  PreflightProblem,
  PreflightWarning,
  Respelling,
} from '../../preload/contract/files.ts'

const words: { readonly [C in PreflightCode]: (problem: PreflightProblem) => string } = {
  'no-name': () => 'no name',
  'name-not-split': () => 'first and last name cannot be told apart',
  'not-latin': ({ value = '' }) =>
    /\p{Script=Cyrillic}/u.test(value) ? 'in Cyrillic, not in Latin letters' : 'not in Latin letters',
  'no-place': () => 'no place',
  'no-result': () => 'no result',
  'no-time': ({ value = '' }) => `the result is a distance, no time: ${value}`,
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

/** One problem as a line: where the row stands, who it is, what is wrong and what could stand there instead. */
export const problemLine = (problem: PreflightProblem): string => {
  const { field, value, proposal } = problem
  const about = field === undefined ? null : fields[field]
  const quoted = value === undefined || said.has(problem.problem) ? '' : ` "${value}"`
  const instead = proposal === undefined ? '' : `, proposed "${proposal}"`
  const what = `${about === null ? '' : `${about}: `}${words[problem.problem](problem)}`
  return `${whose(problem)}: ${what}${quoted}${instead}`
}

/** What the file says in place of what was received: a line each, and how many rows more there are than were given. */
export const respellingLines = ({
  respelled,
  respellings,
}: Pick<Preflight, 'respelled' | 'respellings'>): readonly string[] => {
  const rest = respelled - new Set(respellings.map(({ category, index }) => `${category}:${index}`)).size
  return [...respellings.map(respellingLine), ...(rest === 0 ? [] : [`Spelt as proposed in ${rest} more rows.`])]
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
  'several-distances': 'The format wants a file for each race; this one holds several distances.',
  'places-of-categories': 'There is no overall place: people of several categories share places.',
  'no-country': 'The results say nowhere where people come from; that column stays empty.',
  'unit-open':
    'A column holds times as numbers of an unknown unit, so no file has them. Set it: columns STAGE --set COLUMN=result:UNIT',
}

export const warningLines = (preflight: Pick<Preflight, 'warnings'>): readonly string[] =>
  preflight.warnings.map((warning) => warnings[warning])

const proposals: ReadonlySet<PreflightCode> = new Set<PreflightCode>(['not-latin', 'name-not-split'])

/** What can be done about problems like these. */
export const remedies = (problems: readonly PreflightProblem[]): readonly string[] => [
  ...(problems.some(({ problem, proposal }) => proposals.has(problem) && proposal !== undefined)
    ? ['--transliterate accepts the proposed names']
    : []),
  ...(problems.some(({ problem }) => problem === 'fractions') ? ['--cut-fractions cuts times to whole seconds'] : []),
  '--allow-partial leaves these rows out',
]
