import type { StorageStop } from '../preload/contract/storage.ts'
import { readDropped } from './features/stages/rules/appLinks.ts'
import type { Handlers } from './gate/gate.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { Services } from './wireServices.ts'
import { notFound } from './kernel/result.ts'

/** Findings of opening the store, and later ones. */
export type StoreFacts = {
  readonly movedAsideTo: string | null
  readonly storageStop: () => StorageStop | null
  readonly isDatabaseDamaged: () => boolean
}

/** The handlers of all operations; inputs are already validated. */
export const handlersOf = (
  options: CoreOptions,
  { movedAsideTo, storageStop, isDatabaseDamaged }: StoreFacts,
  services: Services,
): Handlers => {
  return {
    'app:info': () => ({
      ok: true,
      value: {
        version: options.version,
        face: options.face,
        platform: process.platform,
        dataDir: options.dataDir,
        systemLanguage: options.systemLanguage,
        movedAsideTo,
        storageStop: storageStop(),
        isDatabaseDamaged: isDatabaseDamaged(),
        network: services.network(),
        keysLostAtEnd: services.secrets.lostAtEnd(),
      },
    }),
    'app:settings': () => ({ ok: true, value: services.settings.read() }),
    'app:diagnostics': ({ save }) => services.diagnostics(save),
    'app:readLink': ({ text }) => ({ ok: true, value: readDropped(text) }),
    'app:fillScreen': ({ isFull }) => {
      options.shell?.fillScreen(isFull)
      return { ok: true, value: options.shell !== undefined }
    },
    'storage:usage': () => services.store.usage(),
    'storage:free': ({ parts }) => services.freeStorage(parts),
    'app:setSettings': (changed) => ({ ok: true, value: services.settings.save(changed) }),
    'app:network': () => services.networkFacts.read(),
    'app:addCertificates': ({ pem }) => services.networkFacts.add(pem),
    'app:trustCertificate': ({ id }) => services.networkFacts.trust(id),
    'app:removeCertificate': ({ id }) => services.networkFacts.remove(id),
    'app:nudge': () => {
      // Connections and proxies were those of another network.
      services.eventService.reconnect()
      services.watches.nudge()
      return { ok: true, value: null }
    },
    'app:updates': ({ action = null }) => ({
      ok: true,
      value: action === null ? services.updates.state() : services.updates.act(action),
    }),
    'profile:list': () => ({ ok: true, value: services.profiles.list() }),
    'profile:save': (input) => ('demo' in input ? services.profiles.saveDemo() : services.profiles.save(input.profile)),
    'profile:remove': ({ id }) => services.profiles.remove(id),
    'profile:check': ({ id }) => services.profiles.check(id),
    'keys:set': async ({ profileId, which, value }) => {
      const profile = services.profiles.find(profileId)
      if (!profile.ok) return profile
      const state = await services.secrets.setKey(profile.value, which, value)
      if (state.ok) services.emit({ name: 'keys:changed', data: { profileId } })
      return state
    },
    'keys:status': async () => ({ ok: true, value: await services.secrets.status(services.profiles.list()) }),
    'keys:forget': async ({ profileId, which }) => {
      const profile = services.profiles.find(profileId)
      if (!profile.ok) return profile
      const forgotten = await services.secrets.forget(profile.value, which)
      if (forgotten.ok) services.emit({ name: 'keys:changed', data: { profileId } })
      return forgotten
    },
    'stage:add': ({ profileId, text, name = null }) => services.stages.add(profileId, text, name),
    'stage:list': () => ({ ok: true, value: services.store.stages() }),
    'stage:rename': ({ stage, name }) => services.stages.rename(stage, name),
    'stage:remove': async ({ stage }) => {
      await services.watches.stop(stage)
      const removed = await services.stages.remove(stage)
      if (removed.ok) services.emit({ name: 'memory:changed', data: { stage } })
      return removed
    },
    'stage:tree': ({ stage }) => services.stages.tree(stage),
    'stage:take': ({ stage, categories = null }) => services.stages.take(stage, categories),
    'stage:watch': (input) => services.watches.start(input),
    'stage:unwatch': async ({ stage }) => {
      await services.watches.stop(stage)
      return { ok: true, value: null }
    },
    'results:podium': ({ stage }) => services.podium(stage),
    'results:page': (query) => services.results.page(query),
    'results:find': (query) => services.findEverywhere(query),
    'results:facets': (query) => services.results.facets(query),
    'stage:favourites': (input) => services.favourites.change(input),
    'stage:views': (input) => services.favourites.views(input),
    'memory:read': ({ stage = null }) => ({ ok: true, value: services.store.memory(stage) }),
    'memory:save': (input) => services.memory.save(input),
    'results:person': ({ category, index }) => services.people(category, index),
    'results:picture': (input) => services.pictures(input),
    'results:audit': ({ stage, categories = null }) => services.audits(stage, categories),
    'results:raw': ({ category, reply }) => services.results.raw(category, reply),
    'reply:list': ({ category, limit }) => ({ ok: true, value: services.store.replies(category, limit) }),
    'reply:use': (input) => services.replies.use(input),
    'reply:keep': (input) => services.replies.keep(input),
    'results:mapping': (scope) => services.mapping.read(scope),
    'results:setMapping': (input) => services.mapping.set(input),
    'results:setReading': (input) => services.reading.set(input),
    'results:previewCharset': (input) => services.reading.preview(input),
    'results:preflight': (input) => services.exports.preflight(input),
    'results:export': (input) => services.exports.start(input),
    'results:print': (input) => services.printouts(input),
    'results:changes': (input) => services.ledger.page(input),
    'results:markChanges': ({ stage, mark, lastId }) =>
      services.ledger.mark(stage, mark, lastId === undefined ? undefined : { lastId }),
    'promo:preview': (input) => services.promoCodes.preview(input),
    'promo:set': (input) => services.promoCodes.set(input),
    'promo:draft': () => ({ ok: true, value: services.store.promoDraft() }),
    'promo:saveDraft': ({ draft }) => services.memory.saveDraft(draft),
    'promo:history': (input) => services.promoHistory(input),
    'block:list': (input) => services.blockTypes.list(input),
    'block:details': (input) => services.blockTypes.details(input),
    'block:export': (input) => services.blockExports.start(input),
    'race:years': (input) => services.raceYears.read(input),
    'order:lookup': (input) => services.orders.lookup(input),
    'order:list': (input) => services.orders.list(input),
    'order:remove': ({ guids }) => services.orders.remove(guids),
    'order:export': (input) => services.orderExports.start(input),
    'call:send': (input) => services.calls.send(input),
    'call:cancel': ({ sendId }) => ({ ok: true, value: services.calls.cancel(sendId) }),
    'call:list': (input) => services.calls.list(input),
    'call:read': ({ id, view }) => services.readCall(id, view),
    'call:save': (input) => services.calls.save(input),
    'call:remove': (input) => services.calls.remove(input),
    'call:export': (input) => services.exportCall(input),
    'capsule:save': (input) => services.saveCapsule(input),
    'capsule:open': (input) => services.openCapsule(input),
    'file:receive': (input) => services.receivedFiles.receive(input),
    'stage:autoExport': (input) => services.autoExports.set(input),
    'file:verify': (input) => services.checkFile(input),
    'job:list': () => ({ ok: true, value: services.jobs.list() }),
    'job:cancel': ({ id }) => (services.jobs.cancel(id) ? { ok: true, value: null } : notFound('job')),
    'job:drag': async ({ id }) => {
      // Only what a job of ours wrote is ever dragged; the page names the job, never a path.
      const path = services.jobs.list().find((job) => job.id === id)?.file?.path ?? null
      if (path === null) return notFound('file')
      return { ok: true, value: (await options.shell?.dragOut(path)) ?? false }
    },
  }
}
