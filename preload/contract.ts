import type { AuditOperations } from './contract/audit.ts'
import type { BlocksEvents, BlocksOperations } from './contract/blocks.ts'
import type { CallsEvents, CallsOperations } from './contract/calls.ts'
import type { CapsuleEvents, CapsuleOperations } from './contract/capsule.ts'
import type { ChangesEvents, ChangesOperations } from './contract/changes.ts'
import type { ColumnsOperations } from './contract/columns.ts'
import type { DiagnosticsEvents, DiagnosticsOperations } from './contract/diagnostics.ts'
import type { FilesEvents, FilesOperations } from './contract/files.ts'
import type { JobsEvents, JobsOperations } from './contract/jobs.ts'
import type { NetworkEvents, NetworkOperations } from './contract/network.ts'
import type { OrdersEvents, OrdersOperations } from './contract/orders.ts'
import type { OrganizationsEvents, OrganizationsOperations } from './contract/organizations.ts'
import type { PersonOperations } from './contract/person.ts'
import type { PromoEvents, PromoOperations } from './contract/promo.ts'
import type { RepliesOperations } from './contract/replies.ts'
import type { ResultsEvents, ResultsOperations } from './contract/results.ts'
import type { SettingsEvents, SettingsOperations } from './contract/settings.ts'
import type { StagesEvents, StagesOperations } from './contract/stages.ts'
import type { StorageEvents, StorageOperations } from './contract/storage.ts'
import type { UpdatesEvents, UpdatesOperations } from './contract/updates.ts'
import type { WatchEvents, WatchOperations } from './contract/watch.ts'
import type { Result } from './contract/result.ts'

export type Operations = AuditOperations &
  BlocksOperations &
  CallsOperations &
  CapsuleOperations &
  ChangesOperations &
  ColumnsOperations &
  DiagnosticsOperations &
  FilesOperations &
  JobsOperations &
  NetworkOperations &
  OrdersOperations &
  OrganizationsOperations &
  PersonOperations &
  PromoOperations &
  RepliesOperations &
  ResultsOperations &
  SettingsOperations &
  StagesOperations &
  StorageOperations &
  UpdatesOperations &
  WatchOperations

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
  ResultsEvents &
  SettingsEvents &
  StagesEvents &
  StorageEvents &
  UpdatesEvents &
  WatchEvents

export type EventName = keyof Events
export type AppEvent = { readonly [K in EventName]: { readonly name: K; readonly data: Events[K] } }[EventName]

/** What the preload bridge exposes as `window.racedesk`. */
export type Bridge = {
  readonly call: (operation: string, input: unknown) => Promise<Result<unknown>>
  /** Returns the function that stops listening. */
  readonly listen: (listener: (event: AppEvent) => void) => () => void
}
