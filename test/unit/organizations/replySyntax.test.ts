import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replySyntax } from '../../../main/features/organizations/rules/replySyntax.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const rows = '[\r\n{"place": 1, "name": "Anna Holm", "time": "0:40:10"},\r\n{"place": 2, "name": "Bengt Ost"}\r\n]'
const within = (from: string, to: string) => rows.replace(from, to)

/** Fault, its line and column, and the reply. */
it.each([
  ['escape', 2, 25, within('Anna', "O\\'Anna")],
  ['escape', 2, 25, `\uFEFF${within('Anna', "O\\'Anna")}`],
  ['comma', 4, 1, within('}\r\n]', '},\r\n]')],
  ['comma', 3, 34, within('Ost"}', 'Ost",}')],
  ['quotes', 2, 2, rows.replaceAll('"', "'")],
  ['name', 1, 3, '[{имя: "Анна"}]'],
  ['value', 2, 11, within('1', 'NaN')],
  ['value', 2, 11, within('1', '007')],
  ['comment', 1, 1, `// results of today\n${rows}`],
  ['comment', 2, 55, within('},', '}, /* leader */')],
  ['script', 1, 1, `var results = ${rows};`],
  ['script', 1, 1, `callback(${rows})`],
  ['script', 2, 3, `/* feed */\n  window.race.results=${rows}`],
  ['script', 1, 1, `)]}',\n${rows}`],
  ['control', 2, 27, within('Anna ', 'Anna\t')],
  ['cut', 3, 25, rows.slice(0, rows.indexOf('ngt Ost'))],
  ['more', 4, 2, `${rows};`],
  ['other', 3, 1, within('},', '}')],
] as const)('names %s in line %i, column %i of %j', (fault, line, column, text) => {
  expect(replySyntax(text)).toEqual({ language: 'json', fault, line, column })
})

const declared = '\uFEFF<?xml version="1.0"?>\r\n<!-- race -->\r\n<!DOCTYPE a [<!ENTITY b "c">]>\r\n  '

it.each([
  ['ResultList', 4, 3, `${declared}<ResultList >`],
  ['s:Envelope', 1, 1, '<s:Envelope xmlns:s="urn:s"/>'],
  ['Результаты', 1, 1, '<Результаты><Участник/></Результаты>'],
])('names XML with the root %s in line %i, column %i', (root, line, column, text) => {
  expect(replySyntax(text)).toEqual({ language: 'xml', root, line, column })
})

it.each(
  '|Service unavailable|place;name\n1;Anna|[Results]\nName=Anna|{name}|< 5 km|42|f(x)|name = Anna|<!-- only'.split('|'),
)('does not take %j for XML or JSON', (text) => {
  expect(replySyntax(text)).toBeNull()
})

it('finds no fault in valid JSON, and one in whatever JSON.parse refuses, at the same place', () => {
  const piece = fc.constantFrom(...'{}[],:"\\\'/1a\n '.split(''), 'null')
  const lists = fc.json({ maxDepth: 3 }).map((json) => `[0, ${json}, 1.5e-3, "é\\n"]`)
  expectAll(lists, fc.nat(), piece, (json, at, inserted) => {
    expect(replySyntax(json)).toBeNull()
    const place = 2 + (at % (json.length - 1))
    const spoilt = json.slice(0, place) + inserted + json.slice(place)
    const syntax = replySyntax(spoilt)
    const found = syntax?.language === 'json' ? syntax : null
    try {
      JSON.parse(spoilt)
      expect(found).toBeNull()
    } catch (thrown) {
      expect([spoilt, found]).toEqual([spoilt, expect.objectContaining({ language: 'json' })])
      const [, line, column] = /\(line (\d+) column (\d+)\)/u.exec(String(thrown)) ?? []
      // A value is named by its beginning, and so is an escape of a letter's number.
      if (line === undefined || found?.fault === 'value' || /Unicode escape/.test(String(thrown))) return
      expect([spoilt, found?.line, found?.column]).toEqual([spoilt, Number(line), Number(column)])
    }
  })
})

it('reads texts made to be slow in time', () => {
  const texts = ['<?a?><!-- -->', '/* */', '[', '{"a":', '["\\', 'a.b', '<!DOCTYPE a[', '// \n']
  for (const text of texts) expect(replySyntax(text.repeat(200_000))?.language).not.toBe('xml')
})
