import { closeSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReplyPlace, Result } from '../../preload/contract/result.ts'
import { createCategoryRows } from '../features/columns/categoryRows.ts'
import type { SpooledFile } from '../features/publish/sendSite.ts'
import { drawPicture, siteAssets, type DrawnPicture } from '../features/publish/siteAssets.ts'
import { buildSite, type SiteBase } from '../features/publish/siteBuild.ts'
import type { MadeSite, SiteTask } from '../features/publish/siteStore.ts'
import { bodyTables } from '../features/replies/bodyTables.ts'
import { damagedReplyOf } from '../features/replies/rules/damagedReply.ts'
import { rulesOfReading } from '../features/replies/rulesOfReading.ts'
import { shapeTables } from '../features/replies/shapeTables.ts'
import { startListTables } from '../features/startList/startListTables.ts'
import { fileReason } from '../platform/files/fileReason.ts'
import { openForBulk, type DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'

/** The thread that makes the files of a site. It ends by itself after its answer. */

export type SiteWork = { readonly file: DatabaseFile; readonly task: SiteTask; readonly picture: DrawnPicture | null }

export type SiteMessage =
  | { readonly kind: 'made'; readonly file: SpooledFile }
  | { readonly kind: 'ended'; readonly answer: Result<MadeSite>; readonly picture: DrawnPicture | null }

const { file, task, ...given } = workerData as SiteWork
let { picture } = given
const port = parentPort
if (port === null) throw new Error('The site worker runs only as a worker thread')

const tell = (message: SiteMessage): void => port.postMessage(message)

// The project's folder lies two above this file, in the sources (main/store) and in the bundle (out/main) alike.
const builtSite = join(import.meta.dirname, '..', '..', 'out', 'site')

/** Written by this worker: in JSON it would take ten times as long. Null for what an older version of it wrote in another way. */
const unpack = (base: Uint8Array): SiteBase | null => {
  try {
    return deserialize(base) as SiteBase
  } catch {
    return null
  }
}

const make = async (): Promise<MadeSite> => {
  const database = openForBulk(file)
  try {
    const rules = rulesOfReading(database)
    const cache = createCategoryRows({
      ...bodyTables(database, file.path, rules),
      ...shapeTables(database, file.path, rules),
      ...startListTables(database),
    })
    await cache.load()
    // A thread before this one may have put files there that are being sent.
    const spool = openSync(task.spool, 'a', 0o600)
    let end = fstatSync(spool).size
    const put = (path: string, body: Uint8Array): number => {
      const spooledAt = end
      for (let written = 0; written < body.byteLength;) written += writeSync(spool, body, written)
      end += body.byteLength
      tell({ kind: 'made', file: { path, sizeBytes: body.byteLength, spooledAt } })
      return spooledAt
    }
    const { tables, wanted, there } = task
    const known = task.base === null ? null : unpack(task.base)
    const isThere = known?.files.every(({ path, sizeBytes }) => there.get(path) === sizeBytes) === true
    const script = readFileSync(join(builtSite, 'site.js'))
    const style = readFileSync(join(builtSite, 'site.css'))
    picture = drawPicture(wanted, picture)
    const { base, ...made } = await buildSite({
      cache,
      tables,
      wanted: { ...wanted, assets: siteAssets({ script, style, picture: picture.body }, wanted) },
      base: isThere ? known : null,
      put,
    })
    closeSync(spool)
    const { directory, contents } = base
    return { ...made, directory, contents, base: made.isWhole ? serialize(base) : null }
  } finally {
    database.close()
  }
}

const placeOf = ({ distanceName, categoryName }: ReplyPlace): ReplyPlace => ({ distanceName, categoryName })

const answer = await make().then(
  (value): Result<MadeSite> => ({ ok: true, value }),
  (thrown: unknown): Result<MadeSite> => {
    const damaged = damagedReplyOf(thrown)
    if (damaged !== null) return { ok: false, error: { kind: 'damaged-replies', categories: [placeOf(damaged)] } }
    const reason = fileReason(thrown)
    if (reason === null) throw thrown
    // The script or the style of the app itself may be the file that is missing.
    const path =
      thrown instanceof Error && 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : task.spool
    return { ok: false, error: { kind: 'file', reason, path } }
  },
)
tell({ kind: 'ended', answer, picture })
