import type { CategoryId, Instant, ProfileId, ReplyId, StageGuid } from '../../../preload/contract/ids.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type {
  Category,
  CategoryOutcome,
  Distance,
  ReadCharset,
  RemovedStage,
  Shrunk,
  Stage,
  StageCapsule,
} from '../../../preload/contract/stages.ts'
import { packBody } from '../../platform/sqlite/bodyCodec.ts'
import { number, parsed, text, textOrNull } from '../../platform/sqlite/rowCells.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import { whereWritable } from '../../platform/sqlite/whereWritable.ts'
import { driftFrom } from '../columns/shapeRows.ts'
import { stageTitle } from '../stages/rules/stageTitle.ts'
import type { StageStore, StoredCategory } from '../stages/stageStore.ts'
import { dropDeleted } from './bin.ts'
import { isLeftOut } from './damagedReplies.ts'
import { deletedFrom, removalAge } from './dataAge.ts'
import type { RulesOfReading } from './rulesOfReading.ts'
import { setAsideFrom } from './setAside.ts'

const stageColumns = `
  SELECT s.*,
    CASE WHEN s.name = '' THEN (
      SELECT json_group_array(distance_name) FROM (
        SELECT distance_name FROM categories WHERE stage = s.guid AND is_listed GROUP BY distance_guid ORDER BY min(position))
    ) END AS distance_names,
    count(DISTINCT c.distance_guid) AS distances,
    count(c.id) AS categories,
    coalesce(sum(t.rows), 0) AS row_count,
    count(DISTINCT CASE WHEN c.outcome = 'failed' AND NOT coalesce(
      c.error ->> '$.kind' = 'offline' OR (c.error ->> '$.kind' = 'timed-out' AND c.error ->> '$.isConnect'), 0)
      THEN coalesce(c.error ->> '$.kind', '') || coalesce(c.error ->> '$.which', c.error ->> '$.status', '') END) AS problems,
    min(CASE WHEN t.rows > 0 THEN c.confirmed_at END) AS confirmed_at
  FROM stages s LEFT JOIN categories c ON c.stage = s.guid LEFT JOIN category_tables t ON t.category = c.id`

/** Excludes those in the bin, and the stages of `stagedIntake.ts`, which are still being written. */
const isShownStage =
  "s.removed_at IS NULL AND s.guid NOT IN (SELECT id || ' new' FROM intakes UNION ALL SELECT id || ' old' FROM intakes)"

export const stageTables = (
  database: Database,
  path: string,
  rules: RulesOfReading,
): Pick<
  StageStore,
  | 'stages'
  | 'stage'
  | 'saveStage'
  | 'renameStage'
  | 'removeStage'
  | 'removedStages'
  | 'restoreStage'
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
    const row = database.get(`${stageColumns} WHERE s.guid = ? AND s.removed_at IS NULL GROUP BY s.guid`, guid)
    return row === null ? null : stageFrom(row)
  },
  saveStage: ({ guid, profileId, profileName, at }) => {
    database.transaction(() => {
      dropDeleted(database, guid)
      database.run(
        `INSERT INTO stages (guid, name, profile_id, profile_name, added_at) VALUES (?, '', ?, ?, ?)
         ON CONFLICT (guid) DO UPDATE SET profile_id = excluded.profile_id, profile_name = excluded.profile_name,
           removed_at = NULL
         WHERE capsule IS NULL`,
        guid,
        profileId,
        profileName,
        at,
      )
    })
  },
  renameStage: (guid, name) => {
    database.run('UPDATE stages SET name = ? WHERE guid = ?', name, guid)
  },
  removeStage: (guid, at) => {
    database.transaction(() => {
      const ageMs = removalAge(database, Date.parse(at))
      database.run(
        'UPDATE stages SET removed_at = ?, removed_age = ? WHERE guid = ? AND removed_at IS NULL',
        at,
        ageMs,
        guid,
      )
      database.run("DELETE FROM jobs WHERE stage = ? AND state <> 'running'", guid)
      // Also when another process removes it: a restored stage is not watched before somebody asks for it.
      database.run('DELETE FROM watches WHERE stage = ?', guid)
    })
  },
  removedStages: () =>
    database
      .all(`${stageColumns} WHERE s.removed_at > '' GROUP BY s.guid ORDER BY s.removed_at DESC, s.guid`)
      .map((row) => removedFrom(database, row)),
  restoreStage: (guid) =>
    database.transaction(() => {
      const isThere = database.get("SELECT 1 FROM stages WHERE guid = ? AND removed_at > ''", guid) !== null
      if (isThere) database.run('UPDATE stages SET removed_at = NULL WHERE guid = ?', guid)
      return isThere
    }),
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
  name: stageTitle(text(row, 'name'), parsed<readonly string[]>(row, 'distance_names') ?? [], text(row, 'guid')),
  isNamed: text(row, 'name') !== '',
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

const removedFrom = (database: Database, row: SqlRow): RemovedStage => ({
  ...stageFrom(row),
  removedAt: text(row, 'removed_at') as Instant,
  deletedFrom: deletedFrom(database, number(row, 'removed_age')),
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

/** Reads a row with `shrunk_at`, `shrunk_rows`, `shrunk_lost`, `reply_before`, `rows_before` and `before_at`. */
const shrunkFrom = (row: SqlRow): { readonly shrunk?: Shrunk } =>
  row['shrunk_at'] === null
    ? {}
    : {
        shrunk: {
          at: String(row['shrunk_at']) as Instant,
          rowsBefore: Number(row['rows_before']),
          rows: Number(row['shrunk_rows']),
          lost: Number(row['shrunk_lost']),
          before: { reply: String(row['reply_before']) as ReplyId, fetchedAt: String(row['before_at']) as Instant },
        },
      }
