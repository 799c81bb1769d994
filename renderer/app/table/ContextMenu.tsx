import { Menu } from '@base-ui/react/menu'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ActionItems } from '../../components/ActionMenu.tsx'
import { useText } from '../../text/text.ts'
import { offeredMenu, type OfferedMenu } from './contextMenu.ts'
import { route } from '../route.ts'
import { useStore } from '../state/store.ts'

const OpenMenu = ({ offered }: { readonly offered: OfferedMenu }) => {
  const { x, y, isKeyboard, heading, actions } = offered
  const { t } = useText()
  const [isOpen, setOpen] = useState(true)
  const popup = useRef<HTMLDivElement>(null)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y])
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(open) => setOpen(open)}
      onOpenChangeComplete={(open) => {
        // After a click no item is highlighted: the mouse chooses.
        if (open && isKeyboard) popup.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
        if (!open && offeredMenu.get() === offered) offeredMenu.set(null)
      }}
    >
      {/* Inside the landmark that it acts on; fixed, so that nothing clips it. */}
      <Menu.Portal container={document.querySelector('main')}>
        <Menu.Positioner className="floating-layer" anchor={anchor} positionMethod="fixed" side="bottom" align="start">
          <Menu.Popup
            className="menu"
            ref={popup}
            aria-label={heading ?? t('menu.label')}
            onContextMenu={(event) => event.preventDefault()}
          >
            <ActionItems actions={actions} {...(heading === null ? {} : { heading })} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Shows the menu that `offerMenu` opened last. */
export const ContextMenu = () => {
  const offered = useStore(offeredMenu)
  // Keys can lead to another screen while a menu is open.
  useEffect(() => route.subscribe(() => offeredMenu.set(null)), [])
  return offered === null ? null : <OpenMenu key={offered.opening} offered={offered} />
}
