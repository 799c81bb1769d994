/** In device-independent pixels of the whole desktop, as Electron counts them. */
export type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export type WindowState = Rectangle & { readonly isMaximized: boolean }

export const smallestWindow = { width: 800, height: 560 }
const firstSize = { width: 1280, height: 800 }

/** This much of the upper edge must be visible, so that the window can be dragged. */
const grip = { width: 120, height: 40 }

/** Reads the state of an earlier run; null for a file that is missing, cut off or foreign. */
export function readWindowState(text: string | null): WindowState | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isWindowState(value) ? value : null
  } catch {
    return null
  }
}

function isWindowState(value: unknown): value is WindowState {
  if (typeof value !== 'object' || value === null) return false
  const { x, y, width, height, isMaximized } = value as { readonly [name: string]: unknown }
  const isLength = (one: unknown): boolean => Number.isSafeInteger(one) && Math.abs(Number(one)) < 100_000
  return (
    [x, y, width, height].every(isLength) && Number(width) > 0 && Number(height) > 0 && typeof isMaximized === 'boolean'
  )
}

type WindowPlace = {
  /** Absent: wherever the system puts a new window. */
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
}

/** The window's place: the last one, if its monitor is still there. Never larger than the monitor. */
export function placeWindow(state: WindowState | null, workAreas: readonly Rectangle[]): WindowPlace {
  if (state === null) return fitted(firstSize, workAreas[0])
  const area = workAreas.find((one) => holdsGrip(one, state))
  if (area === undefined) return fitted(state, workAreas[0])
  return { x: state.x, y: state.y, ...fitted(state, area) }
}

function holdsGrip(area: Rectangle, state: Rectangle): boolean {
  const width = Math.min(state.x + state.width, area.x + area.width) - Math.max(state.x, area.x)
  const isTopInside = state.y >= area.y && state.y + grip.height <= area.y + area.height
  return isTopInside && width >= Math.min(grip.width, state.width)
}

type Size = { readonly width: number; readonly height: number }

function fitted(size: Size, area: Size = firstSize): Size {
  const within = (wanted: number, least: number, most: number): number => Math.max(least, Math.min(wanted, most))
  return {
    width: within(size.width, smallestWindow.width, Math.max(area.width, smallestWindow.width)),
    height: within(size.height, smallestWindow.height, Math.max(area.height, smallestWindow.height)),
  }
}
