import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StageGuid } from '../../preload/contract/ids.ts'
import type { Row } from '../../preload/contract/results.ts'
import { sha256, unzip } from '../support/capsuleRig.ts'
import { readStrictCsv } from '../support/files/strictCsv.ts'
import { wordsOf, type Fall } from './campaign.ts'
import type { ChangingService, Finisher } from './changingService.ts'
import { fileOf, hashOf, type Attacked, type KillPlace, type KilledVerb } from './killSteps.ts'
import { categoriesOf, type SoakCore } from './soakCore.ts'
import { withDatabase } from './storedState.ts'

const cellsOf = ({ bib, place, result, name, club }: Finisher): readonly unknown[] => [bib, place, result, name, club]

/** Pages and searches must show, category by category, a reply that the service gave. */
export const findShownFaults = async (core: SoakCore, service: ChangingService): Promise<readonly Fall[]> => {
  const stage = service.stage as StageGuid
  const falls: Fall[] = []
  for (const { id, name, rows } of await categoriesOf(core, stage)) {
    if (rows === 0) continue
    const page = await core.call('results:page', { stage, categories: [id], offset: 0, limit: 1_000 })
    const columns = ['number', 'position', 'resultTime', 'fullName', 'club'].map((column) =>
      page.columns.findIndex((found) => found.name === column),
    )
    const shown = JSON.stringify(page.rows.map(({ cells }: Row) => columns.map((index) => cells[index] ?? null)))
    const isGiven = service.versions(name).some((version) => JSON.stringify(version.rows.map(cellsOf)) === shown)
    if (!isGiven) falls.push({ what: 'the rows that are shown are of no reply that the service gave', detail: name })
  }
  return falls
}

/** A file under its final name is what was there before, or whole. */
export const findFileFaults = (
  place: KillPlace,
  processes: readonly KilledVerb[],
  { filesBefore }: Attacked,
): readonly Fall[] =>
  processes.flatMap((verb): readonly Fall[] => {
    const path = fileOf(place, verb)
    if (path === null || !existsSync(path) || hashOf(path) === filesBefore.get(path)) return []
    try {
      checkWhole(place, path)
      return []
    } catch (thrown) {
      return [{ what: `a partial ${verb} file under its final name`, detail: wordsOf(thrown) }]
    }
  })

const checkWhole = ({ service }: KillPlace, path: string): void => {
  const bytes = readFileSync(path)
  if (path.endsWith('.csv')) return checkCsv(service, bytes.toString('utf8'))
  if (path.endsWith('.html')) {
    if (!bytes.toString('utf8').trimEnd().endsWith('</html>')) throw new Error('no end of the page')
    return
  }
  const entries = unzip(bytes)
  if (!path.endsWith('.racestage')) return
  const manifest = JSON.parse(entries[0]?.data.toString('utf8') ?? '') as {
    readonly entries: readonly { readonly path: string; readonly sha256: string }[]
  }
  for (const listed of manifest.entries) {
    const entry = entries.find(({ name }) => name === listed.path)
    if (entry === undefined || sha256(entry.data) !== listed.sha256) throw new Error(`${listed.path} is not as listed`)
  }
}

const checkCsv = (service: ChangingService, text: string): void => {
  const [header = [], ...records] = readStrictCsv(text, ',')
  const at = (name: string): number => header.indexOf(name)
  const columns = [at('number'), at('position'), at('resultTime')]
  const told = Map.groupBy(records, (record) => record[at('category')] ?? '')
  for (const [category, lines] of told) {
    const written = JSON.stringify(lines.map((record) => columns.map((index) => record[index] ?? '')))
    const isGiven = service.versions(category).some(({ rows }) => {
      const given = rows.map(({ bib, place, result }) => [String(bib), String(place ?? ''), result ?? ''])
      return JSON.stringify(given) === written
    })
    if (!isGiven) throw new Error(`the rows of ${category} are of no reply that the service gave`)
  }
}

/** Every change that a watch printed before it died is in the ledger. */
export const findUntoldFaults = (dataDir: string, stage: string, { printed }: Attacked): readonly Fall[] => {
  const lines = printed
    .flatMap((text) => text.split('\n').slice(0, -1))
    .flatMap((line): WatchLine[] => (line.startsWith('{"at":') ? [JSON.parse(line) as WatchLine] : []))
    .filter(({ type }) => type !== 'problem' && type !== 'recovered')
  if (lines.length === 0) return []
  const ledger = `SELECT l.at, l.type, c.category_name, l.bib, l.before, l.after FROM ledger l
     JOIN categories c ON c.id = l.category WHERE l.stage = ?`
  const rows = withDatabase(dataDir, (database) => database.all(ledger, stage))
  const stored = new Set(rows.map((row) => JSON.stringify(Object.values(row))))
  const lost = lines.filter(
    ({ at, type, category, bib = null, before = null, after = null }) =>
      !stored.has(JSON.stringify([at, type, category, bib, before, after])),
  )
  const what = 'a change that a watch had told is not stored'
  return lost.length === 0 ? [] : [{ what, detail: JSON.stringify(lost.slice(0, 3)) }]
}

type WatchLine = Readonly<Record<'at' | 'type' | 'category', string>> & {
  readonly [K in 'bib' | 'before' | 'after']?: string | null
}

/** Files that nobody cleans up any more, after a run that ended in order. */
export const findLeftovers = (place: KillPlace, { oldDownloads }: Attacked): readonly Fall[] => {
  const found = [place.dataDir, place.outDir].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const isOwn = (path: string): boolean => path.startsWith(join(place.dataDir, 'downloads'))
  const files = found.filter((path) => /\.part$|-journal$|\.damaged-/.test(path) && !isOwn(path))
  const leaked = [...files, ...oldDownloads]
  const what = 'temporary files are left over after the next run'
  return leaked.length === 0 ? [] : [{ what, detail: leaked.slice(0, 5).join(', ') }]
}

/** Processes that still work on the folder; on Linux only. */
export const findProcesses = (place: KillPlace): readonly Fall[] => {
  if (process.platform !== 'linux') return []
  const left = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(place.dataDir)
    } catch {
      return false
    }
  })
  return left.length === 0 ? [] : [{ what: 'a process is left over after the kill', detail: left.join(', ') }]
}
