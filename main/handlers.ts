import { readDropped } from './domain/appLinks.ts'
import { type Handlers } from './gate/gate.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { Services } from './wireServices.ts'

/** What each operation does, once its input is known to be sound. */
export const handlersOf = (options: CoreOptions, movedAsideTo: string | null, services: Services): Handlers => {
  const {
    store,
    emit,
    secrets,
    network,
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
    mapping,
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
    openCapsule,
    saveCapsule,
    diagnostics,
  } = services
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
        network: network(),
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
}
