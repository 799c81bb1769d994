import type { ScreenId, ScreenLayout, ScreenSettings } from '../../../preload/contract/screens/layout.ts'

/** Why a layout cannot be saved yet, and for which screens. */
export type LayoutFault = { readonly ids: readonly ScreenId[]; readonly kind: 'noName' | 'sameName' }

export const withScreen = (layout: ScreenLayout, id: ScreenId, change: Partial<ScreenSettings>): ScreenLayout => ({
  ...layout,
  screens: layout.screens.map((screen) => (screen.id === id ? { ...screen, ...change } : screen)),
})

/** The crew goes on working while the crowd waits. */
export const canFreeze = ({ view }: ScreenSettings): boolean => view !== 'crew'

export const withAllFrozen = (layout: ScreenLayout, isFrozen: boolean): ScreenLayout => ({
  ...layout,
  screens: layout.screens.map((screen) => (canFreeze(screen) ? { ...screen, isFrozen } : screen)),
})

export const withoutScreen = (layout: ScreenLayout, id: ScreenId): ScreenLayout => ({
  ...layout,
  screens: layout.screens.filter((screen) => screen.id !== id),
})

/** Puts a removed screen back where it was. */
export const withScreenAt = (layout: ScreenLayout, screen: ScreenSettings, at: number): ScreenLayout => ({
  ...layout,
  screens: layout.screens.toSpliced(at, 0, screen),
})

/** The first of `name 1`, `name 2`, … that no screen has. */
export const freeName = ({ screens }: ScreenLayout, name: string): string => {
  for (let number = screens.length + 1; ; number += 1) {
    const free = `${name} ${number}`
    if (screens.every((screen) => screen.name.trim() !== free)) return free
  }
}

/** A crowd waits no longer for its category. */
const ROUND_MINUTES = 5

/** Set up like the last screen, which is most often one of many of its kind; what is shown starts with all categories. */
export const withNewScreen = (
  layout: ScreenLayout,
  id: ScreenId,
  name: string,
  language: 'en' | 'ru',
): ScreenLayout => {
  const { theme, motion, seconds, rows } = layout.screens.at(-1) ?? {
    theme: 'dark',
    motion: 'pages',
    seconds: 10,
    rows: null,
  }
  const screen: ScreenSettings = {
    id,
    name,
    view: 'rotation',
    category: null,
    categories: null,
    language,
    theme,
    motion,
    seconds,
    rows,
    roundMinutes: ROUND_MINUTES,
    message: '',
    isFrozen: false,
  }
  return { ...layout, screens: [...layout.screens, screen] }
}

export const faultOf = ({ screens }: ScreenLayout): LayoutFault | null => {
  for (const [name, same] of Map.groupBy(screens, (screen) => screen.name.trim())) {
    const ids = same.map(({ id }) => id)
    if (name === '') return { ids, kind: 'noName' }
    if (ids.length > 1) return { ids, kind: 'sameName' }
  }
  return null
}
