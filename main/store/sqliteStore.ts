import { join } from 'node:path'
import type { Instant } from '../../preload/contract/ids.ts'
import { beginUse, noteDamage } from '../platform/sqlite/cleanEnd.ts'
import { callTables } from '../features/calls/callTables.ts'
import { capsuleTables } from '../features/capsule/capsuleTables.ts'
import { exportTables } from '../features/files/exportTables.ts'
import { favouriteTables } from '../features/results/favouriteTables.ts'
import { forgetUnmarked, leaveOut } from '../features/replies/damagedReplies.ts'
import { createIngestThread } from './ingestThread.ts'
import { jobTables, markInterrupted } from '../features/jobs/jobTables.ts'
import { ledgerTables } from '../features/changes/ledgerTables.ts'
import { screenTables } from '../features/screens/screenTables.ts'
import { settleMoves } from '../features/changes/ledgerWriting.ts'
import { memoryTables, settingsTables } from '../features/settings/settingsTables.ts'
import { orderTables } from '../features/orders/orderTables.ts'
import { markLostPromoSets, promoTables } from '../features/promo/promoTables.ts'
import { publishTables } from '../features/publish/publishTables.ts'
import { referenceTables } from '../features/blocks/referenceTables.ts'
import { replyTables } from '../features/replies/replyTables.ts'
import { hasUnreadReplies } from '../features/replies/rowless.ts'
import { rulesOfReading } from '../features/replies/rulesOfReading.ts'
import { shapeTables } from '../features/replies/shapeTables.ts'
import { isDamage, openDatabase } from '../platform/sqlite/sqliteDatabase.ts'
import { createPeopleThreads } from './peopleThread.ts'
import { createCategoryRows } from '../features/columns/categoryRows.ts'
import { createStageSearch } from '../features/results/stageSearch.ts'
import { createReaderThread } from './readerThread.ts'
import { createSiteThreads } from './siteThread.ts'
import { createUpkeepThread } from './upkeepThread.ts'
import { watchTables } from '../features/watch/watchTables.ts'
import type { Store } from './store.ts'
import { profileTables } from '../features/organizations/profileTables.ts'
import { startListTables } from '../features/startList/startListTables.ts'
import { stageTables } from '../features/replies/stageTables.ts'
import { bodyTables } from '../features/replies/bodyTables.ts'
import { whereWritable } from '../platform/sqlite/whereWritable.ts'

/** An open store and the state in which it was found. */
export type OpenedStore = { readonly store: Store; readonly movedAsideTo: string | null }

export const databasePath = (dataDir: string): string => join(dataDir, 'racedesk.db')

/** A row unless the database is new, when upkeep has nothing to do. */
const everUsed = 'SELECT 1 FROM profiles UNION ALL SELECT 1 FROM stages LIMIT 1'

/**
 * Opens the store in a data folder. Throws when the folder or the database cannot be used; `at` names a damaged file moved aside.
 * `onDamage` is called for damage found later.
 */
export const openSqliteStore = (dataDir: string, at: Instant, onDamage: () => void = () => undefined): OpenedStore => {
  const { database, file, movedAsideTo, wasUnclean } = openDatabase(databasePath(dataDir), at)
  const use = beginUse(file.path)
  let isUpkeepWanted = wasUnclean
  try {
    isUpkeepWanted ||= database.get(everUsed) !== null
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
  const upkeep = createUpkeepThread(file, isUpkeepWanted, wasUnclean, (isDamaged) => {
    if (isDamaged) foundDamage()
    else use.wasChecked()
  })
  const reader = createReaderThread(file, {
    foundDamage,
    foundDamaged: ({ snapshot }) => leaveOut(database, snapshot),
    searchHere: () => createStageSearch(createCategoryRows(store)),
  })
  const people = createPeopleThreads(file)
  const sites = createSiteThreads(file)
  const rules = rulesOfReading(database)
  const store: Store = {
    prepareToRead: rules.load,
    ...profileTables(database),
    ...settingsTables(database),
    ...stageTables(database, file.path, rules),
    emptyBin: (stage) => upkeep.ask({ kind: 'bin', stage }),
    ...bodyTables(database, file.path, rules),
    ...jobTables(database),
    ...promoTables(database),
    ...callTables(database),
    ...capsuleTables(database),
    takeInCapsule: (manifest) => thread.takeIn(manifest),
    ...exportTables(database),
    ...favouriteTables(database),
    numberPeopleApart: people.number,
    stageSearch: reader.search,
    ...memoryTables(database),
    ...referenceTables(database),
    ...orderTables(database),
    ...ledgerTables(database),
    settleMoves: (stage, since) => settleMoves(database, stage, since),
    ...watchTables(database),
    ...shapeTables(database, file.path, rules),
    ...startListTables(database),
    ...screenTables(database),
    ...publishTables(database),
    makeSite: sites.make,
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
      await reader.close()
      await people.close()
      await sites.close()
      await upkeep.close()
      await thread.close()
      const isReplaced = database.writeFault() === 'replaced'
      database.close()
      use.end(isReplaced)
    },
  }
  return { store, movedAsideTo }
}
