import type { AppEvent, EventName } from '../../../preload/contract.ts'

const NAMES: { readonly [K in EventName]: true } = {
  'job:progressed': true,
  'job:finished': true,
  'job:unannounced': true,
  'stage:changed': true,
  'ledger:changed': true,
  'favourites:changed': true,
  'views:changed': true,
  'autoExport:changed': true,
  'watch:changed': true,
  'order:changed': true,
  'profile:changed': true,
  'keys:changed': true,
  'promo:changed': true,
  'promoDraft:changed': true,
  'memory:changed': true,
  'calls:changed': true,
  'settings:changed': true,
  'network:changed': true,
  'storage:changed': true,
  'database:damaged': true,
  'updates:changed': true,
  'blocks:changed': true,
  'years:changed': true,
  'screens:changed': true,
  'publish:changed': true,
  'app:linked': true,
  'app:fileGiven': true,
  'app:reloaded': true,
  'app:commanded': true,
  'app:failed': true,
}

const isEvent = (value: unknown): value is AppEvent =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  Object.hasOwn(NAMES, value.name) &&
  'data' in value

const toEvent = (text: string): AppEvent | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isEvent(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Reads server-sent events piece by piece, as they come from the network: a piece may end anywhere.
 * Unknown events are skipped, so that an older page works with a newer core.
 */
export const createEventParser = (): ((piece: string) => AppEvent[]) => {
  let rest = ''
  let data: string[] = []
  return (piece) => {
    const events: AppEvent[] = []
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      if (line === '') {
        const event = data.length > 0 ? toEvent(data.join('\n')) : null
        if (event !== null) events.push(event)
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    }
    return events
  }
}
