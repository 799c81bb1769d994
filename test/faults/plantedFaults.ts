import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line or part of one changed as a developer might by mistake, and the test that must notice. */
export type PlantedFault = {
  readonly name: string
  readonly file: string
  /** Occurs once in the file. */
  readonly before: string
  readonly after: string
  /** The cheapest test file that fails, below `test/`. */
  readonly caughtBy: string
  /** Pattern of the test's name; without one the whole file runs. */
  readonly test?: string
  /** The test runs what Vite bundled of the file. */
  readonly isBundled: boolean
}

/** Such as `in main/a.ts, by unit/a.test.ts: words of a name (bundled)`. */
const placeOf = /^in (\S+), by (\S+?\.test\.ts)(?:: (.+?))?( \(bundled\))?$/u

const readFault = (lines: readonly string[]): PlantedFault => {
  const [name = '', place = ''] = lines
  const marked = (mark: string): readonly string[] =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2))
  const [taken, put] = [marked('-'), marked('+')]
  const [, file, caughtBy, test, bundled] = placeOf.exec(place) ?? []
  if (file === undefined || caughtBy === undefined || taken.length === 0) throw new Error(`no fault: ${name}`)
  // Lines that nothing replaces go with their line ends.
  const before = taken.join('\n') + (put.length === 0 ? '\n' : '')
  return {
    name,
    file,
    before,
    after: put.join('\n'),
    caughtBy,
    ...(test === undefined ? {} : { test }),
    isBundled: bundled !== undefined,
  }
}

/** Faults of `plantedFaults.txt`: an empty line ends each, and `#` begins a heading. */
export const plantedFaults: readonly PlantedFault[] = readFileSync(
  join(import.meta.dirname, 'plantedFaults.txt'),
  'utf8',
)
  .split('\n\n')
  .map((text) => text.trim().split('\n'))
  .filter(([first = '']) => !first.startsWith('#'))
  .map(readFault)
