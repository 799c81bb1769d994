import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

const SHOWN_CHARACTERS = 100_000

type BodyTextProps = {
  readonly label: string
  readonly text: string
  /** Stands above the body, such as the line of a request. */
  readonly lead?: string
}

/** A body as it goes out or came in; the copy is whole, also where only its beginning is shown. */
export const BodyText = ({ label, text, lead }: BodyTextProps) => {
  const { t, language } = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <div className="promo-body">
      <div className="promo-body-head">
        <h3>{label}</h3>
        <Button size="small" kind="quiet" onClick={() => void copy()}>
          {t(isCopied ? 'do.copied' : 'do.copy')}
        </Button>
      </div>
      {lead === undefined ? null : <p className="promo-url mono">{lead}</p>}
      <pre className="promo-pre mono" tabIndex={0} role="region" aria-label={label}>
        {text.slice(0, SHOWN_CHARACTERS)}
      </pre>
      {text.length > SHOWN_CHARACTERS ? (
        <p className="muted">{t('promo.send.cut', { shown: formatCount(SHOWN_CHARACTERS, language) })}</p>
      ) : null}
    </div>
  )
}
