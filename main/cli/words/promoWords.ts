import type { PromoLine, PromoPreview, PromoReceipt, PromoVerdict } from '../../../preload/contract/promo.ts'
import { plain, tableLines } from './plain.ts'

const words: { readonly [C in PromoVerdict['code']]: string } = {
  'no-value': 'the code is missing',
  'value-too-long': 'the code is longer than 200 characters',
  'broken-text': 'the code was read in a wrong encoding',
  'no-percent': 'the discount is missing',
  'percent-not-number': 'the discount is not a number',
  'percent-out-of-range': 'the discount is not from 0 to 100',
  'percent-ambiguous': 'comma as separator and in the discount; quote the discount or use a point',
  'open-quote': 'missing closing quote',
  duplicate: 'the same code',
  'case-duplicate': 'the same code in other case',
  'look-alike': 'looks like the code',
  'mixed-alphabets': 'letters of several alphabets',
  'reads-as-another': 'looks like another code',
  'outer-space': 'spaces around the code',
  'inner-space': 'spaces within the code',
  invisible: 'invisible characters',
  'full-discount': '100% off',
  'below-one-percent': 'less than 1%',
  'extra-cells': 'cells after the discount are ignored',
}

const verdictWords = ({ code, otherLine }: PromoVerdict): string =>
  otherLine === null ? words[code] : `${words[code]} as on line ${otherLine}`

/** The errors of each line that blocks sending. */
export const refusedIssues = (
  lines: readonly PromoLine[],
): readonly { readonly path: string; readonly message: string }[] =>
  lines.flatMap(({ line, verdicts }) => {
    const refusals = verdicts.filter(({ level }) => level === 'refused')
    return refusals.length === 0 ? [] : [{ path: `line ${line}`, message: refusals.map(verdictWords).join(', ') }]
  })

/** Warnings of lines that are sent, for stderr. */
export const warningText = (lines: readonly PromoLine[]): string =>
  lines
    .flatMap(({ line, verdicts }) => {
      const warnings = verdicts.filter(({ level }) => level === 'warned')
      return warnings.length === 0 ? [] : [`Line ${line}: ${warnings.map(verdictWords).join(', ')}\n`]
    })
    .join('')

const attemptWords: { readonly [S in PromoReceipt['state']]: string } = {
  sending: 'is being sent now',
  accepted: 'was accepted',
  refused: 'was refused by the service',
  'not-sent': 'was not sent',
  unknown: 'has an unknown outcome: check the codes on the service before sending again',
}

export const attemptText = ({ sentAt, count, state }: PromoReceipt): string =>
  `The last send for this race (${sentAt}, ${count} codes) ${attemptWords[state]}.\n`

/** The preview for people. */
export const previewLines = (preview: PromoPreview): readonly string[] => {
  const { request, comparison, count, lines, lastAttempt } = preview
  const difference = comparison?.difference
  return [
    ...tableLines(
      ['line', 'code', 'discount, %', 'check'],
      lines.map(({ line, value, discountPercent, verdicts }) => [
        String(line),
        value,
        discountPercent ?? '',
        verdicts.map(verdictWords).join(', '),
      ]),
    ),
    '\n',
    ...(lastAttempt === null ? [] : [attemptText(lastAttempt)]),
    comparison === null || difference === undefined
      ? 'No earlier codes for this race were sent from here.\n'
      : `Compared with the codes of ${comparison.receipt.sentAt}: ${difference.added.length} added, ${difference.removed.length} removed, ${difference.changed.length} changed, ${difference.unchanged} unchanged.\n`,
    'The service may replace all codes of the race with these.\n\n',
    ...(request === null
      ? []
      : [
          `${request.method} ${plain(request.url)}\n`,
          ...request.body.split('\n').map((text) => `${plain(text)}\n`),
          `\nSHA-256 of the body ${request.sha256}\n`,
        ]),
    `Nothing was sent. To send these ${count} codes, add --yes.\n`,
  ]
}

export const receiptLines = ({ count, affected, isAffectedDifferent, sha256, sentAt }: PromoReceipt): string => {
  const told = affected === null ? 'did not report how many codes it affected' : `affected ${affected}`
  const remark = isAffectedDifferent ? ' Not all sent codes were affected: check the codes on the service.' : ''
  return `${count} codes sent at ${sentAt}; the service ${told}.${remark}\nSHA-256 of the body ${sha256}\n`
}
