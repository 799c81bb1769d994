import * as z from 'zod'
import { keyIssue, looksLikeKey } from '../shared/keyLike.ts'
import { line, nothing } from './bounds.ts'
import { csvPreset } from './files.ts'
import {
  profileId,
  promoPreviewId,
  promoReceiptId,
  raceGuid,
  type Instant,
  type JobId,
  type PromoPreviewId,
  type PromoReceiptId,
  type RaceGuid,
} from './ids.ts'
import { operation, type Parsed } from './operation.ts'
import type { AppError } from './result.ts'

/** `discountPercent` is a JSON number as text, exactly as in the request. */
export type PromoCode = { readonly value: string; readonly discountPercent: string }

export type PromoRefusalCode =
  | 'no-value'
  | 'value-too-long'
  | 'broken-text'
  | 'no-percent'
  | 'percent-not-number'
  | 'percent-out-of-range'
  | 'percent-ambiguous'
  | 'open-quote'
  | 'duplicate'

export type PromoWarningCode =
  | 'case-duplicate'
  | 'look-alike'
  | 'mixed-alphabets'
  | 'reads-as-another'
  | 'outer-space'
  | 'inner-space'
  | 'invisible'
  | 'full-discount'
  | 'below-one-percent'
  | 'extra-cells'

/** `otherLine`: the earlier line that it is about. A set with a refused line is not sent. */
export type PromoVerdict =
  | { readonly level: 'refused'; readonly code: PromoRefusalCode; readonly otherLine: number | null }
  | { readonly level: 'warned'; readonly code: PromoWarningCode; readonly otherLine: number | null }

export type PromoLine = {
  /** From 1, as in an editor; blank lines and a header are counted too. */
  readonly line: number
  readonly value: string
  /** As typed. */
  readonly percentText: string
  /** Null when it cannot be read or is out of range. */
  readonly discountPercent: string | null
  readonly verdicts: readonly PromoVerdict[]
}

/** How the text was understood. */
export type PromoReading = {
  readonly delimiter: 'tab' | 'semicolon' | 'comma' | null
  readonly hasHeader: boolean
  readonly hasDecimalComma: boolean
}

/** Exactly what will be sent; the access key's header is added by the client. */
export type PromoRequest = {
  readonly method: 'POST'
  readonly url: string
  readonly body: string
  readonly sizeBytes: number
  /** Hash of the body's bytes. */
  readonly sha256: string
}

export type PromoDifference = {
  readonly added: readonly PromoCode[]
  readonly removed: readonly PromoCode[]
  readonly changed: readonly { readonly value: string; readonly before: string; readonly after: string }[]
  readonly unchanged: number
}

/** A set of codes while it is composed; `race` and `text` are as typed. */
export type PromoDraft = Parsed<typeof promoDraft>
const promoDraft = () =>
  z.strictObject({
    profileId: profileId().nullable(),
    race: z
      .string()
      .max(2_000)
      .refine((text) => !looksLikeKey(text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, '')), keyIssue),
    text: z.string().max(500_000),
  })

export type PromoPreview = {
  /** Null while a line is refused, there is nothing to send or no race to send it for. */
  readonly id: PromoPreviewId | null
  readonly race: RaceGuid | null
  readonly reading: PromoReading
  readonly lines: readonly PromoLine[]
  /** Codes that the request holds: the number to confirm. */
  readonly count: number
  /** Lines that are refused. */
  readonly refused: number
  readonly request: PromoRequest | null
  /** Against the last set that reached the service, or may have; null when none is known. */
  readonly comparison: { readonly receipt: PromoReceipt; readonly difference: PromoDifference } | null
  /** The last attempt for the race, however it ended. */
  readonly lastAttempt: PromoReceipt | null
  /** The text with generated codes under it, when some were asked for. */
  readonly text: string | null
}

/**
 * `accepted`: the service said yes. `refused`: it said no. `not-sent`: nothing left this machine. `unknown`: it may have done
 * it, since no reply came, or one that does not tell, or the app ended in between.
 */
export type PromoState = 'sending' | 'accepted' | 'refused' | 'not-sent' | 'unknown'

export type PromoReceipt = {
  readonly id: PromoReceiptId
  readonly race: RaceGuid
  readonly profileName: string
  readonly url: string
  readonly sentAt: Instant
  readonly finishedAt: Instant | null
  readonly state: PromoState
  /** Codes sent. */
  readonly count: number
  /** As the service counts; null when it did not say. */
  readonly affected: number | null
  /** The service accepted, but affected another number than was sent or did not say how many. */
  readonly isAffectedDifferent: boolean
  /** Hash of the body's bytes. */
  readonly sha256: string
  readonly status: number | null
  readonly error: AppError | null
}

export type PromoReceiptDetail = {
  readonly receipt: PromoReceipt
  readonly codes: readonly PromoCode[]
  readonly body: string
  readonly reply: {
    /** At most the first 1,000,000 characters. */
    readonly text: string
    readonly isCut: boolean
    readonly sizeBytes: number
    readonly contentType: string
  } | null
}

export type PromoHistory = {
  /** Newest first. */
  readonly receipts: readonly PromoReceipt[]
  /** Detail of the requested receipt. */
  readonly detail: PromoReceiptDetail | null
  /** The export job; null when the user closed the save dialog. */
  readonly jobId: JobId | null
}

/** Codes to draw at random; `discountPercent` as typed. */
const promoGenerate = () =>
  z.strictObject({
    count: z.number().int().min(1).max(10_000),
    /** Random characters of each code. */
    length: z.number().int().min(4).max(32),
    prefix: line(40),
    discountPercent: line(30),
  })

export const promoOperations = {
  /** Reads and judges a table of codes; sends nothing. `text`: at most 20,000 lines. Without a race there is only the judging. */
  'promo:preview': operation<PromoPreview>()(() =>
    z.strictObject({
      profileId: profileId(),
      race: raceGuid().exactOptional(),
      text: z.string().max(500_000),
      generate: promoGenerate().exactOptional(),
    }),
  ),
  /** Sends what was previewed, once. An unsure end is `outcome-unknown`; the receipt is kept whatever the end. */
  'promo:set': operation<PromoReceipt>()(() =>
    z.strictObject({ previewId: promoPreviewId(), confirmedCount: z.number().int().min(0).max(20_000) }),
  ),
  /** Null when there is none, or its organization was removed. */
  'promo:draft': operation<PromoDraft | null>()(nothing),
  'promo:saveDraft': operation<null>()(() => z.strictObject({ draft: promoDraft() })),
  /** Receipts, all or of a race; `receipt` asks for one in full, `export` writes what is asked for to a file. */
  'promo:history': operation<PromoHistory>()(() =>
    z.strictObject({
      race: raceGuid().exactOptional(),
      receipt: promoReceiptId().exactOptional(),
      export: z.union([csvPreset(), z.literal('json')]).exactOptional(),
    }),
  ),
}

export type PromoEvents = {
  'promo:changed': { readonly race: RaceGuid }
  'promoDraft:changed': Record<string, never>
}
