import { useEffect, useState } from 'react'
import { call } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { useText } from '../../text/text.ts'
import { mayDrop, readDrop } from './dropped.ts'
import { openCapsule } from './openCapsule.ts'
import { openedLink } from './opened.ts'
import './dropZone.css'

/** A field takes what is dropped into it as it always does. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

const isWithin = ({ dataTransfer, target, defaultPrevented }: DragEvent, isOwn: boolean): boolean =>
  !defaultPrevented &&
  dataTransfer !== null &&
  mayDrop(dataTransfer) &&
  !isOwn &&
  (!isField(target) || dataTransfer.types.includes('Files'))

/** Gives false for what the app does not know. */
const open = async (data: DataTransfer): Promise<boolean> => {
  const dropped = readDrop(data)
  if (dropped.kind === 'capsules') {
    for (const file of dropped.files) openCapsule({ kind: 'dropped', file })
    return true
  }
  if (dropped.kind === 'unknown') return false
  const link = await call('app:readLink', { text: dropped.text })
  if (!link.ok || link.value === null) return false
  openedLink.set(link.value)
  return true
}

/** Follows drags over the window: links and stage files are asked about as if they had been opened, everything else stays outside. */
export const DropZone = () => {
  const { t } = useText()
  const [isOver, setOver] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let isOwn = false
    const on = <K extends keyof WindowEventMap>(name: K, act: (event: WindowEventMap[K]) => void): void =>
      window.addEventListener(name, act, { signal })
    on('dragstart', (event) => {
      // A drag that the page does not perform itself, such as a file dragged by main, fires no `dragend`.
      isOwn = !event.defaultPrevented
    })
    on('dragend', () => {
      isOwn = false
    })
    on('dragover', (event) => {
      if (!isWithin(event, isOwn)) return
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    on('drop', (event) => {
      setOver(false)
      if (!isWithin(event, isOwn) || event.dataTransfer === null) return
      event.preventDefault()
      void open(event.dataTransfer).then((isKnown) => setUnknown(!isKnown))
    })
    return () => stop.abort()
  }, [])
  return (
    <>
      {isUnknown ? (
        <div className="strip" role="status">
          <Mark kind="none">{t('drop.unknown')}</Mark>
          <Button size="small" kind="quiet" onClick={() => setUnknown(false)}>
            {t('do.dismiss')}
          </Button>
        </div>
      ) : null}
      {isOver ? (
        <div className="drop-zone">
          <p className="drop-title">{t('drop.title')}</p>
          <p className="muted">{t('drop.what')}</p>
        </div>
      ) : null}
    </>
  )
}
