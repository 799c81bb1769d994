import type { StageGuid } from '../../../preload/contract/ids.ts'
import { openCore } from '../openCore.ts'
import { createMortalDemo } from './mortalDemo.ts'

/** Has a core store the demo race in a data folder before an app opens it; returns its stage. */
export const fillWithDemo = async (dataDir: string): Promise<StageGuid> => {
  const core = await openCore({ dataDir, env: {}, outside: { demo: createMortalDemo() } })
  await core.call('profile:save', { demo: true })
  const [stage] = await core.call('stage:list', {})
  if (stage === undefined) throw new Error('The demo has no stage')
  await core.take(stage.guid)
  await core.close()
  return stage.guid
}
