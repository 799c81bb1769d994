import { strict, type Stage } from './members.ts'

export type MenuItemDouble = {
  readonly label: string
  readonly role: string | undefined
  readonly type: string
  readonly isEnabled: boolean
  readonly submenu: MenuDouble | null
  /** Picks the item as the user does, without Electron's own action for a role. */
  readonly click: () => void
}
export type MenuDouble = { readonly items: readonly MenuItemDouble[] }
export type Popup = MenuDouble & {
  readonly window: unknown
  readonly at: { readonly x: number; readonly y: number } | null
}

type Menus = {
  readonly module: typeof Electron.Menu
  /** The bar of the windows, as last set. */
  readonly application: () => MenuDouble | null
  /** Those that came up at the pointer. */
  readonly popups: readonly Popup[]
}

type Template = Electron.MenuItemConstructorOptions | Electron.MenuItem

const isValid = (item: Template): boolean =>
  Object.hasOwn(item, 'label') || Object.hasOwn(item, 'role') || item.type === 'separator'

/** Menus as Electron builds them from templates (E: lib/browser/api/menu.ts, menu-item.ts). */
export const createMenus = (stage: Stage, windows: () => readonly Electron.BrowserWindow[]): Menus => {
  const built = new Map<Electron.Menu, MenuDouble>()
  const popups: Popup[] = []
  let application: MenuDouble | null = null

  const itemOf = (item: Template): MenuItemDouble => {
    const submenu = Array.isArray(item.submenu) ? menuOf(item.submenu) : null
    return {
      // Electron's own words for a role are English.
      label: item.label ?? (item.role === undefined ? '' : `Electron's ${item.role}`),
      role: item.role,
      type: item.type ?? (submenu === null ? 'normal' : 'submenu'),
      isEnabled: item.enabled !== false,
      submenu,
      click: () => (item.click as (() => void) | undefined)?.(),
    }
  }
  const menuOf = (template: readonly Template[]): MenuDouble => {
    if (!Array.isArray(template)) {
      throw new TypeError('Invalid template for Menu: Menu template must be an array')
    }
    if (!template.every(isValid)) {
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
    }
    return { items: template.filter(({ visible }) => visible !== false).map(itemOf) }
  }

  const module = strict<typeof Electron.Menu>('Menu', {
    buildFromTemplate: (template) => {
      const shape = menuOf(template)
      const menu = strict<Electron.Menu>(
        'menu',
        {
          popup: ({ window, x, y } = {}) => {
            const owner = window ?? windows()[0]
            if (owner === undefined) throw new Error('Cannot open Menu without a BaseWindow present')
            stage.tell('menu.popup')
            popups.push({ ...shape, window: owner, at: x === undefined || y === undefined ? null : { x, y } })
          },
        },
        { isEmitter: true },
      )
      built.set(menu, shape)
      return menu
    },
    setApplicationMenu: (menu) => {
      const shape = menu === null ? null : built.get(menu)
      if (shape === undefined) throw new TypeError('Invalid menu')
      stage.tell('Menu.setApplicationMenu')
      application = shape
    },
  })
  return { module, application: () => application, popups }
}
