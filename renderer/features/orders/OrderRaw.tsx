import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { RawBody } from '../../../preload/contract/replies.ts'
import { useNow } from '../../app/state/now.ts'
import { Button } from '../../components/Button.tsx'
import { formatClock, formatSize } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

/** The reply as it came. */
export const OrderRaw = ({ raw }: { readonly raw: RawBody }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(raw.text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div className="raw fill">
      <div className="small muted">
        <p>
          {t('raw.meta', {
            status: raw.status,
            type: raw.contentType,
            size: formatSize(raw.sizeBytes, t, language),
            time: formatClock(raw.fetchedAt, nowMs, language),
          })}
        </p>
        <p className="mono raw-url">{raw.url}</p>
        <p className="mono raw-url">{t('raw.hash', { hash: raw.sha256 })}</p>
        {raw.isCut ? <p>{t('raw.cut')}</p> : null}
      </div>
      <div className="person-raw-head">
        <Button size="small" icon={<Copy aria-hidden />} onClick={() => void copy().catch(() => undefined)}>
          {t(isCopied ? 'do.copied' : 'do.copy')}
        </Button>
      </div>
      <pre className="person-json mono">{raw.text}</pre>
    </div>
  )
}
