import type { ProfileId, RaceGuid } from '../../preload/contract/ids.ts'
import type { PromoPreview, PromoReceipt } from '../../preload/contract/promo.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { OpenCore } from './openCore.ts'

export const race = 'b7f3a2c1-0d4e-4f6a-9b8c-1a2b3c4d5e6f' as RaceGuid
export const promoPath = '/v3/PromoCodes/Set'

type PromoDesk = {
  readonly profileId: ProfileId
  readonly preview: (text: string, of?: RaceGuid) => Promise<PromoPreview>
  /** Sends a preview with its own count confirmed. */
  readonly send: (preview: PromoPreview) => Promise<Result<unknown>>
  readonly receipts: () => Promise<readonly PromoReceipt[]>
}

export const openPromoDesk = async (open: OpenCore, baseUrl: string): Promise<PromoDesk> => {
  const { id: profileId } = await open.call('profile:save', { profile: { name: 'Crew', baseUrl, resultsUrl: null } })
  return {
    profileId,
    preview: (text, of = race) => open.call('promo:preview', { profileId, race: of, text }),
    send: ({ id, count }) => open.ask('promo:set', { previewId: id, confirmedCount: count }),
    receipts: async () => (await open.call('promo:history', { race })).receipts,
  }
}
