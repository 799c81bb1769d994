import { Menu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import './floating.css'

export type MenuAction = {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly onChoose: () => void
  readonly isDangerous?: boolean
}

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
          <Menu.Group>
            {heading === undefined ? null : <Menu.GroupLabel className="menu-heading">{heading}</Menu.GroupLabel>}
            {actions.map((action) => (
              <Menu.Item
                key={action.id}
                className={action.isDangerous === true ? 'menu-item menu-item-danger' : 'menu-item'}
                onClick={action.onChoose}
              >
                {action.icon}
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Group>
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)
