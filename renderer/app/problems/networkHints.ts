import { call } from '../../api.ts'

/** The browser is often wrong about the network: the core is only told to look. */
export const followNetwork = (): void => {
  const nudge = (): void => void call('app:nudge', {})
  window.addEventListener('online', nudge)
  window.addEventListener('offline', nudge)
}
