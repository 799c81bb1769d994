import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBody, readStart } from '../../../main/platform/sqlite/bodyCodec.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const most = 20

it('reads of a body of any length and script the same characters as of the whole', () => {
  const part = fc.constantFrom('a', 'Ё', '漢', '🏃', '\uFEFF')
  expectAll(fc.array(part, { maxLength: 60 }), (parts) => {
    const text = parts.join('')
    const { text: start, isText, isCut } = readStart(Buffer.from(text), '', most)
    expect({ start, isText, isCut }).toEqual({ start: text.slice(0, most), isText: true, isCut: text.length > most })
  })
})

it('decodes a body by its charset header, and other bytes for display only', () => {
  const cyrillic = Buffer.from([0xc8, 0xe2, 0xe0, 0xed])
  expect(readStart(cyrillic, 'text/plain; charset=windows-1251', 3)).toEqual({ text: 'Ива', isText: true, isCut: true })
  const noText = Buffer.alloc(100, 0xff)
  expect(decodeBody(noText)).toBeNull()
  expect(readStart(noText, '', most)).toEqual({ text: '\uFFFD'.repeat(most), isText: false, isCut: true })
})
