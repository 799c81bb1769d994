import { escapeHtml } from '../../files/rules/printed/escape.ts'
import type { PageAssets, PageLanguage } from './pageData.ts'

/** A fixed text in both languages; the style sheet shows one. */
export const both = (en: string, ru: string): string => `<span lang="en">${en}</span><span lang="ru">${ru}</span>`

/** A text from outside, which may be written from right to left. */
export const foreign = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`

/** A link in both languages: its address tells the next page which one is read. */
export const bothLinks = (path: string, [en, ru]: readonly [en: string, ru: string], attributes = ''): string => {
  const link = (language: PageLanguage, html: string): string =>
    `<a href="${escapeHtml(path)}#${language}"${attributes}>${html}</a>`
  return both(link('en', en), link('ru', ru))
}

const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const days = { en: new Intl.DateTimeFormat('en-GB', day), ru: new Intl.DateTimeFormat('ru', day) }

/** In UTC: without scripts the reader's zone is unknown. */
export const timeOf = (instant: string): string => {
  const date = new Date(instant)
  const text = (language: PageLanguage): string => `${days[language].format(date)}, ${instant.slice(11, 16)} UTC`
  return `<time datetime="${escapeHtml(instant)}">${both(text('en'), text('ru'))}</time>`
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // `data:` is the icon of a site without a logo: browsers would ask the host for one.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

type DocumentParts = {
  readonly title: string
  readonly language: PageLanguage
  readonly assets: PageAssets
  /** From the page's folder to the site's root: '' or '../'. */
  readonly root: '' | '../'
  /** More of the head. */
  readonly head?: string
  readonly header: string
  readonly main: string
  /** Attributes of the body, with a space before each. */
  readonly attributes?: string
  readonly end?: string
}

const flagIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b6b6b"/>' +
    '<path fill="#fff" d="M4 3h1v10H4zM6 3h7v5H6z"/></svg>',
)}`

export const htmlDocument = ({ language, assets, root, ...parts }: DocumentParts): string => {
  const icon = assets.logo === null ? flagIcon : root + assets.logo
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#101418" media="(prefers-color-scheme: dark)">
<title>${escapeHtml(parts.title)}</title>
${parts.head ?? ''}<link rel="icon" href="${escapeHtml(icon)}">
<link rel="stylesheet" href="${root}${escapeHtml(assets.style)}">
<script defer src="${root}${escapeHtml(assets.script)}"></script>
</head>
<body${parts.attributes ?? ''}>
<div id="en"><div id="ru">
<header>
${languageLinks}
${parts.header}
</header>
<main>
${parts.main}
</main>
</div></div>
${parts.end ?? ''}</body>
</html>
`
}

/** Without scripts, the fragment of the address chooses the language: `#en` and `#ru` are around the whole page. */
const languageLinks = `<p class="language">${both(
  '<a href="#ru" lang="ru" hreflang="ru">Русский</a>',
  '<a href="#en" lang="en" hreflang="en">English</a>',
)}</p>`

/** Logo and title of the site. */
export const masthead = (inner: string, assets: PageAssets, root: '' | '../'): string =>
  `<div class="masthead">${
    assets.logo === null ? '' : `<img class="logo" src="${root}${escapeHtml(assets.logo)}" alt="" height="40">`
  }${inner}</div>`
