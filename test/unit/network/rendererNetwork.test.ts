import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AppError } from '../../../preload/contract/result.ts'
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

it.each([
  [{ kind: 'offline', host: 'a.test', detail: 'ENOTFOUND' }, true],
  [{ kind: 'timed-out', afterMs: 10_000, isConnect: true }, true],
  [{ kind: 'timed-out', afterMs: 15_000 }, false],
  [{ kind: 'untrusted-certificate', host: 'a.test', reason: 'issuer', detail: 'CERT_UNTRUSTED' }, false],
  [null, false],
] satisfies readonly (readonly [AppError | null, boolean])[])(
  '%o: a lost network is a fault of one category, or hides one',
  (error, isLost) => {
    expect(isOfflineError(error)).toBe(isLost)
  },
)
