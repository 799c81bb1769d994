import type { CallRequest } from '../../../preload/contract/calls.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import { changePromoDraft } from '../../app/promoDraft.ts'
import { goTo } from '../../app/route.ts'
import { promoLines, raceOf } from './promoLines.ts'

/** Takes a call that would set promo codes to where they are previewed, with its race and codes. */
export const openPromoPreview = (request: CallRequest, profileId: ProfileId): void => {
  changePromoDraft({ profileId, race: raceOf(request), text: promoLines(request.body) })
  goTo({ screen: 'promo', tab: 'compose' })
}
