import type { Campaign } from './campaign.ts'

export const calls: Campaign = {
  unit: 'calls',
  run: () => Promise.resolve(),
  replay: () => Promise.resolve(),
}
