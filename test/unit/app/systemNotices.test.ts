import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'

afterEach(() => vi.unstubAllGlobals())

/** Notifications of a browser: one with the tag of an earlier one takes its place, and nobody notices (Notifications API, `renotify`). */
const hearNotifications = (): readonly unknown[] => {
  const heard: unknown[] = []
  const tags = new Set<string>()
  class Shown extends EventTarget {
    static readonly permission = 'granted'
    constructor(_title: string, { tag = '' }: NotificationOptions) {
      super()
      if (tag === '' || !tags.has(tag)) heard.push(this)
      tags.add(tag)
    }
  }
  vi.stubGlobal('Notification', Shown)
  vi.stubGlobal('document', { hidden: true })
  return heard
}

const anna = { bib: '214', name: 'Anna Orlova' }
const answers: { readonly [operation: string]: (input: { readonly afterId: number }) => unknown } = {
  'app:settings': () => ({ notices: ['favourite'] }),
  'stage:favourites': () => [anna],
  'app:tell': () => false,
  'results:changes': ({ afterId }) => ({
    changes: [{ ...anna, id: afterId + 1, type: 'result', isFirstResult: true }],
    lastId: afterId + 1,
  }),
}

it('makes itself heard for each notice while the page is hidden', async () => {
  const heard = hearNotifications()
  vi.stubGlobal('window', {
    Notification,
    location: { hash: '' },
    racedesk: {
      call: async (operation: string, input: { readonly afterId: number }) => ({
        ok: true,
        value: answers[operation]?.(input),
      }),
    },
  })
  // Reads the address at once.
  const { createNoticeFollower } = await import('../../../renderer/app/notices/followNotices.ts')
  const { ledgerGrew } = createNoticeFollower(new QueryClient())
  const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13' as StageGuid
  ledgerGrew(stage, 1)
  ledgerGrew(stage, 2)
  await expect.poll(() => heard.length).toBe(2)
})
