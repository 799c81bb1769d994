import { expect, it } from 'vitest'
import { readContent, readFound, readState } from '../../../renderer/board/replies.ts'
import { plainState } from '../../support/services/screenStates.ts'

const state = { ...plainState, confirmedAt: null, content: null, origins: ['http://192.0.2.7:8477'] }
const row = { place: 1, bib: '214', name: 'A', about: '', result: '0:40:00', status: 'OK' }
const list = { kind: 'list', distance: '10 km', category: 'Men', rows: [row, { ...row, place: null }] }
const placings = [{ category: 'Men', place: null, finishers: 7 }]
const { place: _place, ...person } = row
const found = { ...person, distance: '10 km', placings, splits: [{ label: '5 km', totalMs: 1_200_000 }] }

it('replies to a screen are read as they are when they are what is expected', () => {
  expect(readState(JSON.stringify(state))).toEqual(state)
  expect(readContent(list)).toEqual(list)
  expect(readContent({ kind: 'finishes', finishes: [], podiums: null })).not.toBeNull()
  expect(readFound([found])).toEqual([found])
})

it.each(['', '<!doctype html><form>Sign in</form>', 'null', '[]', '"on"', '{"stage":1}', '{"isFrozen":false'])(
  'replies to a screen take %j for no state',
  (data) => {
    expect(readState(data)).toBeNull()
  },
)

it('replies to a screen take a state for none without any one of its fields', () => {
  const names = Object.keys(state)
  const lacking = names.filter((name) => {
    const { [name as keyof typeof state]: _, ...rest } = state
    return readState(JSON.stringify(rest)) === null
  })
  expect(lacking).toEqual(names)
})

it.each([
  null,
  'Sign in',
  [],
  {},
  { kind: 'toString' },
  { kind: 'unknown' },
  { kind: 'list' },
  { ...list, rows: [{ ...row, place: '1' }] },
  { ...list, rows: [null] },
  { kind: 'lists', pages: null, lists: [{ distance: '10 km' }] },
  { kind: 'lists', lists: [] },
  { kind: 'podiums', podiums: {} },
  { kind: 'expected', expected: [{ ...row, distance: '', point: '', dueAt: 'soon', spreadMs: 1 }] },
  { kind: 'logo', dataUrl: 'https://example.org/logo.png' },
])('replies to a screen take %j for no content', (value) => {
  expect(readContent(value)).toBeNull()
})

it.each([null, {}, [1], [{ ...found, placings: null }], [{ ...found, splits: [{ label: '5 km' }] }]])(
  'replies to a screen take %j for nobody found',
  (value) => {
    expect(readFound(value)).toBeNull()
  },
)
