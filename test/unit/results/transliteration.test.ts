import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldSearched as fold } from '../../../main/kernel/fold.ts'
import {
  firstLettersFor,
  scriptOf,
  spellings,
  spellMarks,
  spellsCyrillic,
  spellsLatin,
} from '../../../main/features/results/rules/transliteration.ts'
import { expectAll } from '../../support/units/expectAll.ts'
import { isTransliterated } from '../../support/units/transliterated.ts'

/** One person, as passports, timing services and people write the name. */
const names = `
  Щербаков Shcherbakov Scherbakov Shcherbakoff Szczerbakow Ščerbakov | Иванов Ivanov Iwanow Ivanoff
  Журавлёва Zhuravleva Zhuravlyova Juravleva Žuravleva Zhuravliova | Жуков Zhukov Joukov
  Хрущёв Khrushchev Hrushchev Khrushchyov Khrushchov | Цветаева Tsvetaeva Cvetaeva Tsvetayeva Tzvetaeva
  Чайковский Chaikovsky Chaykovskiy Tchaikovsky Chajkovskij Čajkovskij Chaikovskii
  Шишкин Shishkin Schischkin Šiškin | Юрьев Yuriev Yuryev Iurev Jur'ev Yurev
  Юлия Yulia Iuliia Julia Yuliya Julija | Яковлева Yakovleva Iakovleva Jakovleva | Елена Elena Yelena Jelena
  Ёлкин Yolkin Elkin Iolkin | Пётр Petr Pyotr Piotr | Семён Semen Semyon | Фёдор Fedor Fyodor Feodor
  Горбачёв Gorbachev Gorbachyov Gorbachov | Дмитрий Dmitry Dmitri Dmitriy Dmitrii Dmitrij
  Евгений Evgeny Yevgeniy Evgenii Jewgeni | Александр Aleksandr Alexandr Alexander Aleksander
  Алексей Alexey Aleksei Alexej Aleksey | Ксения Ksenia Xenia Kseniya Kseniia | Михаил Mikhail Mihail Michail
  Наталья Natalya Natalia Nataliya Natal'ya | Татьяна Tatyana Tatiana Tatjana | Илья Ilya Ilia Il'ya
  Ильин Ilin Ilyin Il'in Il’in | Соловьёв Solovyov Soloviev Solovev Solov'yov
  Васильев Vasiliev Vasilyev Vasilev Wassiljew | Подъячев Podyachev Podiachev Pod'yachev | Быков Bykov Bikov
  Виктория Viktoria Victoria Viktoriya | Филиппов Filippov Philippov | Эдуард Eduard
  Майоров Mayorov Maiorov Majorov | Достоевский Dostoevsky Dostoyevskiy Dostoevskij
  Любовь Lyubov Liubov Ljubov Lubov | Белый Bely Belyy Belyi Belij | Георгий Georgy Georgii
  Їжакевич Yizhakevych Izhakevich | Йошкар Yoshkar Ioshkar Joshkar
`
  .trim()
  .split(/ \| |\n */u)
  .map((person) => person.split(' '))
const pairs = names.flatMap(([cyrillic = '', ...all]) => all.map((latin) => [cyrillic, latin] as const))
const words = (text: string): string => fold(spellMarks(text))

describe.each(pairs)('%s and %s', (cyrillic, latin) => {
  it('a Latin word finds the Cyrillic name from its third letter to its last', () => {
    const query = words(latin)
    const typed = Array.from(query, (_, at) => query.slice(0, at + 1)).filter((part) => scriptOf(part) !== null)
    expect(typed.at(-1)).toBe(query)
    expect(typed.filter((part) => !isTransliterated(part, fold(cyrillic)))).toEqual([])
  })

  // Stored text has no marks of ISO 9.
  it.skipIf(latin !== latin.normalize('NFD'))('the Cyrillic word finds the Latin name', () => {
    expect(isTransliterated(fold(cyrillic), fold(latin))).toBe(true)
  })
})

describe('what sounds alike only to a machine', () => {
  it.each([
    ['Sha', 'Саша Чадов Хаматова Цапов Жаров Машаров Щукин Са'],
    ['Ivan', 'Ива Ланов Йод Дивань'],
    ['Zaharov', 'Жахаров Сахаров Захар'],
    ['Petr', 'Патров Сепетров'],
    ['Cha', 'Шарапов Царёв Жаров Хаматова'],
    ['Саша', 'Sasa Zasha Salsha'],
    ['Щерб', 'Sherbakov Serbin Shrub'],
  ])('%s finds none of %s', (word, others) => {
    expect(others.split(' ').filter((other) => isTransliterated(fold(word), fold(other)))).toEqual([])
  })

  it('looks in the other script for words of three letters and more, of one script, without digits', () => {
    expect(['iv', 'ив', 'иvan', 'iv1', '214', 'ivan-'].map(scriptOf)).toEqual(Array(6).fill(null))
    expect(['iva', 'ива', 'їжа'].map(scriptOf)).toEqual(['latin', 'cyrillic', 'cyrillic'])
  })

  it('begins only where a word begins, also after a quote or a point', () => {
    expect(isTransliterated('din', fold('"Динамо"'))).toBe(true)
    expect(isTransliterated('iva', fold('П.Иванов'))).toBe(true)
    expect(isTransliterated('van', fold('Иванов'))).toBe(false)
  })
})

const letters = Object.keys(spellings).filter((key) => key.length === 1)
const cyrillicNames = fc
  .array(fc.constantFrom(...letters), { minLength: 3, maxLength: 9 })
  .map((list) => list.join(''))
  .filter((name) => !/^[ьъ]/.test(name))
const spelled = cyrillicNames.chain((name) =>
  fc
    .tuple(...[...name].map((letter) => fc.constantFrom(...(spellings[letter] ?? ['']))))
    .map((ways) => [name, ways.join('')] as const),
)

it('any name in any mixture of spellings is found from either side, and within the letters it is looked for among', () => {
  expectAll(spelled, ([name, latin]) => {
    fc.pre(latin.length >= 3 && latin.length <= 30)
    expect(spellsLatin(latin, name)).toBeGreaterThan(0)
    expect(spellsCyrillic(name, latin)).toBeGreaterThan(0)
    expect(firstLettersFor(latin, 'latin')).toContain(name[0])
    expect(firstLettersFor(name, 'cyrillic')).toContain(latin[0])
  })
})

it('stays fast with letters that have no spelling, and right with long words', () => {
  expect(spellsLatin(`${'y'.repeat(29)}z`, 'ь'.repeat(20_000))).toBe(0)
  expect(spellsCyrillic('ь'.repeat(2_000), 'y'.repeat(2_000))).toBeLessThanOrEqual(30)
  expect(spellsLatin('a'.repeat(40), 'а'.repeat(40))).toBe(0)
})
