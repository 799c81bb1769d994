import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { openCore } from '../openCore.ts'
import { atWorkerEnd } from '../processes/workerEnd.ts'
import { createMortalDemo } from './mortalDemo.ts'

type StoredDemo = { readonly dataDir: string; readonly stage: StageGuid }

const store = async (): Promise<StoredDemo> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'racedesk-demo-'))
  atWorkerEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const core = await openCore({ dataDir, env: {}, outside: { demo: createMortalDemo() } })
  await core.call('profile:save', { demo: true })
  const [stage] = await core.call('stage:list', {})
  if (stage === undefined) throw new Error('The demo has no stage')
  await core.take(stage.guid)
  await core.close()
  return { dataDir, stage: stage.guid }
}

let stored: Promise<StoredDemo> | null = null

/** Puts the demo race, as a real core has stored it, into a data folder before an app opens it; returns its stage. */
export const fillWithDemo = async (dataDir: string): Promise<StageGuid> => {
  stored ??= store()
  const demo = await stored
  await cp(demo.dataDir, dataDir, { recursive: true })
  return demo.stage
}
