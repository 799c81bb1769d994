import type { CapsuleFault } from '../../../../preload/contract/result.ts'
import { capsuleLimits, manifestPath, type CapsuleEntry } from './manifest.ts'
import type { ArchiveEntry } from '../../../kernel/archiveEntry.ts'

type EntryFault = { readonly reason: CapsuleFault; readonly detail: string }

/** The first fault of the archive before unpacking, or null. */
export const faultOfArchive = (entries: readonly ArchiveEntry[]): EntryFault | null => {
  const seen = new Set<string>()
  for (const { path, isEncrypted, isLink } of entries) {
    const key = path.normalize('NFC').toLowerCase()
    if (isLink || isUnsafe(path) || seen.has(key)) return { reason: 'unsafe-entry', detail: shown(path) }
    if (isEncrypted) return { reason: 'encrypted', detail: shown(path) }
    seen.add(key)
  }
  const [first] = entries
  if (first?.path !== manifestPath) return { reason: 'no-manifest', detail: '' }
  const totalBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const isTooLarge = first.sizeBytes > capsuleLimits.manifestBytes || totalBytes > capsuleLimits.totalBytes
  return isTooLarge || entries.length > capsuleLimits.entries ? { reason: 'too-large', detail: '' } : null
}

/** The first difference between archive and manifest in names and sizes, or null. */
export const faultOfList = (
  entries: readonly ArchiveEntry[],
  listed: readonly CapsuleEntry[],
  ledgerPath: string | null,
): EntryFault | null => {
  const present = new Map(entries.slice(1).map((entry) => [entry.path, entry]))
  for (const { path, sizeBytes } of listed) {
    const entry = present.get(path)
    if (entry === undefined) return { reason: 'missing-entry', detail: shown(path) }
    if (entry.sizeBytes !== sizeBytes) return { reason: 'altered', detail: shown(path) }
    const limit = path === ledgerPath ? capsuleLimits.ledgerBytes : capsuleLimits.bodyBytes
    if (sizeBytes > limit) return { reason: 'too-large', detail: shown(path) }
    present.delete(path)
  }
  const [unlisted] = present.keys()
  return unlisted === undefined ? null : { reason: 'unlisted-entry', detail: shown(unlisted) }
}

/** Whether a name could lead out of a folder on any system, or is shown otherwise than it is. */
const isUnsafe = (path: string): boolean =>
  /[\\:\p{Cc}\p{Cf}]/u.test(path) || path.split('/').some((part) => part === '' || part === '.' || part === '..')

/** A name out of a foreign file, fit for a sentence. */
const shown = (path: string): string => path.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd').slice(0, 100)
