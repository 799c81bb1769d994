import { useState } from 'react'
import { Button } from './Button.tsx'

type CopyButtonProps = { readonly text: string; readonly label: string; readonly copiedLabel: string }

export const CopyButton = ({ text, label, copiedLabel }: CopyButtonProps) => {
  const [copied, setCopied] = useState<string | null>(null)
  return (
    <Button size="small" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}>
      {copied === text ? copiedLabel : label}
    </Button>
  )
}
