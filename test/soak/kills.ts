import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StageGuid } from '../../preload/contract/ids.ts'
import { integerBetween, type Random } from '../../main/demo/random.ts'
import { deliverTo } from '../support/openCore.ts'
import { inSteps, within, wordsOf, type Campaign, type Fall, type Soak } from './campaign.ts'
import { addCrew, makeCapsule } from './donorCapsule.ts'
import { startChangingService, type ChangingService } from './changingService.ts'
import { findFileFaults, findLeftovers, findProcesses, findShownFaults, findUntoldFaults } from './killChecks.ts'
import { attack, chooseStep, fileOf, type Attacked, type KillPlace, type KillStep } from './killSteps.ts'
import { categoriesOf, openSoakCore, type SoakCore } from './soakCore.ts'
import { findStoredFaults, storedCategories, withDatabase, type StoredCategory } from './storedState.ts'
import { hasStack } from './verbs.ts'

const lanes = 2
/** Kills per data folder before the next empty one. */
const killsOfPlace = 25
const deadlineMs = 60_000
/** The next download may keep replies of an interrupted one up to this age. */
const keptForMs = 60_000

const openPlace = async (home: string, random: Random) => {
  const capsulePath = await makeCapsule(home)
  const service = await startChangingService(random, integerBetween(random, 0, 1_000_000))
  const outDir = join(home, 'out')
  await mkdir(join(outDir, 'live'), { recursive: true })
  const dataDir = join(home, 'data')
  const core = await openSoakCore({ dataDir })
  await addCrew(core, service)
  // Some places begin with nothing stored.
  if (random() < 0.7) {
    await core.ended((await core.call('stage:take', { stage: service.stage as StageGuid })).jobId)
  }
  await core.close()
  return { home, dataDir, outDir, capsulePath, service, close: service.close }
}

/** One kill, what it must have left, and the run after it. */
const tryKill = async (place: KillPlace, random: Random, soak: Soak): Promise<readonly Fall[]> => {
  const step = chooseStep(random)
  const words = `${step.processes.join(' + ')}, killed ${JSON.stringify(step.moment)}`
  const named = (falls: readonly Fall[]): readonly Fall[] =>
    falls.map(({ what, detail }) => ({ what, detail: `${detail} · ${words}` }))
  const isAged = random() < 0.3
  const isStageRemoved = random() < 0.5
  try {
    const before = storedCategories(place.dataDir, place.service.stage)
    const isStored = before.some(({ sha256 }) => sha256 !== null)
    const attacked = await within(deadlineMs, words, attack(place, step))
    soak.tried(attacked.isKilled ? 1 : 0)
    const left = [
      ...findEndFaults(attacked, isStored),
      ...findProcesses(place),
      ...findStoredFaults(place.dataDir, place.service),
      ...findFileFaults(place, step.processes, attacked),
      ...findUntoldFaults(place.dataDir, place.service.stage, attacked),
      ...findLostFaults(before, storedCategories(place.dataDir, place.service.stage), attacked),
    ]
    if (left.length > 0) return named(left)
    if (random() < 0.7) place.service.change()
    if (isAged) ageByTenMinutes(place.dataDir)
    return named(await within(deadlineMs, `the run after ${words}`, recover(place, step, attacked, isStageRemoved)))
  } catch (thrown) {
    return named([{ what: 'the run after a kill breaks', detail: wordsOf(thrown) }])
  }
}

/** Processes that ended by themselves before they were killed ended in order. */
const findEndFaults = ({ ended }: Attacked, isStored: boolean): readonly Fall[] =>
  ended.flatMap(({ code, stderr }): readonly Fall[] => {
    if (hasStack(stderr)) return [{ what: 'a stack trace on stderr', detail: stderr.slice(0, 1_000) }]
    return code === null || code === 0 || (code === 2 && !isStored)
      ? []
      : [{ what: `a verb that was not killed ends with ${code}`, detail: stderr.slice(0, 500) }]
  })

/** Nothing that was stored, or told as stored, may be older or gone after a kill. */
const findLostFaults = (
  before: readonly StoredCategory[],
  after: readonly StoredCategory[],
  { toldFetchedAt }: Attacked,
): readonly Fall[] =>
  after.flatMap(({ name, snapshot, fetchedAt }): readonly Fall[] => {
    const earlier = before.find((category) => category.name === name)?.snapshot ?? 0
    const told = toldFetchedAt.get(name) ?? ''
    if ((snapshot ?? 0) < earlier) return [{ what: 'a table is older than before the kill', detail: name }]
    return (fetchedAt ?? '') < told ? [{ what: 'rows that were told as stored are gone', detail: name }] : []
  })

/** As though all that is stored had been stored ten minutes earlier. */
const ageByTenMinutes = (dataDir: string): void => {
  const earlier = (column: string): string => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-10 minutes')`
  withDatabase(dataDir, (database) => {
    database.run(`UPDATE categories SET ${earlier('checked_at')}, ${earlier('confirmed_at')}`)
    database.run(`UPDATE snapshots SET ${earlier('fetched_at')}`)
    database.run(`UPDATE ledger SET ${earlier('at')}`)
    database.run(`UPDATE jobs SET ${earlier('started_at')}, ${earlier('finished_at')}`)
  })
}

/** The next run opens everything, brings the newest, writes the files anew and leaves nothing behind. */
const recover = async (
  place: KillPlace,
  step: KillStep,
  attacked: Attacked,
  isStageRemoved: boolean,
): Promise<readonly Fall[]> => {
  const { service, dataDir } = place
  const stage = service.stage as StageGuid
  const falls: Fall[] = []
  // The next writer into a folder removes what a killed process left there.
  const live = step.processes.includes('watch-export') ? [join(place.outDir, 'live', 'results.csv')] : []
  const written = [...step.processes.flatMap((verb) => fileOf(place, verb) ?? []), ...live]
  let path = join(place.outDir, 'results.csv')
  const core = await openSoakCore({ dataDir, delivery: { choose: (name) => deliverTo(path).choose(name) } })
  try {
    const { movedAsideTo } = await core.call('app:info', {})
    if (movedAsideTo !== null) return [{ what: 'the database is moved aside after a kill', detail: movedAsideTo }]
    falls.push(...(await findShownFaults(core, service)))
    const startedAt = Date.now()
    const wasInterrupted =
      (await core.call('job:list', {})).find(({ kind }) => kind === 'take')?.state === 'interrupted'
    falls.push(...(await takeAll(core, stage)))
    const mayBeKept = wasInterrupted ? new Date(startedAt - keptForMs).toISOString() : null
    const isOld = findOldTables(storedCategories(dataDir, stage), service, mayBeKept)
    falls.push(...isOld)
    if (isOld.length === 0 && wasInterrupted) {
      falls.push(...(await takeAll(core, stage)))
      falls.push(...findOldTables(storedCategories(dataDir, stage), service, null))
    }
    for (const target of written.length === 0 ? [path] : written) {
      path = target
      falls.push(...(await exportAll(core, stage, path)))
    }
    falls.push(...(await findShownFaults(core, service)))
    falls.push(...(await findDonorFaults(core, stage, isStageRemoved)))
  } finally {
    await core.close()
  }
  return [...falls, ...findStoredFaults(dataDir, service), ...findLeftovers(place, attacked)]
}

const takeAll = async (core: SoakCore, stage: StageGuid): Promise<readonly Fall[]> => {
  const job = await core.ended((await core.call('stage:take', { stage })).jobId)
  return job.state === 'done' ? [] : [{ what: 'the download after a kill fails', detail: JSON.stringify(job) }]
}

const findOldTables = (
  stored: readonly StoredCategory[],
  service: ChangingService,
  mayBeKeptSince: string | null,
): readonly Fall[] =>
  service.categories.flatMap((name): readonly Fall[] => {
    const category = stored.find((one) => one.name === name)
    if (category?.sha256 === service.versions(name).at(-1)?.sha256) return []
    if (mayBeKeptSince !== null && category?.sha256 != null && (category.checkedAt ?? '') >= mayBeKeptSince) return []
    const detail = `${name}, checked at ${String(category?.checkedAt)}, at most since ${String(mayBeKeptSince)}`
    return [{ what: 'the download after a kill keeps old rows and says done', detail }]
  })

const exportAll = async (core: SoakCore, stage: StageGuid, path: string): Promise<readonly Fall[]> => {
  const format = path.endsWith('.xlsx') ? 'xlsx' : path.endsWith('.html') ? 'html' : 'csv'
  const begun = path.endsWith('.racestage')
    ? await core.call('capsule:save', { stage })
    : await core.call('results:export', { stage, format, ...(format === 'csv' ? { preset: 'import' as const } : {}) })
  const job = await core.ended(begun?.jobId)
  return job.state === 'done' ? [] : [{ what: 'the export after a kill fails', detail: JSON.stringify(job) }]
}

const findDonorFaults = async (core: SoakCore, own: StageGuid, isRemoved: boolean): Promise<readonly Fall[]> => {
  const donor = (await core.call('stage:list', {})).find(({ guid }) => guid !== own)
  if (donor === undefined) return []
  const categories = await categoriesOf(core, donor.guid)
  const page = await core.ask('results:page', { stage: donor.guid, offset: 0, limit: 1 })
  if (isRemoved) await core.call('stage:remove', { stage: donor.guid })
  const isWhole = page.ok && categories.length === 6 && categories.every(({ rows }) => rows > 0)
  return isWhole ? [] : [{ what: 'a capsule is stored in part', detail: JSON.stringify(donor) }]
}

export const kills: Campaign = inSteps('kills', killsOfPlace, openPlace, tryKill, lanes)
