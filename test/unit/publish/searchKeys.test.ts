import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packPeople } from '../../../main/features/publish/rules/packedPeople.ts'
import { searchKey, wordsOf } from '../../../preload/shared/searchKey.ts'
import { searchKeys } from '../../../main/features/publish/rules/searchKeys.ts'
import type { SiteFound } from '../../../preload/contract/publish/site.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const personOf = (key: string, name: string, bib: string): SiteFound => [key, name, bib, 0, 0, 1, '0:31:00', 'OK']

const keysOf = (people: readonly SiteFound[]) => {
  const keys = searchKeys(people)
  return Array.from({ length: keys.size }, (_, at) => ({ person: keys.person(at), text: keys.text(at) }))
}

/** By the rule itself: every turn of the words of a name, the bib, and the key where it is another. */
const plainKeysOf = (people: readonly SiteFound[]) =>
  people
    .flatMap(([key, name, bib], person) => {
      const words = wordsOf(name)
        .map(searchKey)
        .filter((word) => word !== '')
      const turns = words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '))
      const numbers = (bib === key ? [key] : [bib, key]).map(searchKey).filter((text) => text !== '')
      return [...turns, ...numbers].map((text) => ({ person, text }))
    })
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.person - b.person))

const words = fc.constantFrom('Анна', 'Ann', 'Ан', 'Иванова', 'ivanov', 'Пётр', '7', '10', '—', 'Ли')
const people = fc.array(
  fc
    .tuple(
      fc.constantFrom('7', '70', 'c0ffee', 'ann'),
      fc.array(words, { maxLength: 5 }).map((own) => own.join(' ')),
      fc.constantFrom('', '7', '70', 'A7', '…'),
    )
    .map(([key, name, bib]) => personOf(key, name, bib)),
)

it('gives every key of everybody in the order of their texts, and tells the same texts from others', () => {
  expectAll(people, (some) => {
    expect(keysOf(some)).toEqual(plainKeysOf(some))
    const keys = searchKeys(some)
    for (let at = 1; at < keys.size; at += 1) {
      const isSame = keys.text(at) === keys.text(at - 1)
      expect(keys.isSame(at, at - 1)).toBe(isSame)
      if (isSame) expect(keys.hash(at)).toBe(keys.hash(at - 1))
    }
  })
})

it('takes the first 16 words of what is too long for a name', () => {
  const name = Array.from({ length: 5_000 }, (_, at) => `w${at}x`).join(' ')
  expect(searchKeys([personOf('1', name, '1')]).size).toBe(17)
})

it('packs people so that they come back as they were, whichever are asked for and however long they are', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  )
  const found = fc.tuple(texts, texts, texts).map(([key, name, bib]) => personOf(key, name, bib))
  const asked = fc
    .array(found, { minLength: 1, maxLength: 40 })
    .chain((some) => fc.tuple(fc.constant(some), fc.array(fc.nat(some.length - 1), { minLength: 1, maxLength: 400 })))
  expectAll(asked, ([some, members]) => {
    const packed = packPeople(some.length)
    for (const person of some) packed.add(person)
    expect(Buffer.from(packed.piece(members)).toString()).toBe(JSON.stringify(members.map((at) => some[at])))
  })
})
