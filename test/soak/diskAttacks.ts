import { execFileSync } from 'node:child_process'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { statfsSync, writeFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from '../../preload/contract/jobs.ts'
import { integerBetween, type Random } from '../../main/demo/random.ts'
import type { Terminal } from '../support/processes/terminal.ts'
import type { Fall, Soak } from './campaign.ts'
import { soundCategories, type DiskPlace } from './diskPlace.ts'
import { withDatabase } from './storedState.ts'
import { endOf, findVerbFaults, runVerb, startVerb } from './verbs.ts'

export type DiskAttack = (place: DiskPlace, folder: string, random: Random) => Promise<readonly Fall[]>

/** Small disks are mounted in memory, which only root of Linux may do. */
export const canMount = (soak: Soak): boolean => {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  if (!isRoot) soak.skipped('full and read-only disks: mounting them needs root on Linux')
  return isRoot
}

const onSmallDisk = async <T>(folder: string, sizeKb: number, work: (disk: string) => Promise<T>): Promise<T> => {
  const disk = join(folder, 'disk')
  await mkdir(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', disk])
  try {
    return await work(disk)
  } finally {
    execFileSync('umount', ['-l', disk])
  }
}

/** Leaves so many bytes of the disk. */
const fill = (disk: string, leftBytes: number): void => {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
}

const verbsOver = (
  { service, urls }: DiskPlace,
  dataDir: string,
  elsewhere: string,
): Readonly<Record<'results' | 'take' | 'watch' | 'export', readonly string[]>> => {
  const common = ['--data', dataDir, '--json']
  return {
    results: ['results', service.stage, '--limit', '100000', ...common],
    take: ['take', service.stage, ...urls, ...common],
    watch: ['watch', service.stage, ...urls, '--every', '1', '--for', '2', ...common],
    export: ['export', service.stage, '--format', 'csv', '--out', elsewhere, ...common],
  }
}

/** Rows stay readable and exportable to another disk. */
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
  const said = ({ code, stdout, stderr }: typeof shown): string =>
    `${code} ${stdout.slice(0, 300)} ${stderr.slice(0, 500)}`
  if (shown.code !== 0 || soundCategories(place.service, shown.stdout).size < place.service.categories.length) {
    falls.push({ what: `results cannot be read on a ${state} disk`, detail: said(shown) })
  }
  if (exported.code !== 0)
    falls.push({ what: `results cannot be exported from a ${state} disk`, detail: said(exported) })
  return falls
}

/** With room again, everything is as the service says. */
const findUnmended = async (place: DiskPlace, folder: string, dataDir: string): Promise<readonly Fall[]> => {
  const verbs = verbsOver(place, dataDir, '')
  const taken = await runVerb(folder, verbs.take)
  const shown = await runVerb(folder, verbs.results)
  const falls = [...findVerbFaults(taken), ...findVerbFaults(shown)]
  const isMended =
    taken.code === 0 &&
    shown.code === 0 &&
    soundCategories(place.service, shown.stdout).size === place.service.categories.length
  if (!isMended) {
    falls.push({
      what: 'the download after a full disk does not bring the rows',
      detail: `${taken.code} ${taken.stdout.slice(0, 500)} ${taken.stderr.slice(0, 500)}`,
    })
  }
  return falls
}

type Served = { readonly terminal: Terminal; readonly ask: (operation: string, input: unknown) => Promise<Answer> }
type Answer = { readonly ok: boolean; readonly value?: unknown; readonly error?: { readonly kind: string } }

const serve = async (folder: string, dataDir: string): Promise<Served | null> => {
  const terminal = startVerb(folder, ['serve', '--port', '0', '--data', dataDir, '--json'])
  const first = await terminal.firstLine.catch(() => null)
  if (first === null) return null
  const { url, token } = JSON.parse(first) as { readonly url: string; readonly token: string }
  return {
    terminal,
    ask: async (operation, input) => {
      const reply = await fetch(`${new URL(url).origin}/api/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(30_000),
      })
      return (await reply.json()) as Answer
    },
  }
}

/** Waits for the end of a job by asking for it. */
const endOfJob = async ({ ask }: Served, started: Answer): Promise<Job | null> => {
  const { jobId } = (started.value ?? {}) as { readonly jobId?: string }
  for (let turn = 0; turn < 300; turn += 1) {
    const jobs = await ask('job:list', {})
    const job = ((jobs.value ?? []) as readonly Job[]).find(({ id }) => id === jobId)
    if (job === undefined || job.state !== 'running') return job ?? null
    await new Promise((resolve) => setTimeout(resolve, 100))
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
  const served = await serve(folder, dataDir)
  if (served === null) return { falls: [], taken: null, saved: null }
  const { ask, terminal } = served
  const { stage } = place.service
  const falls: Fall[] = []
  let taken: Job | null = null
  let saved: Answer | null = null
  try {
    await ask('stage:watch', { stage, everyS: 1 })
    await harm()
    place.service.change()
    const begun = await ask('stage:take', { stage })
    taken = begun.ok ? await endOfJob(served, begun) : null
    saved = await ask('app:setSettings', { scale: 110 })
    await ask('results:markChanges', { stage, mark: 'looked' })
    await endOfJob(served, await ask('results:export', { stage, format: 'csv', preset: 'ru' }))
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
  else falls.push(...findVerbFaults(end).map((fall) => ({ ...fall, what: `${fall.what} ${what}` })))
  return { falls, taken, saved }
}

const copyOnto = async ({ goodDir }: DiskPlace, disk: string): Promise<string> => {
  const dataDir = join(disk, 'data')
  await cp(goodDir, dataDir, { recursive: true })
  return dataDir
}

const fullDisk: DiskAttack = (place, folder, random) =>
  onSmallDisk(folder, 6_000, async (disk) => {
    const dataDir = await copyOnto(place, disk)
    fill(disk, integerBetween(random, 0, 120_000))
    place.service.change()
    const falls: Fall[] = []
    const verbs = verbsOver(place, dataDir, join(disk, 'here.csv'))
    const chosen = [verbs.take, verbs.watch, verbs.export][integerBetween(random, 0, 2)] ?? verbs.take
    falls.push(
      ...findVerbFaults(await runVerb(folder, chosen)).map((fall) => ({
        ...fall,
        what: `${fall.what} on a full disk`,
      })),
    )
    rmSync(join(disk, 'ballast'))
    return [...falls, ...(await findUnmended(place, folder, dataDir))]
  })

const fullDiskReadable: DiskAttack = (place, folder, random) =>
  onSmallDisk(folder, 6_000, async (disk) => {
    const dataDir = await copyOnto(place, disk)
    const taken = await runVerb(folder, verbsOver(place, dataDir, '').take)
    fill(disk, integerBetween(random, 0, 1) * integerBetween(random, 0, 60_000))
    return [...findVerbFaults(taken), ...(await findUnreadable(place, folder, dataDir, 'full'))]
  })

const fullDiskServed: DiskAttack = (place, folder, random) =>
  onSmallDisk(folder, 6_000, async (disk) => {
    const dataDir = await copyOnto(place, disk)
    const harm = (): void => fill(disk, integerBetween(random, 0, 120_000))
    const { falls } = await useWhileHarmed(place, folder, dataDir, harm, 'on a full disk')
    rmSync(join(disk, 'ballast'), { force: true })
    return [...falls, ...(await findUnmended(place, folder, dataDir))]
  })

const readOnlyDisk: DiskAttack = (place, folder) =>
  onSmallDisk(folder, 6_000, async (disk) => {
    const dataDir = await copyOnto(place, disk)
    const brought = await runVerb(folder, verbsOver(place, dataDir, '').take)
    execFileSync('mount', ['-o', 'remount,ro', disk])
    const falls = [...findVerbFaults(brought), ...(await findUnreadable(place, folder, dataDir, 'read-only'))]
    const taken = await runVerb(folder, verbsOver(place, dataDir, '').take)
    falls.push(...findVerbFaults(taken).map((fall) => ({ ...fall, what: `${fall.what} on a read-only disk` })))
    execFileSync('mount', ['-o', 'remount,rw', disk])
    return [...falls, ...(await findUnmended(place, folder, dataDir))]
  })

/** Nothing may be told as done that is written to a file which nobody will find again. */
const findUnnoticed = (taken: Job | null, saved: Answer | null, what: string): readonly Fall[] => {
  const falls: Fall[] = []
  if (taken?.state === 'done') falls.push({ what: `a download is told as done ${what}`, detail: JSON.stringify(taken) })
  if (saved?.ok === true) falls.push({ what: `settings are told as saved ${what}`, detail: '' })
  return falls
}

const removedFolder: DiskAttack = async (place, folder) => {
  const dataDir = await copyOnto(place, folder)
  const harm = (): Promise<void> => rm(dataDir, { recursive: true, force: true })
  const what = 'after its folder was removed'
  const { falls, taken, saved } = await useWhileHarmed(place, folder, dataDir, harm, what)
  return [...falls, ...findUnnoticed(taken, saved, what)]
}

const replacedDatabase: DiskAttack = async (place, folder) => {
  const dataDir = await copyOnto(place, folder)
  const other = join(folder, 'other')
  await cp(place.goodDir, other, { recursive: true })
  const harm = async (): Promise<void> => {
    await rename(join(other, 'racedesk.db'), join(dataDir, 'racedesk.db'))
  }
  const what = 'after its database was replaced'
  const { falls, taken, saved } = await useWhileHarmed(place, folder, dataDir, harm, what)
  return [...falls, ...findUnnoticed(taken, saved, what), ...(await findUnmended(place, folder, dataDir))]
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
