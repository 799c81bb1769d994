import type { Handlers } from '../../../preload/contract/operation.ts'
import type { PromoDraft, promoOperations } from '../../../preload/contract/promo.ts'
import type { Profiles } from '../organizations/profiles.ts'
import { createPromoCodes, type PromoCodesParts } from './promoCodes.ts'
import { createPromoHistory, type PromoHistoryParts } from './promoHistory.ts'

export const handlePromo = (
  parts: PromoCodesParts &
    PromoHistoryParts & {
      readonly profiles: Pick<Profiles, 'find'>
      readonly store: {
        readonly promoDraft: () => PromoDraft | null
        readonly savePromoDraft: (draft: PromoDraft) => void
      }
      readonly atEnd: (end: () => Promise<void>) => void
    },
): Handlers<typeof promoOperations> => {
  const { store, profiles, emit } = parts
  const promoCodes = createPromoCodes(parts)
  parts.atEnd(promoCodes.stop)
  return {
    'promo:preview': promoCodes.preview,
    'promo:set': promoCodes.set,
    'promo:draft': () => ({ ok: true, value: store.promoDraft() }),
    'promo:saveDraft': ({ draft }) => {
      // A page unaware of the removal must not restore the draft.
      const profile = draft.profileId === null ? null : profiles.find(draft.profileId)
      if (profile?.ok === false) return profile
      store.savePromoDraft(draft)
      emit({ name: 'promoDraft:changed', data: {} })
      return { ok: true, value: null }
    },
    'promo:history': createPromoHistory(parts),
  }
}
