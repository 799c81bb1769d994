import type { RaceGuid } from '../../preload/contract/ids.ts'
import type { PromoPreview } from '../../preload/contract/promo.ts'
import type { OpenCore } from './openCore.ts'

export const race = 'b7f3a2c1-0d4e-4f6a-9b8c-1a2b3c4d5e6f' as RaceGuid
export const promoPath = '/v3/PromoCodes/Set'

export const openPromoDesk = async (open: OpenCore, baseUrl: string) => {
  const { id: profileId } = await open.call('profile:save', { profile: { name: 'Crew', baseUrl, resultsUrl: null } })
  return {
    profileId,
    preview: (text: string, of = race) => open.call('promo:preview', { profileId, race: of, text }),
    /** With its own count confirmed. */
    send: ({ id, count }: PromoPreview) => open.ask('promo:set', { previewId: id, confirmedCount: count }),
    receipts: async () => (await open.call('promo:history', { race })).receipts,
  }
}
