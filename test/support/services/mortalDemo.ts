import type { DemoService, DemoServiceOptions } from '../../../main/demo/demoService.ts'
import type { ResultsFile } from '../../../main/demo/resultsFile.ts'
import { startOrFail } from './demoCalls.ts'

/** A race for the demo, in place of its thousands of rows. */
export const raceOf = (rows: readonly string[]): ResultsFile => ({
  fileName: 'Spring.csv',
  bytes: Buffer.from(['Category,Place,Bib,lastName,firstName,Club,Time', ...rows].join('\n')),
  groupBy: ['Category'],
})

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
    stop: async () => (await service)?.close(),
  }
}
