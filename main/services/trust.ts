import { X509Certificate } from 'node:crypto'
import type { CertificateId, Instant, Json, Result, TrustedCertificate } from '../../preload/contract.ts'
import type { EventService, Shell, Store, TrustStore } from './ports.ts'

/** Certificates that users added to those of the system. */
export type Trust = {
  readonly list: () => readonly TrustedCertificate[]
  /** Errors: `invalid-input` for a text that holds anything but certificates, `cancelled` when the user does not want them. */
  readonly add: (pem: string) => Promise<Result<null>>
  readonly remove: (id: CertificateId) => Result<null>
}

export type TrustParts = {
  readonly store: Pick<Store, 'settings' | 'saveSettings'>
  readonly trustStore: TrustStore
  readonly eventService: Pick<EventService, 'reconnect'>
  /** A page alone must not be able to add an authority; absent where there is nothing but the page. */
  readonly confirm: Shell['confirmTrust'] | undefined
}

const storedName = 'trustedCertificates'
const mostCertificates = 50
const blockPattern = /-----BEGIN ([A-Z0-9 ]{1,40})-----[A-Za-z0-9+/=\s]{1,20000}-----END \1-----/g
const certificateLabels = new Set(['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'])

export const createTrust = ({ store, trustStore, eventService, confirm }: TrustParts): Trust => {
  /** What an older or newer version stored and cannot be read is not trusted. */
  const stored = (): readonly X509Certificate[] => {
    const value: Json = store.settings()[storedName] ?? null
    if (!Array.isArray(value)) return []
    return value.flatMap((pem) => (typeof pem === 'string' ? (readCertificate(pem) ?? []) : []))
  }
  const keep = (certificates: readonly X509Certificate[]): Result<null> => {
    store.saveSettings({ [storedName]: certificates.map(String) })
    trustStore.add(certificates.map(String))
    // A connection that is open was trusted by the list of its time.
    eventService.reconnect()
    return { ok: true, value: null }
  }
  trustStore.add(stored().map(String))
  return {
    list: () => stored().map(describe),
    add: async (pem) => {
      const read = readCertificates(pem)
      if (!read.ok) return read
      const added = new Map(read.value.map((certificate) => [idOf(certificate), certificate]))
      const unknown = (): readonly X509Certificate[] => {
        const ids = new Set(stored().map(idOf))
        return [...added].flatMap(([id, certificate]) => (ids.has(id) ? [] : [certificate]))
      }
      const asked = unknown()
      if (asked.length === 0) return { ok: true, value: null }
      if (stored().length + asked.length > mostCertificates)
        return refuse(`no more than ${mostCertificates} certificates`)
      const isWanted = (await confirm?.(asked.map(describe))) ?? true
      // Others may have come or gone while the user was asked.
      return isWanted ? keep([...stored(), ...unknown()]) : { ok: false, error: { kind: 'cancelled' } }
    },
    remove: (id) => {
      const known = stored()
      const left = known.filter((certificate) => idOf(certificate) !== id)
      if (left.length === known.length) return { ok: false, error: { kind: 'not-found', what: 'certificate' } }
      return keep(left)
    },
  }
}

/** The certificates of a PEM text; comments between them are let through, as files of them have them. */
export const readCertificates = (pem: string): Result<readonly X509Certificate[]> => {
  const labels = Array.from(pem.matchAll(/-----BEGIN ([^-]{0,80})-----/g), ([, label = '']) => label)
  if (labels.some((label) => label.includes('PRIVATE'))) {
    return refuse('holds a private key, which must not leave its owner; only certificates are taken')
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

const describe = (certificate: X509Certificate): TrustedCertificate => ({
  id: idOf(certificate),
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

const refuse = (
  message: string,
): {
  readonly ok: false
  readonly error: {
    readonly kind: 'invalid-input'
    readonly issues: readonly [{ readonly path: 'pem'; readonly message: string }]
  }
} => ({
  ok: false,
  error: { kind: 'invalid-input', issues: [{ path: 'pem', message }] },
})
