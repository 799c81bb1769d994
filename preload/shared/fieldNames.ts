type Names = { readonly en: string; readonly ru: string }

/** Fields that services are known to send with rows and orders, in the words of the crew; a column's role has words of its own. */
const names: ReadonlyMap<string, Names> = new Map(
  Object.entries({
    account: { en: 'Person', ru: 'Участник' },
    birthdate: { en: 'Date of birth', ru: 'Дата рождения' },
    createdat: { en: 'Created', ru: 'Создан' },
    email: { en: 'Email', ru: 'Эл. почта' },
    finished: { en: 'Finished', ru: 'Финиш' },
    firstname: { en: 'First name', ru: 'Имя' },
    groupraceposition: { en: 'Position', ru: 'Позиция' },
    lapnumber: { en: 'Split number', ru: '№ отсечки' },
    laps: { en: 'Splits', ru: 'Отсечки' },
    lastname: { en: 'Last name', ru: 'Фамилия' },
    laptime: { en: 'Segment', ru: 'Отрезок' },
    leaderdifference: { en: 'Gap', ru: 'Отставание' },
    onlap: { en: 'On this segment', ru: 'На отрезке' },
    onstart: { en: 'On start', ru: 'На старте' },
    paidat: { en: 'Paid', ru: 'Оплачен' },
    resulttime: { en: 'Result', ru: 'Результат' },
    totaltime: { en: 'Time', ru: 'Время' },
    updatedat: { en: 'Updated', ru: 'Изменён' },
  }),
)

/** The part of a column's name after its last dot. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** A known field in words, by the last part of its name in any spelling: isFinished, is_finished. Null for others. */
export const fieldName = (name: string, language: keyof Names): string | null => {
  const key = lastPart(name)
    .replaceAll(/[\s_-]/gu, '')
    .toLowerCase()
  return names.get(key.replace(/^is(?=finished|onlap|onstart)/u, ''))?.[language] ?? null
}
