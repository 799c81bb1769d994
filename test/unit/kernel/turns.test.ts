import { expect, it } from 'vitest'
import { runInTurns } from '../../../main/kernel/turns.ts'

function* shortWork() {
  const until = performance.now() + 1
  while (performance.now() < until);
  yield undefined
}

it('gives others their turn between works that are each too short to give one', async () => {
  let turns = 0
  const other = setInterval(() => (turns += 1), 1)
  for (let work = 0; work < 100; work += 1) await runInTurns(shortWork())
  clearInterval(other)
  expect(turns).toBeGreaterThan(3)
})
