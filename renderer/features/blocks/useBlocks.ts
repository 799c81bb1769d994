import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BlockTypeId, JobId, ProfileId } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { call, type Problem } from '../../api.ts'
import { useStartExport } from '../../app/jobs/startExport.ts'
import { fetchValue, jobsQuery } from '../../app/state/queries.ts'
import { useBusy } from '../../app/state/useBusy.ts'

export const listQuery = (profileId: ProfileId) =>
  queryOptions({ queryKey: ['blocks', profileId, 'list'], queryFn: () => fetchValue('block:list', { profileId }) })

export const changesQuery = (profileId: ProfileId, since: number, snapshot: number) =>
  queryOptions({
    queryKey: ['blocks', profileId, 'changes', since, snapshot],
    queryFn: () => fetchValue('block:list', { profileId, since, snapshot }),
    gcTime: 60_000,
  })

export const detailsQuery = (profileId: ProfileId, id: BlockTypeId, snapshot?: number) =>
  queryOptions({
    queryKey: ['blocks', profileId, 'details', id, snapshot ?? 'newest'],
    queryFn: () => fetchValue('block:details', { profileId, id, ...(snapshot === undefined ? {} : { snapshot }) }),
    gcTime: 60_000,
  })

export const yearsQuery = (profileId: ProfileId) =>
  queryOptions({ queryKey: ['years', profileId], queryFn: () => fetchValue('race:years', { profileId }) })

type Refreshing = {
  readonly isBusy: boolean
  readonly problem: Problem | null
  readonly refresh: () => void
  readonly dismiss: () => void
}

/** Asks the service by an operation whose answer comes at once; the screen follows by events. */
export const useRefresh = (ask: () => Promise<Problem | null>): Refreshing => {
  const [isBusy, begin] = useBusy()
  const [problem, setProblem] = useState<Problem | null>(null)
  return {
    isBusy,
    problem,
    refresh: () => begin(async () => setProblem(await ask())),
    dismiss: () => setProblem(null),
  }
}

/** The job by its events; fetched once, since a quick one may end before its ID is known. */
export const useJob = (id: JobId | null): Job | undefined => {
  const { data: jobs, refetch } = useQuery(jobsQuery)
  useEffect(() => {
    if (id !== null) void refetch()
  }, [id, refetch])
  return id === null ? undefined : jobs?.find((job) => job.id === id)
}

/** Saves one type, or all, as a zip; the problem is null when the job runs or the user closed the dialog. */
export const useExportBlocks = (
  profileId: ProfileId,
  onProblem: (problem: Problem | null) => void,
): ((id?: BlockTypeId) => void) => {
  const startExport = useStartExport()
  const [, begin] = useBusy()
  return (id) =>
    begin(async () =>
      onProblem(await startExport(call('block:export', { profileId, ...(id === undefined ? {} : { id }) }))),
    )
}
