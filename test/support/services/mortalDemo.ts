import type { DemoService, DemoServiceOptions } from '../../../main/demo/demoService.ts'
import { startOrFail } from './demoCalls.ts'

/** The demo service as it is, unless with another race, but once stopped it stays away. */
export const createMortalDemo = (race: DemoServiceOptions['race'] = 'generated') => {
  let service: Promise<DemoService> | null = null
  return {
    start: async () => {
      service ??= startOrFail({ race })
      const { stages, ...running } = await service
      const [stage] = stages
      if (stage === undefined) throw new Error('The demo service has no stage')
      return { ...running, stage }
    },
    stop: async () => {
      // Also before the first use, as from a store that has the race already.
      service ??= startOrFail({ race })
      await (await service).close()
    },
  }
}
