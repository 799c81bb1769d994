import { escapeHtml } from '../../files/rules/printed/escape.ts'
import { both, bothLinks, htmlDocument, masthead, timeOf } from './document.ts'
import type { EntryPageData } from './pageData.ts'

/** `index.html`, the only file of a site that is ever replaced. */
export const entryPage = ({ state, assets, language, readerUrl, changesPage }: EntryPageData): string => {
  const { title, isFinal, confirmedAt, contents } = state
  const changes =
    changesPage === null
      ? ''
      : `\n<li>${bothLinks(changesPage, ['Changes since the lists were made', 'Изменения после составления списков'])}</li>`
  return htmlDocument({
    title,
    language,
    assets,
    root: '',
    head: preloads(state) + shared(title, isFinal, language, assets.picture, readerUrl),
    header: `${masthead(`<h1>${escapeHtml(title)}</h1>`, assets, '')}
<div id="state"><p class="${isFinal ? 'final' : 'preliminary'}">${
      isFinal
        ? both('Final results', 'Окончательные результаты')
        : both('Preliminary results', 'Предварительные результаты')
    }</p>
<p>${both('Results as of', 'Результаты на')} ${timeOf(confirmedAt)}</p></div>
<p id="notice" role="status"></p>
<div id="search" role="search" hidden><label for="q">${both('Bib or name', 'Номер или фамилия')}</label><input type="search" id="q" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" maxlength="80"></div>`,
    main: `<ul class="links">
<li>${bothLinks(contents, ['All categories', 'Все категории'])}</li>${changes}
</ul>
<noscript><p>${both('Search needs JavaScript. The lists do not.', 'Для поиска нужен JavaScript. Списки открываются и без него.')}</p></noscript>`,
    end: `<script type="application/json" id="site">${inScript(state)}</script>\n`,
  })
}

/** The script asks for these first; their way is saved while it is still on its own. */
const preloads = ({ directory, changes }: EntryPageData['state']): string =>
  [directory, changes]
    .map((path) => (path === null ? '' : `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(path)}">\n`))
    .join('')

/** How messengers show a link to the site. */
const shared = (
  title: string,
  isFinal: boolean,
  language: 'en' | 'ru',
  picture: string | null,
  readerUrl: string | null,
): string => {
  const texts = isFinal
    ? { en: 'Final results. Search by bib or name.', ru: 'Окончательные результаты. Поиск по номеру и фамилии.' }
    : {
        en: 'Preliminary results. Search by bib or name.',
        ru: 'Предварительные результаты. Поиск по номеру и фамилии.',
      }
  const description = texts[language]
  const properties: (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
  ]
  if (readerUrl !== null) properties.push(['og:url', readerUrl])
  if (picture !== null) {
    properties.push(['og:image', absolute(picture, readerUrl)])
    properties.push(['og:image:alt', title])
  }
  return (
    `<meta name="description" content="${description}">\n` +
    properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">\n`).join('')
  )
}

const absolute = (path: string, readerUrl: string | null): string => {
  const at = readerUrl === null ? null : URL.parse(readerUrl)
  if (at === null) return path
  // Hosts lead from the address of a folder to the same with a slash.
  if (!/\/(?:[^/]*\.html?)?$/i.test(at.pathname)) at.pathname += '/'
  return new URL(path, at).href
}

/** JSON that cannot end its element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
