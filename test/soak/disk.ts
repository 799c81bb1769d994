import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pick, type Random } from '../../main/demo/random.ts'
import { canMount } from '../support/files/disks.ts'
import { inSteps, type Campaign, type Fall, type Soak } from './campaign.ts'
import { chooseDamage, spoil } from './damage.ts'
import { diskAttacks, verbsOver } from './diskAttacks.ts'
import { openDiskPlace, soundCategories, type DiskPlace } from './diskPlace.ts'
import { findVerbFaults, runVerb } from './verbs.ts'

const lanes = 2
const casesOfPlace = 40

/** A good database, spoilt; then verbs over it, the last of which brings the rows back. */
const tryDamage = async (place: DiskPlace, folder: string, random: Random): Promise<readonly Fall[]> => {
  const { service } = place
  const dataDir = join(folder, 'data')
  await cp(place.goodDir, dataDir, { recursive: true })
  const damage = chooseDamage(random)
  const spoilt = spoil(random, dataDir, damage)
  const named = (falls: readonly Fall[]): readonly Fall[] =>
    falls.map(({ what, detail }) => ({ what: `${what} (${damage})`, detail }))
  const { results, take, export: exporting } = verbsOver(place, dataDir, join(folder, 'out.csv'))
  const shown = await runVerb(folder, results)
  const falls = [...findVerbFaults(shown)]
  if (spoilt !== null) {
    const sound = shown.code === 0 || shown.code === 1 ? soundCategories(service, shown.stdout) : new Set<string>()
    const lost = service.categories.filter((name) => name !== spoilt && !sound.has(name))
    if (lost.length > 0) {
      const detail = `${spoilt} is damaged, gone: ${lost.join(', ')}; ${shown.code} ${shown.stdout.slice(0, 300)} ${shown.stderr}`
      falls.push({ what: 'one damaged reply hides other categories', detail })
    }
  }
  const common = ['--data', dataDir, '--json']
  const others = [
    exporting,
    ['audit', service.stage, ...common],
    ['capsule', service.stage, '--out', join(folder, 'out.racestage'), ...common],
    ['columns', service.stage, ...common],
  ]
  falls.push(...findVerbFaults(await runVerb(folder, pick(random, others as [string[], ...string[][]]))))
  if (falls.length > 0) return named(falls)
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
    const detail = `${taken.code} ${taken.stdout} ${taken.stderr}`.slice(0, 1_500)
    return named([{ what: 'the next download fails', detail }])
  }
  const again = await runVerb(folder, results)
  falls.push(...findVerbFaults(again))
  const mended = again.code === 0 ? soundCategories(service, again.stdout) : new Set<string>()
  const missing = service.categories.filter((name) => !mended.has(name))
  if (missing.length > 0) {
    const detail = `not as the service gave them: ${missing.join(', ')}; ${again.code} ${again.stderr}`
    falls.push({ what: 'the next download says done and mends nothing', detail })
  }
  return named(falls)
}

const tryCase = async (place: DiskPlace, random: Random, soak: Soak): Promise<readonly Fall[]> => {
  const folder = await mkdtemp(join(place.folder, 'case-'))
  const takeBack = place.service.remember()
  const isDamage = random() < 0.75 || !canMount
  try {
    return isDamage ? await tryDamage(place, folder, random) : await pick(random, diskAttacks)(place, folder, random)
  } finally {
    soak.tried()
    takeBack()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

const unit = canMount
  ? 'disks and databases'
  : 'databases, but no full or read-only disks (mounting needs root on Linux),'

export const disk: Campaign = inSteps(unit, casesOfPlace, openDiskPlace, tryCase, lanes)
