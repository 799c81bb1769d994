import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { findInLines, plainLines, segmentsOf, type CodeMatch, type Line } from './codeLines.ts'
import { CopyText } from './CopyText.tsx'
import type { CodeLanguage } from './highlightCode.ts'

/** Longer code is shown without colours: its tokens would take longer than reading them is worth. */
const LONGEST_COLOURED = 400_000
const LINES_A_BLOCK = 200

/** Coloured lines once the highlighter has been loaded, plain ones until then and for very long code. */
const useLines = (code: string, language: CodeLanguage): readonly Line[] => {
  const plain = useMemo(() => plainLines(code), [code])
  const [coloured, setColoured] = useState<{ readonly of: string; readonly lines: readonly Line[] } | null>(null)
  useEffect(() => {
    if (code === '' || code.length > LONGEST_COLOURED) return undefined
    let isOver = false
    import('./highlightCode.ts').then(
      ({ highlightLines }) => {
        if (!isOver) setColoured({ of: code, lines: highlightLines(code, language) })
      },
      () => setColoured(null),
    )
    return () => {
      isOver = true
    }
  }, [code, language])
  return coloured?.of === code ? coloured.lines : plain
}

type LineBlockProps = {
  readonly lines: readonly Line[]
  /** Number of the first line, from 0. */
  readonly first: number
  readonly matches: readonly CodeMatch[]
  /** Index of the match that is looked at, or -1 where it is in another block. */
  readonly current: number
}

const NO_MATCHES: readonly CodeMatch[] = []

const LineBlock = memo(({ lines, first, matches, current }: LineBlockProps) => (
  <div className="code-block">
    {lines.map((line, index) => (
      <div key={first + index} className="code-line" data-number={first + index + 1}>
        {segmentsOf(
          line,
          matches.length === 0 ? NO_MATCHES : matches.filter((match) => match.line === first + index),
        ).map(({ text, className, match }, at) =>
          match === null ? (
            <span key={at} className={className}>
              {text}
            </span>
          ) : (
            <mark key={at} className={match === current ? `${className} code-current` : className}>
              {text}
            </mark>
          ),
        )}
        {line.length === 0 ? '\n' : null}
      </div>
    ))}
  </div>
))
LineBlock.displayName = 'LineBlock'

type CodeViewProps = { readonly code: string; readonly language: CodeLanguage; readonly label: string }

/** Code to read: coloured, numbered, searchable, to be copied; nothing in it can be changed. */
export const CodeView = ({ code, language, label }: CodeViewProps) => {
  const { t, language: uiLanguage } = useText()
  const lines = useLines(code, language)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const searchRef = useRef<HTMLInputElement>(null)
  const codeRef = useRef<HTMLDivElement>(null)
  const wanted = useDeferredValue(search)
  const matches = useMemo(() => findInLines(lines, wanted), [lines, wanted])
  const current = matches.length === 0 ? -1 : at % matches.length
  const currentLine = matches[current]?.line ?? -1
  useShortcuts({
    search: () => {
      searchRef.current?.focus()
      searchRef.current?.select()
    },
  })
  useEffect(() => {
    if (current >= 0) codeRef.current?.querySelector('.code-current')?.scrollIntoView({ block: 'nearest' })
  }, [current, matches])
  const step = (by: number): void => {
    if (matches.length > 0) setAt((current + by + matches.length) % matches.length)
  }
  if (code === '') return <p className="muted blocks-note">{t('blocks.code.none')}</p>
  const blocks = Array.from({ length: Math.ceil(lines.length / LINES_A_BLOCK) }, (_, block) => block * LINES_A_BLOCK)
  const rows = formatCount(lines.length, uiLanguage)
  return (
    <div className="fill">
      <div className="code-bar">
        <div className="search code-search" role="search">
          <Search aria-hidden />
          <input
            ref={searchRef}
            className="input"
            type="text"
            aria-label={t('blocks.code.search')}
            placeholder={t('blocks.code.search')}
            value={search}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setSearch(event.target.value)
              setAt(0)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                step(event.shiftKey ? -1 : 1)
              } else if (event.key === 'Escape' && search !== '') {
                event.preventDefault()
                setSearch('')
              }
            }}
          />
        </div>
        <span className="muted code-found" role="status">
          {wanted === ''
            ? ''
            : current < 0
              ? t('blocks.code.notFound')
              : t('blocks.code.found', {
                  at: formatCount(current + 1, uiLanguage),
                  total: formatCount(matches.length, uiLanguage),
                })}
        </span>
        <IconButton
          label={t('blocks.code.previous')}
          keys="Shift Enter"
          icon={<ChevronUp aria-hidden />}
          isDisabled={matches.length === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          label={t('blocks.code.next')}
          keys="Enter"
          icon={<ChevronDown aria-hidden />}
          isDisabled={matches.length === 0}
          onClick={() => step(1)}
        />
        <span className="gap" />
        <span className="muted">
          {t('blocks.code.lines', { count: lines.length, rows })}
          {code.length > LONGEST_COLOURED ? `, ${t('blocks.code.plain')}` : ''}
        </span>
        <CopyText text={code} />
      </div>
      <div className="code scroll mono" role="region" aria-label={label} tabIndex={0} ref={codeRef}>
        {blocks.map((first) => {
          const isHere = currentLine >= first && currentLine < first + LINES_A_BLOCK
          const inBlock = matches.filter(({ line }) => line >= first && line < first + LINES_A_BLOCK)
          return (
            <LineBlock
              key={first}
              lines={lines.slice(first, first + LINES_A_BLOCK)}
              first={first}
              matches={inBlock.length === 0 ? NO_MATCHES : inBlock}
              current={isHere ? current : -1}
            />
          )
        })}
      </div>
    </div>
  )
}
