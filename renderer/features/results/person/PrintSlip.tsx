import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { PersonCard } from '../../../../preload/contract/results.ts'
import { usePrintAlone } from '../../../app/print.ts'
import { formatExact } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { formatGap, formatRaceTime } from '../../../app/stage/raceTime.ts'
import { factsOf, placingTexts } from '../../../app/stage/cardFacts.ts'

type PrintSlipProps = {
  readonly card: PersonCard
  readonly stageName: string
  readonly onDone: () => void
}

/** A slip of paper for the runner. It is in the page only while the print dialog is open, and is printed alone. */
export const PrintSlip = ({ card, stageName, onDone }: PrintSlipProps) => {
  const { t, language } = useText()
  const [printedAt] = useState(() => new Date().toISOString())
  usePrintAlone(onDone)
  const { name, bib, placings, splits, gaps, fetchedAt } = card
  return createPortal(
    <div className="slip print-alone" lang={language}>
      <p className="slip-stage">{stageName}</p>
      <p className="slip-name">{name === '' ? t('card.noName') : name}</p>
      <p className="slip-facts">
        {[bib === '' ? '' : t('person.bib', { bib }), ...factsOf(card)].filter((text) => text !== '').join(' · ')}
      </p>
      <table>
        <tbody>
          {placings.map((placing) => {
            const { place, result } = placingTexts(placing, t)
            return (
              <tr key={`${placing.category} ${placing.index}`}>
                <th scope="row">
                  {placing.distanceName} · {placing.categoryName}
                </th>
                <td>{place}</td>
                <td>{result}</td>
              </tr>
            )
          })}
          {gaps.leader === null ? null : (
            <tr>
              <th scope="row">{t('card.toLeader')}</th>
              <td />
              <td>{formatGap(gaps.leader.ms)}</td>
            </tr>
          )}
          {splits.map(({ label, totalMs, lapMs }) =>
            totalMs === null ? null : (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{lapMs === null ? '' : formatRaceTime(lapMs)}</td>
                <td>{formatRaceTime(totalMs)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <p>{t('slip.preliminary', { time: formatExact(fetchedAt, language) })}</p>
      <p>{t('slip.printed', { time: formatExact(printedAt, language) })}</p>
    </div>,
    document.body,
  )
}
