import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { CallPiece, CallReply, CallView } from '../../../preload/contract/calls.ts'
import type { CallId } from '../../../preload/contract/ids.ts'
import { fetchValue } from '../../app/state/queries.ts'

const KEEP_MS = 60_000

/** Stored replies never change, so that their pieces are asked for once. */
export const replyKey = (id: CallId) => ['call', id, 'reply'] as const

export const readPiece = async <K extends CallView['kind']>(
  id: CallId,
  view: Extract<CallView, { kind: K }>,
): Promise<Extract<CallPiece, { kind: K }>> =>
  // The core returns a piece of the requested kind.
  (await fetchValue('call:read', { id, view })) as Extract<CallPiece, { kind: K }>

export const useReply = (id: CallId): UseQueryResult<CallReply> =>
  useQuery({
    queryKey: replyKey(id),
    queryFn: async () => (await readPiece(id, { kind: 'reply' })).reply,
    gcTime: KEEP_MS,
  })

export const usePiece = <K extends CallView['kind']>(
  id: CallId,
  view: Extract<CallView, { kind: K }>,
  isWanted = true,
): UseQueryResult<Extract<CallPiece, { kind: K }>> =>
  useQuery({
    queryKey: ['call', id, JSON.stringify(view)],
    queryFn: () => readPiece(id, view),
    gcTime: KEEP_MS,
    enabled: isWanted,
  })
