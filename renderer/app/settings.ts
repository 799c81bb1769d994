import type { QueryClient } from '@tanstack/react-query'
import type { Settings } from '../../preload/contract.ts'
import type { Answer } from '../api.ts'
import { call } from '../api.ts'
import { settingsQuery } from './queries.ts'

/** Shown at once and corrected by the answer. */
export const saveSettings = async (client: QueryClient, change: Partial<Settings>): Promise<Answer<Settings>> => {
  const before = client.getQueryData(settingsQuery.queryKey)
  if (before !== undefined) client.setQueryData(settingsQuery.queryKey, { ...before, ...change })
  const answer = await call('app:setSettings', change)
  client.setQueryData(settingsQuery.queryKey, answer.ok ? answer.value : before)
  return answer
}
