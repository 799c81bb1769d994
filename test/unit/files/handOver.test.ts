import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarDate } from '../../../main/features/files/rules/handOver/calendarDate.ts'
import { countryCode } from '../../../main/features/files/rules/handOver/countryCode.ts'
import { isLatin, passportLatin } from '../../../main/features/files/rules/handOver/passportLatin.ts'
import { splitName } from '../../../main/features/files/rules/handOver/splitName.ts'
import { splitPaths } from '../../../main/cli/exportNames.ts'
import { rowsIn } from '../../support/units/rows.ts'
import { expectAll } from '../../support/units/expectAll.ts'

describe('names in the letters of a passport', () => {
  test.each([
    ['Щукин', 'Shchukin'],
    ['ЩУКИН', 'SHCHUKIN'],
    ['Юлия', 'Iuliia'],
    ['Ё', 'E'],
    ['Подъячев-Ёлкин', 'Podieiachev-Elkin'],
    ['Соловьёв', 'Solovev'],
    ['Цой', 'Tsoi'],
    ['Ґалаґан', 'Galagan'],
    ['Smiтh', 'Smith'],
  ])('%s is %s, capitals kept', (name, latin) => {
    expect(passportLatin(name)).toBe(latin)
  })

  test('a letter sent in two parts is recognized', () => {
    expect(passportLatin('Сергей'.normalize('NFD'))).toBe('Sergei')
  })

  test('a script without spelling rules gets no proposal', () => {
    expect(passportLatin('Ли 李')).toBeNull()
    expect(passportLatin('Παπας')).toBeNull()
  })

  test('marked Latin letters are Latin, and stay', () => {
    for (const name of ['Łukasz', 'Müller', 'O’Neil', "D'Arc", 'Nguyễn', 'Ibáñez']) {
      expect({ name, isLatin: isLatin(name), latin: passportLatin(name) }).toEqual({ name, isLatin: true, latin: name })
    }
    expect(isLatin('Иванов')).toBe(false)
  })

  test('whatever Russian letters come, only Latin ones are proposed', () => {
    const russian = fc.string({ unit: fc.constantFrom(...Array.from('абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВЩЮ -')) })
    expectAll(russian, (name) => isLatin(passportLatin(name) ?? 'я'))
  })
})

describe('a name in one piece', () => {
  test.each(
    rowsIn(`
      Smith, John | John | Smith
      IVANOV Ivan | Ivan | IVANOV
      Jean-Luc DE LA TOUR | Jean-Luc | DE LA TOUR
      Иванов Иван Петрович | Иван | Иванов
      Анна Сергеевна Кузнецова | Анна | Кузнецова
      ИВАНОВ Иван ПЕТРОВИЧ | Иван | ИВАНОВ
      Станкевич Илья Абрамович | Илья | Станкевич
    `),
  )('is sure which part of %s is which', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName, isSure: true })
  })

  test.each(
    rowsIn(`
      Иванов Иван | Иван | Иванов
      John Smith | John | Smith
      Ivanov Petr | Petr | Ivanov
      Иван Иванов | Иван | Иванов
      Иванов И.И. | И.И. | Иванов
      И. И. Иванов | И. И. | Иванов
      AJ Smith | AJ | Smith
      SMITH AJ | SMITH | AJ
      John A.B. Smith | John A.B. | Smith
      Анна Мария Абрамович | Анна Мария | Абрамович
      Пётр Иван Абрамович | Пётр Иван | Абрамович
      Мария Абрамович Иванова | Мария Абрамович | Иванова
      Иван Петрович | Иван | Петрович
      Smith, John Jr., MD | John Jr. | Smith
      John Smith, MD | John | Smith
      John Smith III | John | Smith
      Doe, Ann, Bonn | Ann | Doe
      Ann LEE Maria | Ann LEE | Maria
    `),
  )(
    'is not sure of %s: the user chooses for initials, titles and last names like patronymics',
    (name, firstName, lastName) => {
      expect(splitName(name)).toEqual({ firstName, lastName, isSure: false })
    },
  )

  test('a single word is neither first nor last name', () => {
    expect(splitName('Madonna')).toBeNull()
  })
})

describe('dates of birth', () => {
  test('every date is read correctly in every notation', () => {
    expectAll(fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
      const iso = date.toISOString().slice(0, 10)
      const [year = '', month = '', day = ''] = iso.split('-')
      const written = [iso, `${iso}T21:00:00Z`, `${day}.${month}.${year}`, `${year}${month}${day}`]
      for (const text of written) expect(calendarDate(text), text).toBe(iso)
    })
  })

  test.each(['05/06/1990', '1990', '31.02.1990', '1990-13-01', 'May 1990', '', '17.05.90'])(
    '%j is an ambiguous date',
    (text) => {
      expect(calendarDate(text)).toBeNull()
    },
  )

  test('a date with slashes counts when it can only be read one way', () => {
    expect(calendarDate('17/05/1990')).toBe('1990-05-17')
    expect(calendarDate('05/17/1990')).toBe('1990-05-17')
    expect(calendarDate('05/05/1990')).toBe('1990-05-05')
  })
})

test.each([
  ['RUS', 'RUS'],
  ['ru', 'RUS'],
  ['Россия', 'RUS'],
  ['DEU', 'GER'],
  ['Германия', 'GER'],
  ['Switzerland', 'SUI'],
  ['CHE', 'SUI'],
  ['США', 'USA'],
  ['Казахстан', 'KAZ'],
  ['Bahrain', 'BRN'],
  ['BRN', 'BRN'],
  ['Atlantis', ''],
  ['', ''],
] as const)('the country %j has the Olympic code %s, not that of ISO', (text, code) => {
  expect(countryCode(text) ?? '').toBe(code)
})

test('category names that are invalid or differ only in case overwrite no file', () => {
  const places = [
    { distance: '10 km', category: 'M/F: all?' },
    { distance: '10 km', category: 'M F all' },
    { distance: '10 km', category: 'm f ALL' },
    { distance: '..', category: '../../etc' },
  ]
  const paths = splitPaths('./out/results.final.csv', places)
  expect(paths).toEqual([
    './out/results.final - 10 km - M F all.csv',
    './out/results.final - 10 km - M F all (2).csv',
    './out/results.final - 10 km - m f ALL (3).csv',
    './out/results.final - - .. .. etc.csv',
  ])
  expect(splitPaths('plain', places.slice(0, 1))).toEqual(['plain - 10 km - M F all'])
})
