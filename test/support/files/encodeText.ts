/** Bytes of a text in any charset that TextDecoder reads, of one or two bytes a character; a character that it lacks throws. */
export const encodeText = (text: string, charset: string): Buffer => {
  const table = tableOf(charset)
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = table.get(character)
      if (bytes === undefined) throw new Error(`${charset} has no ${character}`)
      return bytes
    }),
  )
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>()

const tableOf = (charset: string): ReadonlyMap<string, Buffer> => {
  const known = tables.get(charset)
  if (known !== undefined) return known
  const decoder = new TextDecoder(charset)
  const table = new Map<string, Buffer>()
  const add = (bytes: Buffer): void => {
    const text = decoder.decode(bytes)
    if ([...text].length === 1 && text !== '\uFFFD' && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add(Buffer.from([byte]))
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) add(Buffer.from([lead, trail]))
  }
  tables.set(charset, table)
  return table
}
