import { expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { watchTexts } from '../../../renderer/app/watchState.ts'
import type { Translate } from '../../../renderer/text/text.ts'
import { sampleWatch } from '../../support/units/samples.ts'

const t: Translate = (key, values) => [key, ...Object.values(values ?? {})].join(' ')

const at = '2026-05-16T10:00:00.000Z' as Instant

const textsOf = (of: Partial<WatchState>): string => {
  return watchTexts(sampleWatch({ lastPollAt: at, nextPollAt: at, ...of }), Date.parse(at), t, 'en').join(' ')
}

it('speaks of the data budget from a tenth of it on, and whenever it is spent', () => {
  expect(textsOf({ usedBytesLastHour: 19_000_000 })).not.toContain('watch.used')
  expect(textsOf({ usedBytesLastHour: 20_000_000 })).toMatch(/watch\.used 20\.0 200/)
  expect(textsOf({ phase: 'budget', budgetMbPerHour: 1, usedBytesLastHour: 1_000_000 })).toMatch(/watch\.used 1\.0 1/)
})
