import { Lexer, type MarkedToken } from 'marked'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { HELP_CHAPTERS } from '../../../renderer/app/address.ts'
import { soughtWords } from '../../../renderer/components/marks/matches.ts'
import { findSections, known, readChapters, within } from '../../../renderer/features/help/chapters.ts'
import { addressOf, HelpText } from '../../../renderer/features/help/HelpText.tsx'
import { en } from '../../../renderer/text/en/en.ts'
import { setLanguage, translate, type Language, type Translate } from '../../../renderer/text/text.ts'
import { startPageTexts } from '../../support/units/pageTexts.ts'

startPageTexts()

const read = (language: Language) => {
  setLanguage(language)
  return readChapters(language, translate)
}
const allTokens = (tokens: readonly MarkedToken[]): readonly MarkedToken[] =>
  tokens.flatMap((token) => [token, ...allTokens(within(token))])
const placesOf = (language: Language) =>
  read(language).flatMap(({ id, sections }) => sections.map((section) => `#/help/${id}/${section.id}`))

const labelsOf = (language: Language): readonly string[] => {
  const keys: string[] = []
  const note: Translate = (key) => {
    keys.push(key)
    return key
  }
  readChapters(language, note)
  return keys
}

describe('the chapters of Help', () => {
  it('have the same sections in both languages, each with a title and a text', () => {
    expect(placesOf('ru')).toEqual(placesOf('en'))
    expect(new Set(placesOf('en')).size).toBe(placesOf('en').length)
    for (const language of ['en', 'ru'] as const) {
      const chapters = read(language)
      expect(chapters.map(({ id }) => id)).toEqual(HELP_CHAPTERS)
      for (const { id, title, sections } of chapters) {
        expect(title, id).not.toBe('')
        expect(sections.length, id).toBeGreaterThan(1)
        for (const section of sections)
          expect(section.text.length, section.id).toBeGreaterThan(section.title.length + 20)
      }
    }
  })

  it('name the same labels in both languages, all of them texts of the app that need no values', () => {
    expect(labelsOf('ru').toSorted()).toEqual(labelsOf('en').toSorted())
    const texts = new Map<string, string>(Object.entries(en))
    for (const key of labelsOf('en')) expect(texts.get(key), key).toMatch(/^[^{}]+$/u)
  })

  it.each(['en', 'ru'] as const)('have only what Help draws, and links that lead to a section (%s)', (language) => {
    const tokens = allTokens(read(language).flatMap(({ sections }) => sections.flatMap(({ content }) => content)))
    const drawn = ['space', 'paragraph', 'list', 'list_item', 'table', 'code', 'codespan', 'strong', 'link', 'text']
    expect([...new Set(tokens.map(({ type }) => type))].filter((type) => !drawn.includes(type))).toEqual([])
    const addresses = tokens.flatMap((token) => (token.type === 'link' ? [addressOf(token.href)] : []))
    expect(addresses.length).toBeGreaterThan(10)
    expect(addresses.filter((address) => !placesOf(language).includes(address ?? ''))).toEqual([])
  })
})

const find = (language: Language, query: string) =>
  findSections(read(language), soughtWords(query)).flatMap(({ id, sections }) =>
    sections.map((section) => `${id}/${section.id}`),
  )

it('the search in Help finds the sections that have every word, wherever in them it stands', () => {
  expect(find('en', 'SOCKS')).toEqual(['networks/proxies'])
  expect(find('en', 'utf-8 socks')).toEqual([])
  expect(find('en', 'racedesk.db appdata')).toEqual(['keys-and-data/data'])
  expect(find('ru', 'ЕЩЁ не идёт репетиция')).toEqual([])
  expect(find('ru', 'идет репетиция')).toContain('faces/rehearse')
})

it('the search in Help finds a label as the app has it, and every section under the title of a chapter', () => {
  expect(find('en', en['network.certificate.add'])).toContain('networks/certificates')
  expect(find('en', 'networks proxies')).toHaveLength(4)
})

const show = (markdown: string, query = '') =>
  renderToStaticMarkup(
    createElement(HelpText, {
      content: known(Lexer.lex(markdown)),
      words: query === '' ? [] : soughtWords(query),
      onFollow: () => undefined,
    }),
  )

it('a text of Help shows HTML as it is written and links to chapters only', () => {
  expect(show('A <b onclick="x()">b</b>')).toBe('<p>A &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>')
  expect(show('<script>x()</script>')).toBe('&lt;script&gt;x()&lt;/script&gt;')
  expect(show('[a](javascript:x) [b](networks.md#proxies) [c](else.md)')).toBe(
    '<p><a>a</a> <a href="#/help/networks/proxies">b</a> <a>c</a></p>',
  )
})

it('a text of Help marks hits in words, labels, commands and tables', () => {
  const marked = show('a Key\n\n- **key**\n\n`key`\n\n```\nkey set\n```\n\n| key |\n| --- |\n| its key |', 'key')
  expect(marked.match(/<mark>key<\/mark>/giu)).toHaveLength(6)
  expect(marked).toContain('<td>its <mark>key</mark></td>')
})
