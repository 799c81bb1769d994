import { readable, text } from '../../platform/sqlite/rowCells.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import type { SettingsStore } from './settingsStore.ts'

export const settingsTables = (database: Database): SettingsStore => ({
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
