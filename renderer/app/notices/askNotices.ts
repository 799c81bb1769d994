import type { QueryClient } from '@tanstack/react-query'
import type { NoticeKind } from '../../../preload/contract/settings.ts'
import type { Answer } from '../../api.ts'
import { saveSettings } from '../state/settings.ts'

export const NOTICE_KINDS: readonly NoticeKind[] = ['favourite', 'disqualified', 'podium', 'watch', 'job']

/** Stores what is to be told. A browser asks for its own permission here, where the user has just asked for notices. */
export const chooseNotices = async (client: QueryClient, kinds: readonly NoticeKind[]): Promise<Answer<unknown>> => {
  const answer = await saveSettings(client, { notices: [...kinds] })
  if (kinds.length > 0 && 'Notification' in window && Notification.permission === 'default')
    await Notification.requestPermission()
  return answer
}
