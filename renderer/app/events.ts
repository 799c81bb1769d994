import type { QueryClient } from '@tanstack/react-query'
import type { AppEvent, Job, StageGuid } from '../../preload/contract.ts'
import { connection, listen } from '../api.ts'
import { settleExport } from './exports.ts'
import { notifyFinished } from './notify.ts'
import { openCapsule } from './openCapsule.ts'
import { openedLink } from './openedLink.ts'
import { settlePrint } from './print.ts'
import {
  autoExportQuery,
  askAgain,
  infoQuery,
  jobsQuery,
  keysQuery,
  networkQuery,
  profilesQuery,
  settingsQuery,
  stagesQuery,
  treeQuery,
  updatesQuery,
} from './queries.ts'
import { reloadedAt } from './reloadedAt.ts'
import { throttle } from './throttle.ts'

/** While a stage is taken it changes many times a second; the screen follows about twice a second. */
const STAGE_EVERY_MS = 500

const withJob = (jobs: readonly Job[], job: Job): readonly Job[] =>
  jobs.some(({ id }) => id === job.id) ? jobs.map((known) => (known.id === job.id ? job : known)) : [job, ...jobs]

const createStageRefresh = (client: QueryClient): ((stage: StageGuid) => void) => {
  const refreshes = new Map<StageGuid, () => void>()
  return (stage) => {
    const known = refreshes.get(stage)
    if (known !== undefined) return known()
    const refresh = throttle(() => {
      void client.invalidateQueries({ queryKey: stagesQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['tree', stage] })
      void client.invalidateQueries({ queryKey: ['results', stage] })
      void client.invalidateQueries({ queryKey: ['find'] })
    }, STAGE_EVERY_MS)
    refreshes.set(stage, refresh)
    refresh()
  }
}

/** Keeps what is on the screen in step with the core. Returns the function that stops it. */
export const followEvents = (client: QueryClient): (() => void) => {
  const refreshStage = createStageRefresh(client)
  const follow = (event: AppEvent): void => {
    switch (event.name) {
      case 'job:progressed':
        client.setQueryData(jobsQuery.queryKey, (jobs) => withJob(jobs ?? [], event.data))
        return
      case 'job:finished':
        client.setQueryData(jobsQuery.queryKey, (jobs) => withJob(jobs ?? [], event.data))
        // A list asked for before the end and answered after it would bring the job back to life.
        void client.invalidateQueries({ queryKey: jobsQuery.queryKey })
        if (event.data.stage !== null) refreshStage(event.data.stage)
        // An export of results and a printing are moments that changes are counted from.
        if ((event.data.kind === 'export' || event.data.kind === 'print') && event.data.stage !== null) {
          void client.invalidateQueries({ queryKey: ['changes', event.data.stage] })
        }
        settleExport(event.data)
        settlePrint(event.data)
        notifyFinished(event.data)
        return
      case 'favourites:changed':
        void client.invalidateQueries({ queryKey: ['favourites', event.data.stage] })
        void client.invalidateQueries({ queryKey: ['results', event.data.stage] })
        return
      case 'views:changed':
        void client.invalidateQueries({ queryKey: ['views', event.data.stage] })
        return
      case 'stage:changed':
        refreshStage(event.data.stage)
        return
      case 'ledger:changed':
        void client.invalidateQueries({ queryKey: ['changes', event.data.stage] })
        return
      case 'autoExport:changed':
        client.setQueryData(autoExportQuery(event.data.stage).queryKey, event.data.state)
        return
      case 'watch:changed':
        client.setQueryData(treeQuery(event.data.stage).queryKey, (tree) =>
          tree === undefined ? tree : { ...tree, watch: event.data.state },
        )
        return
      case 'profile:changed':
        void client.invalidateQueries({ queryKey: profilesQuery.queryKey })
        void client.invalidateQueries({ queryKey: keysQuery.queryKey })
        void client.invalidateQueries({ queryKey: ['tree'] })
        void client.invalidateQueries({ queryKey: networkQuery.queryKey })
        return
      case 'keys:changed':
        void client.invalidateQueries({ queryKey: keysQuery.queryKey })
        void client.invalidateQueries({ queryKey: infoQuery.queryKey })
        return
      case 'order:changed':
        void client.invalidateQueries({ queryKey: ['orders'] })
        return
      case 'promo:changed':
        void client.invalidateQueries({ queryKey: ['promo'] })
        return
      case 'calls:changed':
        void client.invalidateQueries({ queryKey: ['calls'] })
        return
      case 'settings:changed':
        client.setQueryData(settingsQuery.queryKey, event.data)
        void client.invalidateQueries({ queryKey: networkQuery.queryKey })
        return
      case 'updates:changed':
        client.setQueryData(updatesQuery.queryKey, event.data)
        return
      case 'blocks:changed':
        void client.invalidateQueries({ queryKey: ['blocks', event.data.profileId] })
        return
      case 'years:changed':
        void client.invalidateQueries({ queryKey: ['years', event.data.profileId] })
        return
      case 'app:linked':
        openedLink.set(event.data)
        return
      case 'app:fileGiven':
        openCapsule({ kind: 'given', ...event.data })
        return
      case 'app:reloaded':
        reloadedAt.set(event.data.at)
        return
      case 'network:changed':
        client.setQueryData(infoQuery.queryKey, (info) =>
          info === undefined ? info : { ...info, network: event.data },
        )
        return
      default:
        event satisfies never
    }
  }
  const again = (): void => askAgain(client)
  const stopListening = listen(follow, again)
  // A call may be the first to notice that the core is back.
  let was = connection.get()
  const stopWatching = connection.subscribe(() => {
    const now = connection.get()
    if (was === 'gone' && now === 'live') again()
    was = now
  })
  return () => {
    stopListening()
    stopWatching()
  }
}
