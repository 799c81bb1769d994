import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { readCertificates } from '../../../main/features/network/trust.ts'
import { isOfflineError } from '../../../renderer/app/problems/isOfflineError.ts'
import { pemText } from '../../../renderer/features/settings/pemText.ts'
import { sampleCertificate } from '../../support/services/certificates.ts'

const { raw, fingerprint256 } = new X509Certificate(sampleCertificate)

it('a chosen certificate file is refused in binary form, as Windows saves it', () => {
  const read = readCertificates(pemText(raw))
  expect(read.ok && read.value.map((certificate) => certificate.fingerprint256)).toEqual([fingerprint256])
})

it('a chosen certificate file is changed on its way when it is a text', () => {
  expect(pemText(Buffer.from(sampleCertificate))).toBe(sampleCertificate)
  expect(pemText(new Uint8Array())).toBe('')
})

it('a lost network hides a fault of one category, and nothing else does', () => {
  const isConnect = { kind: 'timed-out', afterMs: 10_000, isConnect: true } as const
  expect([{ kind: 'offline', host: 'a.test', detail: 'ENOTFOUND' } as const, isConnect].every(isOfflineError)).toBe(
    true,
  )
  const certificate = { kind: 'untrusted-certificate', host: 'a.test', reason: 'issuer', detail: '' } as const
  expect([{ kind: 'timed-out', afterMs: 15_000 } as const, certificate, null].some(isOfflineError)).toBe(false)
})
