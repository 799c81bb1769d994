import { escapeHtml } from '../../files/rules/printed/escape.ts'
import { both, bothLinks, foreign, htmlDocument, masthead, timeOf } from './document.ts'
import type { ChangesPageData, ContentsPageData, ListPageData, PageAssets } from './pageData.ts'
import { rowsTable } from './rowsTable.ts'

/** The pages to be read without scripts. They hold no time of publishing: the same results are the same bytes. */

const home = '../index.html'

const head = (title: string, assets: PageAssets): string => {
  const text = escapeHtml(title)
  return masthead(`<p class="site">${bothLinks(home, [text, text])}</p>`, assets, '../')
}

const laterChanges = `<p class="note">${both('Later changes and the state of the results are on the', 'Более поздние изменения и статус результатов –')} ${bothLinks(home, ['first page', 'на первой странице'])}.</p>`

/** Distance and category, without saying the same twice. */
const categoryText = (distance: string, name: string): string =>
  [distance, name]
    .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
    .map(foreign)
    .join(' · ')

export const contentsPage = ({ title, language, assets, categories }: ContentsPageData): string => {
  const distances = new Map<string, string[]>()
  for (const { distance, name, rows, finishers, path } of categories) {
    const lines = distances.get(distance) ?? []
    distances.set(distance, lines)
    lines.push(
      `<tr><th scope="row">${bothLinks(path, [foreign(name), foreign(name)])}</th><td>${finishers}</td><td>${rows}</td></tr>`,
    )
  }
  const table = ([distance, lines]: readonly [string, readonly string[]]): string => `<table class="counts">
<caption><h2>${foreign(distance)}</h2></caption>
<thead><tr><th scope="col">${both('Category', 'Категория')}</th><th scope="col">${both('Finishers', 'Финишёры')}</th><th scope="col">${both('People', 'Участники')}</th></tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>`
  return htmlDocument({
    title,
    language,
    assets,
    root: '../',
    header: head(title, assets),
    main: `<h1>${both('All categories', 'Все категории')}</h1>
${Array.from(distances, table).join('\n')}
${laterChanges}`,
    attributes: ' data-home',
  })
}

export const listPage = (data: ListPageData): string => {
  const { title, language, assets, key, distance, name, columns, receivedAt, page, pages, total, rows } = data
  const category = categoryText(distance, name)
  const numbers = pages === 1 ? '' : both(`, page ${page} of ${pages}`, `, страница ${page} из ${pages}`)
  const turning = pages === 1 ? '' : turnPages(data)
  const plainTitle = [name, distance, title].filter((text) => text !== '').join(' · ')
  return htmlDocument({
    title: pages === 1 ? plainTitle : `${plainTitle} (${page}/${pages})`,
    language,
    assets,
    root: '../',
    header: head(title, assets),
    main: `<h1>${category}</h1>
<p>${both('People', 'Участники')}: ${total} · ${both('Results as of', 'Результаты на')} ${timeOf(receivedAt)}</p>
${laterChanges}
${rowsTable(`<span class="unseen">${category}${numbers}</span>`, columns, rows)}
${turning}`,
    attributes: ` data-category="${escapeHtml(key)}" data-page="${page}"`,
  })
}

/** Links to the first and last pages and those near the current one. */
const turnPages = ({ file, page, pages }: ListPageData): string => {
  const link = (to: number, en: string, ru = en, rel = ''): string => bothLinks(`${file}-${to}.html`, [en, ru], rel)
  const near = [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])].filter(
    (to) => to >= 1 && to <= pages,
  )
  const numbers = near
    .map((to, at) => {
      const gap = at > 0 && to - (near[at - 1] ?? to) > 1 ? '<span>…</span>' : ''
      return gap + (to === page ? `<span aria-current="page">${to}</span>` : link(to, String(to)))
    })
    .join('')
  const back = page === 1 ? '' : link(page - 1, 'Previous', 'Назад', ' rel="prev"')
  const on = page === pages ? '' : link(page + 1, 'Next', 'Дальше', ' rel="next"')
  return `<nav class="pages" aria-label="Pages · Страницы">${back}${numbers}${on}</nav>`
}

export const changesPage = ({ title, language, assets, columns, rows, gone }: ChangesPageData): string => {
  const categories = new Map<string, ChangesPageData['rows'][number][]>()
  for (const change of rows) {
    const text = categoryText(change.distance, change.name)
    const known = categories.get(text) ?? []
    categories.set(text, known)
    known.push(change)
  }
  const tables = Array.from(categories, ([category, changes]) =>
    rowsTable(
      `<h2>${category}</h2>`,
      columns,
      changes.map(({ row }) => row),
    ),
  )
  const left =
    gone === 0
      ? ''
      : `<p>${both('Rows that are no longer in the results', 'Строк больше нет в результатах')}: ${gone}</p>\n`
  return htmlDocument({
    title,
    language,
    assets,
    root: '../',
    header: head(title, assets),
    main: `<h1>${both('Changes', 'Изменения')}</h1>
<p>${both('These rows have changed since the lists were made. They count instead of the rows in the lists.', 'Эти строки изменились после составления списков. Они заменяют строки списков.')}</p>
${tables.join('\n')}
${left}<p class="links">${bothLinks(home, ['First page', 'Первая страница'])}</p>`,
    attributes: ' data-home',
  })
}
