import { expect, it } from 'vitest'
import { pageStyle } from '../../../main/features/files/rules/printed/style.ts'

it('tells Excel that cells are text: a name like =HYPERLINK(…) would be carried out when it opens the page', () => {
  const style = pageStyle({ orientation: 'portrait', foot: '', page: '' })
  expect(style).toMatch(/^td \{ mso-number-format: "\\@"; \}$/m)
})
