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

/** Unique part of partial names: 8 hex digits of the owner, the process ID, 12 random digits. */
export const uniqueOf = (owner: string, processId: number, chance: string): string => `${owner}-${processId}-${chance}`

/** The process of `owner` that writes, or wrote, the partial file of this name; null for any other file. */
export const processOf = (name: string, owner: string): number | null => {
  const found = /^\..*\.([0-9a-f]{8})-([0-9]{1,10})-[0-9a-f]{12}\.part$/su.exec(name)
  return found?.[1] === owner ? Number(found[2]) : null
}
