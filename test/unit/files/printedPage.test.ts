import { expect, it } from 'vitest'
import { pageStyle } from '../../../main/features/files/rules/printed/style.ts'

it('marks cells as text for Excel, which would evaluate =HYPERLINK(…) in a page', () => {
  const style = pageStyle({ orientation: 'portrait', foot: '', page: '' })
  expect(style).toMatch(/^td \{ mso-number-format: "\\@"; \}$/m)
})
