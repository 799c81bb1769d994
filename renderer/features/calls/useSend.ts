import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Input } from '../../../preload/contract.ts'
import type { CallRequest } from '../../../preload/contract/calls.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import { call, type Problem } from '../../api.ts'
import { isRefused } from '../../app/problems/issues.ts'
import { callDraft, shownCall } from './callDraft.ts'
import { replyKey } from './useReply.ts'

/** A question to answer before sending. */
export type Question = {
  readonly kind: 'confirm' | 'promo'
  readonly request: CallRequest
  readonly profileId: ProfileId
}

export type Sending = {
  readonly isSending: boolean
  readonly problem: Problem | null
  readonly question: Question | null
  readonly send: (request: CallRequest, profileId: ProfileId) => void
  /** `isRemembered`: do not ask again for this path. */
  readonly answer: (isYes: boolean, isRemembered?: boolean) => void
  readonly cancel: () => void
  readonly dismiss: () => void
}

export const useSend = (): Sending => {
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const sendId = useRef('')
  // Editing clears the refusal.
  useEffect(() => callDraft.subscribe(() => setProblem((now) => (now?.kind === 'invalid-input' ? null : now))), [])

  const carryOut = async (
    request: CallRequest,
    profileId: ProfileId,
    confirmed: Pick<Input<'call:send'>, 'isConfirmed' | 'isRemembered'> = {},
  ): Promise<void> => {
    sendId.current = crypto.randomUUID()
    setSending(true)
    setProblem(null)
    setQuestion(null)
    const answer = await call('call:send', {
      ...request,
      profileId,
      sendId: sendId.current,
      ...confirmed,
    })
    setSending(false)
    if (answer.ok) {
      client.setQueryData(replyKey(answer.value.id), answer.value)
      shownCall.set(answer.value.id)
    } else if (isRefused(answer.error, 'isConfirmed')) setQuestion({ kind: 'confirm', request, profileId })
    else if (isRefused(answer.error, 'promo')) setQuestion({ kind: 'promo', request, profileId })
    else setProblem(answer.error)
  }

  return {
    isSending,
    problem,
    question,
    send: (request, profileId) => void carryOut(request, profileId),
    answer: (isYes, isRemembered = false) => {
      setQuestion(null)
      if (!isYes || question === null) return
      void carryOut(question.request, question.profileId, { isConfirmed: true, isRemembered })
    },
    cancel: () => void call('call:cancel', { sendId: sendId.current }),
    dismiss: () => setProblem(null),
  }
}
