import { fullPace, paceAfter, type LinkPace } from './linkPace.ts'

/** Measures each origin's link while bodies arrive and sets the number of parallel calls. */
type LinkMeter = {
  /** For one reply: called for every piece of its body, and once at its end. */
  readonly follow: (origin: string) => FollowedReply
  /** Drops all measurements, as after a change of network. */
  readonly forget: () => void
}

export type FollowedReply = { readonly received: (bytes: number) => void; readonly ended: () => void }

type Link = {
  pace: LinkPace
  arriving: number
  mostArriving: number
  busySinceMs: number
  busyMs: number
  bytes: number
  ended: number
}

/** After this many replies with almost no body time, the link is not the bottleneck. */
const quickReplies = 8
const quickMs = 100

/** `most` is the setting; `tell` gets Infinity where the link does not limit the number. `windowMs` of arriving bodies make one measurement. */
export function createLinkMeter(
  most: () => number,
  tell: (origin: string, calls: number) => void,
  windowMs: number,
): LinkMeter {
  const links = new Map<string, Link>()

  const linkTo = (origin: string): Link => {
    const known = links.get(origin)
    if (known !== undefined) return known
    const link: Link = {
      pace: fullPace(most()),
      arriving: 0,
      mostArriving: 0,
      busySinceMs: 0,
      busyMs: 0,
      bytes: 0,
      ended: 0,
    }
    links.set(origin, link)
    return link
  }

  const countTime = (link: Link): void => {
    const nowMs = performance.now()
    if (link.arriving > 0) link.busyMs += nowMs - link.busySinceMs
    link.busySinceMs = nowMs
  }

  const measure = (origin: string, link: Link): void => {
    const isQuick = link.ended >= quickReplies && link.busyMs < quickMs
    if (link.busyMs < windowMs && !isQuick) return
    const bytesPerS = isQuick ? Number.POSITIVE_INFINITY : (link.bytes * 1000) / link.busyMs
    link.pace = paceAfter(link.pace, { bytesPerS, calls: link.mostArriving }, most())
    Object.assign(link, { busyMs: 0, bytes: 0, ended: 0, mostArriving: link.arriving })
    tell(origin, link.pace.calls < most() ? link.pace.calls : Number.POSITIVE_INFINITY)
  }

  return {
    follow: (origin) => {
      const link = linkTo(origin)
      let isArriving = false
      return {
        received: (bytes) => {
          countTime(link)
          // The first piece arrived before the measurement began.
          if (link.arriving > 0) link.bytes += bytes
          if (!isArriving) link.arriving += 1
          isArriving = true
          link.mostArriving = Math.max(link.mostArriving, link.arriving)
          measure(origin, link)
        },
        ended: () => {
          countTime(link)
          if (isArriving) link.arriving -= 1
          isArriving = false
          link.ended += 1
          measure(origin, link)
        },
      }
    },
    forget: () => {
      for (const origin of links.keys()) tell(origin, Number.POSITIVE_INFINITY)
      links.clear()
    },
  }
}
