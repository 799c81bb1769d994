import type { RawBody } from '../../preload/contract/replies.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { formatClock, formatSize } from '../text/format.ts'
import { useText } from '../text/text.ts'
import { useNow } from './state/now.ts'

/** How a reply came: status, type, size, time, address and hash. */
export const RawFacts = ({ raw }: { readonly raw: RawBody }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  return (
    <div className="small muted raw-facts">
      <p>
        {t('raw.meta', {
          status: raw.status,
          type: raw.contentType,
          size: formatSize(raw.sizeBytes, t, language),
          time: formatClock(raw.fetchedAt, nowMs, language),
        })}
      </p>
      <p className="mono">{raw.url}</p>
      <p className="mono">{t('raw.hash', { hash: raw.sha256 })}</p>
    </div>
  )
}

/** A text as it came, and a button that copies it. */
export const RawText = ({ text, isCut = false }: { readonly text: string; readonly isCut?: boolean }) => {
  const { t } = useText()
  return (
    <>
      <div className="row">
        <CopyButton text={text} label={t('do.copy')} copiedLabel={t('do.copied')} />
        {isCut ? <span className="small muted">{t('raw.cut')}</span> : null}
      </div>
      <pre className="raw-text mono" tabIndex={0} aria-label={t('raw.title')} role="region">
        {text}
      </pre>
    </>
  )
}
