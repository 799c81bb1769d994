import { externalAddress } from '../guards.ts'
import type { MenuRole, ShellTexts } from '../shellTexts.ts'

/** The parts of Electron's `ContextMenuParams` that decide what the menu offers. */
export type ContextFacts = {
  readonly isEditable: boolean
  readonly selectionText: string
  /** '' where the click hit no link. */
  readonly linkURL: string
  readonly formControlType: string
  readonly editFlags: {
    readonly canUndo: boolean
    readonly canRedo: boolean
    readonly canCut: boolean
    readonly canCopy: boolean
    readonly canPaste: boolean
    readonly canSelectAll: boolean
  }
}

type EditRole = Extract<MenuRole, 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll'>

type ContextEntry =
  | { readonly type: 'separator' }
  | { readonly role: EditRole; readonly label: string; readonly enabled: boolean }
  | { readonly label: string; readonly click: () => void }

/** `href`: an address that `externalAddress` let pass. */
type LinkActions = {
  readonly open: (href: string) => void
  readonly copy: (href: string) => void
}

/** Items of the native context menu for a field, selected text or a link that leads out; empty elsewhere. */
export function contextEntries(facts: ContextFacts, texts: ShellTexts, actions: LinkActions): ContextEntry[] {
  const { editFlags, isEditable } = facts
  const mayCopy = editFlags.canCopy && facts.formControlType !== 'input-password'
  const can: { readonly [R in EditRole]: boolean } = {
    undo: editFlags.canUndo,
    redo: editFlags.canRedo,
    cut: editFlags.canCut && mayCopy,
    copy: mayCopy,
    paste: editFlags.canPaste,
    selectAll: editFlags.canSelectAll,
  }
  const roles = (...names: EditRole[]): ContextEntry[] =>
    names.map((role) => ({ role, label: texts.menu[role], enabled: can[role] }))
  const address = externalAddress(facts.linkURL)
  const link: ContextEntry[] =
    address === null
      ? []
      : [
          { label: texts.openLinkItem, click: () => actions.open(address.href) },
          { label: texts.copyLink, click: () => actions.copy(address.href) },
        ]
  const hasSelection = facts.selectionText.trim() !== '' && mayCopy
  const groups = isEditable
    ? [link, roles('undo', 'redo'), roles('cut', 'copy', 'paste'), roles('selectAll')]
    : [link, hasSelection ? roles('copy', 'selectAll') : []]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at): ContextEntry[] => (at === 0 ? group : [{ type: 'separator' }, ...group]))
}

type MenuPlace<S extends string> = { readonly sourceType: S; readonly x?: number; readonly y?: number }

/**
 * Place of the menu. Without coordinates Electron opens it at the mouse, which is wrong for one opened by a key; `sourceType`
 * makes Windows and Linux highlight the first item then.
 */
export const contextMenuPlace = <S extends string>(params: {
  readonly menuSourceType: S
  readonly x: number
  readonly y: number
}): MenuPlace<S> =>
  params.menuSourceType === 'mouse'
    ? { sourceType: params.menuSourceType }
    : { sourceType: params.menuSourceType, x: params.x, y: params.y }
