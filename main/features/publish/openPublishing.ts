import { isDeepStrictEqual } from 'node:util'
import type { Face } from '../../../preload/contract/diagnostics.ts'
import { createWebClient, type WebClientParts } from '../../platform/http/webClient.ts'
import { placeOpener, type PlaceParts } from './places.ts'
import { createPublishing, type Publishing, type PublishingParts } from './publishing.ts'

export type OpenPublishingParts = Omit<PublishingParts, 'random' | 'patienceMs' | 'folder' | 'open'> &
  Omit<PlaceParts, 'web' | 'keepHostKey' | 'keepRegion'> &
  WebClientParts & {
    readonly face: Face
    readonly dataDir: string
    /** Files are made there before they are sent. */
    readonly spoolFolder: string
    readonly atEnd: (end: () => Promise<void>) => void
  }

/** A command tells soon that the network is gone. What was sent is not sent again by the next try. */
const patienceMs = { terminal: 15_000, others: 60_000 }

export const openPublishing = (given: OpenPublishingParts): Publishing => {
  const { store } = given
  const web = createWebClient(given)
  given.atEnd(web.close)
  return createPublishing({
    ...given,
    random: Math.random,
    patienceMs: given.face === 'terminal' ? patienceMs.terminal : patienceMs.others,
    folder: given.spoolFolder,
    open: placeOpener({
      ...given,
      web,
      keepHostKey: (stage, host, hostKey) => {
        const stored = store.publishing(stage)
        if (stored === null) return
        store.savePublishing(stage, { ...stored, hostKeys: { ...stored.hostKeys, [host]: hostKey } })
      },
      keepRegion: (stage, target, found) => {
        const stored = store.publishing(stage)
        // Another place may have been chosen meanwhile.
        if (isDeepStrictEqual(stored?.target, target) && stored !== null) {
          store.savePublishing(stage, { ...stored, region: found })
        }
      },
    }),
  })
}
