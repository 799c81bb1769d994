import { randomBytes } from 'node:crypto'
import { availableParallelism, release, totalmem, type } from 'node:os'
import { setTimeout as passing } from 'node:timers/promises'
import { join } from 'node:path'
import type { AppEvent } from '../preload/contract.ts'
import type { CallExport } from '../preload/contract/calls.ts'
import type { JobId } from '../preload/contract/ids.ts'
import type { Network } from '../preload/contract/network.ts'
import type { Profile } from '../preload/contract/organizations.ts'
import type { AppError, KeyName, Result } from '../preload/contract/result.ts'
import type { RemovablePart } from '../preload/contract/storage.ts'
import { openYauzlArchive } from './platform/files/yauzlArchive.ts'
import { createAtomicFiles } from './platform/files/atomicFiles.ts'
import { zipFiles } from './platform/files/fflateZip.ts'
import { createTrustStore } from './platform/http/trustStore.ts'
import { createHttpEventService } from './platform/http/undiciEventService.ts'
import { createKeytarKeychain } from './platform/keychain/keytarKeychain.ts'
import { createMemoryKeychain } from './platform/keychain/memoryKeychain.ts'
import { createOwnFolders } from './platform/files/ownFolders.ts'
import { createFileReader } from './platform/files/fileReader.ts'
import { createReceivedFolder } from './platform/files/receivedFolder.ts'
import { type OpenedStore } from './store/sqliteStore.ts'
import { createDemo } from './demo/embeddedDemo.ts'
import { fileStem } from './features/files/rules/fileNames.ts'
import { isHere, routesFromEnvironment } from './platform/http/routes.ts'
import { originOf } from './kernel/urls.ts'
import { createSingleUse } from './kernel/singleUse.ts'
import type { Asking } from './features/stages/askCategories.ts'
import { createAutoExports } from './features/files/autoExport.ts'
import { createAudits } from './features/audit/audits.ts'
import { createBlockTypes } from './features/blocks/blockTypes.ts'
import { createFindEverywhere } from './features/results/findEverywhere.ts'
import { createBlockExports } from './features/blocks/exportBlocks.ts'
import { createDiagnostics } from './features/diagnostics/diagnostics.ts'
import { createExportDesk } from './features/files/exportDesk.ts'
import { createOrderExports } from './features/orders/exportOrders.ts'
import { createCallReplies } from './features/calls/callReplies.ts'
import { createCalls } from './features/calls/calls.ts'
import { createFileChecks } from './features/files/fileChecks.ts'
import { createExports } from './features/files/exportResults.ts'
import { createPrintouts } from './features/files/printouts.ts'
import { createJobs } from './features/jobs/jobs.ts'
import { createLedger } from './features/changes/ledger.ts'
import { createNetworkFacts, watchNetwork } from './features/network/network.ts'
import { createCapsuleOpening } from './features/capsule/openCapsule.ts'
import { createOrders } from './features/orders/orders.ts'
import { createMemory } from './features/settings/memory.ts'
import { createMapping } from './features/columns/mapping.ts'
import { createReading } from './features/columns/reading.ts'
import { createProfiles } from './features/organizations/profiles.ts'
import { createPodium } from './features/results/podium.ts'
import { createPromoCodes } from './features/promo/promoCodes.ts'
import { createPromoHistory } from './features/promo/promoHistory.ts'
import { createRaceYears } from './features/blocks/raceYears.ts'
import { createReceivedFiles } from './features/files/receivedFiles.ts'
import { createReplyReadings } from './features/calls/replyReading.ts'
import { createCategoryRows } from './features/columns/categoryRows.ts'
import { createFavourites } from './features/results/favourites.ts'
import { createPeople } from './features/results/person.ts'
import { createPictures } from './features/results/pictures.ts'
import { createFieldFacts } from './features/results/fieldFacts.ts'
import { createReplies } from './features/replies/replies.ts'
import { createResults } from './features/results/results.ts'
import { createRowFields } from './features/results/rowFields.ts'
import type { SaveCapsule } from './features/capsule/saveCapsule.ts'
import { createSecrets } from './features/organizations/secrets.ts'
import { createSettings } from './features/settings/settings.ts'
import { createSleep } from './features/watch/sleep.ts'
import { createStageSearch } from './features/results/stageSearch.ts'
import { createStages } from './features/stages/stages.ts'
import { createTrust } from './features/network/trust.ts'
import { createUpdates } from './features/updates/updates.ts'
import { createWatches } from './features/watch/watch.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { SecretMask } from './kernel/secretMask.ts'
import type { Clock, Wait } from './kernel/clock.ts'
import type { Emit } from './kernel/emit.ts'
import type { RoutesOf } from './kernel/face.ts'
import type { Log } from './kernel/log.ts'

/** The shared parts of all services. */
export type Ground = {
  readonly options: CoreOptions
  readonly unsaved: Profile | null
  readonly store: OpenedStore['store']
  readonly movedAsideTo: string | null
  readonly mask: SecretMask
  readonly log: Log
  readonly errorOf: (thrown: unknown) => AppError
  readonly emit: Emit
  readonly listen: (listener: (event: AppEvent) => void) => void
  readonly clock: Clock
}

/** The services of one core, over their adapters, and what they tell each other. */
export const wireServices = ({
  options,
  unsaved,
  store,
  movedAsideTo,
  mask,
  log,
  errorOf,
  emit,
  listen,
  clock,
}: Ground) => {
  const { outside = {} } = options
  const demo = outside.demo ?? createDemo()
  const isOnDesktop = options.face === 'desktop'
  const secrets = createSecrets({
    keychain: outside.keychain ?? createKeytarKeychain({ log }),
    memory: createMemoryKeychain(),
    environment: isOnDesktop
      ? {}
      : {
          accessKey: options.env['RACEDESK_ACCESS_KEY'],
          resultsKey: options.env['RACEDESK_RESULTS_KEY'],
          origins: originsOf([...store.profiles(), ...(unsaved === null ? [] : [unsaved])]),
        },
    demoKeys: () => demo.start(),
    learn: mask.add,
  })
  const trustStore = createTrustStore()
  const systemRoutes: RoutesOf = options.routesOf ?? (async (url) => routesFromEnvironment(options.env, url))
  const routesOf: RoutesOf = async (url) =>
    isHere(url) || settings.read().proxy === 'none' ? [null] : await systemRoutes(url)
  let network: Network = { state: 'unknown', host: null, at: null }
  const service = outside.eventService ?? createHttpEventService({ version: options.version, routesOf, trustStore })
  const reconnect = (): void => {
    options.forgetRoutes?.()
    service.reconnect()
  }
  const eventService = watchNetwork({ ...service, reconnect }, clock, {
    seen: (seen) => {
      const isNews = seen.state !== network.state || seen.host !== network.host
      network = seen
      if (isNews) emit({ name: 'network:changed', data: seen })
    },
    accepted: ({ service, url }) => secrets.accepted(service === 'main' ? 'access' : 'results', url),
  })
  const settings = createSettings({ store, eventService, emit, parallelCalls: options.parallelCalls })
  const trust = createTrust({ store, trustStore, eventService, confirm: options.shell?.confirmTrust })
  const profiles = createProfiles({ store, secrets, eventService, demo, emit, clock, unsaved })
  const wait = outside.wait ?? waitInTime
  const networkFacts = createNetworkFacts({ profiles, routesOf, trust, trustStore, wait })
  const jobs = createJobs({ store, emit, clock, errorOf })
  const parallelCalls = (): number => settings.read().parallelCalls
  const cache = createCategoryRows(store)
  const ledger = createLedger({ store, cache, clock, emit })
  listen(({ name, data }) => {
    if (name === 'stage:changed') ledger.tell(data.stage)
  })
  const asking: Asking = new Map()
  const askParts = { store, eventService, secrets, clock, parallelCalls, asking }
  const watches = createWatches({
    ...askParts,
    profiles,
    jobs,
    emit,
    wait,
    random: Math.random,
    errorOf,
    isRemembered: options.face !== 'terminal',
    roundEnded: ledger.settle,
  })
  listen(watches.follow)
  const updates = createUpdates({
    updater: options.updater ?? null,
    appVersion: options.version,
    store,
    isOn: () => settings.read().areUpdatesOn,
    isAnyJobRunning: jobs.isAnyRunning,
    emit,
    clock,
    wait,
    log,
  })
  listen(updates.follow)
  const sleep = createSleep(clock, wait)
  const awakeService = sleep.over(eventService)
  const stages = createStages({
    ...askParts,
    eventService: awakeService,
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
  const facts = createFieldFacts(cache, [fields, stageSearch])
  const people = createPeople({ store, cache, facts, rowView: results.person })
  const pictures = createPictures({ store, facts })
  const audits = createAudits({ store, cache, others: [fields, stageSearch, facts] })
  const favourites = createFavourites({ store, cache, fields, clock, emit })
  const podium = createPodium(store)
  const memory = createMemory({ store, profiles, emit })
  const mapping = createMapping({ store, cache, emit, clock })
  const reading = createReading({ store, emit })
  const replies = createReplies({ store, emit, clock })
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
    errorOf,
  })
  const printing = options.printing ?? null
  const fileParts = { desk, clock, appVersion: options.version, language: fileLanguage, printing, zip: zipFiles }
  const exports = createExports({ ...fileParts, store, results, ledger, audits })
  const printouts = createPrintouts({ exports, jobs, ledger, store, printing, prints: options.prints ?? null, errorOf })
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
  listen(autoExports.follow)
  const receivedFiles = createReceivedFiles(createReceivedFolder(join(options.dataDir, 'received')))
  const checkFile = createFileChecks({ store, received: receivedFiles, reader: createFileReader() })
  const promoCodes = createPromoCodes({ store, profiles, secrets, eventService, emit, clock })
  const promoHistory = createPromoHistory({ store, desk })

  const blockParts = { store, profiles, secrets, eventService: awakeService, clock, emit }
  const blockTypes = createBlockTypes({ ...blockParts, jobs, previews: options.previews ?? null })
  const blockExports = createBlockExports({ store, profiles, blockTypes, zip: zipFiles, desk })
  const raceYears = createRaceYears(blockParts)

  const orders = createOrders({
    store,
    profiles,
    jobs,
    emit,
    clock,
    eventService: awakeService,
    secrets,
    parallelCalls,
  })
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
  const exportCall = async (wanted: CallExport): Promise<Result<{ readonly jobId: JobId } | null>> => {
    const { createCallExports } = await import('./features/calls/callExports.ts')
    return await createCallExports({ ...fileParts, store, readings, mask: mask.mask })(wanted)
  }

  const givenFiles = createSingleUse<string>({
    now: clock,
    makeTicket: () => randomBytes(32).toString('base64url'),
    // A file may wait long in the page's queue for its user.
    lifeMs: 24 * 3_600_000,
    // The page keeps the first 20 and drops the rest, whose tickets must not push out those that wait.
    limit: 1_000,
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
  // Few runs save a capsule, and every start would load how it is made.
  const saveCapsule: SaveCapsule = async (input) => {
    const { createCapsuleSaving } = await import('./features/capsule/saveCapsule.ts')
    const saving = { store, desk, zip: zipFiles, clock, appVersion: options.version, mask: mask.mask }
    return await createCapsuleSaving(saving)(input)
  }
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

  return {
    store,
    emit,
    demo,
    wait,
    sleep,
    secrets,
    network: () => network,
    eventService,
    settings,
    profiles,
    networkFacts,
    jobs,
    ledger,
    watches,
    updates,
    stages,
    results,
    findEverywhere,
    people,
    pictures,
    audits,
    favourites,
    podium,
    memory,
    mapping,
    reading,
    replies,
    exports,
    printouts,
    autoExports,
    receivedFiles,
    checkFile,
    promoCodes,
    promoHistory,
    blockTypes,
    blockExports,
    raceYears,
    orders,
    orderExports,
    calls,
    readCall,
    exportCall,
    givenFiles,
    openCapsule,
    saveCapsule,
    diagnostics,
    freeStorage: (parts: readonly RemovablePart[]) => {
      const isBusy = jobs.isAnyRunning() || store.stages().some(({ guid }) => watches.stateOf(guid) !== null)
      return store.freeStorage(parts, !isBusy)
    },
  }
}

export type Services = ReturnType<typeof wireServices>

/** The demo's are its own business. */
const originsOf = (profiles: readonly Profile[]): { readonly [K in KeyName]: readonly string[] } => {
  const ours = profiles.filter(({ kind }) => kind !== 'demo')
  const known = (urls: readonly (string | null)[]): readonly string[] =>
    urls.flatMap((url) => (url === null ? [] : (originOf(url) ?? [])))
  return { access: known(ours.map(({ baseUrl }) => baseUrl)), results: known(ours.map((one) => one.resultsUrl)) }
}

const waitInTime: Wait = (ms, signal) => passing(ms, undefined, { signal }).catch(() => undefined)
