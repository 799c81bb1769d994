import * as z from 'zod'
import { nothing } from './bounds.ts'
import { certificateId, type CertificateId, type Instant, type ProfileId } from './ids.ts'
import { operation } from './operation.ts'
import type { AppError, KeyName } from './result.ts'

/** One host of a service by its own replies since the start. A host that was never called has no state. */
export type HostState = {
  /** Its origin. */
  readonly host: string
  /** After its last request; `failing`: it answered with an error of its own (5xx) · `portal`: another server answered in its place. */
  readonly state: 'online' | 'failing' | 'offline' | 'portal'
  /** Its last reply, a few seconds behind at most; null before the first. */
  readonly repliedAt: Instant | null
  /** Why it could not be reached last; stays when it answers again. */
  readonly failure: { readonly at: Instant; readonly error: AppError } | null
  /** Keys that it refuses; each until it is taken, or keys or organizations change. */
  readonly refused: readonly { readonly profileId: ProfileId; readonly which: KeyName }[]
}

/** How services are reached, and which certificates are trusted on the way. */
export type NetworkFacts = {
  /**
   * Routes to the services of all profiles. `proxy`: host and port, never credentials; null for a direct route.
   * `unsupported`: there are proxies, but none can be used · `unanswered`: the system has not answered yet.
   */
  readonly routes: readonly {
    readonly origin: string
    readonly proxy: string | null
    readonly problem?: 'unsupported' | 'unanswered'
  }[]
  /** Certificates that the operating system trusts; null when they could not be read. */
  readonly systemCertificates: number | null
  /** Certificates that users added. */
  readonly certificates: readonly TrustedCertificate[]
}

export type TrustedCertificate = {
  readonly id: CertificateId
  /** False for one that another face added: a window trusts none that its user was not asked about. */
  readonly isTrustedHere: boolean
  readonly subject: string
  readonly issuer: string
  readonly validFrom: Instant
  readonly validTo: Instant
}

export const networkOperations = {
  'app:network': operation<NetworkFacts>()(nothing),
  /** `pem`: certificates only, as text; they are trusted from the next connection on. */
  'app:addCertificates': operation<NetworkFacts>()(() => z.strictObject({ pem: z.string().min(1).max(200_000) })),
  /** For one that another face added. */
  'app:trustCertificate': operation<NetworkFacts>()(() => z.strictObject({ id: certificateId() })),
  'app:removeCertificate': operation<NetworkFacts>()(() => z.strictObject({ id: certificateId() })),
  /**
   * The page saw the network come or go: calls to come use new connections, and watches that wait or look for a lost host ask
   * at once, no sooner than services allow.
   */
  'app:nudge': operation<null>()(nothing),
}

export type NetworkEvents = {
  'network:changed': { readonly hosts: readonly HostState[] }
}
