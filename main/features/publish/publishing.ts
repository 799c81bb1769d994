import { isDeepStrictEqual } from 'node:util'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Publication, PublishTarget } from '../../../preload/contract/publish/publish.ts'
import type { SiteState } from '../../../preload/contract/publish/site.ts'
import type { PublishFault, Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import type { Clock, Wait } from '../../kernel/clock.ts'
import { fail, notFound } from '../../kernel/result.ts'
import { largestReplaced } from '../../platform/remote/remoteFolder.ts'
import { createSpool, type Spool } from '../../platform/files/spool.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { entryPage } from './pages/entryPage.ts'
import type { OpenedPlace } from './places.ts'
import type { PublishStore } from './publishTables.ts'
import {
  cacheControlOf,
  contentTypeOf,
  entryPath,
  isOwnPath,
  ownerOf,
  ownFolders,
  type EntryOwner,
} from './rules/entryState.ts'
import { afterPublishing } from './rules/afterPublishing.ts'
import type { StoredPublishing } from './rules/storedPublishing.ts'
import { openSending, type Sending, type SpooledFile } from './sendSite.ts'
import type { SiteFile } from './siteBuild.ts'
import type { MadeSite, SiteStore } from './siteStore.ts'
import { tryAgain, type ToldWait } from './tryAgain.ts'

export type PublishingParts = {
  readonly store: PublishStore & SiteStore & Pick<StageStore, 'stage' | 'tree'> & Pick<TableStore, 'tables'>
  readonly clock: Clock
  readonly wait: Wait
  readonly random: () => number
  /** How long a network that is gone is waited for, in ms. */
  readonly patienceMs: number
  /** Files are made there before they are sent. */
  readonly folder: string
  /** The stage's place, to be closed after use. */
  readonly open: (stage: StageGuid, stored: StoredPublishing, signal: AbortSignal) => Promise<Result<OpenedPlace>>
}

export type PublishControl = {
  readonly signal: AbortSignal
  readonly report: (progress: { readonly done: number; readonly total: number; readonly sentBytes: number }) => void
  readonly waits: ToldWait
  /** In place of another desk's site, or of a page that Racedesk did not write. */
  readonly isTakingOver: boolean
  /** By the user: what is on the place is looked up, even if it is known from the last time, and the entry written anew. */
  readonly isAsked: boolean
}

/** The times that an entry tells of itself. */
const timesOf = (owner: EntryOwner | null): Partial<SiteState> =>
  owner === null
    ? {}
    : {
        turn: owner.turn,
        publishedAt: owner.publishedAt as Instant,
        confirmedAt: owner.confirmedAt as Instant,
      }

type Entry = { readonly owner: EntryOwner | null; readonly version: string | null; readonly body: Buffer | null }

const largestEntry = 1_000_000
/** How often readers are told that results are confirmed which stay the same. */
const confirmEveryMs = 120_000

const refused = (reason: PublishFault, detail?: string) =>
  fail({ kind: 'publish-refused', reason, ...(detail === undefined ? {} : { detail }) })

export type Publishing = {
  readonly publish: (stage: StageGuid, control: PublishControl) => Promise<Result<Publication>>
  readonly takeDown: (stage: StageGuid, control: PublishControl) => Promise<Result<null>>
  /** Nothing is known of the stage's place any more. */
  readonly forget: (stage: StageGuid) => void | Promise<void>
}

/** Publishes the site of a stage, and takes it down. */
export const createPublishing = (parts: PublishingParts): Publishing => {
  const { store, clock } = parts
  /** Files that this process has seen and sent on the place of each stage; valid while the entry is this version. */
  const seen = new Map<StageGuid, { readonly files: Map<string, number>; readonly entry: string | null }>()

  const patience = ({ signal, waits: told }: PublishControl) => {
    const { wait, random, patienceMs } = parts
    return <T>(work: () => Promise<Result<T>>) => tryAgain({ wait, random, patienceMs, signal, told }, work)
  }

  const tablesOf = (stage: StageGuid, { settings }: StoredPublishing): readonly StoredTable[] =>
    store.tables(stage).filter(({ category, rows }) => rows > 0 && settings.categories?.includes(category) !== false)

  /** When the oldest of the results was last confirmed. */
  const confirmedAt = (stage: StageGuid, tables: readonly StoredTable[]): Instant => {
    const shown = new Set(tables.map(({ category }) => category))
    const times = store
      .tree(stage)
      .flatMap(({ categories }) => categories.filter(({ id }) => shown.has(id)))
      .flatMap((category) => category.confirmedAt ?? category.fetchedAt ?? [])
    return times.toSorted()[0] ?? (new Date(clock()).toISOString() as Instant)
  }

  const readEntry = async (
    { remote }: OpenedPlace,
    { desk }: StoredPublishing,
    control: PublishControl,
  ): Promise<Result<Entry>> => {
    const { signal, isTakingOver } = control
    const limitBytes = isTakingOver ? largestReplaced : largestEntry
    const read = await patience(control)(() => remote.read(entryPath, limitBytes, signal))
    if (!read.ok) return read.error.kind === 'too-large' && !isTakingOver ? refused('other-page') : read
    if (read.value === null) return { ok: true, value: { owner: null, version: null, body: null } }
    const owner = ownerOf(read.value.body.toString('utf8'))
    if (!isTakingOver && owner === null) return refused('other-page')
    if (!isTakingOver && owner !== null && owner.desk !== desk) return refused('other-desk', owner.publishedAt)
    return { ok: true, value: { owner, ...read.value } }
  }

  const listPlace = async (
    stage: StageGuid,
    { remote }: OpenedPlace,
    entry: string | null,
    control: PublishControl,
  ): Promise<Result<Map<string, number>>> => {
    const { signal, isAsked } = control
    const known = seen.get(stage)
    if (known?.entry === entry && !isAsked) return { ok: true, value: known.files }
    const listed = await patience(control)(() => remote.list(ownFolders, signal))
    if (!listed.ok) return listed
    return { ok: true, value: new Map(listed.value.map(({ path, sizeBytes }) => [path, sizeBytes])) }
  }

  const list = (target: PublishTarget, paths: readonly string[]): void => {
    const listed = store.siteFiles(target)
    const others = paths.filter((path) => !listed.has(path))
    if (others.length > 0) store.addSiteFiles(target, others)
  }

  /** Those that we sent. Earlier versions kept no list: their sites are told by the form of their paths. */
  const ourPaths = (
    target: PublishTarget,
    { published }: StoredPublishing,
    paths: Iterable<string>,
  ): readonly string[] => {
    const listed = store.siteFiles(target)
    const isOurs = listed.size === 0 && published !== null ? isOwnPath : (path: string) => listed.has(path)
    return [...paths].filter(isOurs)
  }

  /** Made so that all its files are either on the place already or in the spool. */
  const make = async (
    stage: Stage,
    stored: StoredPublishing,
    tables: readonly StoredTable[],
    there: ReadonlyMap<string, number>,
    spool: Spool,
    send: Sending['send'],
    signal: AbortSignal,
  ): Promise<Result<MadeSite>> => {
    const { columns, language, isFinal, colour, logo } = stored.settings
    const wanted = { title: stage.name, language, columns, isFinal, colour, logo }
    const task = { tables, wanted, base: store.siteBase(stage.guid), there, spool: spool.path }
    const sendMissing = (file: SpooledFile): void => {
      if (there.get(file.path) !== file.sizeBytes) send(file)
    }
    return await store.makeSite(task, sendMissing, signal)
  }

  const publishOpened = async (
    stage: Stage,
    stored: StoredPublishing,
    place: OpenedPlace,
    spool: Spool,
    control: PublishControl,
  ): Promise<Result<Publication>> => {
    const { signal, report } = control
    const { remote } = place
    const { guid } = stage
    const tables = tablesOf(guid, stored)
    if (tables.length === 0) return refused('nothing')
    const entry = await readEntry(place, stored, control)
    if (!entry.ok) return entry
    const listed = await listPlace(guid, place, entry.value.version, control)
    if (!listed.ok) return listed
    const there = listed.value
    // Files of an earlier version are on no list yet.
    list(place.target, ourPaths(place.target, stored, there.keys()))
    const confirmed = confirmedAt(guid, tables)
    const progress = { done: 0, total: 0, sentBytes: 0 }
    const sentFile = ({ path, sizeBytes }: SiteFile): void => {
      there.set(path, sizeBytes)
      progress.done += 1
      progress.sentBytes += sizeBytes
      report({ ...progress })
    }
    // Making and sending end each other when one of them fails.
    const ending = new AbortController()
    const both = { ...control, signal: AbortSignal.any([signal, ending.signal]) }
    const stop = (): void => ending.abort()
    const sending = openSending({
      remote,
      spool,
      signal: both.signal,
      stop,
      again: patience(both),
      list: (paths) => list(place.target, paths),
      sentFile,
    })
    const made = await make(stage, stored, tables, there, spool, sending.send, both.signal)
    if (made.ok) {
      const left = made.value.files.filter(({ path, sizeBytes }) => there.get(path) !== sizeBytes)
      progress.total = progress.done + left.length + 1
      report({ ...progress })
    } else stop()
    const sent = await sending.done()
    if (!sent.ok && (made.ok || made.error.kind === 'cancelled')) return sent
    if (!made.ok) return made
    const { files, directory, contents, changes } = made.value
    const at = new Date(clock()).toISOString() as Instant
    const { isFinal, language, readerUrl } = stored.settings
    const news: SiteState = {
      version: 1,
      title: stage.name,
      publishedAt: at,
      confirmedAt: confirmed,
      isFinal,
      directory,
      changes,
      contents,
      desk: stored.desk,
      turn: stored.turn + 1,
    }
    const { assets, changesPage } = made.value
    const htmlOf = (state: SiteState): Buffer =>
      Buffer.from(
        entryPage({ state, assets, language, readerUrl: readerUrl === '' ? place.url() : readerUrl, changesPage }),
      )
    const { owner, body } = entry.value
    const known = stored.published
    const before = { ...news, ...timesOf(owner) }
    const isSame = !control.isAsked && known !== null && body?.equals(htmlOf(before)) === true
    if (isSame && Math.abs(Date.parse(confirmed) - Date.parse(before.confirmedAt)) < confirmEveryMs) {
      seen.set(guid, { files: there, entry: entry.value.version })
      return { ok: true, value: known }
    }
    const html = htmlOf(isSame ? { ...news, publishedAt: before.publishedAt } : news)
    const options = {
      contentType: contentTypeOf(entryPath),
      cacheControl: cacheControlOf(entryPath),
      expects: entry.value.version,
    }
    const written = await patience(control)(() => remote.write(entryPath, html, options, signal))
    if (!written.ok) return written
    // A reply may be lost on its way: then another try finds what the first one wrote.
    const version = written.value.written ? written.value.version : await versionOf(place, html, control)
    if (version === null) return await refuseChanged(place, stored, control)
    seen.set(guid, { files: there, entry: version })
    progress.done += 1
    progress.sentBytes += html.byteLength
    report({ ...progress })
    const all: Publication = {
      at,
      files: files.length + 1,
      sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, html.byteLength),
      sent: progress.done,
      sentBytes: progress.sentBytes,
      confirmedAt: confirmed,
      isFinal,
    }
    const done = isSame ? { ...known, confirmedAt: confirmed } : all
    await keep(guid, made.value, done, place, there, signal)
    return { ok: true, value: done }
  }

  /** The version of the entry on the place if it is just this one. */
  const versionOf = async ({ remote }: OpenedPlace, html: Buffer, control: PublishControl): Promise<string | null> => {
    const read = await patience(control)(() => remote.read(entryPath, largestEntry, control.signal))
    return read.ok && read.value !== null && html.equals(read.value.body) ? read.value.version : null
  }

  /** Somebody wrote the entry after it was read; who it was decides. */
  const refuseChanged = async (
    place: OpenedPlace,
    stored: StoredPublishing,
    control: PublishControl,
  ): Promise<Result<never>> => {
    const entry = await readEntry(place, stored, { ...control, isTakingOver: false })
    return entry.ok ? refused('other-desk', entry.value.owner?.publishedAt ?? '') : entry
  }

  /** Remembers what is published now and removes what nobody needs. */
  const keep = async (
    guid: StageGuid,
    made: MadeSite,
    done: Publication,
    { remote, target }: OpenedPlace,
    there: Map<string, number>,
    signal: AbortSignal,
  ): Promise<void> => {
    // Settings may have been saved meanwhile; of another place nothing is known by this.
    const current = store.publishing(guid)
    if (current === null || store.stage(guid) === null || !isDeepStrictEqual(current.target, target)) return
    const paths = made.files.map(({ path }) => path)
    // Those that were there already have our content, too.
    list(target, paths)
    // Those of a publishing that was interrupted, too.
    const own = ourPaths(target, current, there.keys())
    const { next, unneeded } = afterPublishing(current, done, paths, own, clock())
    store.savePublishing(guid, next)
    const removed = unneeded.length === 0 ? null : await remote.remove(unneeded, signal)
    if (removed?.ok === true) {
      for (const path of unneeded) there.delete(path)
      store.removeSiteFiles(target, unneeded)
    }
    if (made.base !== null) store.saveSiteBase(guid, made.base)
  }

  const withPlace = async <T>(
    guid: StageGuid,
    control: PublishControl,
    work: (stage: Stage, stored: StoredPublishing, place: OpenedPlace) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const stage = store.stage(guid)
    if (stage === null) return notFound('stage')
    const stored = store.publishing(guid)
    if (stored === null || stored.target === null) return refused('no-target')
    const place = await patience(control)(() => parts.open(guid, stored, control.signal))
    if (!place.ok) return place
    try {
      return await work(stage, stored, place.value)
    } finally {
      await place.value.remote.close()
    }
  }

  return {
    publish: async (guid: StageGuid, control: PublishControl): Promise<Result<Publication>> => {
      const spool = await createSpool(parts.folder, guid)
      if (!spool.ok) return spool
      const done = await withPlace(guid, control, (stage, stored, place) =>
        publishOpened(stage, stored, place, spool.value, control),
      ).finally(() => void spool.value.remove())
      if (!done.ok) seen.delete(guid)
      return done
    },
    /** The entry goes first, so that readers find nothing rather than half. */
    takeDown: (guid: StageGuid, control: PublishControl): Promise<Result<null>> =>
      withPlace(guid, control, async (_stage, stored, place) => {
        const { remote, target } = place
        const { signal, report } = control
        const again = patience(control)
        const listed = await again(() => remote.list(ownFolders, signal))
        if (!listed.ok) return listed
        // Just before it is removed: another desk may take the place over.
        const entry = await readEntry(place, stored, control)
        if (!entry.ok) return entry
        const there = listed.value.map(({ path }) => path)
        const own = ourPaths(target, stored, there)
        const total = own.length + (entry.value.body === null ? 0 : 1)
        report({ done: 0, total, sentBytes: 0 })
        const first = await again(() => remote.remove([entryPath], signal))
        if (!first.ok) return first
        for (let at = 0; at < own.length; at += removedAtOnce) {
          const removed = await again(() => remote.remove(own.slice(at, at + removedAtOnce), signal))
          if (!removed.ok) return removed
          report({ done: Math.min(total, at + removedAtOnce + total - own.length), total, sentBytes: 0 })
        }
        seen.delete(guid)
        const current = store.publishing(guid) ?? stored
        store.savePublishing(guid, { ...current, published: null, retired: [] })
        store.saveSiteBase(guid, null)
        store.removeSiteFiles(target, [...store.siteFiles(target)])
        return { ok: true, value: null }
      }),
    forget: (guid: StageGuid): void => void seen.delete(guid),
  }
}

const removedAtOnce = 500
