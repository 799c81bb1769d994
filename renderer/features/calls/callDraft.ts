import type { CallRequest, QueryPair, SavedCall } from '../../../preload/contract/calls.ts'
import type { CallId, ProfileId, SavedCallId } from '../../../preload/contract/ids.ts'
import { createStore } from '../../app/state/store.ts'

/** One line of the query table; `key` stays while it is edited. */
export type QueryRow = QueryPair & { readonly key: number }

type CallDraft = {
  /** Organization of the opened call; null: the one chosen for all screens. */
  readonly profileId: ProfileId | null
  readonly method: CallRequest['method']
  readonly path: string
  readonly query: readonly QueryRow[]
  readonly body: string
  /** The saved call that it was opened from. */
  readonly saved: { readonly id: SavedCallId; readonly name: string } | null
}

const emptyDraft: CallDraft = { profileId: null, method: 'GET', path: '/v3/', query: [], body: '', saved: null }

/** The draft call and the shown reply. Both survive leaving the screen, not closing the app. */
export const callDraft = createStore<CallDraft>(emptyDraft)
export const shownCall = createStore<CallId | null>(null)

export const changeDraft = (changed: Partial<CallDraft>): void => callDraft.set({ ...callDraft.get(), ...changed })

let lastKey = 0

export const newQueryRow = (pair: QueryPair = { name: '', value: '' }): QueryRow => ({ ...pair, key: (lastKey += 1) })

export const openInEditor = (request: CallRequest, profileId: ProfileId | null, saved: SavedCall | null): void =>
  changeDraft({
    ...(profileId === null ? {} : { profileId }),
    method: request.method,
    path: request.path,
    query: request.query.map(newQueryRow),
    body: request.body ?? '',
    saved: saved === null ? null : { id: saved.id, name: saved.name },
  })

export const clearDraft = (): void => changeDraft({ ...emptyDraft, profileId: callDraft.get().profileId })

/** As it would be sent: lines without a name and the body of a GET are left out, a slash that was forgotten before v3/ is added. */
export const requestOf = ({ method, path, query, body }: CallDraft): CallRequest => ({
  method,
  path: path.trim().replace(/^(?=v3\/)/i, '/'),
  query: query.filter(({ name }) => name !== '').map(({ name, value }) => ({ name, value })),
  body: method === 'GET' || body.trim() === '' ? null : body,
})
