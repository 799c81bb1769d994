import { expect, it } from 'vitest'
import {
  formatAge,
  formatClock,
  formatCount,
  formatPercent,
  formatShortAge,
  formatSize,
  formatSpan,
} from '../../../renderer/text/format.ts'
import { chooseLanguage, setLanguage, translate } from '../../../renderer/text/text.ts'
import { en, ru } from '../../support/services/allTexts.ts'
import { startPageTexts } from '../../support/units/pageTexts.ts'

const fakePage = startPageTexts()

const names = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted()
const english = new Map<string, string>(Object.entries(en))

it('each Russian text has exactly the values of the English one', () => {
  for (const [key, text] of Object.entries(ru)) {
    const base = key.replace(/_(few|many)$/, '_other')
    const source = english.get(base) ?? english.get(base.replace(/_one$/, '_other'))
    expect(source, key).toBeDefined()
    const wanted = key.endsWith('_one')
      ? names(english.get(base.replace(/_one$/, '_other')) ?? '')
      : names(source ?? '')
    // A plural form may leave its number out, as "the service returned no rows" does.
    const optional = new Set(/_(one|few|many|other)$/.test(key) ? ['count'] : [])
    const strip = (list: readonly string[]): string[] => list.filter((name) => !optional.has(name))
    expect(strip(names(text)), key).toEqual(strip(wanted))
  }
})

it('every Russian plural has a form for one, few, many and fractions, and each form keeps the number', () => {
  const plurals = Object.keys(ru).filter((key) => /_(one|few|many|other)$/.test(key))
  const bases = new Set(plurals.map((key) => key.replace(/_[a-z]+$/, '')))
  const russian = new Map<string, string>(Object.entries(ru))
  for (const base of bases) {
    // "One" is also 21, 31 and 101.
    const forms = ['one', 'few', 'many', 'other'].map((form) => names(russian.get(`${base}_${form}`) ?? '(no form)'))
    expect(forms, base).toEqual(Array(4).fill(forms[3]))
    expect(forms[3], base).not.toEqual([])
    expect(russian.has(base), base).toBe(false)
  }
  expect(bases.size).toBeGreaterThan(50)
})

it('a Russian text puts a number before a word only with plural forms', () => {
  const counts =
    'affected all columns count counted done faster files finishers good kept limit lost missing more of problems'
  const more = 'rows runners sent shown slower taken total types upTo written'
  const before = new RegExp(`\\{\\{(?:${`${counts} ${more}`.replaceAll(' ', '|')})\\}\\}\\s+(\\p{L}+)`, 'gu')
  const unchanging = new Set('с мин ч дн мс км МБ из за без и'.split(' '))
  for (const [key, text] of Object.entries(ru)) {
    if (/_(one|few|many|other)$/.test(key)) continue
    const words = [...text.matchAll(before)].map(([, word]) => word ?? '')
    expect(words.filter((word) => !unchanging.has(word)).join(), key).toBe('')
  }
})

it('a thing has one Russian name', () => {
  const replaced =
    /капсул|квитанц|слежени|забрать|забира|офлайн|аудит|обёртк|гонк|трасс|промо(?!код)|личные данные|(?<!\p{L})(?:ядр|рол[ьи]|вид[аы]?(?!\p{L}))/iu
  for (const [key, text] of Object.entries(ru)) expect(text, key).not.toMatch(replaced)
})

it('no text is empty, shouts or apologizes', () => {
  for (const [key, text] of [...Object.entries(en), ...Object.entries(ru)]) {
    expect(text.trim(), key).not.toBe('')
    expect(text, key).not.toMatch(/!|oops|упс/i)
  }
})

it('quotes of a name within quotes are inner ones, and no other text that comes from outside is touched', () => {
  setLanguage('ru')
  expect(translate('origin.effect', { profile: 'Клуб «Бегом»' })).toContain('«Клуб „Бегом“» будет')
  expect(translate('profile.remove.title', { name: 'Клуб' })).toBe('Удалить «Клуб»?')
  expect(translate('orders.change.price', { name: '«А»', before: '1', after: '2' })).toBe('«А»: 1 → 2')
  expect(translate('promo.refused', { count: 2, lines: '«1»' })).toContain('«1»')
  setLanguage('en')
  expect(translate('profile.remove.title', { name: 'The “Run” club' })).toBe('Remove “The ‘Run’ club”?')
})

it('Russian plurals follow the last digits, not one and many alone', () => {
  setLanguage('ru')
  const say = (count: number): string => translate('stage.rows', { count, rows: formatCount(count, 'ru') })
  expect([1, 2, 5, 11, 21, 22, 112].map(say)).toEqual(
    '1 строка|2 строки|5 строк|11 строк|21 строка|22 строки|112 строк'.split('|'),
  )
  setLanguage('en')
  const english = [1, 2, 21].map((count) => translate('stage.rows', { count, rows: String(count) }))
  expect(english).toEqual(['1 row', '2 rows', '21 rows'])
})

it('the page says which language it is in, for screen readers', () => {
  setLanguage('ru')
  expect(fakePage.documentElement.lang).toBe('ru')
  setLanguage('en')
  expect(fakePage.documentElement.lang).toBe('en')
})

it('the setting overrides the system, and only a Russian system gives Russian', () => {
  const chosen = [['ru-RU', 'en'], ['en-GB', 'ru'], ['run-BI'], []].map((asked) => chooseLanguage('system', asked))
  expect(chosen).toEqual(['ru', 'en', 'en', 'en'])
  expect([chooseLanguage('en', ['ru-RU']), chooseLanguage('ru', ['de'])]).toEqual(['en', 'ru'])
})

const now = Date.parse('2026-05-16T14:05:00Z')
const ago = (ms: number): string => new Date(now - ms).toISOString()

it('an age never runs backwards when the clocks differ', () => {
  expect(formatAge(ago(-5000), now, translate)).toBe('just now')
})

it('an age changes its unit at a minute, an hour and a day', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
  const ages = [59_999, minute, 38 * minute, hour, 2 * day].map((ms) => formatAge(ago(ms), now, translate))
  expect(ages.join('|')).toBe('just now|1 min ago|38 min ago|1 h ago|2 days ago')
  expect(formatShortAge(ago(hour), now, translate)).toBe('1 h')
})

it('a time of another day carries its day, one of another year its year', () => {
  expect(formatClock(ago(60_000), now, 'en')).toMatch(/^\d\d:\d\d$/)
  expect(formatClock(ago(3 * 86_400_000), now, 'en')).toMatch(/May/)
  expect(formatClock(ago(3 * 86_400_000), now, 'en')).not.toMatch(/2026/)
  expect(formatClock(ago(400 * 86_400_000), now, 'en')).toMatch(/2025/)
})

it('remaining time is never 0 while something runs', () => {
  expect([0, 120_000].map((ms) => formatSpan(ms, translate))).toEqual(['1 s', '2 min'])
})

it('a percent has a space before its sign in Russian only', () => {
  expect([formatPercent('12.5', 'en'), formatPercent('12.5', 'ru')]).toEqual(['12.5%', '12.5 %'])
})

it('a size takes the unit it is read in', () => {
  expect(formatSize(1, translate, 'en')).toBe('1 byte')
  expect(formatSize(1536, translate, 'en')).toBe('1.5 KB')
  expect(formatSize(64 * 1024 * 1024, translate, 'en')).toBe('64 MB')
})
