export type TreeNode = {
  readonly id: string
  readonly label: string
  readonly children?: readonly TreeNode[]
}

type ShownNode = {
  readonly id: string
  readonly label: string
  /** From 1. */
  readonly level: number
  readonly parentId: string | null
  readonly hasChildren: boolean
  readonly position: number
  readonly setSize: number
}

/** The nodes that are on the screen, from top to bottom. */
export const visibleNodes = (
  nodes: readonly TreeNode[],
  openIds: ReadonlySet<string>,
  level = 1,
  parentId: string | null = null,
): ShownNode[] =>
  nodes.flatMap((node, index) => {
    const children = node.children ?? []
    const shown: ShownNode = {
      id: node.id,
      label: node.label,
      level,
      parentId,
      hasChildren: children.length > 0,
      position: index + 1,
      setSize: nodes.length,
    }
    return openIds.has(node.id) ? [shown, ...visibleNodes(children, openIds, level + 1, node.id)] : [shown]
  })

type TreeMove = { readonly kind: 'select' | 'open' | 'close'; readonly id: string }

/** Action of a key on node `id` (ARIA tree pattern); null: not handled. */
export const treeMove = (
  key: string,
  shown: readonly ShownNode[],
  id: string,
  openIds: ReadonlySet<string>,
): TreeMove | null => {
  const at = shown.findIndex((node) => node.id === id)
  const node = shown[at]
  if (node === undefined) return null
  const select = (target: ShownNode | undefined): TreeMove | null =>
    target === undefined ? null : { kind: 'select', id: target.id }
  switch (key) {
    case 'ArrowDown':
      return select(shown[at + 1])
    case 'ArrowUp':
      return select(shown[at - 1])
    case 'Home':
      return select(shown[0])
    case 'End':
      return select(shown.at(-1))
    case 'ArrowRight':
      if (!node.hasChildren) return null
      return openIds.has(id) ? select(shown[at + 1]) : { kind: 'open', id }
    case 'ArrowLeft':
      if (node.hasChildren && openIds.has(id)) return { kind: 'close', id }
      return select(shown.find((other) => other.id === node.parentId))
    case 'Enter':
    case ' ':
      return select(node)
    default: {
      if (key.length !== 1) return null
      const later = [...shown.slice(at + 1), ...shown.slice(0, at)]
      return select(later.find((other) => other.label.toLowerCase().startsWith(key.toLowerCase())))
    }
  }
}
