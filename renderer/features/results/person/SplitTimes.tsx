import type { PersonSplit } from '../../../../preload/contract/results.ts'
import { formatRaceTime } from '../../../app/stage/raceTime.ts'
import { formatCount } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { positionValues } from './splitLines.ts'

/** Time, segment and position at each point of the course. */
export const SplitTimes = ({ splits }: { readonly splits: readonly PersonSplit[] }) => {
  const { t, language } = useText()
  const { values } = positionValues(splits)
  const timeText = (ms: number | null): string => (ms === null ? '–' : formatRaceTime(ms))
  return (
    <section className="card-part stack">
      <h3>{t('card.splits')}</h3>
      <div className="card-scroll" role="region" aria-label={t('card.splits')} tabIndex={0}>
        <table className="card-table">
          <thead>
            <tr>
              <th scope="col">{t('card.splits.point')}</th>
              {(['total', 'lap', 'place'] as const).map((title) => (
                <th key={title} scope="col" className="is-number">
                  {t(`card.splits.${title}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {splits.map(({ label, totalMs, lapMs, runners }, at) => {
              const place = values[at] ?? null
              return (
                <tr key={label}>
                  <th scope="row" title={label}>
                    {label}
                  </th>
                  <td className="is-number">{timeText(totalMs)}</td>
                  <td className="is-number">{timeText(lapMs)}</td>
                  <td className="is-number">
                    {place === null ? '–' : formatCount(place, language)}
                    {place === null ? null : <span className="muted"> / {formatCount(runners, language)}</span>}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
