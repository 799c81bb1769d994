import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom, pick, type Random } from '../../main/demo/random.ts'
import { canMount } from '../support/files/disks.ts'
import { inFolder, inLanes, wordsOf, type Campaign, type Fall, type Soak } from './campaign.ts'
import { chooseDamage, spoil } from './damage.ts'
import { diskAttacks } from './diskAttacks.ts'
import { openDiskPlace, soundCategories, type DiskPlace } from './diskPlace.ts'
import { findVerbFaults, runVerb } from './verbs.ts'

const lanes = 2

/** A good database, spoilt; then verbs over it, the last of which brings the rows back. */
const tryDamage = async (
  { goodDir, service, urls }: DiskPlace,
  folder: string,
  random: Random,
): Promise<readonly Fall[]> => {
  const dataDir = join(folder, 'data')
  await cp(goodDir, dataDir, { recursive: true })
  const damage = chooseDamage(random)
  const spoilt = spoil(random, dataDir, damage)
  const named = (falls: readonly Fall[]): readonly Fall[] =>
    falls.map(({ what, detail }) => ({ what: `${what} (${damage})`, detail }))
  const common = ['--data', dataDir, '--json']
  const readRows = ['results', service.stage, '--limit', '100000', ...common]
  const shown = await runVerb(folder, readRows)
  const falls = [...findVerbFaults(shown)]
  if (spoilt !== null) {
    const sound = shown.code === 0 || shown.code === 1 ? soundCategories(service, shown.stdout) : new Set<string>()
    const lost = service.categories.filter((name) => name !== spoilt && !sound.has(name))
    if (lost.length > 0) {
      const detail = `${spoilt} is damaged, gone: ${lost.join(', ')}; ${shown.code} ${shown.stdout.slice(0, 300)} ${shown.stderr}`
      falls.push({ what: 'one damaged reply hides other categories', detail })
    }
  }
  const others = [
    ['export', service.stage, '--format', 'csv', '--out', join(folder, 'out.csv'), ...common],
    ['audit', service.stage, ...common],
    ['capsule', service.stage, '--out', join(folder, 'out.racestage'), ...common],
    ['columns', service.stage, ...common],
  ]
  falls.push(...findVerbFaults(await runVerb(folder, pick(random, others as [string[], ...string[][]]))))
  if (falls.length > 0) return named(falls)
  const take = ['take', service.stage, ...urls, ...common]
  const first = await runVerb(folder, take)
  // Damage found while running is reported, and the database moved aside at the next start.
  const taken = first.code === 5 ? await runVerb(folder, take) : first
  falls.push(...findVerbFaults(first), ...findVerbFaults(taken))
  // The app reports a path that is not a file and does not change it.
  const isNoFile = damage === 'fifo' || damage === 'folder' || damage === 'link to nowhere'
  // A schema of another version is nothing that a start may replace.
  const isOtherSchema = /schema is not the one/.test(taken.stdout)
  if (falls.length > 0 || isNoFile || isOtherSchema) return named(falls)
  if (taken.code !== 0) {
    return named([
      { what: 'the next download fails', detail: `${taken.code} ${taken.stdout} ${taken.stderr}`.slice(0, 1_500) },
    ])
  }
  const again = await runVerb(folder, readRows)
  falls.push(...findVerbFaults(again))
  const mended = again.code === 0 ? soundCategories(service, again.stdout) : new Set<string>()
  const missing = service.categories.filter((name) => !mended.has(name))
  if (missing.length > 0) {
    const detail = `not as the service gave them: ${missing.join(', ')}; ${again.code} ${again.stderr}`
    falls.push({ what: 'the next download says done and mends nothing', detail })
  }
  return named(falls)
}

const runCase = async (soak: Soak, place: DiskPlace, seed: number): Promise<void> => {
  const random = createRandom(seed)
  await inFolder(soak.folder, `case-${seed}`, async (folder) => {
    await mkdir(folder, { recursive: true })
    const takeBack = place.service.remember()
    if (!canMount) soak.skipped('full and read-only disks: mounting them needs root on Linux')
    const isDamage = random() < 0.75 || !canMount
    try {
      const falls = isDamage
        ? await tryDamage(place, folder, random)
        : await pick(random, diskAttacks)(place, folder, random)
      soak.tried()
      for (const fall of falls) soak.fell(fall, { seed })
    } catch (thrown) {
      const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : wordsOf(thrown)
      soak.fell({ what: 'a disk case breaks', detail }, { seed })
    } finally {
      takeBack()
    }
  })
}

/** A case changes what its service says, so each lane has one of its own. */
const withPlaces = async (soak: Soak, work: (free: DiskPlace[]) => Promise<void>): Promise<void> => {
  const places: DiskPlace[] = []
  try {
    for (let lane = 0; lane < lanes; lane += 1) places.push(await openDiskPlace(join(soak.folder, `lane-${lane}`)))
    await work([...places])
  } finally {
    for (const { service } of places) await service.close()
  }
}

export const disk: Campaign = {
  unit: 'disks and databases',
  run: (soak) =>
    withPlaces(soak, (free) =>
      inLanes(soak, lanes, async (index) => {
        const place = free.pop()
        if (place === undefined) throw new Error('more lanes than places')
        await runCase(soak, place, (soak.seed + index * 7_919) >>> 0)
        free.push(place)
      }),
    ),
  replay: (soak, smallest) =>
    withPlaces(soak, async ([place]) => {
      if (place !== undefined) await runCase(soak, place, (smallest as { readonly seed: number }).seed)
    }),
}
