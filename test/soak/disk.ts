import type { Campaign } from './campaign.ts'

export const disk: Campaign = {
  unit: 'disk',
  run: () => Promise.resolve(),
  replay: () => Promise.resolve(),
}
