import type { DemoService } from '../../../main/demo/demoService.ts'
import { startOrFail } from './demoCalls.ts'

/** The demo service as it is, but once stopped it stays away. */
export const createMortalDemo = () => {
  let service: Promise<DemoService> | null = null
  return {
    start: async () => {
      service ??= startOrFail({})
      const { stages, ...running } = await service
      const [stage] = stages
      if (stage === undefined) throw new Error('The demo service has no stage')
      return { ...running, stage }
    },
    stop: async () => {
      // Also before the first use, as from a store that has the race already.
      service ??= startOrFail({})
      await (await service).close()
    },
  }
}
