import { useCallback, useMemo } from 'react'
import { JsonView } from 'react-json-view-lite'
import type { Json } from '../../preload/contract.ts'
import { useText } from '../text/text.ts'
import './jsonTree.css'

type JsonTreeProps = {
  readonly value: Json
  /** What a screen reader calls the tree. */
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

const longestList = 100

const foldLongLists = (value: Json): Json => {
  if (Array.isArray(value)) return foldList(value.map(foldLongLists), 0)
  if (typeof value !== 'object' || value === null) return value
  // fromEntries keeps a field called __proto__ a field.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, foldLongLists(inner)]))
}

/** `first` is the place of the first item in the list as received. */
const foldList = (items: readonly Json[], first: number): Json => {
  if (items.length <= longestList) return items
  const ranges: { [name: string]: Json } = {}
  const size = rangeSize(items.length)
  for (let start = 0; start < items.length; start += size) {
    const range = items.slice(start, start + size)
    ranges[`${first + start} … ${first + start + range.length - 1}`] = foldList(range, first + start)
  }
  return ranges
}

/** A power of 100, so that no level has more than 100 ranges. */
const rangeSize = (length: number): number => {
  let size = longestList
  while (length / size > longestList) size *= longestList
  return size
}
