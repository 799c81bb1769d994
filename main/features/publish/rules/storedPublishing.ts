import * as z from 'zod'
import { instant } from '../../../../preload/contract/ids.ts'
import type { Parsed } from '../../../../preload/contract/operation.ts'
import { storedPublishSettings, type PublishSettings } from '../../../../preload/contract/publish/publish.ts'

const target = z.union([
  z.object({ kind: z.literal('folder'), path: z.string() }),
  z.object({ kind: z.literal('s3'), address: z.string(), endpoint: z.string().nullable() }),
  z.object({ kind: z.literal('sftp'), address: z.string() }),
  z.object({ kind: z.literal('webdav'), address: z.string() }),
])

const publication = z.object({
  at: instant(),
  files: z.number(),
  sizeBytes: z.number(),
  sent: z.number(),
  sentBytes: z.number(),
  confirmedAt: instant(),
  isFinal: z.boolean(),
})

const stored = z.object({
  settings: storedPublishSettings(),
  target: target.nullable(),
  accessKeyId: z.string(),
  /** Fingerprints of hosts, by their `storeOf`. */
  hostKeys: z.record(z.string(), z.string()).default({}),
  /** The region that the store named for the target's bucket; null: it named none. */
  region: z.string().nullable().default(null),
  /** Tells this desk from others that publish to the same place. */
  desk: z.string(),
  turn: z.number(),
  isFollowing: z.boolean(),
  /** How often it was taken down, so that another process that publishes by itself ends. */
  takeDowns: z.number().default(0),
  published: publication.nullable(),
  /** Sites that are still at places that were left, the latest first. */
  left: z.array(z.object({ target, published: publication })).default([]),
  receipts: z.array(publication),
  /** Paths that no entry leads to since that time, in ms; somebody who reads may still ask for them. */
  retired: z.array(z.tuple([z.string(), z.number()])),
})

/** How a stage is published, and what was published last. */
export type StoredPublishing = Parsed<() => typeof stored>

/** Null for what another version of the app stored and this one cannot read. */
export const readStored = (value: unknown): StoredPublishing | null => stored.safeParse(value).data ?? null

export const firstSettings = (language: 'en' | 'ru'): PublishSettings => ({
  categories: null,
  columns: ['bib', 'club', 'city'],
  isFinal: false,
  language,
  colour: '#0b6b6b',
  logo: null,
  readerUrl: '',
  budgetMbPerHour: 200,
})

export const firstPublishing = (language: 'en' | 'ru', desk: string): StoredPublishing => ({
  settings: firstSettings(language),
  target: null,
  accessKeyId: '',
  hostKeys: {},
  region: null,
  desk,
  turn: 0,
  isFollowing: false,
  takeDowns: 0,
  published: null,
  left: [],
  receipts: [],
  retired: [],
})
