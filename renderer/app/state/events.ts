import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AppEvent } from '../../../preload/contract.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { ListedStage } from '../../../preload/contract/stages.ts'
import type { WatchEvents } from '../../../preload/contract/watch.ts'
import { connection, listen } from '../../api.ts'
import { settleExport } from '../jobs/exports.ts'
import { failedReference, reloadedAt, unannouncedJob } from './frameNotices.ts'
import { openCapsule } from '../opened/openCapsule.ts'
import { chosenCommand, openedLink } from '../opened/opened.ts'
import { settlePrint } from '../print.ts'
import { rereadPromoDraft } from '../promoDraft.ts'
import {
  autoExportQuery,
  askAgain,
  infoQuery,
  jobsQuery,
  keysQuery,
  memoryQuery,
  networkQuery,
  profilesQuery,
  renew,
  stagesQuery,
  treeQuery,
  updatesQuery,
} from './queries.ts'
import { renewSettings } from './settings.ts'
import { throttle } from './throttle.ts'

/** While a stage is taken it changes many times a second; the screen follows about twice a second. */
const STAGE_EVERY_MS = 500

const withJob = (jobs: readonly Job[], job: Job): readonly Job[] =>
  jobs.some(({ id }) => id === job.id) ? jobs.map((known) => (known.id === job.id ? job : known)) : [job, ...jobs]

const withWatch = (known: ListedStage, { stage, state }: WatchEvents['watch:changed']): ListedStage =>
  known.guid === stage ? { ...known, watch: state } : known

const createStageRefresh = (client: QueryClient): ((stage: StageGuid) => void) => {
  const refreshes = new Map<StageGuid, () => void>()
  return (stage) => {
    const known = refreshes.get(stage)
    if (known !== undefined) return known()
    const refresh = throttle(() => {
      renew(client, { queryKey: stagesQuery.queryKey })
      renew(client, { queryKey: ['tree', stage] })
      renew(client, { queryKey: ['results', stage] })
      renew(client, { queryKey: ['find'] })
    }, STAGE_EVERY_MS)
    refreshes.set(stage, refresh)
    refresh()
  }
}

/** Keeps what is on the screen in step with the core. Returns the function that stops it. */
export const followEvents = (client: QueryClient): (() => void) => {
  const refreshStage = createStageRefresh(client)
  // Outside what the page loads first.
  const noticeParts = import('../notices/followNotices.ts')
  const noticeFollower = noticeParts.then(({ createNoticeFollower }) => createNoticeFollower(client))
  /** A late answer must not overwrite data from an event. */
  const renewAsked = (queryKey: QueryKey): void => renew(client, { queryKey, fetchStatus: 'fetching' })
  const follow = (event: AppEvent): void => {
    switch (event.name) {
      case 'job:progressed':
        client.setQueryData(jobsQuery.queryKey, (jobs) => withJob(jobs ?? [], event.data))
        renewAsked(jobsQuery.queryKey)
        return
      case 'job:finished':
        client.setQueryData(jobsQuery.queryKey, (jobs) => withJob(jobs ?? [], event.data))
        // A list requested before the end and received after it would revive the job.
        renew(client, { queryKey: jobsQuery.queryKey })
        if (event.data.stage !== null) refreshStage(event.data.stage)
        // An export of results and a printing are moments that changes are counted from.
        if ((event.data.kind === 'export' || event.data.kind === 'print') && event.data.stage !== null) {
          renew(client, { queryKey: ['changes', event.data.stage] })
        }
        settleExport(event.data)
        settlePrint(event.data)
        void noticeFollower.then(({ jobFinished }) => jobFinished(event.data))
        return
      case 'job:unannounced':
        unannouncedJob.set(event.data)
        return
      case 'favourites:changed':
        if (event.data.areAdded) void noticeParts.then(({ isAskWanted }) => isAskWanted.set(true))
        renew(client, { queryKey: ['favourites', event.data.stage] })
        renew(client, { queryKey: ['results', event.data.stage] })
        return
      case 'views:changed':
        renew(client, { queryKey: ['views', event.data.stage] })
        return
      case 'stage:changed':
        refreshStage(event.data.stage)
        return
      case 'ledger:changed':
        renew(client, { queryKey: ['changes', event.data.stage] })
        void noticeFollower.then(({ ledgerGrew }) => ledgerGrew(event.data.stage, event.data.lastId))
        return
      case 'autoExport:changed':
        client.setQueryData(autoExportQuery(event.data.stage).queryKey, event.data.state)
        renewAsked(autoExportQuery(event.data.stage).queryKey)
        return
      case 'watch:changed':
        client.setQueryData(treeQuery(event.data.stage).queryKey, (tree) =>
          tree === undefined ? tree : { ...tree, watch: event.data.state },
        )
        renewAsked(treeQuery(event.data.stage).queryKey)
        client.setQueryData(stagesQuery.queryKey, (stages) => stages?.map((stage) => withWatch(stage, event.data)))
        renewAsked(stagesQuery.queryKey)
        void noticeFollower.then(({ watchChanged }) => watchChanged(event.data.stage, event.data.state))
        return
      case 'profile:changed':
        renew(client, { queryKey: profilesQuery.queryKey })
        renew(client, { queryKey: keysQuery.queryKey })
        renew(client, { queryKey: ['tree'] })
        renew(client, { queryKey: networkQuery.queryKey })
        // The draft of a removed organization is removed, too.
        rereadPromoDraft()
        return
      case 'keys:changed':
        renew(client, { queryKey: keysQuery.queryKey })
        renew(client, { queryKey: infoQuery.queryKey })
        return
      case 'order:changed':
        renew(client, { queryKey: ['orders'] })
        return
      case 'promo:changed':
        renew(client, { queryKey: ['promo'] })
        return
      case 'promoDraft:changed':
        rereadPromoDraft()
        return
      case 'memory:changed': {
        const { queryKey } = memoryQuery(event.data.stage)
        // Otherwise the next screen would first draw old values.
        client.removeQueries({ queryKey, type: 'inactive' })
        renew(client, { queryKey })
        return
      }
      case 'calls:changed':
        renew(client, { queryKey: ['calls'] })
        return
      case 'settings:changed':
        renewSettings(client)
        renew(client, { queryKey: networkQuery.queryKey })
        return
      case 'updates:changed':
        client.setQueryData(updatesQuery.queryKey, event.data)
        renewAsked(updatesQuery.queryKey)
        return
      case 'blocks:changed':
        renew(client, { queryKey: ['blocks', event.data.profileId] })
        return
      case 'years:changed':
        renew(client, { queryKey: ['years', event.data.profileId] })
        return
      case 'screens:changed':
        renew(client, { queryKey: ['screens'] })
        return
      case 'publish:changed':
        renew(client, { queryKey: ['publish'] })
        return
      case 'app:linked':
        openedLink.set(event.data)
        return
      case 'app:fileGiven':
        openCapsule({ kind: 'given', ...event.data })
        return
      case 'app:commanded':
        chosenCommand.set(event.data)
        return
      case 'app:reloaded':
        reloadedAt.set(event.data.at)
        return
      case 'app:failed':
        failedReference.set(event.data.reference)
        return
      case 'network:changed':
        client.setQueryData(infoQuery.queryKey, (info) =>
          info === undefined ? info : { ...info, hosts: event.data.hosts },
        )
        renewAsked(infoQuery.queryKey)
        return
      case 'storage:changed':
        client.setQueryData(infoQuery.queryKey, (info) =>
          info === undefined ? info : { ...info, storageStop: event.data.stop },
        )
        renewAsked(infoQuery.queryKey)
        return
      case 'database:damaged':
        renewAsked(infoQuery.queryKey)
        return
      default:
        event satisfies never
    }
  }
  const again = (): void => {
    askAgain(client)
    rereadPromoDraft()
  }
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
