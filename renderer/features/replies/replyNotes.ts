import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { formatClock, formatCount } from '../../text/format.ts'
import type { Language, Translate } from '../../text/text.ts'
import { scopeNames } from '../../app/stage/scope.ts'

/** Categories whose last reply was set aside, and those whose table shrank. */
type Noted = { readonly aside: readonly Category[]; readonly shrunk: readonly Category[] }

export const notedIn = (categories: readonly Category[]): Noted => ({
  aside: categories.filter(({ setAside }) => setAside !== undefined),
  shrunk: categories.filter(({ shrunk }) => shrunk !== undefined),
})

export type Words = { readonly t: Translate; readonly language: Language; readonly nowMs: number }

/** Such as "10 km M". */
export const categoryName = (category: Category, tree: StageTree): string =>
  scopeNames({ kind: 'category', id: category.id }, tree).join(' ')

/** Words for the fate of a category's last reply; '' when it is the table. */
export const asideText = ({ setAside, rows }: Category, { t, language, nowMs }: Words): string => {
  if (setAside === undefined) return ''
  const time = formatClock(setAside.fetchedAt, nowMs, language)
  if (setAside.reason === 'left') {
    return t('replies.left', { count: setAside.rows, rows: formatCount(setAside.rows, language), time })
  }
  const said = setAside.text === '' ? t('replies.blank', { time }) : t('replies.message', { time, text: setAside.text })
  return rows === 0 ? said : `${said} ${t('replies.kept', { count: rows, rows: formatCount(rows, language) })}`
}

/** How much a table lost; '' for one that is whole. */
export const shrunkText = ({ shrunk }: Category, { t, language, nowMs }: Words): string => {
  if (shrunk === undefined) return ''
  const { rowsBefore, rows, lost } = shrunk
  const count = (value: number): string => formatCount(value, language)
  const time = formatClock(shrunk.at, nowMs, language)
  return rows < rowsBefore
    ? t('replies.shrunk', { count: rows, before: count(rowsBefore), after: count(rows), time })
    : t('replies.lost', { count: lost, lost: count(lost), before: count(rowsBefore), time })
}

/** One line for several categories, with the message when all sent the same one. */
export const asideTogether = (categories: readonly Category[], { t }: Words): string => {
  const said = t('replies.several', { count: categories.length })
  const [text = '', ...others] = new Set(categories.map(({ setAside }) => setAside?.text ?? ''))
  return text === '' || others.length > 0 ? said : t('replies.several.message', { said, text })
}

/** One line for several categories. */
export const shrunkTogether = (categories: readonly Category[], { t, language }: Words): string => {
  const sum = (rowsOf: (category: Category) => number): string =>
    formatCount(
      categories.reduce((all, category) => all + rowsOf(category), 0),
      language,
    )
  return t('replies.shrunk.several', {
    count: categories.length,
    before: sum(({ shrunk }) => shrunk?.rowsBefore ?? 0),
    after: sum(({ shrunk }) => shrunk?.rows ?? 0),
  })
}
