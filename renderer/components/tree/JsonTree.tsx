import { useCallback, useMemo } from 'react'
import { JsonView } from 'react-json-view-lite'
import type { Json } from '../../../preload/contract/ids.ts'
import { useText } from '../../text/text.ts'
import { foldLongLists } from '../marks/foldLists.ts'
import './jsonTree.css'

type JsonTreeProps = {
  readonly value: Json
  /** Label for screen readers. */
  readonly label: string
  /** How many levels are open at first; 1 shows the fields of the value itself. */
  readonly isOpen?: number
}

/** Any JSON as a tree that folds; long lists fold into ranges, so that opening one draws no more than 100 lines. */
export const JsonTree = ({ value, label, isOpen = 1 }: JsonTreeProps) => {
  const { t } = useText()
  const shown = useMemo(() => foldLongLists(value), [value])
  // Must stay the same function: a new one would close what the user has opened.
  const isOpenAt = useCallback((level: number) => level < isOpen, [isOpen])
  const style = useMemo(
    () => ({ ...classes, ariaLables: { expandJson: t('json.expand'), collapseJson: t('json.collapse') } }),
    [t],
  )
  return (
    <JsonView data={shown as object} aria-label={label} style={style} shouldExpandNode={isOpenAt} clickToExpandNode />
  )
}

const classes = {
  container: 'json-tree mono',
  basicChildStyle: 'json-node',
  childFieldsContainer: 'json-children',
  label: 'json-name',
  clickableLabel: 'json-name json-name-open',
  nullValue: 'json-word',
  undefinedValue: 'json-word',
  otherValue: 'json-word',
  booleanValue: 'json-word',
  numberValue: 'json-number',
  stringValue: 'json-text',
  punctuation: 'json-mark',
  expandIcon: 'json-fold json-fold-closed',
  collapseIcon: 'json-fold',
  collapsedContent: 'json-more',
  noQuotesForStringValues: false,
  quotesForFieldNames: false,
  stringifyStringValues: true,
}
