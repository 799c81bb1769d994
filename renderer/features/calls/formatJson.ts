const TOKEN = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** JSON with line breaks and indents; numbers and texts stay as they were typed. */
export const formatJson = (text: string): string => {
  const tokens = text.match(TOKEN) ?? []
  let depth = 0
  let out = ''
  const breakLine = (): string => `\n${'  '.repeat(depth)}`
  for (const [at, token] of tokens.entries()) {
    const isEmpty = (token === '{' || token === '[') && isClosing(tokens[at + 1])
    if (isClosing(token)) {
      if (!isOpening(tokens[at - 1])) {
        depth -= 1
        out += breakLine()
      }
      out += token
    } else if (isOpening(token)) {
      out += token
      if (isEmpty) continue
      depth += 1
      out += breakLine()
    } else if (token === ',') out += `,${breakLine()}`
    else out += token === ':' ? ': ' : token
  }
  return out
}

const isOpening = (token: string | undefined): boolean => token === '{' || token === '['
const isClosing = (token: string | undefined): boolean => token === '}' || token === ']'

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
