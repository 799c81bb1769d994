import { inDatabase } from './openCore.ts'

/** Flips one byte in the middle of a stored reply of a category: the newest, or the nth from the oldest. */
export const damageReply = (dataDir: string, category: string, nth = -1): void =>
  inDatabase({ dataDir }, (database) => {
    const rows = database.all(
      'SELECT s.id, s.body FROM snapshots s JOIN categories c ON c.id = s.category WHERE c.category_name = ? ORDER BY s.id',
      category,
    )
    const row = rows.at(nth)
    if (!(row?.['body'] instanceof Uint8Array)) throw new Error(`no reply of ${category}`)
    const bytes = Buffer.from(row['body'])
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 0x10
    database.run('UPDATE snapshots SET body = ? WHERE id = ?', bytes, row['id'] ?? null)
  })
