import type { SiteColumn } from '../../preload/contract/publish/site.ts'
import type { Status } from '../../preload/contract/results.ts'

export type Language = 'en' | 'ru'

const en = {
  preliminary: 'Preliminary results',
  final: 'Final results',
  asOf: 'Results as of {time}',
  updated: 'Updated {time}',
  offline: 'No connection. Results as of {time}',
  search: 'Bib or name',
  favourites: 'Favourites',
  categories: 'Categories',
  finished: 'Finished',
  none: 'No results',
  page: 'page {page} of {pages}',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  sortsPage: 'Sorts this page only',
  found: 'Found: {count}',
  foundMost: 'The first {count} are shown. Type more to narrow the search.',
  typeMore: 'There may be others. Type more to find them.',
  nobody: 'Nobody found',
  similar: 'No exact hit; similar names:',
  tryOther: 'Check the bib, or type the surname only. Accents, ё and Latin or Cyrillic letters make no difference.',
  twoLetters: 'Type at least two letters or a bib',
  loading: 'Loading…',
  unread: 'This part cannot be loaded now. Will retry.',
  onDisk:
    'This page is opened from a folder, so only the lists can be read. To see search and the pages of people, choose “Preview” in Racedesk, under “Publish”. Readers see them once the whole folder is on a web host.',
  oldBrowser: 'Search needs a newer browser. The lists do not.',
  gone: 'Not in the results any more',
  goneHint: 'The results have changed. Search by bib or name.',
  home: 'All categories',
  star: 'Add to favourites',
  unstar: 'Remove from favourites',
  share: 'Share',
  copied: 'Link copied',
  bib: 'Bib {bib}',
  ofCount: '{place} of {count}',
  places: 'Places',
  points: 'Splits',
  point: 'Point',
  time: 'Time',
  segment: 'Segment',
  place: 'Place',
  placeIs: 'Place {place}',
  name: 'Name',
  result: 'Result',
}

export type Words = { readonly [K in keyof typeof en]: string }

const ru: Words = {
  preliminary: 'Предварительные результаты',
  final: 'Окончательные результаты',
  asOf: 'Результаты на {time}',
  updated: 'Обновлено {time}',
  offline: 'Нет связи. Результаты на {time}',
  search: 'Номер или фамилия',
  favourites: 'Избранное',
  categories: 'Категории',
  finished: 'Финишировали',
  none: 'Нет результатов',
  page: 'страница {page}\u00A0из\u00A0{pages}',
  pages: 'Страницы',
  previous: 'Назад',
  next: 'Дальше',
  sortsPage: 'Сортировка только этой страницы',
  found: 'Найдено: {count}',
  foundMost: 'Показаны первые {count}. Введите больше, чтобы уточнить поиск.',
  typeMore: 'Могут быть и другие. Введите больше, чтобы найти их.',
  nobody: 'Никто не найден',
  similar: 'Точных совпадений нет; похожие имена:',
  tryOther: 'Проверьте номер или введите только фамилию. Ё и е, диакритика, латиница и кириллица не различаются.',
  twoLetters: 'Введите не меньше двух букв или номер',
  loading: 'Загрузка…',
  unread: 'Эта часть пока не загрузилась, попробуем ещё раз.',
  onDisk:
    'Страница открыта из папки, поэтому читаются только списки. Чтобы увидеть поиск и страницы участников, выберите «Предпросмотр» в окне «Опубликовать» в Racedesk. Читатели увидят их, когда вся папка будет на хостинге.',
  oldBrowser: 'Для поиска нужен браузер поновее. Списки открываются и без него.',
  gone: 'Больше нет в результатах',
  goneHint: 'Результаты изменились. Попробуйте найти по номеру или фамилии.',
  home: 'Все категории',
  star: 'В избранное',
  unstar: 'Убрать из избранного',
  share: 'Поделиться',
  copied: 'Ссылка скопирована',
  bib: '№\u00A0{bib}',
  ofCount: '{place}\u00A0из\u00A0{count}',
  places: 'Места',
  points: 'Отсечки',
  point: 'Отсечка',
  time: 'Время',
  segment: 'Отрезок',
  place: 'Место',
  placeIs: '{place}-е\u00A0место',
  name: 'Фамилия и имя',
  result: 'Результат',
}

export const wordsOf = (language: Language): Words => (language === 'ru' ? ru : en)

export const fill = (text: string, values: { readonly [name: string]: string | number }): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

type Both = { readonly [L in Language]: string }

export const columnTexts: { readonly [C in SiteColumn]: Both } = {
  bib: { en: 'Bib', ru: 'Номер' },
  sex: { en: 'Sex', ru: 'Пол' },
  club: { en: 'Club', ru: 'Клуб' },
  team: { en: 'Team', ru: 'Команда' },
  city: { en: 'City', ru: 'Город' },
  region: { en: 'Region', ru: 'Регион' },
  country: { en: 'Country', ru: 'Страна' },
  birthYear: { en: 'Year of birth', ru: 'Год рождения' },
  birthDate: { en: 'Date of birth', ru: 'Дата рождения' },
}

const sexTexts: { readonly [sex: string]: Both } = { m: { en: 'M', ru: 'М' }, f: { en: 'F', ru: 'Ж' } }

/** A text of a person's column, for people. */
export const textOf = (column: SiteColumn, text: string, language: Language): string =>
  column === 'sex' ? (sexTexts[text]?.[language] ?? text) : text

type StatusText = Both & { readonly isOut?: true }

export const statusTexts: { readonly [S in Status]: StatusText } = {
  OK: { en: 'Finished', ru: 'Финиш' },
  DNF: { en: 'DNF', ru: 'Сход', isOut: true },
  DNS: { en: 'DNS', ru: 'Не старт', isOut: true },
  DSQ: { en: 'DSQ', ru: 'Дисквалификация', isOut: true },
  OTL: { en: 'Over the time limit', ru: 'Превышен лимит времени' },
  NC: { en: 'Not classified', ru: 'Вне зачёта' },
  'on course': { en: 'On course', ru: 'На дистанции' },
  unknown: { en: 'No result', ru: 'Нет результата' },
}

/** In full, for a person's own page. */
export const outTexts: { readonly [status: string]: Both } = {
  DNF: { en: 'Did not finish (DNF)', ru: 'Сход (DNF)' },
  DNS: { en: 'Did not start (DNS)', ru: 'Не старт (DNS)' },
  DSQ: { en: 'Disqualified (DSQ)', ru: 'Дисквалификация (DSQ)' },
}
