import { strict } from './members.ts'
import type { World } from './world.ts'

type MenuItemDouble = {
  readonly label: string
  readonly role: string | undefined
  readonly isEnabled: boolean
  readonly submenu: MenuDouble | null
  /** Picks the item as the user does, without Electron's own action for a role. */
  readonly click: () => void
}
export type MenuDouble = { readonly items: readonly MenuItemDouble[] }

type Template = Electron.MenuItemConstructorOptions | Electron.MenuItem

const itemOf = (item: Template): MenuItemDouble => {
  if (item.label === undefined && item.role === undefined && item.type !== 'separator') {
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
  }
  return {
    // Electron's own words for a role are English.
    label: item.label ?? (item.role === undefined ? '' : `Electron's ${item.role}`),
    role: item.role,
    isEnabled: item.enabled !== false,
    submenu: Array.isArray(item.submenu) ? { items: item.submenu.map(itemOf) } : null,
    click: () => (item.click as (() => void) | undefined)?.(),
  }
}

/** Menus as Electron builds them from templates (E: lib/browser/api/menu.ts, menu-item.ts). */
export const createMenus = ({ windows, popups, tell }: World) => {
  const built = new Map<Electron.Menu, MenuDouble>()
  let application: MenuDouble | null = null
  const module = strict<typeof Electron.Menu>('Menu', {
    buildFromTemplate: (template) => {
      const shape = { items: template.map(itemOf) }
      const popup: Electron.Menu['popup'] = ({ window = windows[0], x, y } = {}) => {
        if (window === undefined) throw new Error('Cannot open Menu without a BaseWindow present')
        tell('menu.popup')
        popups.push({ ...shape, window, at: x === undefined || y === undefined ? null : { x, y } })
      }
      const menu = strict<Electron.Menu>('menu', { popup }, { emitter: true })
      built.set(menu, shape)
      return menu
    },
    setApplicationMenu: (menu) => {
      const shape = menu === null ? null : built.get(menu)
      if (shape === undefined) throw new TypeError('Invalid menu')
      tell('Menu.setApplicationMenu')
      application = shape
    },
  })
  return { module, application: (): MenuDouble | null => application }
}
