const words: ReadonlyMap<string, string> = new Map([
  ['Spring Race 2026', 'Весенний забег 2026'],
  ['Overall', 'Абсолют'],
  ['Men', 'Мужчины'],
  ['Women', 'Женщины'],
  ['Finish', 'Финиш'],
])

/** The Russian name of the stage, a distance, category or point of the generated race: `21,1 км`, `Ж35+`, `М18-29`. */
export function russianName(name: string): string {
  return (
    words.get(name) ??
    name
      .replace(/^([\d.]+) km$/, (_, km: string) => `${km.replace('.', ',')} км`)
      .replace(/^M(?=\d)/, 'М')
      .replace(/^W(?=\d)/, 'Ж')
  )
}
