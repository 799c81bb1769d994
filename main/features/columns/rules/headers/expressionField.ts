const field = /\[([^[\]{}]+)\]/g

/**
 * The one field that an expression for a column is about, as list designers of timing systems write them:
 * `if([STATUS]=2;"";[TIME])` is about TIME, `WithStatus([GenderRankp])` about the rank. Null for other names, and for
 * expressions of several fields.
 */
export const expressionField = (name: string): string | null => {
  if (!name.includes('[')) return null
  const fields = new Set([...name.matchAll(field)].map(([, said = '']) => said.trim()))
  const [only, ...others] = [...fields].filter((said) => !/statu[st]$/i.test(said))
  if (only === undefined || others.length > 0) return null
  // "p" formats the place with a trailing point.
  return only.replace(/\.p$|(?<=rank\d?)p$/i, '')
}
