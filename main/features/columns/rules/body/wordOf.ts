/** Letters and digits of a key in lower case: `total_count`, `totalCount` and `Total Count` are one word. */
export const wordOf = (key: string): string => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
