import type { Status } from '../../../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../../../preload/contract/roles.ts'
import { fieldName } from '../../../../../preload/shared/fieldNames.ts'

export type PageLanguage = 'en' | 'ru'

/** The fixed words of a page for people. */
export type PageWords = {
  readonly roles: { readonly [R in ColumnRole]: string }
  readonly statuses: { readonly [S in Status]: string }
  readonly distance: string
  readonly category: string
  readonly lap: (label: string) => string
  readonly field: (name: string) => string | null
  readonly preliminary: string
  readonly final: string
  readonly subjects: { readonly [S in 'results' | 'changes' | 'audit' | 'orders' | 'reply']: string }
  readonly asOf: (time: string) => string
  readonly rows: (count: string) => string
  readonly categories: string
  readonly notAll: (what: string) => string
  readonly search: (text: string) => string
  readonly favourites: string
  readonly changed: string
  readonly marked: string
  readonly blank: string
  readonly written: (time: string, app: string) => string
  readonly source: (origin: string) => string
  readonly page: string
  readonly noRows: string
  readonly allColumns: string
}

const en: PageWords = {
  roles: {
    place: 'Place',
    placeOverall: 'Overall',
    placeSex: 'By sex',
    placeCategory: 'In category',
    bib: 'Bib',
    name: 'Name',
    firstName: 'First name',
    lastName: 'Last name',
    middleName: 'Middle name',
    sex: 'Sex',
    age: 'Age',
    birthYear: 'Born',
    birthDate: 'Date of birth',
    ageGroup: 'Age group',
    club: 'Club',
    city: 'City',
    region: 'Region',
    country: 'Country',
    result: 'Result',
    gunTime: 'Gun time',
    chipTime: 'Chip time',
    gap: 'Gap',
    status: 'Status',
    split: 'Split',
    lap: 'Segment',
    points: 'Points',
    pace: 'Pace',
    team: 'Team',
    id: 'ID',
  },
  statuses: {
    OK: 'Finished',
    DNF: 'DNF',
    DNS: 'DNS',
    DSQ: 'DSQ',
    OTL: 'Over the time limit',
    NC: 'Not classified',
    'on course': 'On course',
    unknown: '',
  },
  distance: 'Distance',
  category: 'Category',
  lap: (label) => `${label}, segment`,
  field: (name) => fieldName(name, 'en'),
  preliminary: 'Preliminary results',
  final: 'Final results',
  subjects: { results: 'Results', changes: 'Changes', audit: 'Checks', orders: 'Orders', reply: 'Reply' },
  asOf: (time) => `Data as of ${time}`,
  rows: (count) => `Rows: ${count}`,
  categories: 'Categories',
  notAll: (what) => `Not all rows: ${what}`,
  search: (text) => `search “${text}”`,
  favourites: 'favourites',
  changed: 'changed since',
  marked: 'selected rows',
  blank: 'blank',
  written: (time, app) => `Exported ${time} by ${app}`,
  source: (origin) => `Source: ${origin}`,
  page: 'Page',
  noRows: 'No rows.',
  allColumns: 'All columns',
}

const ru: PageWords = {
  roles: {
    place: 'Место',
    placeOverall: 'В абсолюте',
    placeSex: 'По полу',
    placeCategory: 'В категории',
    bib: 'Номер',
    name: 'Фамилия и имя',
    firstName: 'Имя',
    lastName: 'Фамилия',
    middleName: 'Отчество',
    sex: 'Пол',
    age: 'Возраст',
    birthYear: 'Год рождения',
    birthDate: 'Дата рождения',
    ageGroup: 'Возрастная группа',
    club: 'Клуб',
    city: 'Город',
    region: 'Регион',
    country: 'Страна',
    result: 'Результат',
    gunTime: 'Официальное время',
    chipTime: 'Чистое время',
    gap: 'Отставание',
    status: 'Статус',
    split: 'Отсечка',
    lap: 'Отрезок',
    points: 'Очки',
    pace: 'Темп',
    team: 'Команда',
    id: 'ID',
  },
  statuses: {
    OK: 'Финиш',
    DNF: 'Сход',
    DNS: 'Не старт',
    DSQ: 'Дисквалификация',
    OTL: 'Превышен лимит времени',
    NC: 'Вне зачёта',
    'on course': 'На дистанции',
    unknown: '',
  },
  distance: 'Дистанция',
  category: 'Категория',
  lap: (label) => `${label}, отрезок`,
  field: (name) => fieldName(name, 'ru'),
  preliminary: 'Предварительные результаты',
  final: 'Окончательные результаты',
  subjects: {
    results: 'Результаты',
    changes: 'Изменения',
    audit: 'Проверка',
    orders: 'Заказы',
    reply: 'Исходный ответ',
  },
  asOf: (time) => `Данные на ${time}`,
  rows: (count) => `Строк: ${count}`,
  categories: 'Категории',
  notAll: (what) => `Не все строки: ${what}`,
  search: (text) => `поиск «${text}»`,
  favourites: 'избранные',
  changed: 'изменившиеся',
  marked: 'выделенные строки',
  blank: 'пусто',
  written: (time, app) => `Записано: ${time}, ${app}`,
  source: (origin) => `Источник: ${origin}`,
  page: 'Стр.',
  noRows: 'Строк нет.',
  allColumns: 'Все столбцы',
}

export const pageWords: { readonly [L in PageLanguage]: PageWords } = { en, ru }

const locales: { readonly [L in PageLanguage]: string } = { en: 'en-GB', ru: 'ru-RU' }

/** Day and minute in the machine's own time zone, which is named. */
export const pageTime = (instant: string, language: PageLanguage): string =>
  new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(instant))

export const pageCount = (count: number, language: PageLanguage): string =>
  new Intl.NumberFormat(locales[language]).format(count)
