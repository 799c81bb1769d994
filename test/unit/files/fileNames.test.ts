import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileStem } from '../../../main/features/files/rules/fileNames.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

it.each([
  [['2026-05-16', 'Весенний забег - 10 км - M40', '1405'], '2026-05-16 Весенний забег - 10 км - M40 1405'],
  [['a/b\\c:d*e?f"g<h>i|j'], 'a b c d e f g h i j'],
  [['  two \t\n lines  '], 'two lines'],
  [['ends in dots...'], 'ends in dots'],
  [['...', ' '], 'results'],
  [[''], 'results'],
  [['\u202egnp.exe'], 'gnp.exe'],
  [['И\u0306од'], 'Йод'],
])('makes of %j the name %j', (parts, stem) => {
  expect(fileStem(parts)).toBe(stem)
})

it.each('CON|con|Nul|COM1|lpt9|aux.v2|nul.|COM¹|CONIN$|con .x'.split('|'))(
  'never uses %j, a device name on Windows',
  (name) => {
    const [device = ''] = fileStem([name]).split('.')
    expect(device.trim().toLowerCase()).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/)
  },
)

it('makes names valid on Windows, macOS and Linux from any text', () => {
  const parts = fc.array(
    fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme', minLength: 100, maxLength: 400 })),
    { maxLength: 4 },
  )
  expectAll(parts, (given) => {
    const stem = fileStem(given)
    expect(stem).not.toBe('')
    expect(stem).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u)
    expect(stem).not.toMatch(/^[. ]|[. ]$/)
    expect(stem.isWellFormed()).toBe(true)
    // With an extension, and " (2)" where the name is taken, within the 255 bytes of common file systems.
    expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(240)
  })
})

it('cuts a long name without cutting a letter, and keeps the time at its end', () => {
  const stem = fileStem(['2026-05-16', '长'.repeat(300), '1405'])
  expect(stem.startsWith('2026-05-16 长长')).toBe(true)
  expect(stem.endsWith('长 1405')).toBe(true)
  expect(stem).not.toContain('\ufffd')
})
