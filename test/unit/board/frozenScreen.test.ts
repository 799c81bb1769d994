import { expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { ScreenState } from '../../../preload/contract/screens/state.ts'
import { keepFrozen } from '../../../renderer/board/frozen.ts'
import { plainState } from '../../support/services/screenStates.ts'

const state = (changes: Partial<ScreenState> = {}): ScreenState => ({ ...plainState, ...changes })

it('keeps its view, its content and what is said of it', () => {
  const confirmedAt = '2026-05-17T10:30:00.000Z' as Instant
  const next = state({ isFrozen: true, view: 'podium', content: 'after', isFinal: true, confirmedAt })
  const { view, content, isFinal, confirmedAt: shownAt } = keepFrozen(state(), next)
  expect({ view, content, isFinal, shownAt }).toEqual({
    view: 'rotation',
    content: 'before',
    isFinal: false,
    shownAt: state().confirmedAt,
  })
})

it('keeps its content when the laptop lost it with a restart', () => {
  expect(keepFrozen(state(), state({ isFrozen: true, content: null })).content).toBe('before')
})

it('still takes the message, the theme and the language', () => {
  const next = state({ isFrozen: true, message: 'Prizes at noon', theme: 'sunlight', language: 'ru', content: null })
  expect(keepFrozen(state(), next)).toEqual({ ...next, content: 'before' })
})

it('shows what the laptop held where nothing was shown', () => {
  const next = state({ isFrozen: true, content: 'held' })
  expect(keepFrozen(null, next)).toBe(next)
  expect(keepFrozen(state({ content: null }), next)).toBe(next)
})

it('follows again once it is not frozen', () => {
  const kept = keepFrozen(state(), state({ isFrozen: true, content: null }))
  expect(keepFrozen(kept, state({ content: 'after' })).content).toBe('after')
})
