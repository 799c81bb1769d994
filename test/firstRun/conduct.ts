import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownOf, reportOf, type Private, type Session } from './report.ts'
import type { Step } from './step.ts'
import { walk, type Walk } from './walk.ts'

export type Person = {
  readonly ask: (question: string) => Promise<string | null>
  readonly stop: AbortSignal
}

export type Conduct<Place> = Pick<Walk<Place>, 'place' | 'show' | 'say' | 'limitMs'> & {
  readonly steps: readonly Step<Place>[]
  readonly outDir: string
  readonly versions: Session['versions']
  readonly isAnew: boolean
  /** Null without a person to ask. */
  readonly person: Person | null
  readonly secrets: Private
}

/** The stored session; null if there is none, or it is finished or of other versions. */
const readSession = (path: string, versions: Session['versions']): Session | null => {
  try {
    const session = JSON.parse(readFileSync(path, 'utf8')) as Session
    const isSame = session.versions.app === versions.app && session.versions.electron === versions.electron
    return session.schemaVersion === 1 && session.finishedAt === null && isSame ? session : null
  } catch {
    return null
  }
}

/**
 * One walk, or the rest of one, with `report.md`, `report.json` and, for the next time, `session.json` in `outDir` after each
 * step. Resolves with the exit code: 1 when something failed.
 */
export const conduct = async <Place>(options: Conduct<Place>): Promise<number> => {
  const { steps, outDir, versions, isAnew, person, secrets, say, ...rest } = options
  mkdirSync(outDir, { recursive: true })
  const sessionPath = join(outDir, 'session.json')
  // Without a person every step is tried again, and earlier answers stay stored.
  const earlier = person === null || isAnew ? null : readSession(sessionPath, versions)
  if (earlier !== null) say('Going on where the walk was stopped; --again begins anew.\n')
  let session: Session = earlier ?? {
    schema: 'racedesk.first-run',
    schemaVersion: 1,
    versions,
    startedAt: new Date().toISOString(),
    finishedAt: null,
    results: {},
  }
  const write = (): void => {
    if (person !== null) writeFileSync(sessionPath, JSON.stringify(session))
    const report = reportOf(session, steps, secrets)
    writeFileSync(join(outDir, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
    writeFileSync(join(outDir, 'report.md'), markdownOf(report))
  }
  const { isStopped } = await walk({
    ...rest,
    steps,
    say,
    done: session.results,
    keep: (results) => {
      session = { ...session, results }
      write()
    },
    ask: person?.ask ?? null,
    stop: person?.stop ?? new AbortController().signal,
  })
  if (!isStopped) session = { ...session, finishedAt: new Date().toISOString() }
  write()
  say(`\n${isStopped ? 'Stopped; run it again to go on. ' : ''}The report: ${join(outDir, 'report.md')}\n`)
  return Object.values(session.results).some(({ outcome }) => outcome === 'failed') ? 1 : 0
}
