import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { treeMove, visibleNodes, type TreeNode } from './treeKeys.ts'
import './tree.css'

type TreeProps = {
  readonly label: string
  readonly nodes: readonly TreeNode[]
  readonly selectedId: string
  readonly openIds: ReadonlySet<string>
  readonly onSelect: (id: string) => void
  readonly onToggle: (id: string, isOpen: boolean) => void
  /** Content of a node. */
  readonly renderNode: (id: string) => ReactNode
  /** A request for the node's context menu; the selection stays. */
  readonly onMenu?: (id: string, event: MouseEvent) => void
}

/** More than the tallest screen shows; the rest is drawn after the content beside the tree. */
const FIRST_NODES = 80
const OTHERS_AFTER_MS = 300

/** ARIA tree with one tab stop: the selected node; selection follows the focus. */
export const Tree = ({ label, nodes, selectedId, openIds, onSelect, onToggle, renderNode, onMenu }: TreeProps) => {
  const root = useRef<HTMLUListElement>(null)
  const shown = visibleNodes(nodes, openIds)
  const [isWhole, setWhole] = useState(shown.length <= FIRST_NODES)
  useEffect(() => {
    const others = setTimeout(() => setWhole(true), OTHERS_AFTER_MS)
    return () => clearTimeout(others)
  }, [])
  const stop = shown.some(({ id }) => id === selectedId) ? selectedId : shown[0]?.id
  useEffect(() => {
    if (root.current?.contains(document.activeElement) === true) {
      root.current.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()
    }
  }, [stop, isWhole])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || stop === undefined) return
    const move = treeMove(event.key, shown, stop, openIds)
    if (move === null) return
    event.preventDefault()
    if (move.kind === 'select') onSelect(move.id)
    else onToggle(move.id, move.kind === 'open')
  }
  return (
    <ul className="tree" role="tree" aria-label={label} ref={root} onKeyDown={onKeyDown}>
      {(isWhole ? shown : shown.slice(0, FIRST_NODES)).map((node) => (
        <li
          key={node.id}
          role="treeitem"
          aria-level={node.level}
          aria-selected={node.id === selectedId}
          aria-setsize={node.setSize}
          aria-posinset={node.position}
          {...(node.hasChildren ? { 'aria-expanded': openIds.has(node.id) } : {})}
          tabIndex={node.id === stop ? 0 : -1}
          className={`tree-node tree-level-${node.level}`}
          onClick={(event) => {
            event.currentTarget.focus()
            onSelect(node.id)
          }}
          onContextMenu={(event) => onMenu?.(node.id, event)}
        >
          {node.hasChildren ? (
            <span
              className="tree-fold"
              aria-hidden
              onClick={(event) => {
                event.stopPropagation()
                onToggle(node.id, !openIds.has(node.id))
              }}
            >
              <ChevronRight />
            </span>
          ) : (
            <span className="tree-fold" aria-hidden />
          )}
          {renderNode(node.id)}
        </li>
      ))}
    </ul>
  )
}
