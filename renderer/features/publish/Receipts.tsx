import type { Publication } from '../../../preload/contract/publish/publish.ts'
import { Fold } from '../../components/Fold.tsx'
import { formatClock, formatSize } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

/** What was published when, newest first. */
export const Receipts = ({ receipts }: { readonly receipts: readonly Publication[] }) => {
  const { t, language } = useText()
  const now = Date.now()
  if (receipts.length === 0) return null
  return (
    <Fold title={t('publish.receipts')}>
      <div className="publish-receipts">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('publish.receipts.at')}</th>
              <th scope="col">{t('publish.receipts.asOf')}</th>
              <th scope="col">{t('publish.receipts.sent')}</th>
            </tr>
          </thead>
          <tbody>
            {receipts.map(({ at, confirmedAt, sent, sentBytes, isFinal }) => (
              <tr key={at}>
                <td>{formatClock(at, now, language)}</td>
                <td>
                  {formatClock(confirmedAt, now, language)}
                  {isFinal ? ` · ${t('publish.receipts.final')}` : ''}
                </td>
                <td>{t('publish.files', { count: sent, size: formatSize(sentBytes, t, language) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Fold>
  )
}
