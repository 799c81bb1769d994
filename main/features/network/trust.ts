import { X509Certificate } from 'node:crypto'
import type { CertificateId, Instant, Json } from '../../../preload/contract/ids.ts'
import type { TrustedCertificate } from '../../../preload/contract/network.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { SettingsStore } from '../settings/settingsTables.ts'
import type { Shell } from '../../kernel/face.ts'
import type { EventService, TrustStore } from '../../platform/http/eventService.ts'
import { invalidInput, notFound, type Failure } from '../../kernel/result.ts'

/** Certificates that users added to those of the system. */
export type Trust = {
  readonly list: () => readonly TrustedCertificate[]
  /** Errors: `invalid-input` for a text that holds anything but certificates, `cancelled` when the user does not want them. */
  readonly add: (pem: string) => Promise<Result<null>>
  /** Trusts one that another face added. Errors: `not-found`, `cancelled`. */
  readonly trust: (id: CertificateId) => Promise<Result<null>>
  readonly remove: (id: CertificateId) => Result<null>
}

export type TrustParts = {
  readonly store: Pick<SettingsStore, 'settings' | 'saveSettings'>
  readonly trustStore: TrustStore
  readonly eventService: Pick<EventService, 'reconnect'>
  /**
   * A page alone must not be able to add an authority: what nobody was asked about here is not trusted. Absent where there is
   * nothing but the page: such a face trusts all that were added.
   */
  readonly confirm: Shell['confirmTrust'] | undefined
}

const storedName = 'trustedCertificates'
/** Ids of those that a user was asked about outside of any page. */
const confirmedName = 'confirmedCertificates'
const mostCertificates = 50
const blockPattern = /-----BEGIN ([A-Z0-9 ]{1,40})-----[A-Za-z0-9+/=\s]{1,20000}-----END \1-----/g
const certificateLabels = new Set(['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'])

export const createTrust = ({ store, trustStore, eventService, confirm }: TrustParts): Trust => {
  /** Unreadable certificates of other versions are not trusted. */
  const stored = (): readonly X509Certificate[] => {
    const value: Json = store.settings()[storedName] ?? null
    if (!Array.isArray(value)) return []
    return value.flatMap((pem) => (typeof pem === 'string' ? (readCertificate(pem) ?? []) : []))
  }
  const confirmed = (): ReadonlySet<Json> => {
    const ids: Json = store.settings()[confirmedName] ?? null
    return new Set(Array.isArray(ids) ? ids : [])
  }
  const trusted = (): readonly X509Certificate[] => {
    if (confirm === undefined) return stored()
    const ids = confirmed()
    return stored().filter((certificate) => ids.has(idOf(certificate)))
  }
  const keep = (certificates: readonly X509Certificate[], confirmedNow: readonly CertificateId[] = []): void => {
    const ids = new Set<Json>([...confirmed(), ...confirmedNow])
    store.saveSettings({
      [storedName]: certificates.map(String),
      [confirmedName]: certificates.map(idOf).filter((id) => ids.has(id)),
    })
    trustStore.add(trusted().map(String))
    // Open connections were checked against the previous list.
    eventService.reconnect()
  }
  const list = (): readonly TrustedCertificate[] => {
    const ids = new Set(trusted().map(idOf))
    return stored().map((certificate) => describe(certificate, ids.has(idOf(certificate))))
  }
  /** Asks for those that are not trusted yet, and keeps them. */
  const ask = async (certificates: readonly X509Certificate[]): Promise<Result<null>> => {
    const ids = new Set(trusted().map(idOf))
    const asked = certificates.filter((certificate) => !ids.has(idOf(certificate)))
    if (asked.length === 0) return ok
    const isWanted = (await confirm?.(asked.map((certificate) => describe(certificate, false)))) ?? true
    if (!isWanted) return { ok: false, error: { kind: 'cancelled' } }
    // The list may have changed while the user was asked.
    const others = new Set(stored().map(idOf))
    const added = asked.filter((certificate) => !others.has(idOf(certificate)))
    keep([...stored(), ...added], confirm === undefined ? [] : asked.map(idOf))
    return ok
  }
  trustStore.add(trusted().map(String))
  return {
    list,
    add: async (pem) => {
      const read = readCertificates(pem)
      if (!read.ok) return read
      const given = new Map([...stored(), ...read.value].map((certificate) => [idOf(certificate), certificate]))
      if (given.size > mostCertificates) return refuse(`no more than ${mostCertificates} certificates`)
      return await ask([...new Map(read.value.map((certificate) => [idOf(certificate), certificate])).values()])
    },
    trust: async (id) => {
      const known = stored().find((certificate) => idOf(certificate) === id)
      return known === undefined ? noCertificate : await ask([known])
    },
    remove: (id) => {
      const known = stored()
      const left = known.filter((certificate) => idOf(certificate) !== id)
      if (left.length === known.length) return noCertificate
      keep(left)
      return ok
    },
  }
}

const ok: Result<null> = { ok: true, value: null }
const noCertificate = notFound('certificate')

/** The certificates of a PEM text; comments between them are let through, as files of them have them. */
export const readCertificates = (pem: string): Result<readonly X509Certificate[]> => {
  const labels = Array.from(pem.matchAll(/-----BEGIN ([^-]{0,80})-----/g), ([, label = '']) => label)
  if (labels.some((label) => label.includes('PRIVATE'))) {
    return refuse('contains a private key; use a file with certificates only')
  }
  const blocks = Array.from(pem.matchAll(blockPattern), ([block]) => block)
  const isOther = labels.some((label) => !certificateLabels.has(label))
  if (labels.length === 0 || isOther || blocks.length !== labels.length) return refuse('holds no certificates as PEM')
  if (blocks.length > mostCertificates) return refuse(`no more than ${mostCertificates} certificates`)
  const certificates = blocks.flatMap((block) => readCertificate(block) ?? [])
  if (certificates.length !== blocks.length) return refuse('holds a certificate that cannot be read')
  return { ok: true, value: certificates }
}

const readCertificate = (pem: string): X509Certificate | null => {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

const idOf = (certificate: X509Certificate): CertificateId =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase() as CertificateId

const describe = (certificate: X509Certificate, isTrustedHere: boolean): TrustedCertificate => ({
  id: idOf(certificate),
  isTrustedHere,
  subject: nameOf(certificate.subject),
  issuer: nameOf(certificate.issuer),
  validFrom: instantOf(certificate.validFromDate),
  validTo: instantOf(certificate.validToDate),
})

const instantOf = (date: Date): Instant => date.toISOString() as Instant

/** The common name and the organization, as far as they are there; else everything, on one line. */
const nameOf = (distinguished: string | undefined): string => {
  const lines = (distinguished ?? '').split('\n').slice(0, 20)
  const part = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1)
  const named = [part('CN'), part('O')].filter((text) => text !== undefined && text !== '')
  const text = named.length > 0 ? [...new Set(named)].join(', ') : lines.join(', ')
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ').slice(0, 200)
}

const refuse = (message: string): Failure => invalidInput('pem', message)
