import css from 'highlight.js/lib/languages/css'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import xml from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'
import { toLines, type Line, type Token } from './codeLines.ts'

export type CodeLanguage = 'xml' | 'css' | 'javascript' | 'json'

const lowlight = createLowlight({ xml, css, javascript, json })

type HighlightNode = ReturnType<typeof lowlight.highlight>['children'][number]

const classesOf = (node: HighlightNode): string => {
  const names = node.type === 'element' ? node.properties['className'] : []
  return Array.isArray(names) ? names.join(' ') : ''
}

function* tokensOf(nodes: readonly HighlightNode[], className: string): Generator<Token> {
  for (const node of nodes) {
    if (node.type === 'text') yield { text: node.value, className }
    if (node.type === 'element') {
      const own = classesOf(node)
      yield* tokensOf(node.children, own === '' ? className : own)
    }
  }
}

/** Lines of tokens with class names only, so that no style and no markup has to be trusted. */
export const highlightLines = (code: string, language: CodeLanguage): readonly Line[] =>
  toLines(tokensOf(lowlight.highlight(language, code).children, ''))
