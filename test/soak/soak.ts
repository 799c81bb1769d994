import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { wordsOf, type Campaign, type Soak } from './campaign.ts'

/** `npm run soak -- [CAMPAIGN…|all] [--minutes N] [--seed S] [--case FILE]`: attacks the app, within a time, on loopback. */
const campaigns: { readonly [name: string]: () => Promise<Campaign> } = {
  kills: async () => (await import('./kills.ts')).kills,
  calls: async () => (await import('./calls.ts')).calls,
  bodies: async () => (await import('./bodies.ts')).bodies,
  bombs: async () => (await import('./bodyBombs.ts')).bombs,
  disk: async () => (await import('./disk.ts')).disk,
  capsules: async () => (await import('./capsules.ts')).capsules,
  properties: async () => (await import('./properties.ts')).properties,
  shapes: async () => (await import('./properties.ts')).shapes,
  upgrades: async () => (await import('./rooms/upgrades.ts')).upgrades,
  clock: async () => (await import('./rooms/clock.ts')).clock,
  startLists: async () => (await import('./rooms/startLists.ts')).startLists,
  hosts: async () => (await import('./rooms/hosts.ts')).hosts,
  screens: async () => (await import('./rooms/screens.ts')).screens,
}

const fallsFolder = join(import.meta.dirname, 'falls')
const toldEveryMs = 30_000

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

type KeptCase = { readonly campaign: string; readonly seed: number; readonly smallest: unknown }

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 70)

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

const runCampaign = async (name: string, seed: number, minutes: number, kept: KeptCase | null): Promise<number> => {
  const campaign = await campaigns[name]?.()
  if (campaign === undefined) throw new Error(`no campaign ${name}`)
  const startedAt = performance.now()
  const falls = new Map<string, { count: number; readonly bytes: number }>()
  let tried = 0
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `racedesk-soak-${name}-`)))
  // A replay takes as long as it needs.
  const over = kept === null ? AbortSignal.any([stop.signal, AbortSignal.timeout(minutes * 60_000)]) : stop.signal

  const soak: Soak = {
    seed,
    folder,
    signal: over,
    isOver: () => over.aborted,
    tried: (count = 1) => {
      tried += count
    },
    fell: ({ what, detail }, smallest) => {
      const bytes = JSON.stringify(smallest).length
      const known = falls.get(what)
      if (known !== undefined && known.bytes <= bytes) {
        known.count += 1
        return
      }
      falls.set(what, { bytes, count: (known?.count ?? 0) + 1 })
      mkdirSync(fallsFolder, { recursive: true })
      const path = join(fallsFolder, `${name}-${slugOf(what)}.json`)
      writeFileSync(path, `${JSON.stringify({ campaign: name, seed, what, detail, smallest }, null, 2)}\n`)
      print(`  FELL: ${what}\n    ${detail.slice(0, 2_000)}`)
      print(`    again: npm run soak -- ${name} --case ${relative(process.cwd(), path)}`)
    },
  }
  const tell = (): void => {
    const passedMinutes = (performance.now() - startedAt) / 60_000
    const fell = [...falls.values()].reduce((sum, { count }) => sum + count, 0)
    const memoryMb = Math.round(process.memoryUsage.rss() / 1_000_000)
    const perMinute = Math.round(tried / Math.max(passedMinutes, 0.01))
    print(
      `${name}: ${tried} ${campaign.unit} tried, ${fell} fell, ${passedMinutes.toFixed(1)} min, ${perMinute} a minute, ${memoryMb} MB`,
    )
  }
  const telling = setInterval(tell, toldEveryMs)
  try {
    await (kept === null ? campaign.run(soak) : campaign.replay(soak, kept.smallest))
  } catch (thrown) {
    const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : wordsOf(thrown)
    soak.fell({ what: 'the campaign itself broke', detail }, null)
  } finally {
    clearInterval(telling)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  tell()
  for (const [what, { count }] of falls) print(`  ${count} x ${what}`)
  return falls.size
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, case: { type: 'string' } },
})
const minutes = Number(values.minutes ?? '2')
const kept = values.case === undefined ? null : (JSON.parse(readFileSync(values.case, 'utf8')) as KeptCase)
const seed = kept?.seed ?? Number(values.seed ?? String(Date.now() % 2_147_483_647))
const named = positionals.length === 0 || positionals.includes('all') ? Object.keys(campaigns) : positionals
const unknown = named.filter((name) => !Object.hasOwn(campaigns, name))
if (unknown.length > 0 || !(minutes > 0) || !Number.isSafeInteger(seed)) {
  print(`Usage: npm run soak -- [${Object.keys(campaigns).join('|')}|all] [--minutes N] [--seed S] [--case FILE]`)
  process.exit(2)
}

print(`Node ${process.versions.node}, seed ${seed}, ${minutes} min for each campaign`)
let fell = 0
for (const name of kept === null ? named : [kept.campaign]) {
  if (!stop.signal.aborted) fell += await runCampaign(name, seed, minutes, kept)
}
process.exit(fell > 0 ? 1 : 0)
