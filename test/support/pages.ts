import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Nothing that axe finds fault with on the page as it stands; documents in frames are others' work. */
export const expectAccessible = async (page: Page, screen: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  expect(found, `axe on ${screen}`).toEqual([])
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
