import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../../preload/contract/jobs.ts'
import { integerBetween, type Random } from '../../main/demo/random.ts'
import { mountDisk, type Disk } from '../support/files/disks.ts'
import type { Fall } from './campaign.ts'
import { soundCategories, type DiskPlace } from './diskPlace.ts'
import { withDatabase } from './storedState.ts'
import { callerOf, endOf, findVerbFaults, runVerb, startVerb, type Answer, type Caller, type VerbEnd } from './verbs.ts'

type DiskAttack = (place: DiskPlace, folder: string, random: Random) => Promise<readonly Fall[]>

const faultsOf = (end: VerbEnd, what: string): readonly Fall[] =>
  findVerbFaults(end).map((fall) => ({ ...fall, what: `${fall.what} ${what}` }))

export const verbsOver = ({ service, urls }: DiskPlace, dataDir: string, elsewhere: string) => {
  const common = ['--data', dataDir, '--json']
  return {
    results: ['results', service.stage, '--limit', '100000', ...common],
    take: ['take', service.stage, ...urls, ...common],
    watch: ['watch', service.stage, ...urls, '--every', '1', '--for', '2', ...common],
    export: ['export', service.stage, '--format', 'csv', '--out', elsewhere, ...common],
  }
}

const said = ({ code, stdout, stderr }: VerbEnd): string => `${code} ${stdout.slice(0, 500)} ${stderr.slice(0, 500)}`

const findUnreadable = async (
  place: DiskPlace,
  folder: string,
  dataDir: string,
  state: string,
): Promise<readonly Fall[]> => {
  const verbs = verbsOver(place, dataDir, join(folder, 'elsewhere.csv'))
  const shown = await runVerb(folder, verbs.results)
  const exported = await runVerb(folder, verbs.export)
  const falls = [...findVerbFaults(shown), ...findVerbFaults(exported)]
  if (shown.code !== 0 || soundCategories(place.service, shown.stdout).size < place.service.categories.length) {
    falls.push({ what: `results cannot be read on a ${state} disk`, detail: said(shown) })
  }
  if (exported.code !== 0)
    falls.push({ what: `results cannot be exported from a ${state} disk`, detail: said(exported) })
  return falls
}

const findUnmended = async (place: DiskPlace, folder: string, dataDir: string): Promise<readonly Fall[]> => {
  const verbs = verbsOver(place, dataDir, '')
  const taken = await runVerb(folder, verbs.take)
  const shown = await runVerb(folder, verbs.results)
  const falls = [...findVerbFaults(taken), ...findVerbFaults(shown)]
  const isMended =
    taken.code === 0 &&
    shown.code === 0 &&
    soundCategories(place.service, shown.stdout).size === place.service.categories.length
  if (!isMended) falls.push({ what: 'the download after a full disk does not bring the rows', detail: said(taken) })
  return falls
}

const endOfJob = async (ask: Caller, started: Answer): Promise<Job | null> => {
  const { jobId } = (started.value ?? {}) as { readonly jobId?: string }
  for (let turn = 0; turn < 300; turn += 1) {
    const jobs = await ask('job:list', {})
    const job = ((jobs.value ?? []) as readonly Job[]).find(({ id }) => id === jobId)
    if (job === undefined || job.state !== 'running') return job ?? null
    await sleep(100)
  }
  return null
}

/** Uses a running browser face while `harm` is done to its folder; it must go on answering, and end when told to. */
const useWhileHarmed = async (
  place: DiskPlace,
  folder: string,
  dataDir: string,
  harm: () => void | Promise<void>,
  what: string,
): Promise<{ readonly falls: readonly Fall[]; readonly taken: Job | null; readonly saved: Answer | null }> => {
  const terminal = startVerb(folder, ['serve', '--port', '0', '--data', dataDir, '--json'])
  const ask = await callerOf(terminal)
  if (ask === null) return { falls: [], taken: null, saved: null }
  const { stage } = place.service
  const falls: Fall[] = []
  let taken: Job | null = null
  let saved: Answer | null = null
  try {
    await ask('stage:watch', { stage, everyS: 1 })
    await harm()
    place.service.change()
    const begun = await ask('stage:take', { stage })
    taken = begun.ok ? await endOfJob(ask, begun) : null
    saved = await ask('app:setSettings', { scale: 110 })
    await ask('results:markChanges', { stage, mark: 'looked' })
    await endOfJob(ask, await ask('results:export', { stage, format: 'csv', preset: 'ru' }))
    for (const operation of ['app:info', 'stage:list', 'job:list']) {
      const answer = await ask(operation, {})
      if (answer.error?.kind === 'internal') falls.push({ what: `${operation} answers internal ${what}`, detail: '' })
    }
  } catch (thrown) {
    falls.push({ what: `serve no longer answers ${what}`, detail: String(thrown) })
  }
  const isAlive = terminal.child.exitCode === null && terminal.child.signalCode === null
  terminal.child.kill('SIGTERM')
  const end = await endOf(terminal, ['serve', '--data', dataDir], 40_000)
  if (!isAlive)
    falls.push({ what: `serve ends by itself ${what}`, detail: `${end.code} ${end.stderr.slice(0, 1_500)}` })
  else falls.push(...faultsOf(end, what))
  return { falls, taken, saved }
}

const copyOnto = async ({ goodDir }: DiskPlace, disk: string): Promise<string> => {
  const dataDir = join(disk, 'data')
  await cp(goodDir, dataDir, { recursive: true })
  return dataDir
}

/** `dataDir` lies on the disk; `folder` on a larger one. */
type OnDisk = { readonly folder: string; readonly disk: Disk; readonly dataDir: string }

const onCopy =
  (attack: (place: DiskPlace, on: OnDisk, random: Random) => Promise<readonly Fall[]>): DiskAttack =>
  async (place, folder, random) => {
    const disk = mountDisk(6_000 * 1024)
    try {
      return await attack(place, { folder, disk, dataDir: await copyOnto(place, disk.path) }, random)
    } finally {
      disk.unmount()
    }
  }

const fullDisk = onCopy(async (place, { folder, disk, dataDir }, random) => {
  disk.fill(integerBetween(random, 0, 120_000))
  place.service.change()
  const verbs = verbsOver(place, dataDir, join(disk.path, 'here.csv'))
  const chosen = [verbs.take, verbs.watch, verbs.export][integerBetween(random, 0, 2)] ?? verbs.take
  const falls = faultsOf(await runVerb(folder, chosen), 'on a full disk')
  disk.free()
  return [...falls, ...(await findUnmended(place, folder, dataDir))]
})

const fullDiskReadable = onCopy(async (place, { folder, disk, dataDir }, random) => {
  const taken = await runVerb(folder, verbsOver(place, dataDir, '').take)
  disk.fill(integerBetween(random, 0, 1) * integerBetween(random, 0, 60_000))
  return [...findVerbFaults(taken), ...(await findUnreadable(place, folder, dataDir, 'full'))]
})

const fullDiskServed = onCopy(async (place, { folder, disk, dataDir }, random) => {
  const harm = (): void => disk.fill(integerBetween(random, 0, 120_000))
  const { falls } = await useWhileHarmed(place, folder, dataDir, harm, 'on a full disk')
  disk.free()
  return [...falls, ...(await findUnmended(place, folder, dataDir))]
})

const readOnlyDisk = onCopy(async (place, { folder, disk, dataDir }) => {
  const { take } = verbsOver(place, dataDir, '')
  const brought = await runVerb(folder, take)
  disk.makeReadOnly()
  const falls = [...findVerbFaults(brought), ...(await findUnreadable(place, folder, dataDir, 'read-only'))]
  falls.push(...faultsOf(await runVerb(folder, take), 'on a read-only disk'))
  disk.makeWritable()
  return [...falls, ...(await findUnmended(place, folder, dataDir))]
})

/** Nothing may be told as done that is written to a file which nobody will find again. */
const findUnnoticed = async (
  place: DiskPlace,
  folder: string,
  harm: (dataDir: string) => Promise<void>,
  what: string,
): Promise<readonly Fall[]> => {
  const dataDir = await copyOnto(place, folder)
  const { falls, taken, saved } = await useWhileHarmed(place, folder, dataDir, () => harm(dataDir), what)
  const told =
    taken?.state === 'done' ? [{ what: `a download is told as done ${what}`, detail: JSON.stringify(taken) }] : []
  return [
    ...falls,
    ...told,
    ...(saved?.ok === true ? [{ what: `settings are told as saved ${what}`, detail: '' }] : []),
  ]
}

const removedFolder: DiskAttack = (place, folder) =>
  findUnnoticed(
    place,
    folder,
    (dataDir) => rm(dataDir, { recursive: true, force: true }),
    'after its folder was removed',
  )

const replacedDatabase: DiskAttack = async (place, folder) => {
  const other = join(folder, 'other')
  await cp(place.goodDir, other, { recursive: true })
  const harm = (dataDir: string) => rename(join(other, 'racedesk.db'), join(dataDir, 'racedesk.db'))
  const falls = await findUnnoticed(place, folder, harm, 'after its database was replaced')
  return [...falls, ...(await findUnmended(place, folder, join(folder, 'data')))]
}

/** Another process writes for a while; whoever comes meanwhile waits for it. */
const lockedDatabase: DiskAttack = async (place, folder, random) => {
  const dataDir = await copyOnto(place, folder)
  const verbs = verbsOver(place, dataDir, join(folder, 'out.csv'))
  const verb = [verbs.take, verbs.export, verbs.results][integerBetween(random, 0, 2)] ?? verbs.take
  const terminal = startVerb(folder, verb)
  // This blocks the thread and its service: the other process must wait.
  withDatabase(dataDir, (database) =>
    database.transaction(() =>
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, integerBetween(random, 200, 1_500)),
    ),
  )
  const end = await endOf(terminal, verb, 45_000)
  const falls = [...findVerbFaults(end)]
  if (end.code !== 0)
    falls.push({ what: `${verb[0]} does not wait for another process`, detail: `${end.code} ${end.stderr}` })
  return falls
}

export const diskAttacks: readonly [DiskAttack, ...DiskAttack[]] = [
  fullDisk,
  fullDisk,
  fullDiskReadable,
  fullDiskServed,
  readOnlyDisk,
  removedFolder,
  replacedDatabase,
  lockedDatabase,
]
