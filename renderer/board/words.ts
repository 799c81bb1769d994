const en = {
  final: 'Final results',
  preliminary: 'Preliminary results',
  asOf: 'as of {time}',
  old: 'as of {time}, {minutes} min ago',
  lost: 'No connection to the laptop since {time}. The results shown stay.',
  polling: 'Results are not being renewed. Those shown are as of {time}.',
  connecting: 'Connecting…',
  ended: 'We will be back shortly',
  nothing: 'No results yet',
  last: 'Last finishers',
  podium: 'Podium',
  find: 'Find your result',
  findHint: 'Type your bib',
  findHelp: 'Type your bib and press “Show”: your time, places and splits appear here.',
  show: 'Show',
  erase: 'Erase',
  none: 'Nobody with bib {bib} yet',
  unread: 'The result cannot be read now. Try again.',
  of: '{place} of {count}',
  range: '{from}–{to} of {count}',
  bib: 'bib {bib}',
  onTheWay: 'Finishing soon',
  nobody: 'Nobody is expected in the next minutes',
  passed: 'passed {point}',
  due: '{time} ± {minutes} min',
  onHold: 'Results on hold',
  heldBack: 'Results are on hold for now',
  silent: 'The laptop does not answer. Try again.',
  unanswered: 'The laptop does not answer. Trying again…',
  crew: 'Crew',
  pin: 'PIN, six digits',
  open: 'Open',
  pinChanged: 'This PIN no longer fits. Ask the operator for the new one.',
  pinWrong: 'Wrong PIN. Ask the operator for it.',
  pinWait: 'Too many wrong PINs. Try again in some minutes, or ask the operator for a new PIN.',
  waiting: 'Too many requests. Trying again in a minute…',
  search: 'Bib or name',
  category: 'Category',
  place: 'Place',
  bibColumn: 'Bib',
  name: 'Name',
  result: 'Result',
  more: 'Show {count} more',
  found: 'Found: {count}',
  foundMost: 'The first {count} are shown',
  nobodyFound: 'Nobody found',
  similarFound: 'No exact hit; similar names:',
  reading: 'Loading…',
  close: 'Close',
}

export type Words = { readonly [K in keyof typeof en]: string }

const ru: Words = {
  final: 'Окончательные результаты',
  preliminary: 'Предварительные результаты',
  asOf: 'на {time}',
  old: 'на {time}, {minutes} мин назад',
  lost: 'Нет связи с ноутбуком с {time}. Показаны последние результаты.',
  polling: 'Результаты сейчас не обновляются. Показаны на {time}.',
  connecting: 'Соединение…',
  ended: 'Скоро продолжим',
  nothing: 'Результатов пока нет',
  last: 'Последние финишёры',
  podium: 'Призёры',
  find: 'Мой результат',
  findHint: 'Наберите свой номер',
  findHelp: 'Наберите свой номер и нажмите «Показать»: здесь появятся время, места и отсечки.',
  show: 'Показать',
  erase: 'Стереть',
  none: 'Номера {bib} пока нет в результатах',
  unread: 'Результат сейчас не прочитать. Попробуйте ещё раз.',
  of: '{place} из {count}',
  range: '{from}–{to} из {count}',
  bib: '№ {bib}',
  onTheWay: 'Скоро на финише',
  nobody: 'В ближайшие минуты никого не ожидается',
  passed: 'отметка {point}',
  due: '{time} ± {minutes} мин',
  onHold: 'Обновление приостановлено',
  heldBack: 'Показ результатов временно приостановлен',
  silent: 'Ноутбук не отвечает. Попробуйте ещё раз.',
  unanswered: 'Ноутбук не отвечает. Повторяем запрос…',
  crew: 'Для команды',
  pin: 'PIN-код, шесть цифр',
  open: 'Открыть',
  pinChanged: 'Этот PIN больше не подходит. Спросите у оператора новый.',
  pinWrong: 'Неверный PIN-код. Уточните его у оператора.',
  pinWait: 'Слишком много неверных PIN-кодов. Попробуйте через несколько минут или попросите у оператора новый PIN.',
  waiting: 'Слишком много запросов. Повторим через минуту…',
  search: 'Номер или имя',
  category: 'Категория',
  place: 'Место',
  bibColumn: 'Номер',
  name: 'Имя',
  result: 'Результат',
  more: 'Показать ещё {count}',
  found: 'Найдено: {count}',
  foundMost: 'Показаны первые {count}',
  nobodyFound: 'Никто не найден',
  similarFound: 'Точных совпадений нет; похожие имена:',
  reading: 'Загрузка…',
  close: 'Закрыть',
}

export const wordsOf = (language: 'en' | 'ru'): Words => (language === 'ru' ? ru : en)

export const fill = (text: string, values: { readonly [name: string]: string | number }): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

const two = (value: number): string => String(value).padStart(2, '0')

export const clockOf = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`

/** h:mm:ss, or m:ss below an hour. */
export const durationOf = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours === 0 ? rest.replace(/^0(?=\d)/, '') : `${hours}:${rest}`
}
