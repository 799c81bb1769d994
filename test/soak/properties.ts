import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { inLanes, wordsOf, type Campaign, type Soak } from './campaign.ts'

const home = join(import.meta.dirname, '../..')
const vitest = join(home, 'node_modules/vitest/vitest.mjs')
const lanes = 2

/** One property with the seed by which it fails again. */
type Case = { readonly file: string; readonly name: string | null; readonly seed: number; readonly runs: number }
type Report = {
  readonly testResults: readonly {
    readonly message?: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

const filesWithProperties = (): readonly string[] =>
  ['unit', 'integration'].flatMap((kind) =>
    readdirSync(join(home, 'test', kind), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join(home, 'test', kind, path))
      .filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"))
      .map((path) => relative(home, path).replaceAll('\\', '/')),
  )

/** The tests of a file; null when the time was over first. A test may take as long as it needs. */
const runFile = async (soak: Soak, { file, name, seed, runs: numRuns }: Case): Promise<Report | null> => {
  const output = join(soak.folder, `${file.replaceAll(/\W/g, '-')}-${seed}.json`)
  const only = name === null ? [] : ['--testNamePattern', `${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`]
  const options = ['--testTimeout=0', '--reporter=json', `--outputFile=${output}`]
  try {
    await promisify(execFile)(process.execPath, [vitest, 'run', file, ...only, ...options], {
      cwd: home,
      env: { ...process.env, RACEDESK_PROPERTY_RUNS: String(numRuns), RACEDESK_PROPERTY_SEED: String(seed) },
      signal: soak.signal,
    })
  } catch (thrown) {
    if (soak.isOver()) return null
    // A file that fails ends with 1 and has written its report; one that could not run has none.
    if ((thrown as { readonly code?: unknown }).code !== 1) throw thrown
  }
  return JSON.parse(readFileSync(output, 'utf8')) as Report
}

const attack = async (soak: Soak, tried: Case): Promise<void> => {
  const { file } = tried
  let report: Report | null
  try {
    report = await runFile(soak, tried)
  } catch (thrown) {
    soak.fell({ what: `${file} could not run`, detail: wordsOf(thrown) }, tried)
    return
  }
  for (const { message = '', assertionResults } of report?.testResults ?? []) {
    if (assertionResults.length === 0) soak.fell({ what: `${file} has no tests`, detail: message }, tried)
    for (const { title, status, failureMessages } of assertionResults) {
      if (status === 'skipped' || status === 'pending') continue
      soak.tried()
      // fast-check says the seed, the path and the shrunk counterexample first.
      if (status === 'failed')
        soak.fell({ what: `${file}: ${title}`, detail: failureMessages?.join('\n') ?? '' }, { ...tried, name: title })
    }
  }
}

/** Runs the files again and again with another seed. `runs`: cases of each property that names no number of its own. */
const campaignOf = (filesOf: () => readonly string[], runs: number): Campaign => ({
  unit: 'tests of these files',
  run: async (soak) => {
    const files = filesOf()
    await inLanes(soak, lanes, async (index) => {
      const file = files[(index - 1) % files.length]
      if (file === undefined) throw new Error('no test has a property')
      await attack(soak, { file, name: null, seed: soak.seed + Math.floor((index - 1) / files.length), runs })
    })
  },
  replay: async (soak, kept) => await attack(soak, kept as Case),
})

export const properties = campaignOf(filesWithProperties, 1_000)
export const shapes = campaignOf(() => ['test/unit/columns/mutatedBodies.test.ts'], 5_000)
