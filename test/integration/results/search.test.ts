import { afterAll, beforeAll, expect, it } from 'vitest'
import { useCores } from '../../support/coreRig.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

/** Everything between the rows of a reply and what a search finds; the search itself has units. */

const runner = (number: number, lastName: string, firstName: string, club: string | null = null) => ({
  number,
  account: { lastName, firstName, age: 40 + (number % 10) },
  club,
  City: 'Kraków\u00a0Nord',
  status: ['registered 0:45:12', 'DNF', '1:45:12', 'https://runners.example/Zß', '2026-05-16', null][number % 6],
})

const first = [
  runner(7, 'Ёлкин', 'Пётр', 'Бег-Клуб'),
  runner(170, 'Йонссон', 'Ада'),
  runner(201, 'Ионов', 'Боб', 'клуб 7'),
  runner(202, 'Weiß', 'Łucja', "O'Hara\n& Sons"),
  runner(203, 'Щукин', 'Ян'),
]
const second = [runner(204, 'Shchukin', 'Rene\u0301'), runner(7, 'Е\u0308лкина', 'Анна', 'бег клуб')]

const cores = useCores(afterAll)
let taken: TakenRows
beforeAll(async () => {
  taken = await takeRows(cores, { First: first, Empty: [], Second: second })
})

const found = (search: string) => taken.column('account.lastName', { search })
const [yolkin, jonsson, ionov, weiss, shchukin] = first.map(({ account }) => account.lastName)
const [shchukinLatin, yolkina] = second.map(({ account }) => account.lastName)

it.each([
  ['ёлкин', [yolkin, yolkina]],
  ['ЕЛКИН', [yolkin, yolkina]],
  ['е\u0308лк', [yolkin, yolkina]],
  ['йон', [jonsson]],
  ['и\u0306он', [jonsson]],
  ['ион', [ionov]],
  ['weiss', [weiss]],
  ['WEIß', [weiss]],
  ['lucja', [weiss]],
  ["o'hara sons", [weiss]],
  ['rené', [shchukinLatin]],
  ['щукин', [shchukin, shchukinLatin]],
  ['shchuk', [shchukin, shchukinLatin]],
  ['бег-клуб', [yolkin, yolkina]],
  ['бег   клуб', [yolkin, yolkina]],
  ['клуб ионов', [ionov]],
  ['«ионов», (боб)', [ionov]],
  ['krakow nord', [yolkin, jonsson, ionov, weiss, shchukin, shchukinLatin, yolkina]],
  ['7', [yolkin, yolkina, jonsson, ionov]],
  ['нет', []],
])('finds for %j every row whose cells have all the words, exact bibs first', async (search, names) => {
  expect(await found(search)).toEqual(names)
})

it.each(['DNF', '1:45:12', '0:45', 'https', 'runners.example', '2026-05', '43'])(
  'searches no statuses, times, links and ages, such as %s',
  async (search) => {
    expect(await found(search)).toEqual([])
  },
)
