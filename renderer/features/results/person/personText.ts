import type { PersonCard } from '../../../../preload/contract/results.ts'
import type { Translate } from '../../../text/text.ts'
import { formatGap, formatRaceTime } from '../../../app/stage/raceTime.ts'
import { factsOf, placingTexts } from '../../../app/stage/cardFacts.ts'

/** The card as plain text, to be pasted into a message. `asOf` says how old the data are. */
export const personText = (card: PersonCard, stageName: string, asOf: string, t: Translate): string => {
  const { name, bib, placings, splits, gaps, status } = card
  const head = [name === '' ? t('card.noName') : name, bib === '' ? '' : t('person.bib', { bib })]
  const placed = placings.map((placing) => {
    const { place, result } = placingTexts(placing, t)
    return `${placing.distanceName} · ${placing.categoryName}: ${[place, result].filter((part) => part !== '').join(', ')}`
  })
  const passed = splits.flatMap(({ label, totalMs, rank, runners }) =>
    totalMs === null ? [] : [`${label}: ${formatRaceTime(totalMs)}${rank === null ? '' : ` (${rank}/${runners})`}`],
  )
  return [
    head.filter((part) => part !== '').join(', '),
    factsOf(card).join(' · '),
    ...(placings.length === 0 ? [t(`finisher.${status}`)] : placed),
    gaps.leader === null ? '' : `${t('card.toLeader')}: ${formatGap(gaps.leader.ms)}`,
    ...(passed.length === 0 ? [] : ['', `${t('card.splits')}:`, ...passed]),
    '',
    `${stageName}. ${asOf}`,
  ]
    .filter((line, at, lines) => line !== '' || (at > 0 && lines[at - 1] !== ''))
    .join('\n')
}
