import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import { useCores } from '../../support/coreRig.ts'

const cores = useCores()

it('a watch that goes on after a restart follows a service that has another address now', async () => {
  const dataDir = join(await cores.folder(), 'data')
  const first = await cores.open({ dataDir, face: 'browser', outside: { demo: createDemo() } })
  await first.call('profile:save', { demo: true })
  const [stage] = await first.call('stage:list', {})
  if (stage === undefined) throw new Error('no stage')
  await first.take(stage.guid)
  await first.call('stage:watch', { stage: stage.guid, everyS: 5, budgetMbPerHour: 10_000 })
  await first.close()

  const second = await cores.open({ dataDir, face: 'browser', outside: { demo: createDemo() } })
  const tree = () => second.call('stage:tree', { stage: stage.guid })
  await expect.poll(async () => (await tree()).watch?.rounds, { timeout: 20_000 }).toBeGreaterThan(0)
  const { watch, distances } = await tree()
  expect(watch?.error).toBeNull()
  expect(distances.flatMap(({ categories }) => categories.filter(({ error }) => error !== null))).toEqual([])
}, 30_000)
