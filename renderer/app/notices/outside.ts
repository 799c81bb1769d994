import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { settingsQuery } from '../state/queries.ts'
import { playNoticeSound } from './noticeSound.ts'

export type Told = {
  readonly text: string
  /** Null where the system needs nobody to tell it. */
  readonly open: (() => void) | null
}

/** Tells a notice by sound and system too, from one page only however many are open. */
export const createOutside = (client: QueryClient): ((told: Told) => Promise<void>) => {
  let isTeller = false
  // The lock passes on when its page is closed.
  void navigator.locks.request('racedesk-notices', () => {
    isTeller = true
    return new Promise(() => undefined)
  })
  return async ({ text, open }) => {
    if (!isTeller) return
    if (client.getQueryData(settingsQuery.queryKey)?.isNoticeSoundOn === true) playNoticeSound()
    if (open === null) return
    const answer = await call('app:tell', { text })
    if (answer.ok && answer.value) return
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
    // Without a tag: the second notification of a tag replaces the first without a sound.
    const shown = new Notification('Racedesk', { body: text })
    shown.addEventListener('click', () => {
      window.focus()
      open()
    })
  }
}
