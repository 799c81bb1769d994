import { memoised } from '../../../../kernel/bounded.ts'

/** Letters and digits of a key in lower case: `total_count`, `totalCount` and `Total Count` are one word. */
export const wordOf = memoised((key) => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
