import type { QueryClient } from '@tanstack/react-query'
import type { Settings } from '../../../preload/contract/settings.ts'
import { call, type Answer } from '../../api.ts'
import { renew, settingsQuery } from './queries.ts'

/** Changes without an answer yet. */
let pending = 0
let saved: Promise<unknown> = Promise.resolve()

/** Shows the change at once; the answer corrects it. Changes reach the core one by one, in the order of the calls. */
export const saveSettings = async (client: QueryClient, change: Partial<Settings>): Promise<Answer<Settings>> => {
  const { queryKey } = settingsQuery
  const before = client.getQueryData(queryKey)
  if (before !== undefined) {
    // A reply from before this change would undo it.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { ...before, ...change })
  }
  pending += 1
  const answered = saved.then(() => call('app:setSettings', change))
  saved = answered
  const answer = await answered
  pending -= 1
  if (pending === 0) client.setQueryData(queryKey, answer.ok ? answer.value : before)
  return answer
}

/** Reads the settings again: an event may be older than the answer to a later change. */
export const renewSettings = (client: QueryClient): void => {
  if (pending === 0) renew(client, { queryKey: settingsQuery.queryKey })
}
