import { startDemoService, type DemoService } from '../../../main/demo/demoService.ts'

/** The demo service as it is, but once stopped it stays away. */
export const createMortalDemo = () => {
  let service: Promise<DemoService> | null = null
  const start = async (): Promise<DemoService> => {
    const started = await startDemoService()
    if (!started.ok) throw new Error(started.error.kind)
    return started.value
  }
  return {
    start: async () => {
      service ??= start()
      const { stages, ...running } = await service
      const [stage] = stages
      if (stage === undefined) throw new Error('The demo service has no stage')
      return { ...running, stage }
    },
    stop: async () => {
      // Also before the first use, as from a store that has the race already.
      service ??= start()
      await (await service).close()
    },
  }
}
