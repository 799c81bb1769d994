import type { TrustedCertificate } from '../../preload/contract/network.ts'
import type { Question } from './leaving.ts'
import type { ShellTexts } from './shellTexts.ts'

const mostShown = 10
/** Number of the 64 hexadecimal digits shown; enough to prevent a forged match. */
const shownDigits = 32

const fingerprintOf = ({ id }: TrustedCertificate): string =>
  `${id
    .slice(0, shownDigits)
    .toUpperCase()
    .replace(/..(?=.)/gu, '$&:')}…`

/** The days that it holds for, as `2026-11-21 – 2036-11-21`. */
const validityOf = ({ validFrom, validTo }: TrustedCertificate, nowMs: number, texts: ShellTexts): string => {
  const isValid = Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo)
  return `${isValid ? texts.valid : texts.notValid}: ${validFrom.slice(0, 10)} – ${validTo.slice(0, 10)}`
}

/**
 * Asked by the system and not by the page, which could otherwise add an authority by itself. Button 1 means: trust. Names are
 * what a certificate says of itself; the fingerprint is what can be compared with that of whoever gave it.
 */
export const trustQuestion = (
  certificates: readonly TrustedCertificate[],
  nowMs: number,
  texts: ShellTexts,
): Question => ({
  type: 'question',
  message: texts.trustQuestion,
  detail: [
    ...certificates
      .slice(0, mostShown)
      .flatMap((one) => [
        `• ${one.subject} (${texts.signedBy} ${one.issuer})`,
        `   ${validityOf(one, nowMs, texts)}`,
        `   SHA-256: ${fingerprintOf(one)}`,
      ]),
    ...(certificates.length > mostShown ? [`… +${certificates.length - mostShown}`] : []),
    '',
    texts.trustEffect,
  ].join('\n'),
  buttons: [texts.cancel, texts.trust],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})
