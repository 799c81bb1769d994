import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { timed } from './timings.ts'

declare global {
  interface Window {
    /** There once `axeViolations` has looked at the page. */
    readonly axe: typeof axe
  }
}

/** `axe.source` is more than twice as long, which each page has to read. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The faults that axe finds in the part of the page that `within` selects; documents in frames are others' work. */
export const axeViolations = async (page: Page, within = 'html'): Promise<readonly string[]> => {
  const look = () =>
    page.evaluate(async (include) => {
      if (!('axe' in window)) return null
      // Colours during a fade do not count.
      const isFading = () =>
        document.querySelector('[data-starting-style], [data-ending-style]') !== null ||
        document.getAnimations().some((animation) => animation instanceof CSSTransition)
      while (isFading()) await new Promise(requestAnimationFrame)
      // Without the rules that hold: to name the elements of those takes axe several times as long as all its rules.
      const { violations } = await window.axe.run({ include, exclude: 'iframe' }, { resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
    }, within)
  const examine = async () => (await look()) ?? (await page.evaluate(axeSource).then(look))
  const found = await timed('axe', examine())
  if (found === null) throw new Error('axe is not in the page')
  return found
}

/**
 * Nothing that axe finds fault with on the page as it stands. On a screen with a table it takes a second of a processor: once for
 * each state of a screen, and in a dialog over a screen that was examined before, `within` the dialog.
 */
export const expectAccessible = async (page: Page, screen: string, within?: string): Promise<void> => {
  expect(await axeViolations(page, within), `axe on ${screen}`).toEqual([])
}

export const dialogs = '[role=dialog], [role=alertdialog]'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
