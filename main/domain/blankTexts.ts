/** What services and statistics programs write where there is nothing; texts without blanks around them. */
export const blankTexts: ReadonlySet<string> = new Set([
  '',
  ...'- + – — -- --- -:-- --:-- --:--:-- NA N/A #N/A n/a NaN nan null NULL None undefined'.split(' '),
])
