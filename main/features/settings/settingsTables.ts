import { readable, text } from '../../platform/sqlite/rowCells.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import type { PromoDraft } from '../../../preload/contract/promo.ts'
import type { Json, StageGuid } from '../../../preload/contract/ids.ts'
import type { Memory, StageMemory } from '../../../preload/contract/settings.ts'

type Settings = { readonly [name: string]: Json }

/** Settings by name, as they were saved. */
export const settingsTables = (database: Database) => ({
  settings: (): Settings =>
    Object.fromEntries(
      database.all('SELECT name, value FROM settings').map((row) => [text(row, 'name'), readable(row, 'value')]),
    ),
  saveSettings: (settings: Settings): void => {
    database.transaction(() => {
      for (const [name, value] of Object.entries(settings)) {
        database.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, JSON.stringify(value))
      }
    })
  },
})

const isDraft = (value: unknown): value is PromoDraft =>
  typeof value === 'object' &&
  value !== null &&
  'profileId' in value &&
  (value.profileId === null || typeof value.profileId === 'string') &&
  'race' in value &&
  typeof value.race === 'string' &&
  'text' in value &&
  typeof value.text === 'string'

export type SettingsStore = ReturnType<typeof settingsTables>

/** Values that pages remember, in general and for each stage, and the draft of promo codes; writes are on disk when they return. */
export const memoryTables = (database: Database) => ({
  /** Null: what belongs to no stage. Older and newer versions may have stored other values. */
  memory: (stage: StageGuid | null): Memory & StageMemory => {
    const rows =
      stage === null
        ? database.all('SELECT name, value FROM memory')
        : database.all('SELECT name, value FROM stage_memory WHERE stage = ?', stage)
    return Object.fromEntries(rows.map((row) => [text(row, 'name'), readable(row, 'value')]))
  },
  saveMemory: (stage: StageGuid | null, values: Memory & StageMemory): void => {
    database.transaction(() => {
      for (const [name, value] of Object.entries(values)) {
        const json = JSON.stringify(value)
        if (stage === null) database.run('INSERT OR REPLACE INTO memory (name, value) VALUES (?, ?)', name, json)
        else
          database.run('INSERT OR REPLACE INTO stage_memory (stage, name, value) VALUES (?, ?, ?)', stage, name, json)
      }
    })
  },
  promoDraft: (): PromoDraft | null => {
    const row = database.get('SELECT draft FROM promo_draft')
    const draft = row === null ? null : readable(row, 'draft')
    return isDraft(draft) ? draft : null
  },
  savePromoDraft: (draft: PromoDraft): void => {
    // As JSON, since what is typed may hold control characters and halves of surrogate pairs.
    const json = JSON.stringify(draft)
    database.run('INSERT OR REPLACE INTO promo_draft (id, profile_id, draft) VALUES (1, ?, ?)', draft.profileId, json)
  },
})

export type MemoryStore = ReturnType<typeof memoryTables>
