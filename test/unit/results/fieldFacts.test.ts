import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createFieldFacts } from '../../../main/features/results/fieldFacts.ts'
import { columns } from '../../support/comparedRunners.ts'
import { storedTable } from '../../support/resultBodies/readings.ts'

it('facts of a category keep none of its rows in memory', async () => {
  const read: WeakRef<object>[] = []
  const cache = {
    columns: () => columns('place', 'result'),
    *rowsOnceInSteps() {
      const rows = [{ place: 1, result: '0:40:00' }]
      read.push(new WeakRef(rows))
      yield
      return { rows, sources: rows, readers: new Map<never, never>() }
    },
  }
  const facts = await createFieldFacts(cache, []).facts(storedTable('1', 1))
  await setImmediate()
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  expect(read.map((rows) => rows.deref())).toEqual([undefined])
  expect(facts.tellRow(0)).toMatchObject({ place: 1, result: '0:40:00' })
})
