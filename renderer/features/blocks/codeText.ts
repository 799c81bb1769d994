import type { BlockDetails } from '../../../preload/contract/blocks.ts'
import type { Json } from '../../../preload/contract/ids.ts'
import type { CodeLanguage } from './highlightCode.ts'

type CodeField = 'template' | 'css' | 'js'

export const CODE_FIELDS: readonly CodeField[] = ['template', 'css', 'js']

export const CODE_LANGUAGES: { readonly [K in CodeField]: CodeLanguage } = {
  template: 'xml',
  css: 'css',
  js: 'javascript',
}

/** A field as text: JSON unless it is text; empty if missing. */
export const codeOf = (received: BlockDetails['received'], field: string): string => {
  const value: Json | undefined = received[field]
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
