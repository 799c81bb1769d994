import type { Instant } from '../../../preload/contract/ids.ts'
import { usualScreen } from '../../../preload/contract/screens/layout.ts'
import type { ScreenState } from '../../../preload/contract/screens/state.ts'

const { theme, motion, seconds, rows, message, isFrozen } = usualScreen

export const plainState: ScreenState = {
  name: 'Finish',
  view: 'rotation',
  language: 'en',
  theme,
  motion,
  seconds,
  rows,
  message,
  isOver: false,
  isFrozen,
  stage: 'Spring Race',
  isFinal: false,
  now: '2026-05-17T10:00:00.000Z' as Instant,
  confirmedAt: '2026-05-17T09:59:00.000Z' as Instant,
  polling: 'live',
  content: 'before',
  logo: null,
  origins: [],
}
