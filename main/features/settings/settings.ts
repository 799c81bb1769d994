import type { Json } from '../../../preload/contract/ids.ts'
import type { Settings } from '../../../preload/contract/settings.ts'
import type { SettingsStore } from './settingsTables.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { EventService } from '../../platform/http/eventService.ts'

const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  scale: 100,
  rowHeight: 'normal',
  parallelCalls: 4,
  isAnyCallPathAllowed: false,
  proxy: 'system',
  areUpdatesOn: true,
  notices: null,
  isNoticeSoundOn: false,
  noticesLastS: 30,
  isKeptAwake: true,
}

/** The language of a file without a chosen one. */
export const fileLanguage = ({ language }: Settings, systemLanguage: string): 'en' | 'ru' => {
  if (language !== 'system') return language
  return systemLanguage.toLowerCase().startsWith('ru') ? 'ru' : 'en'
}

export type SettingsService = {
  readonly read: () => Settings
  readonly save: (changed: Partial<Settings>) => Settings
}

type SettingsParts = {
  readonly store: Pick<SettingsStore, 'settings' | 'saveSettings'>
  readonly eventService: Pick<EventService, 'setParallelCalls' | 'reconnect'>
  readonly emit: Emit
  /** Overrides the stored one while this process runs. */
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
      const before = read()
      store.saveSettings(changed)
      const settings = read()
      eventService.setParallelCalls(settings.parallelCalls)
      if (settings.proxy !== before.proxy) eventService.reconnect()
      emit({ name: 'settings:changed', data: settings })
      return settings
    },
  }
}

const oneOf =
  (...values: readonly Json[]) =>
  (value: Json): boolean =>
    values.includes(value)
const between =
  (min: number, max: number) =>
  (value: Json): boolean =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max

const isNoticeKind = oneOf('favourite', 'disqualified', 'podium', 'watch', 'job')

const fits: { readonly [K in keyof Settings]: (value: Json) => boolean } = {
  language: oneOf('system', 'en', 'ru'),
  theme: oneOf('system', 'light', 'dark', 'sunlight'),
  scale: between(90, 160),
  rowHeight: oneOf('compact', 'normal', 'large'),
  parallelCalls: between(1, 16),
  isAnyCallPathAllowed: oneOf(true, false),
  proxy: oneOf('system', 'none'),
  areUpdatesOn: oneOf(true, false),
  notices: (value) => value === null || (Array.isArray(value) && value.every(isNoticeKind)),
  isNoticeSoundOn: oneOf(true, false),
  noticesLastS: between(0, 3_600),
  isKeptAwake: oneOf(true, false),
}

/** Settings of other versions with unknown names or types fall back to defaults. */
const known = (stored: { readonly [name: string]: Json }): Settings => {
  const fitting = Object.entries(fits).flatMap(([name, isFit]) => {
    const value = stored[name]
    return value !== undefined && isFit(value) ? [[name, value] as const] : []
  })
  return { ...defaultSettings, ...Object.fromEntries(fitting) }
}
