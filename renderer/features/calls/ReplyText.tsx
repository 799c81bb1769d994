import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CallReply } from '../../../preload/contract/calls.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { useDebounced } from '../../app/state/useDebounced.ts'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { ReplyTree } from './ReplyTree.tsx'
import { usePiece } from './useReply.ts'

const PAGE_LINES = 1_000
const SEARCH_REST_MS = 250

const FORMS = ['tree', 'formatted', 'received'] as const
type Form = (typeof FORMS)[number]

const Marked = ({ text, word }: { readonly text: string; readonly word: string }) => {
  if (word === '') return text
  const parts: { readonly at: number; readonly text: string; readonly isHit: boolean }[] = []
  const lower = text.toLowerCase()
  let from = 0
  // Hits in a text whose length changes in lower case would be misplaced, so it is left unmarked.
  for (let at = lower.length === text.length ? lower.indexOf(word) : -1; at !== -1; at = lower.indexOf(word, from)) {
    parts.push({ at: from, text: text.slice(from, at), isHit: false })
    parts.push({ at, text: text.slice(at, at + word.length), isHit: true })
    from = at + word.length
  }
  parts.push({ at: from, text: text.slice(from), isHit: false })
  return parts.map((part) => (part.isHit ? <mark key={`h${part.at}`}>{part.text}</mark> : part.text))
}

/** The reply as a tree of its fields, or its text in pages of lines, formatted or as it came, with a search through all of it. */
export const ReplyText = ({ reply }: { readonly reply: CallReply }) => {
  const { t, language } = useText()
  const count = (value: number): string => formatCount(value, language)
  const [chosen, setForm] = useState<Form>(reply.isJson ? 'tree' : 'formatted')
  const [page, setPage] = useState(0)
  const [search, setSearch] = useState('')
  const [hit, setHit] = useState(0)
  const [seenHits, setSeenHits] = useState('|undefined')
  const wanted = useDebounced(search.trim(), SEARCH_REST_MS)
  // The tree has no search: words are found in the text.
  const form = chosen === 'tree' && search.trim() !== '' ? 'formatted' : chosen
  const isFormatted = form !== 'received'
  const input = useRef<HTMLInputElement>(null)
  const current = useRef<HTMLSpanElement>(null)
  useShortcuts({ search: () => input.current?.focus() })
  const lines = usePiece(
    reply.id,
    { kind: 'lines', offset: page * PAGE_LINES, limit: PAGE_LINES, isFormatted },
    form !== 'tree',
  )
  const found = usePiece(
    reply.id,
    { kind: 'matches', search: wanted === '' ? ' ' : wanted, isFormatted },
    wanted !== '',
  )
  const hits = wanted === '' ? [] : (found.data?.lines ?? [])
  const hitLine = hits[Math.min(hit, hits.length - 1)]
  const total = lines.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / PAGE_LINES))

  const goToHit = (next: number): void => {
    if (hits.length === 0) return
    const at = (next + hits.length) % hits.length
    setHit(at)
    setPage(Math.floor((hits[at] ?? 0) / PAGE_LINES))
  }
  // New hits start at the first one.
  const firstHit = hits[0]
  const hitsKey = `${wanted}|${firstHit}`
  if (hitsKey !== seenHits) {
    setSeenHits(hitsKey)
    setHit(0)
    if (firstHit !== undefined) setPage(Math.floor(firstHit / PAGE_LINES))
  }
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' })
  }, [hitLine, lines.data])

  return (
    <div className="fill">
      <div className="calls-bar row" role="toolbar" aria-label={t('calls.tab.text')}>
        <div className="search">
          <Search aria-hidden />
          <input
            ref={input}
            className="input"
            type="text"
            aria-label={t('calls.text.search')}
            placeholder={t('calls.text.search')}
            value={search}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') goToHit(event.shiftKey ? hit - 1 : hit + 1)
              else if (event.key === 'Escape' && search !== '') setSearch('')
              else return
              event.preventDefault()
            }}
          />
        </div>
        {wanted === '' ? null : (
          <>
            <span className="muted calls-fixed" role="status">
              {hits.length === 0
                ? t(found.isFetching ? 'calls.text.searching' : 'calls.text.none')
                : t('calls.text.hit', {
                    at: count(Math.min(hit, hits.length - 1) + 1),
                    total: count(hits.length) + (found.data?.isCut === true ? '+' : ''),
                  })}
            </span>
            <IconButton
              label={t('calls.text.previous')}
              icon={<ChevronUp aria-hidden />}
              isDisabled={hits.length === 0}
              onClick={() => goToHit(hit - 1)}
            />
            <IconButton
              label={t('calls.text.next')}
              icon={<ChevronDown aria-hidden />}
              isDisabled={hits.length === 0}
              onClick={() => goToHit(hit + 1)}
            />
          </>
        )}
        <span className="gap" />
        {pages === 1 || form === 'tree' ? null : (
          <>
            <IconButton
              label={t('calls.text.pageBefore')}
              icon={<ChevronLeft aria-hidden />}
              isDisabled={page === 0}
              onClick={() => setPage(page - 1)}
            />
            <span className="muted calls-fixed">
              {t('calls.text.lines', {
                from: count(page * PAGE_LINES + 1),
                to: count(Math.min(total, (page + 1) * PAGE_LINES)),
                total: count(total),
              })}
            </span>
            <IconButton
              label={t('calls.text.pageAfter')}
              icon={<ChevronRight aria-hidden />}
              isDisabled={page >= pages - 1}
              onClick={() => setPage(page + 1)}
            />
          </>
        )}
        {reply.isJson ? (
          <div className="calls-form">
            <Choice
              label={t('calls.text.form')}
              isLabelHidden
              value={form}
              options={FORMS.map((value) => ({ value, label: t(`calls.text.${value}`) }))}
              onChange={(next) => {
                setPage(0)
                if (next === 'tree') setSearch('')
                setForm(next)
              }}
            />
          </div>
        ) : null}
      </div>
      {form === 'tree' ? (
        <div className="scroll">
          <ReplyTree id={reply.id} />
        </div>
      ) : lines.data === undefined ? (
        lines.error === null ? (
          <Skeleton rows={8} label={t('calls.tab.text')} />
        ) : (
          <Problem problem={lines.error} onRetry={() => void lines.refetch()} />
        )
      ) : (
        <div className="calls-lines scroll mono" tabIndex={0} role="region" aria-label={t(`calls.text.${form}`)}>
          {lines.data.lines.map((line, at) => {
            const number = page * PAGE_LINES + at
            return (
              <div key={number} className="calls-text-line">
                <span className="calls-number" aria-hidden>
                  {number + 1}
                </span>
                <span
                  className={number === hitLine ? 'calls-line-text calls-line-hit' : 'calls-line-text'}
                  ref={number === hitLine ? current : null}
                >
                  <Marked text={line} word={wanted.toLowerCase()} />
                </span>
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}
