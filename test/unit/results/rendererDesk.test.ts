import { describe, expect, it } from 'vitest'
import type { Column } from '../../../preload/contract/columns.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { Row } from '../../../preload/contract/results.ts'
import { deskKeyOf, isForBox, keypadDigitOf } from '../../../renderer/features/results/desk/deskKeys.ts'
import { deskPeople } from '../../../renderer/features/results/desk/deskPeople.ts'
import {
  emptyDesk,
  heldTo,
  isSamePerson,
  moved,
  shownNext,
  typed,
  type DeskRow,
} from '../../../renderer/features/results/desk/deskState.ts'

const free = { ctrlKey: false, metaKey: false, altKey: false }
const stroke = (key: string, code = '', held = {}) => ({ key, code, ...free, ...held })

describe('keys of the desk', () => {
  it.each([
    ['+', 'NumpadAdd', 'Иван', 'next'],
    ['-', 'NumpadSubtract', 'Анна', 'previous'],
    ['*', 'NumpadMultiply', 'Анна', 'clear'],
    ['.', 'NumpadDecimal', 'Анна', 'clear'],
    [',', 'NumpadDecimal', '214', 'clear'],
    ['Enter', 'NumpadEnter', '', 'show'],
    ['-', 'Minus', '214', 'previous'],
    ['-', 'Minus', 'Анна', ''],
    ['.', 'Period', 'П', ''],
    ['.', 'Period', '21', 'clear'],
    ['*', 'Digit8', 'щерб', 'clear'],
    ['ArrowDown', 'ArrowDown', 'щерб', 'next'],
    ['ArrowUp', 'ArrowUp', 'щерб', 'previous'],
    ['1', 'Numpad1', '2', ''],
    ['а', 'KeyF', '', ''],
    ['Backspace', 'Backspace', '2', ''],
  ] as const)('%s (%s) after "%s" is "%s"', (key, code, text = '', expected) => {
    expect(deskKeyOf(stroke(key, code), { text, isShown: false }) ?? '').toBe(expected)
  })

  it('the first character after a shown result starts a new search, and a hyphen goes back even after a name', () => {
    const shown = { text: 'Анна', isShown: true }
    expect(deskKeyOf(stroke('7', 'Numpad7'), shown)).toBe('anew')
    expect(deskKeyOf(stroke('-', 'Minus'), shown)).toBe('previous')
    expect(deskKeyOf(stroke('Shift', 'ShiftLeft'), shown)).toBeNull()
    expect(deskKeyOf(stroke('Backspace', 'Backspace'), shown)).toBeNull()
  })

  it.each([
    ['End', 'Numpad1', '1'],
    ['ArrowDown', 'Numpad2', '2'],
    ['Clear', 'Numpad5', '5'],
    ['Insert', 'Numpad0', '0'],
    ['2', 'Numpad2', ''],
    ['ArrowDown', 'ArrowDown', ''],
    ['Delete', 'NumpadDecimal', ''],
  ] as const)('%s (%s) is the digit "%s" with NumLock off', (key, code, digit) => {
    expect(keypadDigitOf(stroke(key, code)) ?? '').toBe(digit)
    expect(keypadDigitOf(stroke(key, code, { ctrlKey: true }))).toBeNull()
  })

  it('digits of the keypad go to the box from anywhere with NumLock off', () => {
    expect(isForBox(stroke('ArrowDown', 'Numpad2'))).toBe(true)
    expect(isForBox(stroke('ArrowDown', 'ArrowDown'))).toBe(false)
  })

  it('leaves every key with Ctrl to the app: Ctrl and plus makes things larger', () => {
    expect(deskKeyOf(stroke('+', 'NumpadAdd', { ctrlKey: true }), { text: '2', isShown: true })).toBeNull()
  })

  it('Ctrl+C leaves the focus where the selected text is, or it copies nothing', () => {
    expect(isForBox(stroke('c', 'KeyC'))).toBe(true)
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) {
      expect(isForBox(stroke('c', 'KeyC', { [held]: true }))).toBe(false)
    }
  })
})

const neighbour: DeskRow = { category: '7' as CategoryId, index: 3, bib: '9', name: 'Ким' }

describe('what the desk shows', () => {
  it('Enter shows a person, then cycles through the hits', () => {
    let state = shownNext(typed('21'), 3)
    expect([state.isShown, state.at]).toEqual([true, 0])
    for (const at of [1, 2, 0]) {
      state = shownNext(state, 3)
      expect(state.at).toBe(at)
    }
    expect(shownNext(emptyDesk, 0)).toBe(emptyDesk)
    expect(shownNext(shownNext(typed('x'), 0), 0).at).toBe(0)
  })

  it('plus and minus go through those found, and from a single one to the places around', () => {
    expect(moved(typed('21'), -1, 3, neighbour)).toMatchObject({ at: 2, around: null, isShown: true })
    expect(moved(typed('21'), 1, 1, neighbour)).toMatchObject({ at: 0, around: neighbour })
    expect(moved(typed('21'), 1, 1, null)).toMatchObject({ at: 0, around: null })
    expect(moved(emptyDesk, 1, 0, neighbour)).toBe(emptyDesk)
    expect(shownNext(moved(typed('21'), 1, 1, neighbour), 1).around).toBeNull()
  })

  const person = (index: number, bib: string, name = 'Иванов', category = '7'): DeskRow => {
    return { category: category as CategoryId, index, bib, name }
  }

  it('keeps the person on the card when a refresh puts another before them', () => {
    const three = [person(0, '1'), person(4, '2'), person(6, '3')]
    const third = heldTo({ ...typed('Иванов'), isShown: true, at: 2 }, three)
    expect(third.chosen).toEqual(person(6, '3'))
    const more = [person(0, '8'), person(1, '1'), person(5, '2'), person(7, '3')]
    expect(heldTo(third, more)).toMatchObject({ at: 3, chosen: { bib: '3' } })
    expect(heldTo(third, three)).toBe(third)
    expect(heldTo(third, [])).toBe(third)
    expect(heldTo(third, [person(0, '1')])).toMatchObject({ at: 0, chosen: { bib: '1' } })
  })

  it('keeps to the bib through a corrected name, and to the category among nameless rows of one bib', () => {
    const wrong = heldTo({ ...typed('Иванов'), at: 1 }, [person(0, '1'), person(1, '2', 'Иваноф')])
    expect(heldTo(wrong, [person(0, '9'), person(1, '1'), person(2, '2')]).at).toBe(2)
    const nameless = heldTo({ ...typed('5'), at: 1 }, [person(0, '5', '', '7'), person(0, '5', '', '8')])
    expect(heldTo(nameless, [person(0, '5', '', '7'), person(3, '5', '', '8')]).at).toBe(1)
  })

  it('goes over to the very bib that was typed when its row comes, unless another was chosen', () => {
    const part = heldTo(typed(' 214 '), [person(0, '3214'), person(1, '4214')])
    expect(part.chosen).toEqual(person(0, '3214'))
    const whole = [person(0, '214'), person(3, '3214'), person(4, '4214')]
    expect(heldTo(part, whole)).toMatchObject({ at: 0, chosen: { bib: '214' } })
    const next = heldTo(moved(part, 1, 2, null), [person(0, '3214'), person(1, '4214')])
    expect(heldTo(next, whole)).toMatchObject({ at: 2, chosen: { bib: '4214' } })
    expect(heldTo(heldTo(typed('21'), [person(0, '3214')]), whole)).toMatchObject({ chosen: { bib: '3214' } })
  })

  it('never shows the card of another person, and does not wait for ever for fields a table does not have', () => {
    expect(isSamePerson(person(0, '1'), person(0, '2'))).toBe(false)
    expect(isSamePerson(person(0, '1', 'Ким'), person(0, '1'))).toBe(false)
    expect(isSamePerson(person(0, '', ''), person(0, '2'))).toBe(true)
  })
})

it('one person in three categories is one hit, two people with one bib are two, and nameless rows are separate', () => {
  const roles = { n: 'bib', last: 'lastName', first: 'firstName', start: 'bib' } as const
  const columns = Object.entries(roles).map(([name, role]): Column => ({ name, kind: 'text', role }))
  const row = (category: string, index: number, ...cells: Row['cells']): Row => {
    return {
      category: category as CategoryId,
      index,
      identity: `${category} ${index}`,
      cells,
      status: 'OK',
      place: null,
    }
  }
  const people = deskPeople(columns, [
    row('1', 4, 214, 'Иванов', 'Пётр', null),
    row('2', 1, 214, 'Иванов', 'Пётр', null),
    row('3', 0, null, 'Иванов', 'Пётр', '214'),
    row('3', 1, 214, 'Петрова', null, null),
    row('3', 2, null, null, null, null),
    row('3', 3, null, null, null, null),
    row('1', 7, 5, null, null, null),
    row('2', 7, 5, null, null, null),
  ])
  const told = people.map(({ category, index, bib, name }) => [category, index, bib, name].join(' ').trim())
  expect(told.join('|')).toBe('1 4 214 Иванов Пётр|3 1 214 Петрова|3 2|3 3|1 7 5|2 7 5')
})
