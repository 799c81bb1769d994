import { useLayoutEffect, useRef, type ReactNode } from 'react'
import './controls.css'

type FoldProps = {
  readonly title: string
  /** Opens it once this becomes true; only the user closes it. */
  readonly isOpened?: boolean
  readonly children: ReactNode
}

/** Folds what few need now under a title; native, so that keys and the search of the page open it. */
export const Fold = ({ title, isOpened = false, children }: FoldProps) => {
  const fold = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (isOpened && fold.current !== null) fold.current.open = true
  }, [isOpened])
  return (
    <details className="fold" ref={fold}>
      <summary>{title}</summary>
      <div className="stack">{children}</div>
    </details>
  )
}
