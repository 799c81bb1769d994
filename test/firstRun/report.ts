import type { Fact, Facts, Outcome, Results, Step, StepResult } from './step.ts'

export type Session = {
  readonly schema: 'racedesk.first-run'
  readonly schemaVersion: 1
  /** A session is resumed only with the same versions. */
  readonly versions: { readonly app: string; readonly electron: string }
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly results: Results
}

/** Names and folders of this machine and its user, which a report must not contain; none is empty. */
export type Private = { readonly folders: readonly string[]; readonly names: readonly string[] }

const longestNote = 500

/** Removes folders and names of this machine, and anything long enough to be a key. */
export const scrub = (text: string, { folders, names }: Private): string => {
  const spellings = folders.flatMap((folder) => [folder, folder.replaceAll('\\', '/'), folder.replaceAll('\\', '\\\\')])
  const sorted = [...new Set(spellings)].sort((one, other) => other.length - one.length)
  const withoutFolders = sorted.reduce((rest, folder) => replaceAnyCase(rest, escapeForm(folder), '(folder)'), text)
  const withoutNames = names.reduce(
    (rest, name) => replaceAnyCase(rest, `(?<![\\p{L}\\p{N}])${escapeForm(name)}(?![\\p{L}\\p{N}])`, '(name)'),
    withoutFolders,
  )
  return withoutNames.replaceAll(/[\w+/=-]{24,}/gu, '(left out)').slice(0, longestNote)
}

const escapeForm = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)

const replaceAnyCase = (text: string, form: string, by: string): string => text.replaceAll(new RegExp(form, 'giu'), by)

export type ReportStep = {
  readonly id: string
  readonly title: string
  readonly by: 'machine' | 'person'
} & StepResult

export type Report = Omit<Session, 'results'> & {
  readonly counts: { readonly [O in Outcome]: number }
  readonly steps: readonly ReportStep[]
}

/** Every step that has a result, in their order, its texts scrubbed. */
export const reportOf = <Place>(session: Session, steps: readonly Step<Place>[], secrets: Private): Report => {
  const { results, ...rest } = session
  const told = steps.flatMap(({ id, title, by }): ReportStep[] => {
    const result = results[id]
    return result === undefined ? [] : [{ id, title, by, ...scrubbed(result, secrets) }]
  })
  const counts = { passed: 0, failed: 0, skipped: 0, 'not asked': 0 }
  for (const { outcome } of told) counts[outcome] += 1
  return { ...rest, counts, steps: told }
}

const scrubbed = ({ outcome, note, facts }: StepResult, secrets: Private): StepResult => ({
  outcome,
  ...(note === undefined ? {} : { note: scrub(note, secrets) }),
  ...(facts === undefined ? {} : { facts: scrubFacts(facts, secrets) }),
})

const scrubFacts = (facts: Facts, secrets: Private): Facts => {
  const clean = (fact: Fact): Fact => (typeof fact === 'string' ? scrub(fact, secrets) : fact)
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, clean(fact)]))
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/gu, ' ')

export const markdownOf = ({ counts, steps, versions, startedAt, finishedAt }: Report): string => {
  const summary = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
  const rows = steps.map(({ title, by, outcome, note = '' }) => {
    const shown = outcome === 'failed' ? '**failed**' : outcome
    return `| ${cell(title)} | ${by} | ${shown} | ${cell(note)} |`
  })
  const facts = steps.flatMap(({ title, facts: found }) =>
    found === undefined ? [] : [`- ${title}: ${Object.entries(found).map(factText).join(' · ')}`],
  )
  return [
    `# First run of Racedesk ${versions.app} with Electron ${versions.electron}`,
    '',
    `${summary.join(', ')}. ${startedAt.slice(0, 10)}${finishedAt === null ? ', not finished' : ''}.`,
    '',
    '| step | by | outcome | note |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '## Found',
    '',
    ...facts,
    '',
  ].join('\n')
}

const factText = ([name, fact]: [string, Fact]): string => `${name} ${fact === null ? '-' : cell(String(fact))}`
