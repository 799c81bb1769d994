/** The marks that services and statistics programs write for an empty value, trimmed. */
export const blankTexts: ReadonlySet<string> = new Set([
  '',
  ...'- + – — -- --- -:-- --:-- --:--:-- NA N/A #N/A n/a NaN nan null NULL None undefined'.split(' '),
])
