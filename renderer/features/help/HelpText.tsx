import type { MarkedToken } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { formatRoute, HELP_CHAPTERS } from '../../app/address.ts'
import { Marked } from '../../components/marks/Marked.tsx'
import type { SoughtWord } from '../../components/marks/matches.ts'
import { known } from './chapters.ts'

const CHAPTER_FILE = /^(?<file>[a-z-]+)\.md(?:#(?<section>[a-z-]+))?$/u

/** Links are written to the file of a chapter, so that they also work where the files themselves are read. */
export const addressOf = (href: string): string | null => {
  const { file, section } = CHAPTER_FILE.exec(href)?.groups ?? {}
  const chapter = HELP_CHAPTERS.find((id) => id === file)
  return chapter === undefined
    ? null
    : formatRoute({ screen: 'help', chapter, ...(section === undefined ? {} : { section }) })
}

type HelpTextProps = {
  readonly content: readonly MarkedToken[]
  readonly words: readonly SoughtWord[]
  /** A link to another place of Help was followed. */
  readonly onFollow: () => void
}

/** Markdown as elements of the page. What it knows no element for, HTML among it, is shown as it is written. */
export const HelpText = ({ content, words, onFollow }: HelpTextProps) => {
  const all = (tokens: readonly MarkedToken[]): ReactNode =>
    tokens.map((token, at) => <Fragment key={at}>{one(token)}</Fragment>)
  const one = (token: MarkedToken): ReactNode => {
    switch (token.type) {
      case 'space':
        return null
      case 'paragraph':
        return <p>{all(known(token.tokens))}</p>
      case 'list': {
        const items = token.items.map((item, at) => <li key={at}>{all(known(item.tokens))}</li>)
        return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
      }
      case 'table':
        return (
          <table>
            <thead>
              <tr>
                {token.header.map((cell, at) => (
                  <th key={at} scope="col">
                    {all(known(cell.tokens))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {token.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column}>{all(known(cell.tokens))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )
      case 'code':
        return (
          <pre className="mono">
            <Marked text={token.text} words={words} />
          </pre>
        )
      case 'codespan':
        return (
          <code className="mono">
            <Marked text={token.text} words={words} />
          </code>
        )
      case 'strong':
        return <strong>{all(known(token.tokens))}</strong>
      case 'link':
        return (
          <a href={addressOf(token.href) ?? undefined} onClick={onFollow}>
            {all(known(token.tokens))}
          </a>
        )
      case 'text':
        return token.tokens === undefined ? <Marked text={token.text} words={words} /> : all(known(token.tokens))
      default:
        return token.raw
    }
  }
  return all(content)
}
