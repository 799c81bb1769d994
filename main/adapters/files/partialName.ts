/** File systems allow 255 bytes a name; encrypted folders on Linux only 143. */
const longestNameBytes = 143

const cutToBytes = (text: string, limit: number): string => {
  let cut = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > limit) break
    cut += character
  }
  return cut
}

/** Name of the partial file of `name`: hidden, unlike any other by `unique`, never too long. */
export const partialName = (name: string, unique: string): string => {
  const end = `.${unique}.part`
  return `.${cutToBytes(name, longestNameBytes - end.length - 1)}${end}`
}
