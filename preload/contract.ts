import { auditOperations } from './contract/audit.ts'
import { blocksOperations, type BlocksEvents } from './contract/blocks.ts'
import { callsOperations, type CallsEvents } from './contract/calls.ts'
import { capsuleOperations, type CapsuleEvents } from './contract/capsule.ts'
import { changesOperations, type ChangesEvents } from './contract/changes.ts'
import { columnsOperations, startListOperations } from './contract/columns.ts'
import { diagnosticsOperations, type DiagnosticsEvents } from './contract/diagnostics.ts'
import { filesOperations, type FilesEvents } from './contract/files.ts'
import { jobsOperations, type JobsEvents } from './contract/jobs.ts'
import { networkOperations, type NetworkEvents } from './contract/network.ts'
import { ordersOperations, type OrdersEvents } from './contract/orders.ts'
import { organizationsOperations, type OrganizationsEvents } from './contract/organizations.ts'
import { promoOperations, type PromoEvents } from './contract/promo.ts'
import { publishOperations, type PublishEvents } from './contract/publish/publish.ts'
import { repliesOperations } from './contract/replies.ts'
import { resultsOperations, type ResultsEvents } from './contract/results.ts'
import { screensOperations, type ScreensEvents } from './contract/screens/layout.ts'
import { settingsOperations, type SettingsEvents } from './contract/settings.ts'
import { stagesOperations, type StagesEvents } from './contract/stages.ts'
import { storageOperations, type StorageEvents } from './contract/storage.ts'
import { updatesOperations, type UpdatesEvents } from './contract/updates.ts'
import { watchOperations, type WatchEvents } from './contract/watch.ts'

/** Every operation, with its schema. Pages and the bridge take types only: no schema gets into their bundles. */
export const operations = {
  ...auditOperations,
  ...blocksOperations,
  ...callsOperations,
  ...capsuleOperations,
  ...changesOperations,
  ...columnsOperations,
  ...diagnosticsOperations,
  ...filesOperations,
  ...jobsOperations,
  ...networkOperations,
  ...ordersOperations,
  ...organizationsOperations,
  ...promoOperations,
  ...publishOperations,
  ...repliesOperations,
  ...resultsOperations,
  ...screensOperations,
  ...settingsOperations,
  ...stagesOperations,
  ...startListOperations,
  ...storageOperations,
  ...updatesOperations,
  ...watchOperations,
}

export type Operations = {
  readonly [K in keyof typeof operations]: NonNullable<(typeof operations)[K]['types']>
}
export type Operation = keyof Operations
export type Input<K extends Operation> = Operations[K]['input']
export type Value<K extends Operation> = Operations[K]['value']

/** Events carry ids and counts, never rows or keys; a job reports at most 10 times a second. */
export type Events = BlocksEvents &
  CallsEvents &
  CapsuleEvents &
  ChangesEvents &
  DiagnosticsEvents &
  FilesEvents &
  JobsEvents &
  NetworkEvents &
  OrdersEvents &
  OrganizationsEvents &
  PromoEvents &
  PublishEvents &
  ResultsEvents &
  ScreensEvents &
  SettingsEvents &
  StagesEvents &
  StorageEvents &
  UpdatesEvents &
  WatchEvents
export type EventName = keyof Events
export type AppEvent = { readonly [K in EventName]: { readonly name: K; readonly data: Events[K] } }[EventName]
