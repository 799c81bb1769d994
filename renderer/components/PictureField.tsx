import { useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { readPicture } from './readPicture.ts'

type PictureFieldProps = {
  /** A data URL; null without a picture. */
  readonly picture: string | null
  readonly longest: number
  readonly texts: {
    readonly label: string
    readonly shown: string
    readonly unread: string
    readonly choose: string
    readonly remove: string
  }
  readonly onChange: (picture: string | null) => void
}

/** A picture chosen from the user's files. */
export const PictureField = ({ picture, longest, texts, onChange }: PictureFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [isUnread, setUnread] = useState(false)
  const read = async (file: File): Promise<void> => {
    const chosen = await readPicture(file, longest)
    setUnread(chosen === null)
    if (chosen !== null) onChange(chosen)
  }
  return (
    <div className="stack">
      <span className="field-label">{texts.label}</span>
      {picture === null ? null : <img className="arranged-picture" src={picture} alt={texts.shown} />}
      {isUnread ? <p role="alert">{texts.unread}</p> : null}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file !== undefined) void read(file)
        }}
      />
      <div className="row arranged-actions">
        <Button size="small" onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        {picture === null ? null : (
          <Button size="small" kind="quiet" onClick={() => onChange(null)}>
            {texts.remove}
          </Button>
        )}
      </div>
    </div>
  )
}
