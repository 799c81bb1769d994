import type { Instant, PromoReceiptId, RaceGuid } from '../../../preload/contract/ids.ts'
import type { PromoCode, PromoReceipt, PromoState } from '../../../preload/contract/promo.ts'
import type { AppError } from '../../../preload/contract/result.ts'

export type StoredPromoReply = { readonly status: number; readonly contentType: string; readonly body: Uint8Array }

/** Receipts of promo code sets; small writes that are on the disk when they return. */
export type PromoStore = {
  /** Written before anything is sent, as `sending`. */
  readonly beginPromoSet: (begun: {
    readonly race: RaceGuid
    readonly profileName: string
    readonly url: string
    readonly sentAt: Instant
    readonly count: number
    readonly sha256: string
    readonly body: Uint8Array
    readonly codes: readonly PromoCode[]
  }) => PromoReceiptId
  readonly endPromoSet: (
    id: PromoReceiptId,
    ended: {
      readonly state: Exclude<PromoState, 'sending'>
      readonly finishedAt: Instant
      readonly affected: number | null
      readonly error: AppError | null
      readonly reply: StoredPromoReply | null
    },
  ) => void
  /** Newest first, of one race or all. */
  readonly promoReceipts: (race: RaceGuid | null, limit: number) => readonly PromoReceipt[]
  readonly promoReceipt: (id: PromoReceiptId) => StoredPromoReceipt | null
}

export type StoredPromoReceipt = {
  readonly receipt: PromoReceipt
  readonly codes: readonly PromoCode[]
  readonly body: Uint8Array
  readonly reply: StoredPromoReply | null
}
