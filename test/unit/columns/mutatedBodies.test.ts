import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mutatedBodies } from '../../support/resultBodies/mutatedBodies.ts'
import { readRows } from '../../support/resultBodies/readings.ts'

/** The same sample each time; `npm run soak -- shapes` has others. */
const sample = process.env['RACEDESK_PROPERTY_SEED'] === undefined ? { seed: 1, numRuns: 150 } : {}

it('reads a body that the world has changed right, or leaves it open', () => {
  const property = fc.property(mutatedBodies, ({ text, runners, done, mustBeRead }) => {
    const { rows, reader } = readRows(text)
    expect(rows, done.join()).toHaveLength(runners.length)
    for (const [at, row] of rows.entries()) {
      const { ms, bib, isFinisher } = runners[at] ?? expect.unreachable()
      const open = mustBeRead ? [] : [null, '']
      expect([ms, ...open], done.join()).toContain(reader.finishMs(row))
      expect([bib, ...open], done.join()).toContain(reader.text(row, 'bib'))
      const status = reader.status(row)
      if (!isFinisher) expect(status, done.join()).not.toBe('OK')
      else if (mustBeRead) expect(status, done.join()).toBe('OK')
    }
  })
  fc.assert(property, sample)
})
