import { expect, test } from 'vitest'
import { verbs } from '../../../main/cli/main.ts'
import { optionLines } from '../../../main/cli/words/optionTexts.ts'

test.each(verbs.map((verb) => [verb.words, verb] as const))('%s --help explains each of its flags', (_, verb) => {
  const lines = optionLines(verb).trimEnd().split('\n')
  expect(lines).toHaveLength(Object.keys(verb.options).length + 3)
  for (const line of lines) expect(line).toMatch(/^ {2}--[a-z-]+.* {2}\S/u)
})
