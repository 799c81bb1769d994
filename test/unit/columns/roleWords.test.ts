import { expect, it } from 'vitest'
import { fold } from '../../../main/kernel/fold.ts'
import { headerWords } from '../../../main/features/columns/rules/headers/headerWords.ts'
import { nameWords } from '../../../main/features/columns/rules/headers/nameWords.ts'
import { claimsOfPieces, readPieces } from '../../../main/features/columns/rules/headers/readParts.ts'
import { claimsOf, wholeHeaders } from '../../../main/features/columns/rules/headers/roleWords.ts'

it.each(Object.entries(headerWords))('has each word for the %s of a header once, in one language', (_, languages) => {
  const words = Object.values(languages).flatMap((list) => fold(list).replaceAll(' ', '').split('|'))
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
})

it('keeps no whole header whose parts say the same', () => {
  const claimsBy = (claims: ReturnType<typeof claimsOf>) =>
    claims.map(({ role, strength }) => `${role} ${strength}`).toSorted()
  const needless = wholeHeaders().filter((header) => {
    const words = fold(header).split(' ')
    const pieces = readPieces(words)
    return pieces !== null && String(claimsBy(claimsOfPieces(pieces))) === String(claimsBy(claimsOf(words)))
  })
  expect(needless).toEqual([])
})

it('reads every word that it has by itself, whatever it is glued to', () => {
  expect(claimsOf(nameWords('finishrankbyagegroup')).map(({ role }) => role)).toContain('placeCategory')
  expect(claimsOf(nameWords('bibnumber')).map(({ role }) => role)).toEqual(['bib'])
  expect(claimsOf(nameWords('qwrankzx'))).toEqual([])
})
