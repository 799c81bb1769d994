import type { SiteColumn, SiteRow } from '../../../../preload/contract/publish/site.ts'
import type { Status } from '../../../../preload/contract/results.ts'
import { escapeHtml } from '../../files/rules/printed/escape.ts'
import { both, foreign } from './document.ts'

const columnTexts: { readonly [C in SiteColumn]: readonly [en: string, ru: string] } = {
  bib: ['Bib', 'Номер'],
  sex: ['Sex', 'Пол'],
  club: ['Club', 'Клуб'],
  team: ['Team', 'Команда'],
  city: ['City', 'Город'],
  region: ['Region', 'Регион'],
  country: ['Country', 'Страна'],
  birthYear: ['Year of birth', 'Год рождения'],
  birthDate: ['Date of birth', 'Дата рождения'],
}

const statusTexts: { readonly [S in Status]: readonly [en: string, ru: string] } = {
  OK: ['Finished', 'Финиш'],
  DNF: ['DNF', 'Сход'],
  DNS: ['DNS', 'Не старт'],
  DSQ: ['DSQ', 'Дисквалификация'],
  OTL: ['Over the time limit', 'Превышен лимит времени'],
  NC: ['Not classified', 'Вне зачёта'],
  'on course': ['On course', 'На дистанции'],
  unknown: ['No result', 'Нет результата'],
}

const sexTexts: { readonly [sex: string]: readonly [en: string, ru: string] } = { m: ['M', 'М'], f: ['F', 'Ж'] }

const out: ReadonlySet<Status> = new Set(['DSQ', 'DNF', 'DNS'])

/** A table of people: place, bib, name, the other columns, result. On a phone the columns stand below the name. */
export const rowsTable = (caption: string, columns: readonly SiteColumn[], rows: readonly SiteRow[]): string => {
  const bib = columns.indexOf('bib')
  const others = columns.map((_, at) => at).filter((at) => at !== bib)
  const head = (at: number): string => {
    const column = columns[at]
    return column === undefined ? '' : `<th scope="col">${both(...columnTexts[column])}</th>`
  }
  const line = (row: SiteRow): string => {
    const [, place, name, , status, texts] = row
    const cell = (at: number): string => {
      const text = texts[at] ?? ''
      const kind = at === bib ? 't b' : 't'
      if (text === '') return `<td class="${kind} e"></td>`
      const sex = columns[at] === 'sex' ? sexTexts[text] : undefined
      return `<td class="${kind}">${sex === undefined ? escapeHtml(text) : both(...sex)}</td>`
    }
    return (
      `<tr><td class="p">${place === null || out.has(status) ? '' : place}</td>${bib === -1 ? '' : cell(bib)}` +
      `<th scope="row">${foreign(name)}</th>${others.map(cell).join('')}<td class="r">${resultOf(row)}</td></tr>`
    )
  }
  return `<table class="rows still">
<caption>${caption}</caption>
<thead><tr><th scope="col">${both('Place', 'Место')}</th>${head(bib)}<th scope="col">${both('Name', 'Фамилия и имя')}</th>${others.map(head).join('')}<th scope="col" class="r">${both('Result', 'Результат')}</th></tr></thead>
<tbody>
${rows.map(line).join('\n')}
</tbody>
</table>`
}

/** DSQ, DNF and DNS are said as such, whatever the row has besides. */
const resultOf = ([, , , result, status]: SiteRow): string => {
  const word = `<span class="${status === 'DSQ' ? 's out' : 's'}">${both(...statusTexts[status])}</span>`
  if (out.has(status) || result === '') return word
  return status === 'OK' || status === 'unknown' ? escapeHtml(result) : `${escapeHtml(result)} ${word}`
}
