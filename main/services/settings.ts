import type { Json, Settings } from '../../preload/contract.ts'
import type { Emit, EventService, Store } from './ports.ts'

export const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  scale: 100,
  rowHeight: 'normal',
  parallelCalls: 4,
}

export type SettingsService = {
  readonly read: () => Settings
  readonly save: (changed: Partial<Settings>) => Settings
}

export type SettingsParts = {
  readonly store: Pick<Store, 'settings' | 'saveSettings'>
  readonly eventService: Pick<EventService, 'setParallelCalls'>
  readonly emit: Emit
  /** Stands in for the stored one while this process runs. */
  readonly parallelCalls?: number | undefined
}

export const createSettings = ({ store, eventService, emit, parallelCalls }: SettingsParts): SettingsService => {
  const read = (): Settings => ({
    ...known(store.settings()),
    ...(parallelCalls === undefined ? {} : { parallelCalls }),
  })
  eventService.setParallelCalls(read().parallelCalls)
  return {
    read,
    save: (changed) => {
      store.saveSettings(changed)
      const settings = read()
      eventService.setParallelCalls(settings.parallelCalls)
      emit({ name: 'settings:changed', data: settings })
      return settings
    },
  }
}

/** What an older or newer version stored may have other names and types: those give way to the defaults. */
const known = (stored: { readonly [name: string]: Json }): Settings => {
  const fits = Object.entries(stored).filter(
    ([name, value]) => name in defaultSettings && typeof value === typeof defaultSettings[name as keyof Settings],
  )
  return { ...defaultSettings, ...Object.fromEntries(fits) }
}
