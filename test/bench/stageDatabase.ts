import type { CategoryId, Instant, JobId } from '../../preload/contract/ids.ts'
import { ingest, type Finding } from '../../main/features/replies/ingest.ts'
import { openDatabase, type Database } from '../../main/platform/sqlite/sqliteDatabase.ts'
import { benchCategories, benchStage, nameAt } from './benchRace.ts'

export const at = '2026-01-01T00:00:00.000Z' as Instant
const batch = 8

/** A new database with the stage of the bench and its categories, of which nothing was downloaded yet. Their ids count from 1. */
export const stageIn = (path: string): Database => {
  const { database } = openDatabase(path, at)
  database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, 'Bench', ?)", benchStage, at)
  for (let index = 0; index < benchCategories; index += 1) {
    database.run(
      `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
       VALUES (?, '10 km', '10 km', ?, 'Category', '', ?, 1)`,
      benchStage,
      nameAt(index),
      index,
    )
  }
  return database
}

export const inBatches = <T>(all: readonly T[], store: (some: readonly T[]) => void): void => {
  for (let from = 0; from < all.length; from += batch) store(all.slice(from, from + batch))
}

export const findingsOf = (bodies: readonly Uint8Array[]): readonly Finding[] =>
  bodies.map((body, index) => {
    const named = { category: String(index + 1) as CategoryId, job: 'bench' as JobId }
    const reply = {
      url: 'https://results.example.org/get',
      fetchedAt: at,
      status: 200,
      contentType: 'application/json',
    }
    const fetched = { ...named, ...reply, etag: null, lastModified: null, body: new Uint8Array(body) }
    return { kind: 'body', fetched }
  })

export const ingestAll = (database: Database, findings: readonly Finding[]): void =>
  inBatches(findings, (some) => ingest(database, some))
