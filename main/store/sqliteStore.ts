import { join } from 'node:path'
import type { CategoryId, Instant, ProfileId, ReplyId, StageGuid } from '../../preload/contract/ids.ts'
import type { Profile } from '../../preload/contract/organizations.ts'
import type { AppError } from '../../preload/contract/result.ts'
import type {
  Category,
  CategoryOutcome,
  Distance,
  ReadCharset,
  Stage,
  StageCapsule,
} from '../../preload/contract/stages.ts'
import { packBody } from '../platform/sqlite/bodyCodec.ts'
import { readingOf, startOf, textOfBody } from '../features/columns/bodyReading.ts'
import { beginUse, noteDamage } from '../platform/sqlite/cleanEnd.ts'
import { callTables } from '../features/calls/callTables.ts'
import { capsuleTables } from '../features/capsule/capsuleTables.ts'
import { exportTables } from '../features/files/exportTables.ts'
import { favouriteTables } from '../features/results/favouriteTables.ts'
import { derivation } from '../features/columns/rules/table/derivation.ts'
import { forgetUnmarked, isLeftOut, readReply } from '../features/replies/damagedReplies.ts'
import { storageErrorOf } from '../platform/sqlite/databaseFile.ts'
import { growSlowlyFor } from '../platform/sqlite/heapGrowth.ts'
import { createIngestThread } from './ingestThread.ts'
import { jobTables, markInterrupted } from '../features/jobs/jobTables.ts'
import { ledgerTables } from '../features/changes/ledgerTables.ts'
import { settleMoves } from '../features/changes/ledgerWriting.ts'
import { memoryTables } from '../features/settings/memoryTables.ts'
import { orderTables } from '../features/orders/orderTables.ts'
import { markLostPromoSets, promoTables } from '../features/promo/promoTables.ts'
import { referenceTables } from '../features/blocks/referenceTables.ts'
import { replyTables } from '../features/replies/replyTables.ts'
import { hasUnreadReplies } from '../features/replies/rowless.ts'
import { rulesOfReading, type RulesOfReading } from '../features/replies/rulesOfReading.ts'
import { number, parsed, readable, text, textOrNull } from '../platform/sqlite/rowCells.ts'
import { setAsideFrom } from '../features/replies/setAside.ts'
import { driftFrom } from '../features/columns/shapeRows.ts'
import { shapeTables } from '../features/replies/shapeTables.ts'
import { shrunkFrom } from '../features/replies/shrunkRows.ts'
import { isDamage, openDatabase, type Database, type SqlRow } from '../platform/sqlite/sqliteDatabase.ts'
import { createUpkeepThread } from './upkeepThread.ts'
import { watchTables } from '../features/watch/watchTables.ts'
import type { ResultsBody, StoredTable } from '../features/columns/tableStore.ts'
import type { StoredProfile } from '../features/organizations/profileStore.ts'
import type { StoredCategory } from '../features/stages/stageStore.ts'
import type { StoredBody } from '../kernel/storedBody.ts'
import type { Store } from './store.ts'

export type OpenedStore = { readonly store: Store; readonly movedAsideTo: string | null }

/** An open store and the state in which it was found. */
export const databasePath = (dataDir: string): string => join(dataDir, 'racedesk.db')

/**
 * Opens the store in a data folder. Throws when the folder or the database cannot be used; `at` names a damaged file moved aside.
 * `onDamage` is called for damage found later.
 */
export const openSqliteStore = (dataDir: string, at: Instant, onDamage: () => void = () => undefined): OpenedStore => {
  const { database, file, movedAsideTo, wasUnclean } = openDatabase(databasePath(dataDir), at)
  const use = beginUse(file.path)
  try {
    whereWritable(file.path, () => {
      markInterrupted(database)
      markLostPromoSets(database)
    })
  } catch (thrown) {
    if (isDamage(thrown)) noteDamage(file.path)
    database.close()
    use.end(false)
    throw thrown
  }
  const thread = createIngestThread(file)
  const foundDamage = (): void => {
    noteDamage(file.path)
    onDamage()
  }
  const upkeep = createUpkeepThread(file, wasUnclean, (isDamaged) => {
    if (isDamaged) foundDamage()
    else use.wasChecked()
  })
  const rules = rulesOfReading(database)
  const store: Store = {
    prepareToRead: rules.load,
    ...profileTables(database),
    ...stageTables(database, file.path, rules),
    ...bodyTables(database, file.path, rules),
    ...jobTables(database),
    ...promoTables(database),
    ...callTables(database),
    ...capsuleTables(database),
    takeInCapsule: (manifest) => thread.takeIn(manifest),
    ...exportTables(database),
    ...favouriteTables(database),
    ...memoryTables(database),
    ...referenceTables(database),
    ...orderTables(database),
    ...ledgerTables(database),
    settleMoves: (stage, since) => settleMoves(database, stage, since),
    ...watchTables(database),
    ...shapeTables(database, rules),
    ...replyTables(database),
    chooseReply: (category, reply, instant) =>
      thread.store({ kind: 'choice', category, reply: Number(reply), at: instant }),
    prepareToStore: () => thread.prepare(),
    storeBody: async (fetched) => {
      const stored = await thread.store({ kind: 'body', fetched })
      forgetUnmarked(database)
      return stored
    },
    storeUnchanged: (category, job, instant) => thread.store({ kind: 'unchanged', category, job, at: instant }),
    storeFailure: (category, job, instant, error) =>
      thread.store({ kind: 'failure', category, job, at: instant, error }),
    readOtherwise: (change) => thread.readOtherwise(change),
    readUnread: async (stage) => {
      if (database.writeFault() === null && hasUnreadReplies(database, stage)) await thread.readUnread(stage)
    },
    condition: () => thread.check(),
    writeFault: () => database.writeFault(),
    foundDamage,
    usage: () => upkeep.ask({ kind: 'usage' }),
    freeStorage: (parts, mayRewrite) => upkeep.ask({ kind: 'free', parts, mayRewrite }),
    close: async () => {
      await upkeep.close()
      await thread.close()
      const isReplaced = database.writeFault() === 'replaced'
      database.close()
      use.end(isReplaced)
    },
  }
  return { store, movedAsideTo }
}

/** Runs optional clean-up; without write access it is left to a later start. */
const whereWritable = (path: string, write: () => void): void => {
  try {
    write()
  } catch (thrown) {
    if (storageErrorOf(thrown, path).cause === undefined) throw thrown
  }
}

const profileTables = (
  database: Database,
): Pick<Store, 'profiles' | 'saveProfile' | 'removeProfile' | 'settings' | 'saveSettings'> => ({
  profiles: () => database.all('SELECT * FROM profiles ORDER BY created_at, rowid').map(profileFrom),
  saveProfile: (profile) => {
    database.transaction(() => {
      database.run(
        `INSERT INTO profiles (id, name, kind, base_url, results_url, access_header, results_header, extra_headers, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url, results_url = excluded.results_url,
         access_header = excluded.access_header, results_header = excluded.results_header,
         extra_headers = excluded.extra_headers`,
        profile.id,
        profile.name,
        profile.kind,
        profile.baseUrl,
        profile.resultsUrl,
        profile.accessHeader,
        profile.resultsHeader,
        JSON.stringify(profile.extraHeaders),
        profile.createdAt,
      )
      database.run('UPDATE stages SET profile_name = ? WHERE profile_id = ?', profile.name, profile.id)
    })
  },
  removeProfile: (id) => {
    database.transaction(() => {
      database.run('DELETE FROM profiles WHERE id = ?', id)
      database.run('DELETE FROM promo_draft WHERE profile_id = ?', id)
      database.run('UPDATE stages SET profile_id = NULL WHERE profile_id = ?', id)
    })
  },
  settings: () =>
    Object.fromEntries(
      database.all('SELECT name, value FROM settings').map((row) => [text(row, 'name'), readable(row, 'value')]),
    ),
  saveSettings: (settings) => {
    database.transaction(() => {
      for (const [name, value] of Object.entries(settings)) {
        database.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, JSON.stringify(value))
      }
    })
  },
})

const profileFrom = (row: SqlRow): StoredProfile => ({
  id: text(row, 'id') as ProfileId,
  name: text(row, 'name'),
  kind: text(row, 'kind') as Profile['kind'],
  baseUrl: text(row, 'base_url'),
  resultsUrl: textOrNull(row, 'results_url'),
  accessHeader: text(row, 'access_header'),
  resultsHeader: text(row, 'results_header'),
  extraHeaders: parsed<Profile['extraHeaders']>(row, 'extra_headers') ?? [],
  createdAt: text(row, 'created_at') as Instant,
})

const stageColumns = `
  SELECT s.*,
    count(DISTINCT c.distance_guid) AS distances,
    count(c.id) AS categories,
    coalesce(sum(t.rows), 0) AS row_count,
    coalesce(sum(c.outcome = 'failed' AND NOT coalesce(
      c.error ->> '$.kind' = 'offline' OR (c.error ->> '$.kind' = 'timed-out' AND c.error ->> '$.isConnect'), 0)), 0) AS problems,
    min(CASE WHEN t.rows > 0 THEN c.confirmed_at END) AS confirmed_at
  FROM stages s LEFT JOIN categories c ON c.stage = s.guid LEFT JOIN category_tables t ON t.category = c.id`

/** Excludes the stages of `stagedIntake.ts`, which are still being written. */
const isShownStage = "s.guid NOT IN (SELECT id || ' new' FROM intakes UNION ALL SELECT id || ' old' FROM intakes)"

const stageTables = (
  database: Database,
  path: string,
  rules: RulesOfReading,
): Pick<
  Store,
  | 'stages'
  | 'stage'
  | 'saveStage'
  | 'renameStage'
  | 'removeStage'
  | 'tree'
  | 'linksOf'
  | 'saveLinks'
  | 'listedCategories'
> => ({
  stages: () =>
    database
      .all(`${stageColumns} WHERE ${isShownStage} GROUP BY s.guid ORDER BY s.added_at DESC, s.guid`)
      .map(stageFrom),
  stage: (guid) => {
    const row = database.get(`${stageColumns} WHERE s.guid = ? GROUP BY s.guid`, guid)
    return row === null ? null : stageFrom(row)
  },
  saveStage: ({ guid, name, profileId, profileName, at }) => {
    database.run(
      `INSERT INTO stages (guid, name, profile_id, profile_name, added_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (guid) DO UPDATE SET profile_id = excluded.profile_id, profile_name = excluded.profile_name
         WHERE capsule IS NULL`,
      guid,
      name ?? `Stage ${guid.slice(0, 8)}`,
      profileId,
      profileName,
      at,
    )
    if (name !== null) database.run('UPDATE stages SET name = ? WHERE guid = ?', name, guid)
  },
  renameStage: (guid, name) => {
    database.run('UPDATE stages SET name = ? WHERE guid = ?', name, guid)
  },
  removeStage: (guid) => {
    database.transaction(() => {
      database.run('DELETE FROM stages WHERE guid = ?', guid)
      database.run("DELETE FROM jobs WHERE stage = ? AND state <> 'running'", guid)
    })
  },
  tree: (guid) => {
    whereWritable(path, () => rules.deriveStageAgain(database, guid))
    return treeFrom(database, database.all(`${categoryColumns} WHERE c.stage = ? ORDER BY c.position, c.id`, guid))
  },
  linksOf: (guid) => {
    const row = database.get('SELECT template, links_fetched_at FROM stages WHERE guid = ?', guid)
    return {
      template: row === null ? null : textOrNull(row, 'template'),
      fetchedAt: row === null ? null : (textOrNull(row, 'links_fetched_at') as Instant | null),
    }
  },
  saveLinks: (guid, links) => {
    const packed = packBody(links.body)
    database.transaction(() => {
      database.run(
        'UPDATE stages SET template = ?, links_fetched_at = ?, links_body = ? WHERE guid = ?',
        links.template,
        links.fetchedAt,
        packed,
        guid,
      )
      database.run('UPDATE categories SET is_listed = 0, position = position + 1000000 WHERE stage = ?', guid)
      for (const [position, link] of links.categories.entries()) {
        database.run(
          `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
           VALUES (?, ?, ?, ?, ?, ?, ?, 1)
           ON CONFLICT (stage, distance_guid, category_guid) DO UPDATE SET distance_name = excluded.distance_name,
             category_name = excluded.category_name, url = excluded.url, position = excluded.position, is_listed = 1`,
          guid,
          link.distanceGuid,
          link.distanceName,
          link.categoryGuid,
          link.categoryName,
          link.url,
          position,
        )
      }
    })
  },
  listedCategories: (guid) =>
    database
      .all(`${categoryColumns} WHERE c.stage = ? AND c.is_listed = 1 ORDER BY c.position, c.id`, guid)
      .map(categoryLinkFrom),
})

const categoryColumns = `
  SELECT c.*, coalesce(t.rows, 0) AS row_count, t.total, t.charset AS read_charset,
    coalesce(c.charset, (SELECT charset FROM stages WHERE guid = c.stage)) AS chosen_charset,
    coalesce(c.has_header, (SELECT has_header FROM stages WHERE guid = c.stage)) AS chosen_header, g.fetched_at, g.size_bytes,
    -- What another address gave does not say whether this one has something new.
    -- A damaged reply is asked for as a whole.
    CASE WHEN l.url = c.url AND l.damaged IS NULL THEN l.etag END AS etag,
    CASE WHEN l.url = c.url AND l.damaged IS NULL THEN l.last_modified END AS last_modified,
    g.id AS snapshot, g.damaged,
    d.at AS drift_at, d.changes AS drift, l.set_aside, l.fetched_at AS last_fetched_at, k.at AS shrunk_at,
    k.rows AS shrunk_rows, k.lost AS shrunk_lost, k.reply_before, k.rows_before, k.before_at
  FROM categories c
    LEFT JOIN category_tables t ON t.category = c.id
    LEFT JOIN snapshots g ON g.id = t.snapshot
    LEFT JOIN snapshots l ON l.id = c.last_snapshot
    LEFT JOIN drifts d ON d.category = c.id
    LEFT JOIN shrinks k ON k.category = c.id`

const stageFrom = (row: SqlRow): Stage => ({
  guid: text(row, 'guid') as StageGuid,
  name: text(row, 'name'),
  profileId: textOrNull(row, 'profile_id') as ProfileId | null,
  profileName: textOrNull(row, 'profile_name'),
  distances: number(row, 'distances'),
  categories: number(row, 'categories'),
  rows: number(row, 'row_count'),
  problems: number(row, 'problems'),
  confirmedAt: textOrNull(row, 'confirmed_at') as Instant | null,
  addedAt: text(row, 'added_at') as Instant,
  ...capsuleFrom(row),
})

const capsuleFrom = (row: SqlRow): { readonly capsule?: StageCapsule } => {
  const capsule = parsed<StageCapsule>(row, 'capsule')
  return capsule === null ? {} : { capsule }
}

const categoryFrom = (database: Database, row: SqlRow): Category => ({
  id: text(row, 'id') as CategoryId,
  guid: text(row, 'category_guid'),
  name: text(row, 'category_name'),
  rows: number(row, 'row_count'),
  fetchedAt: textOrNull(row, 'fetched_at') as Instant | null,
  checkedAt: textOrNull(row, 'checked_at') as Instant | null,
  confirmedAt: number(row, 'row_count') === 0 ? null : (textOrNull(row, 'confirmed_at') as Instant | null),
  outcome: text(row, 'outcome') as CategoryOutcome,
  error: parsed<AppError>(row, 'error'),
  incomplete: row['total'] === null ? null : { rows: number(row, 'row_count'), total: number(row, 'total') },
  hasBody: row['last_snapshot'] !== null,
  isListed: number(row, 'is_listed') === 1,
  ...driftFrom(row['drift_at'], row['drift']),
  ...(row['snapshot'] !== null && isLeftOut(database, row) ? { isDamaged: true as const } : {}),
  ...charsetFrom(row),
  ...asideFrom(row),
  ...shrunkFrom(row),
})

const charsetFrom = (row: SqlRow): Pick<Category, 'charset' | 'hasHeader'> => {
  const chosen = textOrNull(row, 'chosen_charset')
  const charset = chosen === null ? parsed<ReadCharset>(row, 'read_charset') : ({ name: chosen, by: 'chosen' } as const)
  return {
    ...(charset === null ? {} : { charset }),
    ...(row['chosen_header'] === null ? {} : { hasHeader: row['chosen_header'] === 1 }),
  }
}

const asideFrom = (row: SqlRow): Pick<Category, 'setAside'> => {
  const reply = setAsideFrom(row['set_aside'])
  if (reply === null) return {}
  const { reason, text: said, rows } = reply
  const fetchedAt = text(row, 'last_fetched_at') as Instant
  return { setAside: { reason, reply: text(row, 'last_snapshot') as ReplyId, fetchedAt, text: said, rows } }
}

const treeFrom = (database: Database, rows: readonly SqlRow[]): readonly Distance[] => {
  const distances = new Map<string, { guid: string; name: string; categories: Category[] }>()
  for (const row of rows) {
    const guid = text(row, 'distance_guid')
    const distance = distances.get(guid) ?? { guid, name: text(row, 'distance_name'), categories: [] }
    distance.categories.push(categoryFrom(database, row))
    distances.set(guid, distance)
  }
  return [...distances.values()]
}

const categoryLinkFrom = (row: SqlRow): StoredCategory => ({
  id: text(row, 'id') as CategoryId,
  stage: text(row, 'stage') as StageGuid,
  distanceGuid: text(row, 'distance_guid'),
  distanceName: text(row, 'distance_name'),
  categoryGuid: text(row, 'category_guid'),
  categoryName: text(row, 'category_name'),
  url: text(row, 'url'),
  isListed: number(row, 'is_listed') === 1,
  rows: number(row, 'row_count'),
  sizeBytes: row['size_bytes'] === null ? null : number(row, 'size_bytes'),
  etag: textOrNull(row, 'etag'),
  lastModified: textOrNull(row, 'last_modified'),
})

const tableColumns = `
  SELECT c.id, c.stage, c.distance_guid, c.distance_name, c.category_name, t.snapshot, t.rows, t.shape, t.derivation, t.readings, h.version,
    s.fetched_at, s.damaged
  FROM category_tables t JOIN categories c ON c.id = t.category JOIN snapshots s ON s.id = t.snapshot
    LEFT JOIN shapes h ON h.id = t.shape`

const bodyTables = (
  database: Database,
  path: string,
  rules: RulesOfReading,
): Pick<Store, 'tables' | 'damagedTables' | 'tableOf' | 'rowsBody' | 'rowsSource' | 'lastBody'> => ({
  tables: (guid) => {
    const read = (): readonly SqlRow[] =>
      database.all(`${tableColumns} WHERE c.stage = ? ORDER BY c.position, c.id`, guid)
    const rows = read()
    if (!rows.some(isOutdated)) return withoutDamaged(database, rows).map(tableFrom)
    whereWritable(path, () => rules.deriveStageAgain(database, guid))
    return withoutDamaged(database, read()).map(tableFrom)
  },
  damagedTables: (guid) =>
    database
      .all(`${tableColumns} WHERE c.stage = ? ORDER BY c.position, c.id`, guid)
      .filter((row) => isLeftOut(database, row))
      .map(tableFrom),
  tableOf: (category) => {
    const read = (): SqlRow | null => database.get(`${tableColumns} WHERE c.id = ?`, Number(category))
    let row = read()
    if (row !== null && isOutdated(row)) {
      whereWritable(path, () => rules.deriveCategoryAgain(database, Number(category)))
      row = read()
    }
    return row === null || isLeftOut(database, row)
      ? null
      : { ...tableFrom(row), fetchedAt: text(row, 'fetched_at') as Instant }
  },
  rowsBody: ({ snapshot }) => bodyFrom(database, database.get('SELECT * FROM snapshots WHERE id = ?', snapshot)),
  rowsSource: ({ snapshot }) => {
    const row = database.get('SELECT url, fetched_at, sha256, size_bytes FROM snapshots WHERE id = ?', snapshot)
    return row === null
      ? null
      : {
          url: text(row, 'url'),
          fetchedAt: text(row, 'fetched_at') as Instant,
          sha256: text(row, 'sha256'),
          sizeBytes: number(row, 'size_bytes'),
        }
  },
  lastBody: (category, most, reply, charset) => {
    const row = database.get(
      `SELECT s.* FROM categories c JOIN snapshots s ON s.id = coalesce(?, c.last_snapshot) AND s.category = c.id
       WHERE c.id = ?`,
      reply === undefined ? null : Number(reply),
      Number(category),
    )
    const bytes = row === null ? null : (readReply(database, row)?.bytes ?? null)
    if (row === null || bytes === null) return null
    const reading = readingOf(database, Number(category))
    const chosen = charset === undefined ? reading.charset : charset
    return {
      ...describedBody(row),
      ...startOf(bytes, text(row, 'content_type'), most, chosen),
      hasHeader: reading.hasHeader,
    }
  },
})

/** How often a table is told from itself read anew. */
const mostReadings = 1024

const tableFrom = (row: SqlRow): StoredTable => ({
  category: text(row, 'id') as CategoryId,
  stage: text(row, 'stage') as StageGuid,
  distanceGuid: text(row, 'distance_guid'),
  distanceName: text(row, 'distance_name'),
  categoryName: text(row, 'category_name'),
  snapshot: number(row, 'snapshot'),
  fetchedAt: text(row, 'fetched_at') as Instant,
  rows: number(row, 'rows'),
  shape: row['shape'] === null ? null : number(row, 'shape'),
  reading: number(row, 'readings'),
  roles:
    (row['version'] === null ? 0 : number(row, 'version')) * mostReadings + (number(row, 'readings') % mostReadings),
})

const withoutDamaged = (database: Database, rows: readonly SqlRow[]): readonly SqlRow[] =>
  rows.filter((row) => !isLeftOut(database, row))

const isOutdated = (row: SqlRow): boolean => number(row, 'derivation') < derivation

const bodyFrom = (database: Database, row: SqlRow | null): ResultsBody | null => {
  const body = row === null ? null : (readReply(database, row)?.bytes ?? null)
  if (row === null || body === null) return null
  growSlowlyFor(body.byteLength)
  const { charset, hasHeader } = readingOf(database, number(row, 'category'))
  const decoded = textOfBody(body, text(row, 'content_type'), charset)
  return {
    ...describedBody(row),
    text: decoded?.text ?? body.toString('utf8'),
    charset: decoded?.charset ?? null,
    hasHeader,
    isText: decoded !== null,
  }
}

const describedBody = (row: SqlRow): Omit<StoredBody, 'text' | 'isText'> => ({
  sizeBytes: number(row, 'size_bytes'),
  sha256: text(row, 'sha256'),
  status: number(row, 'status'),
  contentType: text(row, 'content_type'),
  fetchedAt: text(row, 'fetched_at') as Instant,
  url: text(row, 'url'),
})
