/** Things handed out once, for a short while. */
export type SingleUse<T> = {
  /** Keeps `value` and gives the ticket that fetches it. */
  readonly put: (value: T) => string
  /** Null when the ticket is unknown, used or expired; it is forgotten at once. */
  readonly claim: (ticket: string) => T | null
}

type SingleUseOptions = {
  readonly now: () => number
  /** Unguessable texts, safe in a path. */
  readonly makeTicket: () => string
  readonly lifeMs: number
  /** Values that wait at the same time; the oldest makes room. */
  readonly limit: number
}

export const createSingleUse = <T>({ now, makeTicket, lifeMs, limit }: SingleUseOptions): SingleUse<T> => {
  const waiting = new Map<string, { readonly value: T; readonly until: number }>()
  const forgetOld = (): void => {
    for (const [ticket, { until }] of waiting) {
      if (until > now() && waiting.size < limit) return
      waiting.delete(ticket)
    }
  }
  return {
    put: (value) => {
      forgetOld()
      const ticket = makeTicket()
      waiting.set(ticket, { value, until: now() + lifeMs })
      return ticket
    },
    claim: (ticket) => {
      const found = waiting.get(ticket)
      waiting.delete(ticket)
      return found !== undefined && found.until > now() ? found.value : null
    },
  }
}
