import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import './floating.css'

type CheckMenuProps = {
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly items: readonly { readonly id: string; readonly label: string; readonly isChecked: boolean }[]
  readonly onChange: (id: string, isChecked: boolean) => void
  readonly resetLabel: string
  readonly onReset: () => void
}

/** A menu that stays open while its items are ticked. */
export const CheckMenu = ({ trigger, items, onChange, resetLabel, onReset }: CheckMenuProps) => (
  <Menu.Root>
    <Menu.Trigger render={trigger} />
    <Menu.Portal>
      <Menu.Positioner className="floating-layer" sideOffset={4} align="end">
        <Menu.Popup className="menu">
          <Menu.Item className="menu-item" onClick={onReset} closeOnClick={false}>
            <span className="menu-check" />
            {resetLabel}
          </Menu.Item>
          <Menu.Separator className="menu-separator" />
          <div className="menu-scroll">
            {items.map((item) => (
              <Menu.CheckboxItem
                key={item.id}
                className="menu-item"
                checked={item.isChecked}
                onCheckedChange={(isChecked) => onChange(item.id, isChecked)}
                closeOnClick={false}
              >
                <span className="menu-check">
                  <Menu.CheckboxItemIndicator>
                    <Check aria-hidden />
                  </Menu.CheckboxItemIndicator>
                </span>
                <span className="ellipsis">{item.label}</span>
              </Menu.CheckboxItem>
            ))}
          </div>
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)
