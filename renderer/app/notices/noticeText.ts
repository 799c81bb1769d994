import type { Translate } from '../../text/text.ts'
import { openRow } from '../opened/openRow.ts'
import { goTo } from '../route.ts'
import type { Notice } from './raceNotices.ts'

/** The sentence of a notice, after the name of its race. */
export const noticeText = ({ of }: Pick<Notice, 'of'>, race: string, t: Translate): string =>
  race === '' ? told(of, t) : `${race} · ${told(of, t)}`

/** The name of the one person or category concerned, or how many there are. */
const told = (of: Notice['of'], t: Translate): string => {
  if (of.kind === 'watch') return t('notices.told.watch')
  const [first] = of.changes
  const count = of.changes.length
  if (first === undefined || count > 1) return t(`notices.told.${of.kind}.several`, { count })
  if (of.kind === 'podium')
    return t('notices.told.podium', { distance: first.distanceName, category: first.categoryName })
  const who = [first.bib, first.name].filter((text) => text !== null && text !== '').join(' ')
  return t(`notices.told.${of.kind}`, { who, result: first.after ?? '' })
}

/** Shows the card of the one person a notice is about, else the view that lists what it tells. */
export const openNotice = ({ stage, of }: Notice): void => {
  if (of.kind === 'watch') return goTo({ screen: 'stage', stage })
  const [first] = of.changes
  if (of.kind !== 'podium' && of.changes.length === 1 && first !== undefined && first.index !== null)
    return openRow({ stage, category: first.category, index: first.index })
  goTo({ screen: 'stage', stage, view: of.kind === 'disqualified' ? 'changes' : 'announcer' })
}
