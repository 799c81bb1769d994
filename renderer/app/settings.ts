import type { QueryClient } from '@tanstack/react-query'
import type { Settings } from '../../preload/contract.ts'
import type { Answer } from '../api.ts'
import { call } from '../api.ts'
import { settingsQuery } from './queries.ts'

/** Changes that the core has not answered yet. */
let pending = 0
let saved: Promise<unknown> = Promise.resolve()

/** Shown at once and corrected by the answer. Changes reach the core one after the other, in the order of these calls. */
export const saveSettings = async (client: QueryClient, change: Partial<Settings>): Promise<Answer<Settings>> => {
  const before = client.getQueryData(settingsQuery.queryKey)
  if (before !== undefined) client.setQueryData(settingsQuery.queryKey, { ...before, ...change })
  pending += 1
  const answered = saved.then(() => call('app:setSettings', change))
  saved = answered
  const answer = await answered
  pending -= 1
  receiveSettings(client, answer.ok ? answer.value : before)
  return answer
}

/** Settings as the core had them at some moment; those from before a change that is under way would take it back. */
export const receiveSettings = (client: QueryClient, settings: Settings | undefined): void => {
  if (pending === 0) client.setQueryData(settingsQuery.queryKey, settings)
}
