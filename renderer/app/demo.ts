import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DemoExamples } from '../../preload/contract/organizations.ts'
import { call, type Answer, type Problem } from '../api.ts'
import type { Route } from './address.ts'
import type { Language } from '../text/text.ts'
import { fetchValue, profilesQuery } from './state/queries.ts'
import { useBusy } from './state/useBusy.ts'
import { takeStage } from './takeStage.ts'

/** The demo's service is on this computer: polls cost no network. */
const ON_THIS_COMPUTER = { everyS: 5, budgetMbPerHour: 10_000 }

/** Starts the demo race in progress, downloads its stage and watches it while it is live; gives the place where it is shown. */
export const beginDemoRace = async (client: QueryClient, language: Language): Promise<Answer<Route>> => {
  const saved = await call('profile:save', { demo: true, isLive: true, language })
  if (!saved.ok) return saved
  const stages = await call('stage:list', {})
  if (!stages.ok) return stages
  const stage = stages.value.find((known) => known.profileId === saved.value.id)
  if (stage !== undefined) {
    await takeStage(client, stage.guid)
    const examples = await call('profile:demo', {})
    if (examples.ok && examples.value.isLive) await call('stage:watch', { stage: stage.guid, ...ON_THIS_COMPUTER })
  }
  await client.prefetchQuery({ queryKey: ['stages'], queryFn: () => fetchValue('stage:list', {}), staleTime: 0 })
  return { ok: true, value: stage === undefined ? { screen: 'stages' } : { screen: 'stage', stage: stage.guid } }
}

/** Makes the demo's organization, then does what `work` says with what its service has to try. Null: it is done. */
const tryExamples = async (
  client: QueryClient,
  work: (examples: DemoExamples) => Promise<Problem | null>,
): Promise<Problem | null> => {
  const examples = await call('profile:demo', {})
  if (!examples.ok) return examples.error
  await client.invalidateQueries({ queryKey: profilesQuery.queryKey })
  return work(examples.value)
}

/** What an empty state offers of the demo; null once the crew has an organization of its own. */
export const useDemo = (work: (examples: DemoExamples) => Promise<Problem | null>) => {
  const client = useQueryClient()
  const profiles = useQuery(profilesQuery).data
  const [isBusy, begin] = useBusy()
  const [problem, setProblem] = useState<Problem | null>(null)
  if (profiles === undefined || profiles.some(({ kind }) => kind !== 'demo')) return null
  return { isBusy, problem, begin: () => begin(async () => setProblem(await tryExamples(client, work))) }
}
