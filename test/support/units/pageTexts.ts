import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { setLanguage, startTexts } from '../../../renderer/text/text.ts'

/** The texts of the page in the tests of this file, in English at the start of each. A test has no document but this one. */
export const startPageTexts = (): { readonly documentElement: { lang: string } } => {
  const page = { documentElement: { lang: '' } }
  beforeAll(() => {
    vi.stubGlobal('document', page)
    startTexts('en')
  })
  beforeEach(() => setLanguage('en'))
  afterAll(() => {
    setLanguage('en')
    vi.unstubAllGlobals()
  })
  return page
}
