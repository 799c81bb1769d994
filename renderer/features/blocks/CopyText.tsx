import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'

/** Copies a text and says so for a moment; where the system refuses, the word does not change. */
export const CopyText = ({ text }: { readonly text: string }) => {
  const { t } = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      setCopied(false)
    }
  }
  return (
    <Button size="small" icon={<Copy aria-hidden />} onClick={() => void copy()}>
      {t(isCopied ? 'do.copied' : 'do.copy')}
    </Button>
  )
}
