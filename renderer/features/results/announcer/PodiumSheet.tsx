import { createPortal } from 'react-dom'
import type { Podium } from '../../../../preload/contract/results.ts'
import { usePrintAlone } from '../../../app/print.ts'
import { formatExact } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { clubOf } from './announcerData.ts'
import { podiumTitle } from './PodiumItem.tsx'

type PodiumSheetProps = {
  readonly stageName: string
  readonly podiums: readonly Podium[]
  readonly onDone: () => void
}

/** Podiums on paper, for the judges and the prize table. It is in the page only while the print dialog is open. */
export const PodiumSheet = ({ stageName, podiums, onDone }: PodiumSheetProps) => {
  const { t, language } = useText()
  usePrintAlone(onDone)
  const oldest = podiums.map(({ fetchedAt }) => fetchedAt).toSorted()[0]
  return createPortal(
    <div className="podium-sheet print-alone" lang={language}>
      <h1>{stageName}</h1>
      <p>
        {t('announcer.podium')}
        {oldest === undefined ? '' : `. ${t('slip.preliminary', { time: formatExact(oldest, language) })}`}
      </p>
      {[...Map.groupBy(podiums, ({ distanceName }) => distanceName)].map(([distance, found]) => (
        <section key={distance}>
          <h2>{distance}</h2>
          <div className={found.length > 2 ? 'podium-sheet-columns' : undefined}>
            {found.map((podium) => (
              <table key={`${podium.category} ${podium.group}`}>
                <caption>{podiumTitle(podium)}</caption>
                <tbody>
                  {podium.rows.map(({ index, place, bib, name, result, ...who }) => (
                    <tr key={index}>
                      <th scope="row">{place}</th>
                      <td>
                        <b>{name}</b>
                        <span>
                          {[bib === '' ? '' : t('person.bib', { bib }), clubOf(who)]
                            .filter((part) => part !== '')
                            .join(' · ')}
                        </span>
                      </td>
                      <td>{result}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ))}
          </div>
        </section>
      ))}
    </div>,
    document.body,
  )
}
