import fc from 'fast-check'

/** Any character that a string may have but halves of pairs, as the unit `binary` of fast-check, which takes a second to build. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
