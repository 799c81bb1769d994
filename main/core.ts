import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism, release, totalmem, type } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { basename, join } from 'node:path'
import type {
  AppError,
  AppEvent,
  Events,
  Face,
  Instant,
  KeyName,
  Network,
  Profile,
  ProfileId,
  Result,
} from '../preload/contract.ts'
import { openYauzlArchive } from './adapters/files/yauzlArchive.ts'
import { createAtomicFiles } from './adapters/files/atomicFiles.ts'
import { zipFiles } from './adapters/files/fflateZip.ts'
import { createTrustStore } from './adapters/http/trustStore.ts'
import { createHttpEventService } from './adapters/http/undiciEventService.ts'
import { createKeytarKeychain } from './adapters/keychain/keytarKeychain.ts'
import { createMemoryKeychain } from './adapters/keychain/memoryKeychain.ts'
import { createOwnFolders } from './adapters/files/ownFolders.ts'
import { createFileReader } from './adapters/files/fileReader.ts'
import { createReceivedFolder } from './adapters/files/receivedFolder.ts'
import { createFileLog } from './adapters/log/fileLog.ts'
import { isDamagedBody } from './adapters/store/bodyCodec.ts'
import { isDatabaseError } from './adapters/store/sqliteDatabase.ts'
import { openSqliteStore, type OpenedStore } from './adapters/store/sqliteStore.ts'
import { createDemo } from './demo/embeddedDemo.ts'
import { readDropped } from './domain/appLinks.ts'
import { fileStem } from './domain/fileNames.ts'
import { logMessages } from './domain/diagnostics.ts'
import { isHere, routesFromEnvironment } from './domain/routes.ts'
import { createSecretMask } from './domain/secretMask.ts'
import { originOf, parseServiceUrl } from './domain/urls.ts'
import { createSingleUse } from './domain/singleUse.ts'
import { createGate, type Gate, type Handlers } from './gate/gate.ts'
import type { Asking } from './services/askCategories.ts'
import { createAutoExports } from './services/autoExport.ts'
import { createAudits } from './services/audits.ts'
import { createBlockTypes } from './services/blockTypes.ts'
import { createFindEverywhere } from './services/findEverywhere.ts'
import { createBlockExports } from './services/exportBlocks.ts'
import { createDiagnostics } from './services/diagnostics.ts'
import { createExportDesk } from './services/exportDesk.ts'
import { createOrderExports } from './services/exportOrders.ts'
import { createCallExports } from './services/callExports.ts'
import { createCallReplies } from './services/callReplies.ts'
import { createCalls } from './services/calls.ts'
import { createFileChecks } from './services/fileChecks.ts'
import { createExports } from './services/exportResults.ts'
import { createPrintouts } from './services/printouts.ts'
import { createJobs } from './services/jobs.ts'
import { createLedger } from './services/ledger.ts'
import { createNetworkFacts, watchNetwork } from './services/network.ts'
import type {
  ChooseFolder,
  Clock,
  Delivery,
  Demo,
  EventService,
  Keychain,
  Previews,
  Printing,
  RoutesOf,
  Shell,
  Updater,
  Wait,
} from './services/ports.ts'
import { createCapsuleOpening } from './services/openCapsule.ts'
import { createOrders } from './services/orders.ts'
import { createMapping } from './services/mapping.ts'
import { createProfiles, defaultAccessHeader, defaultResultsHeader } from './services/profiles.ts'
import { createPodium } from './services/podium.ts'
import { createPromoCodes } from './services/promoCodes.ts'
import { createPromoHistory } from './services/promoHistory.ts'
import { createRaceYears } from './services/raceYears.ts'
import { createReceivedFiles } from './services/receivedFiles.ts'
import { createReplyReadings } from './services/replyReading.ts'
import { createCategoryRows } from './services/categoryRows.ts'
import { createFavourites } from './services/favourites.ts'
import { createPeople } from './services/person.ts'
import { createPictures } from './services/pictures.ts'
import { createFieldFacts } from './services/fieldFacts.ts'
import { createResults } from './services/results.ts'
import { createRowFields } from './services/rowFields.ts'
import { createCapsuleSaving } from './services/saveCapsule.ts'
import { createSecrets } from './services/secrets.ts'
import { createSettings } from './services/settings.ts'
import { createStageSearch } from './services/stageSearch.ts'
import { createStages } from './services/stages.ts'
import { createTrust } from './services/trust.ts'
import { createUpdates } from './services/updates.ts'
import { createWatches } from './services/watch.ts'

export type CoreOptions = {
  readonly face: Face
  readonly dataDir: string
  /** Read for RACEDESK_ACCESS_KEY and RACEDESK_RESULTS_KEY, which the desktop face ignores. */
  readonly env: { readonly [name: string]: string | undefined }
  /** Language tag of the operating system, e.g. `ru-RU`. */
  readonly systemLanguage: string
  readonly delivery: Delivery
  /** Where files go that follow a watch; absent: into a folder of our own. */
  readonly chooseFolder?: ChooseFolder
  /** Absent in a face without a screen. */
  readonly previews?: Previews
  /** Pages that are printed by whoever shows them; absent where that is `printing`, or nobody. */
  readonly prints?: Previews
  /** Absent where pages are printed by whoever shows them. */
  readonly printing?: Printing
  /** Absent in a face without a window of its own. */
  readonly shell?: Shell
  /** How the operating system reaches URLs; absent: as `env` says in HTTPS_PROXY and NO_PROXY. */
  readonly routesOf?: RoutesOf
  /** Absent in a face that does not renew itself. */
  readonly updater?: Updater
  readonly version: string
  /** A profile for this run only. */
  readonly unsaved?: { readonly baseUrl: string; readonly resultsUrl: string }
  /** Stands in for the setting while this process runs. */
  readonly parallelCalls?: number
  /** Stand-ins for what the outside provides, for tests that break it. */
  readonly outside?: {
    readonly keychain?: Keychain
    readonly demo?: Demo
    readonly eventService?: EventService
    readonly clock?: Clock
    /** How a watch waits. */
    readonly wait?: Wait
  }
}

export type Core = {
  readonly gate: Gate
  readonly unsavedProfile: Profile | null
  readonly movedAsideTo: string | null
  /** Keeps the path of a file that the system handed over, for whoever names its ticket. */
  readonly giveFile: (path: string) => Events['app:fileGiven']
  /** The machine goes to sleep: watches stop asking. */
  readonly pause: () => void
  /** It is awake again: watches ask at once, over new connections. */
  readonly resume: () => void
  /**
   * Cancels jobs, waits for what is being stored, closes the database, and installs a newer version that waits for it:
   * not when `isHurried`, since the system may end the process at any moment.
   */
  readonly close: (isHurried?: boolean) => Promise<void>
}

/** Builds adapters, services and the gate. Errors: `storage` when the data folder cannot be used, `invalid-input` for the URLs of an unsaved profile. */
export const createCore = async (options: CoreOptions): Promise<Result<Core>> => {
  const clock: Clock = options.outside?.clock ?? Date.now
  const unsaved = unsavedProfile(options.unsaved)
  if (!unsaved.ok) return unsaved
  const opened = openStore(options.dataDir, clock)
  if (!opened.ok) return opened
  const { store, movedAsideTo } = opened.value

  const mask = createSecretMask()
  const log = createFileLog({ folder: join(options.dataDir, 'logs'), redact: mask.mask })
  if (movedAsideTo !== null) log.warn(logMessages.movedAside, { movedAsideTo })
  const errorOf = (thrown: unknown): AppError =>
    isDatabaseError(thrown) || isDamagedBody(thrown)
      ? { kind: 'storage', reason: thrown.message }
      : { kind: 'internal', reference: log.bug(thrown) }

  const listeners = new Set<(event: AppEvent) => void>()
  const emit = (event: AppEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (thrown) {
        // What a face does with an event must not fail the work that it tells of.
        log.bug(thrown)
      }
    }
  }

  const { outside = {} } = options
  const demo = outside.demo ?? createDemo()
  const isOnDesktop = options.face === 'desktop'
  const secrets = createSecrets({
    keychain: outside.keychain ?? createKeytarKeychain(),
    memory: createMemoryKeychain(),
    environment: isOnDesktop
      ? {}
      : {
          accessKey: options.env['RACEDESK_ACCESS_KEY'],
          resultsKey: options.env['RACEDESK_RESULTS_KEY'],
          origins: originsOf([...store.profiles(), ...(unsaved.value === null ? [] : [unsaved.value])]),
        },
    demoKeys: () => demo.start(),
    learn: mask.add,
  })
  const trustStore = createTrustStore()
  const systemRoutes: RoutesOf = options.routesOf ?? (async (url) => routesFromEnvironment(options.env, url))
  const routesOf: RoutesOf = async (url) =>
    isHere(url) || settings.read().proxy === 'none' ? [null] : await systemRoutes(url)
  let network: Network = { state: 'unknown', host: null, at: null }
  const eventService = watchNetwork(
    outside.eventService ?? createHttpEventService({ version: options.version, routesOf, trustStore }),
    clock,
    (seen) => {
      const isNews = seen.state !== network.state || seen.host !== network.host
      network = seen
      if (isNews) emit({ name: 'network:changed', data: seen })
    },
  )
  const settings = createSettings({ store, eventService, emit, parallelCalls: options.parallelCalls })
  const trust = createTrust({ store, trustStore, eventService, confirm: options.shell?.confirmTrust })
  const profiles = createProfiles({ store, secrets, eventService, demo, emit, clock, unsaved: unsaved.value })
  const networkFacts = createNetworkFacts({ profiles, routesOf, trust, trustStore })
  const jobs = createJobs({ store, emit, clock, errorOf })
  const parallelCalls = (): number => settings.read().parallelCalls
  const cache = createCategoryRows(store)
  const ledger = createLedger({ store, cache, clock, emit })
  listeners.add(({ name, data }) => {
    if (name === 'stage:changed') ledger.tell(data.stage)
  })
  const asking: Asking = new Map()
  const askParts = { store, eventService, secrets, clock, parallelCalls, asking }
  const watches = createWatches({
    ...askParts,
    profiles,
    jobs,
    emit,
    wait: outside.wait ?? waitInTime,
    random: Math.random,
    errorOf,
    isRemembered: options.face !== 'terminal',
    roundEnded: ledger.settle,
  })
  listeners.add(watches.follow)
  const updates = createUpdates({
    updater: options.updater ?? null,
    isOn: () => settings.read().areUpdatesOn,
    isAnyJobRunning: jobs.isAnyRunning,
    emit,
    clock,
    wait: outside.wait ?? waitInTime,
    log,
  })
  listeners.add(updates.follow)
  const stages = createStages({
    ...askParts,
    profiles,
    jobs,
    emit,
    watchOf: watches.stateOf,
    roundEnded: ledger.settle,
  })
  const fields = createRowFields(cache)
  const stageSearch = createStageSearch(cache)
  const results = createResults(store, cache, fields, stageSearch, ledger)
  const findEverywhere = createFindEverywhere({ store, cache, fields, stageSearch })
  const facts = createFieldFacts(cache)
  const people = createPeople({ store, cache, facts, rowView: results.person })
  const pictures = createPictures({ store, facts })
  const audits = createAudits({ store, cache })
  const favourites = createFavourites({ store, cache, fields, clock, emit })
  const podium = createPodium(store)
  const mapping = createMapping({ store, emit, clock })
  const fileLanguage = (): 'en' | 'ru' => {
    const { language } = settings.read()
    if (language !== 'system') return language
    return options.systemLanguage.toLowerCase().startsWith('ru') ? 'ru' : 'en'
  }
  const files = createAtomicFiles()
  const desk = createExportDesk({
    files,
    delivery: options.delivery,
    jobs,
    store,
    clock,
    appVersion: options.version,
    mask: mask.mask,
  })
  const printing = options.printing ?? null
  const fileParts = { desk, clock, appVersion: options.version, language: fileLanguage, printing, zip: zipFiles }
  const exports = createExports({ ...fileParts, store, results, fields, ledger, audits })
  const printouts = createPrintouts({ exports, jobs, ledger, store, printing, prints: options.prints ?? null })
  const autoExports = createAutoExports({
    store,
    files,
    desk,
    content: exports.content,
    chooseFolder:
      options.chooseFolder ?? createOwnFolders(join(options.dataDir, 'exports'), (name) => fileStem([name])),
    isWatched: (stage) => watches.stateOf(stage) !== null,
    emit,
    clock,
    errorOf,
    isRemembered: options.face !== 'terminal',
  })
  listeners.add(autoExports.follow)
  const receivedFiles = createReceivedFiles(createReceivedFolder(join(options.dataDir, 'received')))
  const checkFile = createFileChecks({ store, received: receivedFiles, reader: createFileReader() })
  const promoCodes = createPromoCodes({ store, profiles, secrets, eventService, emit, clock })
  const promoHistory = createPromoHistory({ store, desk })

  const blockParts = { store, profiles, secrets, eventService, clock, emit }
  const blockTypes = createBlockTypes({ ...blockParts, jobs, previews: options.previews ?? null })
  const blockExports = createBlockExports({ store, profiles, blockTypes, zip: zipFiles, desk })
  const raceYears = createRaceYears(blockParts)

  const orders = createOrders({ store, profiles, jobs, emit, clock, eventService, secrets, parallelCalls })
  const orderExports = createOrderExports({ ...fileParts, store })

  const readings = createReplyReadings(store)
  const calls = createCalls({
    store,
    profiles,
    secrets,
    eventService,
    readings,
    emit,
    clock,
    isAnyPathAllowed: () => settings.read().isAnyCallPathAllowed,
    isTerminal: options.face === 'terminal',
    mask: mask.mask,
  })
  const readCall = createCallReplies(store, readings)
  const exportCall = createCallExports({ ...fileParts, store, readings, mask: mask.mask })

  const givenFiles = createSingleUse<string>({
    now: clock,
    makeTicket: () => randomBytes(32).toString('base64url'),
    lifeMs: 600_000,
    limit: 20,
  })
  const openCapsule = createCapsuleOpening({
    store,
    openArchive: openYauzlArchive,
    received: receivedFiles,
    given: givenFiles,
    jobs,
    emit,
    clock,
  })
  const saveCapsule = createCapsuleSaving({
    store,
    desk,
    zip: zipFiles,
    clock,
    appVersion: options.version,
    mask: mask.mask,
  })
  const { electron, chrome, node, sqlite, openssl } = process.versions
  const diagnostics = createDiagnostics({
    app: {
      version: options.version,
      face: options.face,
      system: {
        platform: process.platform,
        type: type(),
        release: release(),
        arch: process.arch,
        processors: availableParallelism(),
        memoryMb: Math.round(totalmem() / 1e6),
      },
      versions: { electron, chrome, node, sqlite, openssl },
      language: options.systemLanguage,
    },
    wasMovedAside: movedAsideTo !== null,
    store,
    settings,
    network: () => network,
    profiles,
    secrets,
    jobs,
    log,
    desk,
    zip: zipFiles,
    clock,
    mask: mask.mask,
  })

  const handlers: Handlers = {
    'app:info': () => ({
      ok: true,
      value: {
        version: options.version,
        face: options.face,
        platform: process.platform,
        dataDir: options.dataDir,
        systemLanguage: options.systemLanguage,
        movedAsideTo,
        network,
        keysLostAtEnd: secrets.lostAtEnd(),
      },
    }),
    'app:settings': () => ({ ok: true, value: settings.read() }),
    'app:diagnostics': ({ save }) => diagnostics(save),
    'app:readLink': ({ text }) => ({ ok: true, value: readDropped(text) }),
    'app:fillScreen': ({ isFull }) => {
      options.shell?.fillScreen(isFull)
      return { ok: true, value: options.shell !== undefined }
    },
    'app:setSettings': (changed) => ({ ok: true, value: settings.save(changed) }),
    'app:network': () => networkFacts.read(),
    'app:addCertificates': ({ pem }) => networkFacts.add(pem),
    'app:removeCertificate': ({ id }) => networkFacts.remove(id),
    'app:nudge': () => {
      watches.nudge()
      return { ok: true, value: null }
    },
    'app:updates': ({ action = null }) => ({
      ok: true,
      value: action === null ? updates.state() : updates.act(action),
    }),
    'profile:list': () => ({ ok: true, value: profiles.list() }),
    'profile:save': (input) => ('demo' in input ? profiles.saveDemo() : profiles.save(input.profile)),
    'profile:remove': ({ id }) => profiles.remove(id),
    'profile:check': ({ id }) => profiles.check(id),
    'keys:set': async ({ profileId, which, value }) => {
      const profile = profiles.find(profileId)
      if (!profile.ok) return profile
      const state = await secrets.setKey(profile.value, which, value)
      if (state.ok) emit({ name: 'keys:changed', data: { profileId } })
      return state
    },
    'keys:status': async () => ({ ok: true, value: await secrets.status(profiles.list()) }),
    'keys:forget': async ({ profileId, which }) => {
      const profile = profiles.find(profileId)
      if (!profile.ok) return profile
      const forgotten = await secrets.forget(profile.value, which)
      if (forgotten.ok) emit({ name: 'keys:changed', data: { profileId } })
      return forgotten
    },
    'stage:add': ({ profileId, text, name = null }) => stages.add(profileId, text, name),
    'stage:list': () => ({ ok: true, value: store.stages() }),
    'stage:rename': ({ stage, name }) => stages.rename(stage, name),
    'stage:remove': async ({ stage }) => {
      await watches.stop(stage)
      return stages.remove(stage)
    },
    'stage:tree': ({ stage }) => stages.tree(stage),
    'stage:take': ({ stage, categories = null }) => stages.take(stage, categories),
    'stage:watch': (input) => watches.start(input),
    'stage:unwatch': async ({ stage }) => {
      await watches.stop(stage)
      return { ok: true, value: null }
    },
    'results:podium': ({ stage }) => podium(stage),
    'results:page': (query) => results.page(query),
    'results:find': (query) => findEverywhere(query),
    'results:facets': (query) => results.facets(query),
    'stage:favourites': (input) => favourites.change(input),
    'stage:views': (input) => favourites.views(input),
    'results:person': ({ category, index }) => people(category, index),
    'results:picture': (input) => pictures(input),
    'results:audit': ({ stage, categories = null }) => audits(stage, categories),
    'results:raw': ({ category }) => results.raw(category),
    'results:mapping': (scope) => mapping.read(scope),
    'results:setMapping': (input) => mapping.set(input),
    'results:preflight': (input) => exports.preflight(input),
    'results:export': (input) => exports.start(input),
    'results:print': (input) => printouts(input),
    'results:changes': (input) => ledger.page(input),
    'results:markChanges': ({ stage, mark }) => ledger.mark(stage, mark),
    'promo:preview': (input) => promoCodes.preview(input),
    'promo:set': (input) => promoCodes.set(input),
    'promo:history': (input) => promoHistory(input),
    'block:list': (input) => blockTypes.list(input),
    'block:details': (input) => blockTypes.details(input),
    'block:export': (input) => blockExports.start(input),
    'race:years': (input) => raceYears.read(input),
    'order:lookup': (input) => orders.lookup(input),
    'order:list': (input) => orders.list(input),
    'order:remove': ({ guids }) => orders.remove(guids),
    'order:export': (input) => orderExports.start(input),
    'call:send': (input) => calls.send(input),
    'call:cancel': ({ sendId }) => ({ ok: true, value: calls.cancel(sendId) }),
    'call:list': (input) => calls.list(input),
    'call:read': ({ id, view }) => readCall(id, view),
    'call:save': (input) => calls.save(input),
    'call:remove': (input) => calls.remove(input),
    'call:export': (input) => exportCall(input),
    'capsule:save': ({ stage }) => saveCapsule(stage),
    'capsule:open': (input) => openCapsule(input),
    'file:receive': (input) => receivedFiles.receive(input),
    'stage:autoExport': (input) => autoExports.set(input),
    'file:verify': (input) => checkFile(input),
    'job:list': () => ({ ok: true, value: jobs.list() }),
    'job:cancel': ({ id }) =>
      jobs.cancel(id) ? { ok: true, value: null } : { ok: false, error: { kind: 'not-found', what: 'job' } },
    'job:drag': async ({ id }) => {
      // Only what a job of ours wrote is ever dragged; the page names the job, never a path.
      const path = jobs.list().find((job) => job.id === id)?.file?.path ?? null
      if (path === null) return { ok: false, error: { kind: 'not-found', what: 'file' } }
      return { ok: true, value: (await options.shell?.dragOut(path)) ?? false }
    },
  }

  const gate = createGate({
    handlers,
    errorOf,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  void watches.resume().catch(log.bug)
  void updates.run().catch(log.bug)
  return {
    ok: true,
    value: {
      gate,
      unsavedProfile: unsaved.value,
      movedAsideTo,
      giveFile: (path) => ({ name: basename(path), ticket: givenFiles.put(path) }),
      pause: watches.pause,
      resume: () => {
        eventService.reconnect()
        watches.goOn()
      },
      close: async (isHurried = false) => {
        // Whether it may be installed is decided by what runs now.
        const installUpdate = updates.leave(isHurried)
        await watches.close()
        await jobs.stop()
        await calls.stop()
        await promoCodes.stop()
        await autoExports.close()
        await receivedFiles.close()
        await store.close()
        await eventService.close()
        await demo.stop()
        await installUpdate?.()
        log.close()
      },
    },
  }
}

/** The demo's are its own business. */
const originsOf = (profiles: readonly Profile[]): { readonly [K in KeyName]: readonly string[] } => {
  const ours = profiles.filter(({ kind }) => kind !== 'demo')
  const known = (urls: readonly (string | null)[]): readonly string[] =>
    urls.flatMap((url) => (url === null ? [] : (originOf(url) ?? [])))
  return { access: known(ours.map(({ baseUrl }) => baseUrl)), results: known(ours.map((one) => one.resultsUrl)) }
}

const waitInTime: Wait = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined)

const openStore = (dataDir: string, clock: Clock): Result<OpenedStore> => {
  try {
    return { ok: true, value: openSqliteStore(dataDir, new Date(clock()).toISOString() as Instant) }
  } catch (thrown) {
    return { ok: false, error: { kind: 'storage', reason: thrown instanceof Error ? thrown.message : String(thrown) } }
  }
}

/** The two URLs are the profile's identity, so that a stage taken with them is known again. */
const unsavedProfile = (urls: CoreOptions['unsaved']): Result<Profile | null> => {
  if (urls === undefined) return { ok: true, value: null }
  const baseUrl = parseServiceUrl(urls.baseUrl)
  if (!baseUrl.ok) return baseUrl
  const resultsUrl = parseServiceUrl(urls.resultsUrl)
  if (!resultsUrl.ok) return resultsUrl
  const id = createHash('sha256').update(`${baseUrl.value}\n${resultsUrl.value}`).digest('hex').slice(0, 16)
  return {
    ok: true,
    value: {
      id: `unsaved-${id}` as ProfileId,
      name: originOf(baseUrl.value) ?? baseUrl.value,
      kind: 'unsaved',
      baseUrl: baseUrl.value,
      resultsUrl: resultsUrl.value,
      accessHeader: defaultAccessHeader,
      resultsHeader: defaultResultsHeader,
      extraHeaders: [],
    },
  }
}
