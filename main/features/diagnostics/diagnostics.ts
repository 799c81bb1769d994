import { randomUUID } from 'node:crypto'
import type { Diagnostics } from '../../../preload/contract/diagnostics.ts'
import type { Instant, JobId } from '../../../preload/contract/ids.ts'
import type { HostState } from '../../../preload/contract/network.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { DiagnosticsFacts } from './rules/diagnostics.ts'
import type { ExportDesk } from '../files/exportDesk.ts'
import type { Piece } from '../files/fileWriting.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Profiles } from '../organizations/profiles.ts'
import type { Secrets } from '../organizations/secrets.ts'
import type { SettingsService } from '../settings/settings.ts'
import type { StorageStore } from '../storage/storageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Shell } from '../../kernel/face.ts'
import type { Log } from '../../kernel/log.ts'
import type { Zip, ZipEntry } from '../../platform/files/files.ts'
import { notFound } from '../../kernel/result.ts'

/** Collects diagnostics of the app; `save` writes exactly what was shown under that ID. */
type DiagnosticsService = (save?: string) => Promise<Result<Diagnostics>>

export type DiagnosticsParts = {
  readonly app: Omit<DiagnosticsFacts['app'], 'at'>
  readonly wasMovedAside: boolean
  readonly store: Pick<StorageStore, 'condition'>
  readonly settings: Pick<SettingsService, 'read'>
  readonly hosts: () => readonly HostState[]
  readonly profiles: Pick<Profiles, 'list'>
  readonly secrets: Pick<Secrets, 'status'>
  readonly jobs: Pick<Jobs, 'list'>
  readonly log: Pick<Log, 'recent'>
  /** Absent in a face that keeps no crashes. */
  readonly shell?: Pick<Shell, 'crashes'>
  readonly desk: ExportDesk
  readonly zip: Zip
  readonly clock: Clock
  readonly mask: (text: string) => string
}

/** Enough for the last days, little enough to be looked through. */
const logChars = 300_000

type Shown = { readonly at: Instant; readonly diagnostics: Diagnostics }

export const createDiagnostics = (parts: DiagnosticsParts): DiagnosticsService => {
  let shown: Shown | null = null

  const gather = async (): Promise<Shown> => {
    const { app, store, settings, hosts, profiles, secrets, jobs, log, clock, mask, wasMovedAside, shell } = parts
    const at = new Date(clock()).toISOString() as Instant
    const listed = profiles.list()
    const condition = await store.condition()
    // Loaded on first use: few runs save diagnostics.
    const { diagnosticsFiles } = await import('./rules/diagnostics.ts')
    const files = diagnosticsFiles({
      app: { ...app, at },
      settings: settings.read(),
      hosts: hosts(),
      profiles: listed,
      keys: await secrets.status(listed),
      jobs: jobs.list(),
      database: {
        rows: condition.ok ? condition.value.rows : {},
        problems: condition.ok ? condition.value.problems : 0,
        error: condition.ok ? null : condition.error,
        wasMovedAside,
      },
      crashes: (await shell?.crashes()) ?? [],
      log: log.recent(logChars),
    }).map(({ name, text }) => ({ name, text: mask(text) }))
    return { at, diagnostics: { id: randomUUID(), files, jobId: null } }
  }

  const save = async ({ at, diagnostics }: Shown): Promise<Result<{ readonly jobId: JobId } | null>> => {
    const { files } = diagnostics
    const progress = { done: 0 }
    const packed = function* (): Generator<ZipEntry> {
      for (const { name, text } of files) {
        progress.done += 1
        yield { path: name, pieces: [text] }
      }
    }
    const pieces = async function* (): AsyncGenerator<Piece> {
      for await (const bytes of parts.zip(packed(), at)) yield { bytes, done: progress.done }
    }
    return await parts.desk.start({
      name: ['Racedesk diagnostics'],
      ending: 'zip',
      stage: null,
      content: { total: files.length, unit: 'files', pieces: pieces() },
    })
  }

  return async (id) => {
    if (id === undefined) {
      shown = await gather()
      return { ok: true, value: shown.diagnostics }
    }
    if (shown?.diagnostics.id !== id) return notFound('diagnostics')
    const saved = await save(shown)
    return saved.ok ? { ok: true, value: { ...shown.diagnostics, jobId: saved.value?.jobId ?? null } } : saved
  }
}
