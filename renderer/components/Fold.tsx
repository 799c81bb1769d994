import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import './controls.css'

type FoldProps = {
  readonly title: string
  /** Opens it once this becomes true; only the user closes it. */
  readonly isOpened?: boolean
  readonly children: ReactNode
}

/** Folds what few need now under a title; the content is made while it is open. */
export const Fold = ({ title, isOpened = false, children }: FoldProps) => {
  const fold = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(isOpened)
  useLayoutEffect(() => {
    if (isOpened && fold.current !== null) fold.current.open = true
  }, [isOpened])
  return (
    <details className="fold" ref={fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? <div className="stack">{children}</div> : null}
    </details>
  )
}
