import { useEffect, useState } from 'react'
import { DiagnosticsDialog } from '../../features/diagnostics/DiagnosticsDialog.tsx'
import { VerifyDialog } from '../../features/files/VerifyDialog.tsx'
import { chosenCommand } from '../opened/opened.ts'
import { goTo } from '../route.ts'
import { CommandPalette } from './CommandPalette.tsx'
import { BLOCKS, CALLS, ORDERS, PROMO, SETTINGS, STAGES } from './sections.ts'
import { runMenuCommand, useShortcuts } from './shortcuts.ts'
import { ShortcutSheet } from './ShortcutSheet.tsx'

/** The shortcuts that work on every screen, their sheet, the palette, and the dialogs that only the palette opens. */
export const Commands = () => {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useShortcuts({
    stages: () => goTo(STAGES),
    orders: () => goTo(ORDERS),
    blocks: () => goTo(BLOCKS),
    promo: () => goTo(PROMO),
    calls: () => goTo(CALLS),
    settings: () => goTo(SETTINGS),
    shortcuts: () => setSheetOpen(true),
    palette: () => setPaletteOpen(true),
  })
  useEffect(
    () =>
      chosenCommand.subscribe(() => {
        const chosen = chosenCommand.get()
        if (chosen !== null) runMenuCommand(chosen.command)
      }),
    [],
  )
  return (
    <>
      <ShortcutSheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
      <CommandPalette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <DiagnosticsDialog />
      <VerifyDialog />
    </>
  )
}
