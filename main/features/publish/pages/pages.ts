import type { SiteRow } from '../../../../preload/contract/publish/site.ts'
export const contentsPage = (_: object): string => 'contents' + JSON.stringify(_)
export const changesPage = (_: object): string => 'changes' + JSON.stringify(_)
export const listPage = ({ rows, ...r }: { rows: readonly SiteRow[] }): string =>
  '<table>' +
  rows
    .map((row) => `<tr><td>${row[1]}<td>${row[2]}<td>${row[3] || row[4]}${row[5].map((t) => `<td>${t}`).join('')}`)
    .join('\n')
