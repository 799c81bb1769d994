import { expect, it } from 'vitest'
import { changeLine, failingNow, failureLines, lineText } from '../../../main/cli/watchLines.ts'
import type { CategoryId, Instant } from '../../../preload/contract/ids.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { sampleCategory, sampleChange, sampleWatch } from '../../support/units/samples.ts'

const at = '2026-05-16T10:00:00.000Z' as Instant
const offline: AppError = { kind: 'offline', host: 'results.example.org', detail: 'ENETUNREACH' }
const down: AppError = { kind: 'http', status: 503, message: '', bodyStart: '' }

const treeOf = (errors: { readonly [name: string]: AppError | null }) => {
  const categories = Object.entries(errors).map(([name, error]) =>
    sampleCategory({ id: name as CategoryId, name, error, outcome: error === null ? 'unchanged' : 'failed' }),
  )
  return { distances: [{ name: '10 km', categories }] } as unknown as StageTree
}

const state = (of: Partial<WatchState>) => sampleWatch({ lastPollAt: at, nextPollAt: at, ...of })

it('reports a category once when it begins to fail and once when it works again', () => {
  const failing = failingNow(treeOf({ Men: down, Women: null }), state({}), new Map())
  expect(failureLines(new Map(), failing, at)).toEqual([
    { at, type: 'problem', category: 'Men', distance: '10 km', error: down },
  ])
  const still = failingNow(treeOf({ Men: down, Women: null }), state({}), failing)
  expect(failureLines(failing, still, at)).toEqual([])
  const well = failingNow(treeOf({ Men: null, Women: null }), state({}), still)
  expect(failureLines(still, well, at)).toEqual([{ at, type: 'recovered', category: 'Men', distance: '10 km' }])
})

it('reports a lost host once, not each category', () => {
  const lost = state({ phase: 'offline', error: offline })
  const known = failingNow(treeOf({ Men: down, Women: null }), state({}), new Map())
  const failing = failingNow(treeOf({ Men: offline, Women: offline }), lost, known)
  expect(failureLines(known, failing, at)).toMatchObject([{ type: 'problem', category: '', error: offline }])
  const back = failingNow(treeOf({ Men: null, Women: null }), state({}), failing)
  const lines = failureLines(failing, back, at).map(({ type, category }) => `${type} ${category}`)
  expect(lines).toEqual(['recovered ', 'recovered Men'])
})

it('ignores categories that are not watched or not listed', () => {
  const watched = state({ categories: ['Women' as CategoryId] })
  expect([...failingNow(treeOf({ Men: down, Women: null }), watched, new Map())]).toEqual([])
})

it('writes a line for people that cannot steer their terminal', () => {
  const line = lineText({ at, type: 'name', category: 'Men', distance: '10 km', name: 'A\u001b[2J', before: 'x\ny' })
  expect(line.endsWith('\n')).toBe(true)
  expect(line.slice(0, -1)).not.toMatch(/\p{Cc}/u)
})

it('leaves out the fields that have no value', () => {
  const always = ['at', 'type', 'category', 'distance']
  expect(Object.keys(changeLine(sampleChange({ bib: null, name: null, before: null, after: null })))).toEqual(always)
  expect(Object.keys(changeLine(sampleChange({ before: '0:30:00' })))).toEqual([
    ...always,
    'bib',
    'name',
    'before',
    'after',
  ])
  const failing = failingNow(treeOf({ Men: down }), state({}), new Map())
  const failed = failureLines(new Map(), failing, at).flatMap((line) => Object.keys(line))
  expect(new Set(failed)).toEqual(new Set([...always, 'error']))
})
