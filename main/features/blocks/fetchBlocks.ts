import { createHash } from 'node:crypto'
import type { Instant, ProfileId } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { lightFields, readBlockPage, type BlockPage } from './rules/blockTypes.ts'
import { readData, readReply } from '../organizations/rules/envelope.ts'
import { apiUrl } from '../../kernel/urls.ts'
import type { Profiles } from '../organizations/profiles.ts'
import type { Secrets } from '../organizations/secrets.ts'
import type { ReferenceStore } from './referenceTables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventService, ServiceCall } from '../../platform/http/eventService.ts'

export type BlockCallParts = {
  readonly store: ReferenceStore
  readonly profiles: Profiles
  readonly secrets: Secrets
  readonly eventService: EventService
  readonly clock: Clock
}

export type FetchedBlocks = {
  readonly profileId: ProfileId
  readonly page: BlockPage
  readonly isWhole: boolean
  readonly fetchedAt: Instant
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
}

const path = '/v3/SitePageBlockTypes/List'

/** Asks for the block types with these fields. A reply that holds no list of block types is `unexpected-reply`. */
export const fetchBlocks = async (
  { profiles, secrets, eventService, clock }: BlockCallParts,
  profileId: ProfileId,
  fields: readonly string[],
  following: Pick<ServiceCall, 'signal' | 'onProgress'> = {},
): Promise<Result<FetchedBlocks>> => {
  const profile = await profiles.ready(profileId)
  if (!profile.ok) return profile
  const credentials = await secrets.credentialsFor(profile.value)
  if (!credentials.ok) return credentials
  const reply = await eventService.call(credentials.value, {
    service: 'main',
    method: 'POST',
    url: apiUrl(credentials.value.baseUrl, path),
    body: new TextEncoder().encode(JSON.stringify({ fields })),
    // The list is a read, though by POST.
    isRead: true,
    ...following,
  })
  if (!reply.ok) return reply
  const read = readReply(reply.value, 'access')
  if (!read.ok) return read
  const data = readData(read.value)
  if (!data.ok) return data
  const page = readBlockPage(data.value)
  if (page === null) {
    const error: AppError = {
      kind: 'unexpected-reply',
      where: 'SitePageBlockTypes/List',
      bodyStart: read.value.bodyStart,
    }
    return { ok: false, error }
  }
  const { status, headers, body } = reply.value
  return {
    ok: true,
    value: {
      profileId,
      page,
      isWhole: page.isWhole || fields.some((field) => !lightFields.includes(field)),
      fetchedAt: new Date(clock()).toISOString() as Instant,
      status,
      contentType: headers['content-type'] ?? '',
      body,
    },
  }
}

/** Keeps a reply as a snapshot; the very same one again only confirms the last. */
export const saveBlocks = async ({ store }: BlockCallParts, fetched: FetchedBlocks): Promise<void> => {
  const { profileId, page, isWhole, fetchedAt, status, contentType, body } = fetched
  const depth = isWhole ? 'whole' : 'overview'
  const known = store.blockSnapshots(profileId)
  const last = known.find((snapshot) => snapshot.depth === depth)
  if (last?.sha256 === createHash('sha256').update(body).digest('hex')) {
    store.confirmBlockSnapshot(last.id, fetchedAt)
    return
  }
  const { blocks, total, offset, limit, skipped, isReordered } = page
  await store.saveBlockSnapshot({
    profileId,
    depth,
    fetchedAt,
    status,
    contentType,
    total,
    offset,
    limit,
    skipped,
    isReordered,
    body,
    blocks: blocks.map(({ type, source }) => ({ type, content: isWhole ? JSON.stringify(source) : null })),
  })
}
