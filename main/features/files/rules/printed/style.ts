import { cssString } from './escape.ts'

type PageStyle = {
  readonly orientation: 'portrait' | 'landscape'
  /** At the foot of each sheet, at the left; before the number of the sheet, at the right. */
  readonly foot: string
  readonly page: string
}

/**
 * On the screen a list to look things up in; on paper A4, a category a page, its head on every sheet. Excel opens every cell
 * as text, so that none is carried out as a formula.
 */
export const pageStyle = ({ orientation, foot, page }: PageStyle): string => `
:root { color-scheme: light dark; --text: #16201f; --quiet: #53605f; --line: #d5dbda; --head: #f2f5f4; --back: #fff; --accent: #0b5f58; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4eae9; --quiet: #9caaa8; --line: #33403f; --head: #1e2726; --back: #141a1a; --accent: #6cc7bd; }
}
* { box-sizing: border-box; }
html { font: 14px/1.4 'Golos Text', 'Segoe UI', system-ui, -apple-system, 'Liberation Sans', Arial, sans-serif; color: var(--text); background: var(--back); }
body { margin: 0 auto; padding: 24px; width: max-content; min-width: min(100%, 960px); max-width: none; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; max-width: 1100px; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 17px; line-height: 1.3; scroll-margin-top: 8px; max-width: 1100px; overflow-wrap: anywhere; }
h2 small { font-size: 13px; font-weight: 400; color: var(--quiet); margin-left: 8px; white-space: nowrap; }
p { margin: 4px 0; color: var(--quiet); max-width: 1100px; overflow-wrap: anywhere; }
.state { color: var(--text); font-weight: 600; }
nav { margin: 16px 0 0; max-width: 1100px; }
nav dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; }
nav dt { font-weight: 600; max-width: 240px; overflow-wrap: anywhere; }
nav dd { margin: 0; }
nav a { display: inline-block; margin-right: 14px; color: var(--accent); text-underline-offset: 3px; }
td { mso-number-format: "\\@"; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 5px 10px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); max-width: 420px; overflow-wrap: break-word; }
thead th { position: sticky; top: 0; background: var(--head); border-bottom: 2px solid var(--line); font-size: 12px; font-weight: 600; vertical-align: bottom; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
thead .n { white-space: normal; }
label.unfold:not(.wide) { display: none; }
label.unfold { display: inline-block; margin-top: 12px; }
body:not(:has(#unfold:checked)) { max-width: 100%; }
body:not(:has(#unfold:checked)) .x { display: none; }
.sheet { display: none; }
footer { margin-top: 32px; padding-top: 8px; border-top: 1px solid var(--line); }
@media screen and (max-width: 640px) {
  body { padding: 12px; width: auto; min-width: 0; }
  h1 { font-size: 20px; }
  th, td { padding: 6px 5px; max-width: none; }
  label.unfold, label.unfold:not(.wide) { display: block; margin-top: 8px; padding: 8px 0; }
  body:not(:has(#unfold:checked)) .f { display: none; }
  body:not(:has(#unfold:checked)) td:not(.n) { overflow-wrap: anywhere; min-width: 5.6em; }
  body:has(#unfold:checked) { width: max-content; }
  body:has(#unfold:checked) :is(h1, h2, p, nav) { max-width: calc(100vw - 24px); }
}
@page { size: A4 ${orientation}; margin: 12mm 12mm 15mm;
  @bottom-left { content: ${cssString(foot)}; font: 7.5pt 'Golos Text', 'Segoe UI', 'Liberation Sans', Arial, sans-serif; color: #444; }
  @bottom-right { content: ${cssString(`${page} `)} counter(page) " / " counter(pages); font: 7.5pt 'Golos Text', 'Segoe UI', 'Liberation Sans', Arial, sans-serif; color: #444; }
}
@media print {
  :root { color-scheme: light; --text: #000; --quiet: #333; --line: #bbb; --head: transparent; --back: #fff; }
  html { font-size: 8.5pt; line-height: 1.2; }
  body { padding: 0; width: auto; min-width: 0; }
  header, nav, h2, footer, body .x { display: none !important; }
  section + section { break-before: page; }
  thead { display: table-header-group; break-inside: avoid; }
  tr { break-inside: avoid; }
  th, td { padding: 1.3pt 5pt; border-bottom: 0.4pt solid #bbb; max-width: none; }
  th:first-child, td:first-child { padding-left: 1pt; }
  th:last-child, td:last-child { padding-right: 1pt; }
  thead th { position: static; border-bottom: 1pt solid #000; font-size: 0.86em; }
  .dense { font-size: 7.5pt; }
  .denser { font-size: 6.5pt; }
  .dense th, .dense td, .denser th, .denser td { padding-left: 3pt; padding-right: 3pt; }
  .sheet { display: table-row; }
  .sheet th { padding: 0 0 6pt; border-bottom: 0; font-size: 9.5pt; font-weight: 400; }
  .sheet div { display: flex; justify-content: space-between; align-items: flex-end; gap: 16pt; border-bottom: 1.5pt solid #000; padding-bottom: 4pt; }
  .sheet b, .sheet span { display: block; overflow-wrap: anywhere; }
  .sheet b { font-size: 13.5pt; line-height: 1.2; }
  .sheet strong { font-size: 11pt; }
  .sheet div > :last-child { text-align: right; flex: none; max-width: 48%; font-size: 8pt; }
  .sheet div > :last-child strong { font-size: 10pt; }
}
`
