import type { Settings } from '../../preload/contract/settings.ts'

export const MIN_SCALE = 90
export const MAX_SCALE = 160
const SCALE_STEP = 10

/** The nearest size there is a style for. */
export const toScaleStep = (scale: number): number =>
  Math.min(MAX_SCALE, Math.max(MIN_SCALE, Math.round(scale / SCALE_STEP) * SCALE_STEP))

/** `direction` 0 goes back to 100 %. */
export const nextScale = (scale: number, direction: -1 | 0 | 1): number =>
  direction === 0 ? 100 : toScaleStep(toScaleStep(scale) + direction * SCALE_STEP)

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')

export const applyAppearance = (settings: Pick<Settings, 'theme' | 'scale' | 'rowHeight'>): void => {
  const { dataset } = document.documentElement
  dataset['theme'] = settings.theme === 'system' ? (prefersDark.matches ? 'dark' : 'light') : settings.theme
  dataset['scale'] = String(toScaleStep(settings.scale))
  dataset['rows'] = settings.rowHeight
}

export const onSystemTheme = (listener: () => void): (() => void) => {
  prefersDark.addEventListener('change', listener)
  return () => prefersDark.removeEventListener('change', listener)
}
