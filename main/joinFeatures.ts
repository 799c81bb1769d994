import type { operations } from '../preload/contract.ts'
import type { Handlers } from '../preload/contract/operation.ts'
import { createDemo, demoIn } from './demo/embeddedDemo.ts'
import { openAudit } from './features/audit/operations.ts'
import { handleBlocks } from './features/blocks/operations.ts'
import { handleCalls } from './features/calls/operations.ts'
import { createGivenFiles, handleCapsule } from './features/capsule/operations.ts'
import { openChanges } from './features/changes/operations.ts'
import { createCategoryRows } from './features/columns/categoryRows.ts'
import { handleColumns } from './features/columns/operations.ts'
import { handleDiagnostics } from './features/diagnostics/operations.ts'
import { openFiles } from './features/files/operations.ts'
import { createJobs } from './features/jobs/jobs.ts'
import { handleJobs } from './features/jobs/operations.ts'
import { handleNetwork, openNetwork } from './features/network/operations.ts'
import { handleOrders } from './features/orders/operations.ts'
import { handleOrganizations, openSecrets } from './features/organizations/operations.ts'
import { createProfiles } from './features/organizations/profiles.ts'
import { handlePromo } from './features/promo/operations.ts'
import { openPublish } from './features/publish/operations.ts'
import { handleReplies } from './features/replies/operations.ts'
import { openResults } from './features/results/operations.ts'
import { handleScreens } from './features/screens/operations.ts'
import { handleSettings } from './features/settings/operations.ts'
import { createSettings, fileLanguage } from './features/settings/settings.ts'
import type { Asking } from './features/stages/askCategories.ts'
import { handleStages } from './features/stages/operations.ts'
import { handleStartLists } from './features/startList/operations.ts'
import { handleStorage } from './features/storage/operations.ts'
import { openUpdates } from './features/updates/operations.ts'
import { keepAwake } from './features/watch/keepAwake.ts'
import { openWatch } from './features/watch/operations.ts'
import { createSleep } from './features/watch/sleep.ts'
import type { Ground } from './ground.ts'
import { waitInTime } from './kernel/clock.ts'
import { readStartList } from './store/startListThread.ts'

/** Opens the features from the ground up, and gives each those that it leans on. */
export const joinFeatures = (ground: Ground) => {
  const { options, store, clock } = ground
  const { outside = {}, shell, face } = options
  const ends: (() => Promise<void>)[] = []
  const language = (asked: string = options.systemLanguage) => fileLanguage(settings.read(), asked)
  const demo = demoIn(language, outside.demo ?? createDemo())
  const secrets = openSecrets({
    keychain: outside.keychain,
    env: face === 'desktop' ? null : options.env,
    profiles: [...store.profiles(), ...(ground.unsaved === null ? [] : [ground.unsaved])],
    demo,
    learn: ground.mask.add,
    log: ground.log,
  })
  const base = {
    ...options,
    ...ground,
    mask: ground.mask.mask,
    appVersion: options.version,
    wait: outside.wait ?? waitInTime,
    isRemembered: face !== 'terminal',
    demo,
    language,
    secrets,
    atEnd: (end: () => Promise<void>) => void ends.unshift(end),
  }
  const { hosts, ...outer } = openNetwork({
    ...base,
    isDirect: () => settings.read().proxy === 'none',
    service: outside.eventService,
  })
  const settings = createSettings({ ...base, ...outer })
  const jobs = createJobs(base)
  const cache = createCategoryRows(store)
  const changes = openChanges({ ...base, cache })
  const asking: Asking = new Map()
  const parts = {
    ...base,
    ...outer,
    profiles: createProfiles({ ...base, ...outer }),
    jobs,
    cache,
    ledger: changes.ledger,
    settings,
    asking,
    printing: options.printing ?? null,
    parallelCalls: () => settings.read().parallelCalls,
    roundEnded: changes.ledger.settle,
  }
  const { watches, ...watch } = openWatch({ ...parts, random: Math.random })
  if (shell !== undefined) {
    keepAwake({
      listen: ground.listen,
      isServed: (stage) => options.screenHost?.stateOf(stage) != null,
      isWanted: () => settings.read().isKeptAwake,
      stayAwake: shell.stayAwake,
    })
  }
  const updates = openUpdates({
    ...parts,
    updater: options.updater ?? null,
    isOn: () => settings.read().areUpdatesOn,
    isAnyJobRunning: jobs.isAnyRunning,
  })
  const sleep = createSleep(clock, parts.wait)
  const awake = { ...parts, eventService: sleep.over(parts.eventService) }
  const results = openResults(parts)
  const audit = openAudit({ ...parts, others: results.keepers })
  const files = openFiles({
    ...parts,
    audits: audit.audits,
    results: results.results,
    isWatched: (stage) => watches.stateOf(stage) !== null,
  })
  const givenFiles = createGivenFiles(clock)
  const isAnyPathAllowed = () => settings.read().isAnyCallPathAllowed
  const isBusy = () => jobs.isAnyRunning() || store.stages().some(({ guid }) => watches.stateOf(guid) !== null)
  const handlers: Handlers<typeof operations> = {
    ...handleOrganizations(parts),
    ...handleSettings({ ...parts, fillScreen: shell?.fillScreen }),
    ...handleNetwork({ ...parts, confirm: shell?.confirmTrust, nudge: watches.nudge }),
    ...handleJobs(jobs, shell),
    ...handleStages({ ...awake, watchOf: watches.stateOf, stopWatch: watches.stop }),
    ...handleScreens(parts),
    ...watch.handlers,
    ...updates.handlers,
    ...handleColumns(parts),
    ...results.handlers,
    ...changes.handlers,
    // The password of a web host may be an ordinary word.
    ...openPublish({ ...parts, learn: (secret) => ground.mask.add(secret, false) }),
    ...handleReplies({ ...parts, results: results.results }),
    ...audit.handlers,
    ...files.handlers,
    ...handleStartLists({ ...parts, received: files.received, given: givenFiles, readFile: readStartList }),
    ...handleCapsule({ ...parts, ...files.fileParts, received: files.received, given: givenFiles }),
    ...handleOrders({ ...awake, ...files.fileParts }),
    ...handleBlocks({ ...awake, ...files.fileParts }),
    ...handlePromo({ ...parts, ...files.fileParts }),
    ...handleCalls({ ...parts, ...files.fileParts, isAnyPathAllowed, isTerminal: face === 'terminal' }),
    ...handleStorage(store, isBusy),
    ...handleDiagnostics({ ...parts, ...files.fileParts, hosts }),
  }
  return {
    handlers,
    givenFiles,
    watches,
    updates: updates.updates,
    sleep,
    wait: parts.wait,
    eventService: parts.eventService,
    demo,
    /** Cancels work, and waits until its end is stored. */
    end: async () => {
      await watches.close()
      await jobs.stop()
      for (const end of ends) await end()
    },
  }
}
