import { expect, it } from 'vitest'
import type { Instant, ReplyId } from '../../../preload/contract/ids.ts'
import type { Category, SetAside, Shrunk } from '../../../preload/contract/stages.ts'
import { scopeState } from '../../../renderer/app/stage/freshness.ts'
import {
  asideText,
  asideTogether,
  notedIn,
  shrunkText,
  shrunkTogether,
} from '../../../renderer/features/replies/replyNotes.ts'
import { translate } from '../../../renderer/text/text.ts'
import { startPageTexts } from '../../support/units/pageTexts.ts'
import { sampleCategory } from '../../support/units/samples.ts'

startPageTexts()

const at = (minute: number): Instant => new Date(2026, 4, 16, 13, minute).toISOString() as Instant
const words = { t: translate, language: 'en', nowMs: Date.parse(at(59)) } as const

const category = (part: Partial<Category>): Category => sampleCategory({ rows: 45, outcome: 'no-rows', ...part })
const setAside = (part: Partial<SetAside> = {}): SetAside => ({
  reason: 'no-results',
  reply: '7' as ReplyId,
  fetchedAt: at(52),
  text: 'Back at noon',
  rows: 1,
  ...part,
})
const shrunk = (part: Partial<Shrunk> = {}): Shrunk => ({
  at: at(52),
  rowsBefore: 120,
  rows: 45,
  lost: 75,
  before: { reply: '6' as ReplyId, fetchedAt: at(40) },
  ...part,
})

it('shows the text of a reply without results, and how many rows are kept', () => {
  const told = (part: Partial<SetAside>, rows = 45) => asideText(category({ setAside: setAside(part), rows }), words)
  expect(told({})).toBe('message instead of results (13:52): “Back at noon”. 45 rows still stored.')
  expect(told({ text: '' }, 0)).toBe('rows without any values (13:52).')
  expect(told({ reason: 'left', text: '', rows: 9 })).toBe('reply not used (13:52, 9 rows).')
})

it('shows how many rows a table lost, or how many people if the number of rows is the same', () => {
  const told = (part: Partial<Shrunk>) => shrunkText(category({ shrunk: shrunk(part) }), words)
  expect(told({})).toBe('120 → 45 rows (13:52)')
  expect(told({ rows: 120, lost: 80 })).toBe('80 of 120 people missing since 13:52')
})

it('shows several categories in one line, with the message if all sent the same', () => {
  const same = [category({ setAside: setAside() }), category({ setAside: setAside() })]
  const other = category({ setAside: setAside({ text: 'Later' }) })
  expect(asideTogether(same, words)).toBe('2 categories have unused replies: “Back at noon”')
  expect(asideTogether([...same, other], words)).toBe('3 categories have unused replies')
  const small = [category({ shrunk: shrunk() }), category({ shrunk: shrunk() })]
  expect(shrunkTogether(small, words)).toBe('2 categories shrank: 240 → 90 rows')
})

it('distinguishes an empty reply from one that is not used', () => {
  const aside = category({ setAside: setAside() })
  const empty = category({})
  expect(scopeState([aside, empty]).emptied).toEqual([empty])
  expect(notedIn([aside, empty])).toEqual({ aside: [aside], shrunk: [] })
})
