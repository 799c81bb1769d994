import type { Fetched } from '../reach.ts'
import type { Site } from '../site.ts'
import type { Language, Words } from '../words.ts'

export type Shown = {
  readonly site: Site
  readonly language: Language
  readonly words: Words
}

/** What a route shows: the title of its page, '' for the site's own, and the content. */
export type View = { readonly title: string; readonly content: readonly Node[] }

export const found = (view: View): Fetched<View> => ({ kind: 'found', value: view })
