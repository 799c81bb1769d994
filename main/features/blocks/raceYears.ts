import { createHash } from 'node:crypto'
import type { Input } from '../../../preload/contract.ts'
import type { RaceYears } from '../../../preload/contract/blocks.ts'
import type { Instant, Json, ProfileId } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { readData, readReply } from '../organizations/rules/envelope.ts'
import { readYearsTable } from './rules/raceYears.ts'
import { apiUrl } from '../../kernel/urls.ts'
import type { BlockCallParts } from './fetchBlocks.ts'
import type { Emit } from '../../kernel/emit.ts'

type YearsOfRaces = {
  readonly read: (input: Input<'race:years'>) => Promise<Result<RaceYears>>
}

type YearsParts = BlockCallParts & { readonly emit: Emit }

/** The race years, whose shape the API does not tell: whatever came is kept. */
export const createRaceYears = (parts: YearsParts): YearsOfRaces => ({
  read: async ({ profileId, isRefresh }) => {
    if (isRefresh === true) {
      const refreshed = await refresh(parts, profileId)
      if (!refreshed.ok) return refreshed
    }
    return { ok: true, value: readStored(parts, profileId) }
  },
})

const refresh = async (
  { store, profiles, secrets, eventService, clock, emit }: YearsParts,
  profileId: ProfileId,
): Promise<Result<null>> => {
  const profile = await profiles.ready(profileId)
  if (!profile.ok) return profile
  const credentials = await secrets.credentialsFor(profile.value)
  if (!credentials.ok) return credentials
  const url = apiUrl(credentials.value.baseUrl, '/v3/Races/Years')
  const reply = await eventService.call(credentials.value, { service: 'main', method: 'GET', url })
  if (!reply.ok) return reply
  const read = readReply(reply.value, 'access')
  if (!read.ok) return read
  const data = readData(read.value)
  if (!data.ok) return data
  const at = new Date(clock()).toISOString() as Instant
  const { body } = reply.value
  const [last] = store.yearsReplies(profileId)
  if (last?.sha256 === createHash('sha256').update(body).digest('hex')) store.confirmYears(last.id, at)
  else {
    store.saveYears({
      profileId,
      fetchedAt: at,
      isEmpty: isEmpty(data.value),
      data: JSON.stringify(data.value),
      body,
    })
  }
  emit({ name: 'years:changed', data: { profileId } })
  return { ok: true, value: null }
}

const isEmpty = (data: Json): boolean =>
  data === null || (typeof data === 'object' && (readYearsTable(data)?.rows.length ?? Object.keys(data).length) === 0)

/** The newest reply with entries; an empty one only if there is no other. */
const readStored = ({ store }: YearsParts, profileId: ProfileId): RaceYears => {
  const replies = store.yearsReplies(profileId)
  const [newest] = replies
  const shown = replies.find((reply) => !reply.isEmpty) ?? newest
  if (newest === undefined || shown === undefined) {
    return { data: null, table: null, fetchedAt: null, checkedAt: null, emptyReplyAt: null }
  }
  // Written by the store from a parsed reply.
  const data = JSON.parse(store.yearsData(shown.id)) as Json
  return {
    data,
    table: readYearsTable(data),
    fetchedAt: shown.fetchedAt,
    checkedAt: shown.checkedAt,
    emptyReplyAt: newest === shown ? null : newest.checkedAt,
  }
}
