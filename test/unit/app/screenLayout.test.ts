import { expect, it } from 'vitest'
import type { ScreenLayout } from '../../../preload/contract/screens/layout.ts'
import {
  faultOf,
  freeName,
  withNewScreen,
  withoutScreen,
  withScreen,
  withScreenAt,
} from '../../../renderer/features/screens/layoutEdits.ts'

const empty: ScreenLayout = { screens: [], columns: ['bib'], isFinal: false, logo: null, pin: '246813' }
const two = withNewScreen(withNewScreen(empty, 'screen-1', 'Finish', 'en'), 'screen-2', 'Hall', 'ru')

it('a new screen shows all categories within five minutes, and is set up like the one before it', () => {
  const kept = { seconds: 30, theme: 'sunlight' } as const
  const slow = withScreen(two, 'screen-2', { ...kept, view: 'podium', message: 'Soon', isFrozen: true })
  const [, , third] = withNewScreen(slow, 'screen-3', 'Gate', 'en').screens
  expect(third).toMatchObject({ ...kept, view: 'rotation', roundMinutes: 5, message: '', isFrozen: false })
})

it('a removed screen comes back where it was', () => {
  const [first] = two.screens
  if (first === undefined) throw new Error('no screen')
  expect(withScreenAt(withoutScreen(two, 'screen-1'), first, 0)).toEqual(two)
})

it('a new name is one that no screen has', () => {
  expect(freeName(withScreen(two, 'screen-1', { name: 'Screen 3' }), 'Screen')).toBe('Screen 4')
  expect(freeName(empty, 'Screen')).toBe('Screen 1')
})

it('a layout with a screen without a name, or two of one, cannot be saved', () => {
  expect(faultOf(two)).toBeNull()
  expect(faultOf(withScreen(two, 'screen-2', { name: ' ' }))).toEqual({ ids: ['screen-2'], kind: 'noName' })
  expect(faultOf(withScreen(two, 'screen-2', { name: ' Finish ' }))).toEqual({
    ids: ['screen-1', 'screen-2'],
    kind: 'sameName',
  })
})
