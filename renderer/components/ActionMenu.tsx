import { Menu } from '@base-ui/react/menu'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import './floating.css'

export type MenuAction = {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly onChoose: () => void
  readonly isDangerous?: boolean
  /** A line separates it from the action before it. */
  readonly isApart?: boolean
  /** Keys that do the same. */
  readonly keys?: string
}

type ActionItemsProps = { readonly actions: readonly MenuAction[]; readonly heading?: string }

/** The content of a menu's popup. */
export const ActionItems = ({ actions, heading }: ActionItemsProps) => (
  <Menu.Group>
    {heading === undefined ? null : <Menu.GroupLabel className="menu-heading">{heading}</Menu.GroupLabel>}
    {actions.map(({ id, label, icon, onChoose, isDangerous, isApart, keys }) => (
      <Fragment key={id}>
        {isApart === true ? <Menu.Separator className="menu-separator" /> : null}
        <Menu.Item className={isDangerous === true ? 'menu-item menu-item-danger' : 'menu-item'} onClick={onChoose}>
          {icon}
          {label}
          {keys === undefined ? null : (
            <kbd className="menu-keys" aria-hidden>
              {keys}
            </kbd>
          )}
        </Menu.Item>
      </Fragment>
    ))}
  </Menu.Group>
)

type ActionMenuProps = {
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly actions: readonly MenuAction[]
  readonly heading?: string
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

export const ActionMenu = ({ trigger, actions, heading, isOpen, onOpenChange }: ActionMenuProps) => (
  <Menu.Root
    {...(isOpen === undefined ? {} : { open: isOpen })}
    {...(onOpenChange === undefined ? {} : { onOpenChange: (open: boolean) => onOpenChange(open) })}
  >
    <Menu.Trigger render={trigger} />
    <Menu.Portal>
      <Menu.Positioner className="floating-layer" sideOffset={4} align="end">
        <Menu.Popup className="menu">
          <ActionItems actions={actions} {...(heading === undefined ? {} : { heading })} />
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)
