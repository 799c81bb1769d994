import type { ReferenceStore } from '../features/blocks/referenceTables.ts'
import type { CallStore } from '../features/calls/callTables.ts'
import type { CapsuleStore } from '../features/capsule/capsuleStore.ts'
import type { LedgerStore } from '../features/changes/ledgerStore.ts'
import type { ShapeStore, TableStore } from '../features/columns/tableStore.ts'
import type { AutoExportStore, ExportStore } from '../features/files/exportTables.ts'
import type { JobStore } from '../features/jobs/jobTables.ts'
import type { OrderStore } from '../features/orders/orderStore.ts'
import type { ProfileStore } from '../features/organizations/profileTables.ts'
import type { PromoStore } from '../features/promo/promoTables.ts'
import type { PublishStore } from '../features/publish/publishTables.ts'
import type { SiteStore } from '../features/publish/siteStore.ts'
import type { ReplyStore } from '../features/replies/replyTables.ts'
import type { FavouriteStore } from '../features/results/favouriteTables.ts'
import type { PeopleStore } from '../features/results/peopleOfRows.ts'
import type { SearchStore } from '../features/results/stageSearch.ts'
import type { MemoryStore, SettingsStore } from '../features/settings/settingsTables.ts'
import type { StageStore } from '../features/stages/stageStore.ts'
import type { ScreenStore } from '../features/screens/screenTables.ts'
import type { StartListStore } from '../features/startList/startListTables.ts'
import type { StorageStore } from '../features/storage/storageStore.ts'
import type { WatchStore } from '../features/watch/watchTables.ts'

/**
 * Data on disk. Reads and small writes are synchronous and throw only when the database fails, which the gate maps to
 * `storage`; results bodies are parsed and written off the caller's thread.
 */
export type Store = AutoExportStore &
  CallStore &
  CapsuleStore &
  ExportStore &
  FavouriteStore &
  JobStore &
  LedgerStore &
  MemoryStore &
  OrderStore &
  PeopleStore &
  ProfileStore &
  PromoStore &
  PublishStore &
  ReferenceStore &
  ReplyStore &
  SearchStore &
  SettingsStore &
  ShapeStore &
  StageStore &
  StartListStore &
  ScreenStore &
  SiteStore &
  StorageStore &
  TableStore &
  WatchStore
