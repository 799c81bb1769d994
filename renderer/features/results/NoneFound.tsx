import type { Filter } from '../../../preload/contract/results.ts'
import { useNow } from '../../app/state/now.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import { dropFilter, filterKey, filterText } from './filters.ts'

type NoneFoundProps = {
  readonly search: string
  readonly filters: readonly Filter[]
  /** Where was looked, in words. */
  readonly scope: string
  /** Categories of it that were never downloaded. */
  readonly missing: number
  readonly onFilters: (filters: readonly Filter[]) => void
  readonly onSearch: (search: string) => void
  /** Null when everything was looked through. */
  readonly onSearchAll: (() => void) | null
}

/** Why the table is empty, and what would bring rows back. */
export const NoneFound = ({ search, filters, scope, missing, onFilters, onSearch, onSearchAll }: NoneFoundProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const isSearch = search !== ''
  return (
    <Blank
      title={isSearch ? t('stage.noneFound', { search }) : t('table.nonePass')}
      actions={
        <>
          {onSearchAll === null ? null : <Button onClick={onSearchAll}>{t('stage.searchAll')}</Button>}
          {filters.map((filter) => (
            <Button key={filterKey(filter)} onClick={() => onFilters(dropFilter(filters, filterKey(filter)))}>
              {t('table.filter.without', { filter: filterText(filter, t, language, nowMs) })}
            </Button>
          ))}
          {filters.length < 2 ? null : <Button onClick={() => onFilters([])}>{t('table.filter.clear')}</Button>}
          {isSearch ? <Button onClick={() => onSearch('')}>{t('stage.clearSearch')}</Button> : null}
        </>
      }
    >
      {isSearch ? <p>{t('stage.noneFound.what', { scope })}</p> : null}
      {filters.length === 0 ? null : <p>{t('table.nonePass.what', { scope })}</p>}
      {missing === 0 ? null : <p>{t('stage.noneFound.missing', { count: missing })}</p>}
    </Blank>
  )
}
