import { Lexer, type MarkedToken, type Token } from 'marked'
import { HELP_CHAPTERS, type HelpChapter } from '../../app/address.ts'
import { findMatches, type SoughtWord } from '../../components/marks/matches.ts'
import type { TextKey } from '../../text/en/en.ts'
import type { Language, Translate } from '../../text/text.ts'

/** `text`: all of its words, its title among them. */
export type HelpSection = {
  readonly id: string
  readonly title: string
  readonly content: readonly MarkedToken[]
  readonly text: string
}
export type Chapter = { readonly id: HelpChapter; readonly title: string; readonly sections: readonly HelpSection[] }

const files = import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default', eager: true })

/** Without extensions the lexer makes no other tokens. */
export const known = (tokens: readonly Token[] | undefined): readonly MarkedToken[] =>
  (tokens ?? []) as readonly MarkedToken[]

/** The tokens within one. */
export const within = (token: MarkedToken): readonly MarkedToken[] => {
  if (token.type === 'list') return token.items
  if (token.type === 'table') return [token.header, ...token.rows].flat().flatMap(({ tokens }) => known(tokens))
  return known('tokens' in token ? token.tokens : undefined)
}

const textOf = (token: MarkedToken): string => {
  const inner = within(token)
  if (inner.length === 0) return 'text' in token ? token.text : ''
  // Blocks stand apart; runs of text within one do not.
  return inner.map(textOf).join(token.type === 'list' || token.type === 'table' ? '\n' : '')
}

const SECTION_HEADING = /^(?<title>.+?) \{#(?<section>[a-z-]+)\}$/u

/** A chapter is `# Title` and then sections, each under `## Title {#id}`. `{{key}}` stands for a label of the app. */
const readChapter = (id: HelpChapter, markdown: string, t: Translate): Chapter => {
  const source = markdown.replaceAll(/\{\{([\w.-]+)\}\}/gu, (_, key: string) => `**${t(key as TextKey)}**`)
  let title = ''
  const sections: { id: string; title: string; content: MarkedToken[] }[] = []
  for (const token of known(Lexer.lex(source))) {
    const heading = token.type === 'heading' && token.depth === 2 ? SECTION_HEADING.exec(token.text)?.groups : undefined
    if (token.type === 'heading' && token.depth === 1) title = token.text
    else if (heading === undefined) sections.at(-1)?.content.push(token)
    else sections.push({ id: heading['section'] ?? '', title: heading['title'] ?? '', content: [] })
  }
  return {
    id,
    title,
    sections: sections.map((section) => ({
      ...section,
      text: [section.title, ...section.content.map(textOf)].join('\n'),
    })),
  }
}

/** All of Help, with the labels as the app has them now. */
export const readChapters = (language: Language, t: Translate): readonly Chapter[] =>
  HELP_CHAPTERS.map((id) => readChapter(id, files[`./${language}/${id}.md`] ?? '', t))

/** Of each chapter the sections that have every word, in their text or in the chapter's title. */
export const findSections = (chapters: readonly Chapter[], words: readonly SoughtWord[]): readonly Chapter[] =>
  chapters.flatMap((chapter) => {
    const sections = chapter.sections.filter(({ text }) =>
      words.every((word) => findMatches(`${chapter.title}\n${text}`, [word]).length > 0),
    )
    return sections.length === 0 ? [] : [{ ...chapter, sections }]
  })
