import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StageTree } from '../../preload/contract/stages.ts'
import { integerBetween, pick, type Random } from '../../main/demo/random.ts'
import { sha256 } from '../support/capsuleRig.ts'
import type { Terminal } from '../support/processes/terminal.ts'
import type { ChangingService } from './changingService.ts'
import { callerOf, startVerb } from './verbs.ts'

/** When a process is killed: so long after its start, or after so many requests of its have arrived and a little later. */
type Moment = { readonly afterMs: number } | { readonly atRequest: number; readonly thenMs: number }

const verbs = ['take', 'watch', 'watch-export', 'csv', 'xlsx', 'html', 'capsule', 'open', 'serve'] as const
export type KilledVerb = (typeof verbs)[number]

export type KillStep = { readonly processes: readonly KilledVerb[]; readonly moment: Moment }

/** Milliseconds in which a verb does all its work on an idle machine; kills come up to twice as late. */
const worksForMs: { readonly [V in KilledVerb]: number } = {
  take: 450,
  watch: 1_800,
  'watch-export': 1_800,
  csv: 350,
  xlsx: 400,
  html: 400,
  capsule: 350,
  open: 500,
  serve: 1_600,
}

export const chooseStep = (random: Random): KillStep => {
  // Most is at stake while a stage is taken.
  const verb = random() < 0.25 ? 'take' : pick(random, verbs)
  // Two at a time over one folder: each must cope with the other's locks.
  const processes = random() < 0.15 ? [verb, pick(random, ['take', 'watch', 'csv', 'capsule'] as const)] : [verb]
  const asks = verb === 'take' || verb === 'watch' || verb === 'watch-export'
  const moment: Moment =
    asks && random() < 0.5
      ? { atRequest: integerBetween(random, 1, 9), thenMs: integerBetween(random, 0, 25) }
      : { afterMs: integerBetween(random, 60, worksForMs[verb] * 2) }
  return { processes, moment }
}

export type KillPlace = {
  readonly home: string
  readonly dataDir: string
  /** Where exports and capsules go, again and again under the same names. */
  readonly outDir: string
  readonly capsulePath: string
  readonly service: ChangingService
}

export const fileOf = (place: KillPlace, verb: KilledVerb): string | null => {
  if (verb === 'csv' || verb === 'xlsx' || verb === 'html') return join(place.outDir, `results.${verb}`)
  return verb === 'capsule' ? join(place.outDir, 'stage.racestage') : null
}

const argsOf = (place: KillPlace, verb: KilledVerb): readonly string[] => {
  const { service, dataDir, outDir, capsulePath } = place
  const { stage } = service
  const out = ['--out', fileOf(place, verb) ?? '']
  const crew = [stage, '--profile', 'Crew']
  const watching = ['watch', ...crew, '--every', '1']
  const words: { readonly [V in KilledVerb]: readonly string[] } = {
    take: ['take', ...crew],
    watch: watching,
    'watch-export': [...watching, '--export-to', join(outDir, 'live'), '--format', 'csv', '--preset', 'import'],
    csv: ['export', stage, '--format', 'csv', '--preset', 'import', ...out],
    xlsx: ['export', stage, '--format', 'xlsx', '--receipt', ...out],
    html: ['export', stage, '--format', 'html', '--receipt', ...out],
    capsule: ['capsule', stage, ...out],
    open: ['open', capsulePath],
    serve: ['serve', '--port', '0'],
  }
  return [...words[verb], '--data', dataDir, '--json']
}

export const hashOf = (path: string): string => (existsSync(path) ? sha256(readFileSync(path)) : '')

/** It removes thousands of files of a run before it, and nobody waits for that. */
const cleanedWithinMs = 1_500

/** Acts as a page does: take, watch, export and look, until the process is gone. */
const useServed = async (
  terminal: Terminal,
  place: KillPlace,
  { told, old }: { readonly told: Map<string, string>; readonly old: string[] },
  isGone: () => boolean,
): Promise<void> => {
  const ask = await callerOf(terminal)
  if (ask === null) return
  const { stage } = place.service
  await ask('stage:watch', { stage, everyS: 1 })
  await ask('stage:take', { stage })
  const downloads = join(place.dataDir, 'downloads')
  const readyAt = performance.now()
  while (!isGone()) {
    const { value } = await ask('stage:tree', { stage })
    const tree = value as StageTree | undefined
    for (const { categories } of tree?.distances ?? []) {
      for (const { name, fetchedAt } of categories) if (fetchedAt !== null) told.set(name, fetchedAt)
    }
    await ask('results:export', { stage, format: 'csv', preset: 'ru' })
    await ask('results:markChanges', { stage, mark: 'looked' })
    await ask('capsule:save', { stage })
    if (performance.now() - readyAt < cleanedWithinMs || isGone()) continue
    const isOld = (name: string): boolean => !name.startsWith(`run-${terminal.child.pid}-`)
    old.splice(0, old.length, ...readdirSync(downloads).filter(isOld))
  }
}

export const attack = async (place: KillPlace, { processes, moment }: KillStep) => {
  const { home, service } = place
  const finalNames = processes.flatMap((verb) => fileOf(place, verb) ?? [])
  const filesBefore = new Map(finalNames.map((path) => [path, hashOf(path)]))
  const seen = { told: new Map<string, string>(), old: [] as string[] }
  let isGone = false
  // Two processes must also be able to bring the same news at the same time.
  if (processes.length > 1) service.change()
  service.setRestless(processes.length === 1)
  const arrived = 'atRequest' in moment ? service.arrived(moment.atRequest) : null
  const printed = processes.map(() => '')
  const started = processes.map((verb, index) => {
    const terminal = startVerb(home, argsOf(place, verb))
    terminal.child.stdout.on('data', (text: string) => {
      printed[index] += text
    })
    // Killed in the middle of a call, which then has no reply.
    if (verb === 'serve') void useServed(terminal, place, seen, () => isGone).catch(() => undefined)
    return terminal
  })
  const allEnded = Promise.all(started.map(({ ended }) => ended))
  const due =
    'atRequest' in moment
      ? Promise.race([arrived, sleep(3_000)]).then(() => sleep(moment.thenMs))
      : sleep(moment.afterMs)
  await Promise.race([due, allEnded])
  isGone = true
  for (const { child } of started) child.kill('SIGKILL')
  const ended = await allEnded
  service.setRestless(false)
  return {
    isKilled: ended.some(({ code }) => code === null),
    ended,
    filesBefore,
    printed,
    /** By category name: since when its rows were told to be stored. */
    toldFetchedAt: seen.told,
    /** Downloads of earlier runs of the browser face, which its next run was to remove. */
    oldDownloads: seen.old,
  }
}

export type Attacked = Awaited<ReturnType<typeof attack>>
