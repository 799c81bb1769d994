import type { Campaign } from './campaign.ts'

export const bodies: Campaign = {
  unit: 'bodies',
  run: () => Promise.resolve(),
  replay: () => Promise.resolve(),
}
