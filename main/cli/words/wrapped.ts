const widest = 100

/** Spaces, but not those within the brackets of an optional flag. */
const breaks = / (?![^[\]]*\])/u

/** Lines of at most 100 characters, unless a word is longer: the first after `head`, the others after `indent`. */
export const wrapped = (head: string, text: string, indent = ' '.repeat(head.length)): string => {
  const [first = '', ...words] = text.split(breaks)
  let wrappedText = ''
  let line = head + first
  for (const word of words) {
    if (line.length + 1 + word.length <= widest) line += ` ${word}`
    else {
      wrappedText += `${line}\n`
      line = indent + word
    }
  }
  return `${wrappedText}${line}\n`
}
