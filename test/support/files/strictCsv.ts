/**
 * Reads CSV as strictly as RFC 4180 has it: every line ends in CRLF, a quote stands only around a whole field and
 * doubled within one, and every line has as many fields as the first. Anything else throws.
 */
export const readStrictCsv = (text: string, separator: string): readonly (readonly string[])[] => {
  const records: string[][] = []
  let at = 0
  while (at < text.length) {
    const record: string[] = []
    for (;;) {
      const [field, end] = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator)
      record.push(field)
      at = end
      if (text[at] !== separator) break
      at += 1
    }
    if (text.slice(at, at + 2) !== '\r\n')
      throw new Error(`no line end at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`)
    at += 2
    if (records[0] !== undefined && record.length !== records[0].length)
      throw new Error(`line ${records.length} has ${record.length} fields`)
    records.push(record)
  }
  return records
}

const readPlain = (text: string, from: number, separator: string): readonly [field: string, end: number] => {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') {
    if (text[end] === '"') throw new Error(`a stray quote at ${end}`)
    end += 1
  }
  return [text.slice(from, end), end]
}

const readQuoted = (text: string, from: number): readonly [field: string, end: number] => {
  let field = ''
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') field += text[at]
    else if (text[at + 1] === '"') {
      field += '"'
      at += 1
    } else return [field, at + 1]
  }
  throw new Error(`the quote at ${from} never ends`)
}
