import { useEffect, useRef, type ReactNode } from 'react'
import { useText } from '../../text/text.ts'

/** The focused control; in a table, its active row or cell. */
const focusedControl = (): Element | null => {
  const focused = document.activeElement
  const active = focused?.getAttribute('aria-activedescendant') ?? null
  if (active !== null) return document.getElementById(active)
  return focused?.matches('button, a, input, select, textarea, [role=tab], [role=combobox], [role=treeitem]') === true
    ? focused
    : null
}

const doOverlap = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Moves to the other side, or above the focused control, while it would cover that. */
const clearFocus = (stack: HTMLElement): void => {
  const control = focusedControl()
  if (control === null || stack.childElementCount === 0 || stack.contains(control)) return
  const box = control.getBoundingClientRect()
  stack.style.bottom = ''
  for (const side of ['end', 'start']) {
    stack.dataset['side'] = side
    if (!doOverlap(stack.getBoundingClientRect(), box)) return
  }
  stack.style.bottom = `${innerHeight - box.top + 8}px`
}

const MOVES = ['focusin', 'keyup', 'pointerup'] as const

/** Lies over the lower edge of the page, which does not move; what comes is announced. */
export const NoticeStack = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useText()
  const stack = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = stack.current
    if (element === null) return undefined
    const look = (): void => clearFocus(element)
    const changed = new MutationObserver(look)
    changed.observe(element, { childList: true })
    for (const move of MOVES) document.addEventListener(move, look)
    return () => {
      changed.disconnect()
      for (const move of MOVES) document.removeEventListener(move, look)
    }
  }, [])
  return (
    <section
      ref={stack}
      className="notices"
      role="status"
      aria-label={t('notices.title')}
      aria-atomic="false"
      data-side="end"
    >
      {children}
    </section>
  )
}
