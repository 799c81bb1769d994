import { randomBytes } from 'node:crypto'
import type { capsuleOperations } from '../../../preload/contract/capsule.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import { createSingleUse, type SingleUse } from '../../kernel/singleUse.ts'
import { openYauzlArchive } from '../../platform/files/yauzlArchive.ts'
import { createCapsuleOpening, type OpenCapsuleParts } from './openCapsule.ts'
import type { SaveCapsuleParts } from './saveCapsule.ts'

/** Paths of files that the system handed over, by their tickets. */
export const createGivenFiles = (now: () => number): SingleUse<string> =>
  createSingleUse<string>({
    now,
    makeTicket: () => randomBytes(32).toString('base64url'),
    // A file may wait long in the page's queue.
    lifeMs: 24 * 3_600_000,
    // The page queues the first 20; tickets of later ones must not displace theirs.
    limit: 1_000,
  })

export const handleCapsule = (
  parts: Omit<OpenCapsuleParts, 'openArchive'> & SaveCapsuleParts,
): Handlers<typeof capsuleOperations> => ({
  'capsule:save': async (input) => {
    // Loaded on first use: few runs save a stage file.
    const { createCapsuleSaving } = await import('./saveCapsule.ts')
    return await createCapsuleSaving(parts)(input)
  },
  'capsule:open': createCapsuleOpening({ ...parts, openArchive: openYauzlArchive }),
})
