import type { Campaign } from './campaign.ts'

export const capsules: Campaign = {
  unit: 'capsules',
  run: () => Promise.resolve(),
  replay: () => Promise.resolve(),
}
