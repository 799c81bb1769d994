import type { Instant, ProfileId } from '../../../preload/contract/ids.ts'
import type { HostState } from '../../../preload/contract/network.ts'
import type { AppError, KeyName } from '../../../preload/contract/result.ts'
import { isLost } from '../organizations/rules/lostHost.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'

/** The last reply and the last failure of every host that was called in this run. */
export type Hosts = {
  readonly list: () => readonly HostState[]
  /** `isFailing`: with an error of its own, to a call that began at `startedAtMs`. */
  readonly replied: (host: string, isFailing: boolean, startedAtMs: number) => void
  /** Another server answered in its place. */
  readonly replaced: (host: string, error: AppError) => void
  /** A call that began at `startedAtMs` got no reply. */
  readonly failed: (host: string, error: AppError, startedAtMs: number) => void
  readonly judged: (host: string, profileId: ProfileId, which: KeyName, isKeyRefused: boolean) => void
  readonly forgetRefusals: () => void
}

/** Minimum interval between events for repeated replies. */
const toldEveryMs = 5_000

export const createHosts = (clock: Clock, emit: Emit): Hosts => {
  const hosts = new Map<string, HostState>()
  const toldAtMs = new Map<string, number>()
  const instant = (): Instant => new Date(clock()).toISOString() as Instant
  const list = (): readonly HostState[] => [...hosts.values()]

  const change = (host: string, changed: Partial<HostState>): void => {
    const known = hosts.get(host)
    const next = { host, state: 'online', repliedAt: null, failure: null, refused: [], ...known, ...changed } as const
    hosts.set(host, next)
    const isRepeated = known?.state === next.state && known.refused === next.refused
    // A clock set back must not delay events.
    if (isRepeated && Math.abs(clock() - (toldAtMs.get(host) ?? 0)) < toldEveryMs) return
    toldAtMs.set(host, clock())
    emit({ name: 'network:changed', data: { hosts: list() } })
  }
  const lost = (host: string, error: AppError): void =>
    change(host, { state: 'offline', failure: { at: instant(), error } })

  /** Then one slow or broken URL says nothing about the host. */
  const hasRepliedSince = (host: string, startedAtMs: number): boolean =>
    Date.parse(hosts.get(host)?.repliedAt ?? '') >= startedAtMs

  return {
    list,
    replied: (host, isFailing, startedAtMs) => {
      const isStillOnline = hasRepliedSince(host, startedAtMs) && hosts.get(host)?.state === 'online'
      change(host, { state: isFailing && !isStillOnline ? 'failing' : 'online', repliedAt: instant() })
    },
    replaced: (host, error) => change(host, { state: 'portal', failure: { at: instant(), error } }),
    failed: (host, error, startedAtMs) => {
      if (isUnreached(error)) return lost(host, error)
      if (isSilence(error) && !hasRepliedSince(host, startedAtMs)) lost(host, error)
    },
    judged: (host, profileId, which, isKeyRefused) => {
      const refused = hosts.get(host)?.refused ?? []
      const others = refused.filter((one) => one.profileId !== profileId || one.which !== which)
      const isKnown = others.length < refused.length
      if (isKnown === isKeyRefused) return
      change(host, { refused: isKeyRefused ? [...others, { profileId, which }] : others })
    },
    forgetRefusals: () => {
      for (const { host, refused } of hosts.values()) if (refused.length > 0) change(host, { refused: [] })
    },
  }
}

const isUnreached = (error: AppError): boolean =>
  error.kind === 'offline' || error.kind === 'untrusted-certificate' || isLost({ ok: false, error })

const isSilence = (error: AppError): boolean =>
  (error.kind === 'timed-out' && error.isTooSlow !== true) || error.kind === 'outcome-unknown'
