import { expect, it } from 'vitest'
import type { FoundResult } from '../../../preload/contract/screens/state.ts'
import { cardsOf, textOf } from '../../../renderer/board/crew/hits.ts'

const found = (bib: string, name: string, distance: string): FoundResult => ({
  bib,
  name,
  distance,
  about: '',
  result: '0:40:00',
  status: 'OK',
  placings: [],
  splits: [],
})

it('the card of a line is found by the bib, and by the name of a person without one', () => {
  expect(textOf({ bib: '214', name: 'Runner', distance: '10 km' })).toBe('214')
  expect(textOf({ bib: '', name: 'Runner', distance: '10 km' })).toBe('Runner')
})

it('the card of a line is that of the same person in the same distance', () => {
  const own = found('214', 'Runner', '10 km')
  const others = [found('214', 'Runner', '5 km'), found('214', 'Other', '10 km'), found('215', 'Runner', '10 km')]
  expect(cardsOf([...others, own], own)).toEqual([own])
})

it('the card of a line is every one of the person where the distance has another name', () => {
  const cards = [found('214', 'Runner', '5 km'), found('214', 'Runner', '10 km')]
  expect(cardsOf(cards, { bib: '214', name: 'Runner', distance: 'Ten' })).toEqual(cards)
})

it('the card of a line is nobody else’s', () => {
  expect(cardsOf([found('214', 'Other', '10 km')], { bib: '214', name: 'Runner', distance: '10 km' })).toEqual([])
})
