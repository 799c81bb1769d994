import type { StepResult } from './step.ts'

const words: { readonly [word: string]: 'passed' | 'failed' | 'skipped' | 'stop' } = {
  y: 'passed',
  yes: 'passed',
  n: 'failed',
  no: 'failed',
  s: 'skipped',
  skip: 'skipped',
  q: 'stop',
  quit: 'stop',
}

/** Reads a typed answer: y, n, s or q, then an optional note. Null for anything else. */
export const readAnswer = (line: string): StepResult | 'stop' | null => {
  const [, word = '', note = ''] = /^\s*([a-z]+)\b[\s.,:;-]*(.*)$/iu.exec(line) ?? []
  const outcome = words[word.toLowerCase()]
  if (outcome === undefined || outcome === 'stop') return outcome ?? null
  return { outcome, ...(note.trim() === '' ? {} : { note: note.trim() }) }
}
