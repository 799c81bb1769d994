import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packPeople } from '../../../main/features/publish/rules/packedPeople.ts'
import type { SiteFound } from '../../../preload/contract/publish/site.ts'

const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 300 }))

const found = fc
  .tuple(texts, texts, texts)
  .map(([key, name, bib]): SiteFound => [key, name, bib, 3, 0, 1, '0:31:00', 'OK'])

const textOf = (piece: Uint8Array): string => Buffer.from(piece).toString()

describe('people packed for the index', () => {
  it('come back as they were, whichever are asked for and however long they are', () => {
    const asked = fc
      .array(found, { minLength: 1, maxLength: 40 })
      .chain((people) =>
        fc.tuple(fc.constant(people), fc.array(fc.nat(people.length - 1), { minLength: 1, maxLength: 400 })),
      )
    fc.assert(
      fc.property(asked, ([people, members]) => {
        const packed = packPeople(people.length)
        for (const person of people) packed.add(person)
        const expected = JSON.stringify(members.map((at) => people[at]))
        expect(textOf(packed.piece(members))).toBe(expected)
      }),
    )
  })
})
