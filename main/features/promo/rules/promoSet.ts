import type { PromoCode, PromoDifference } from '../../../../preload/contract/promo.ts'

/** The body of the request, one code per line, with discounts in exactly the digits that were read. */
export const promoBody = (codes: readonly PromoCode[]): string => {
  const items = codes.map(
    ({ value, discountPercent }) => `{"value":${JSON.stringify(value)},"discountPercent":${discountPercent}}`,
  )
  return `{"items":[\n${items.join(',\n')}\n]}`
}

/** Differences from the codes sent before; codes are compared exactly. */
export const comparePromoSets = (before: readonly PromoCode[], after: readonly PromoCode[]): PromoDifference => {
  const old = new Map(before.map(({ value, discountPercent }) => [value, discountPercent]))
  const current = new Set(after.map(({ value }) => value))
  const changed = after.flatMap(({ value, discountPercent }) => {
    const earlier = old.get(value)
    return earlier === undefined || earlier === discountPercent
      ? []
      : [{ value, before: earlier, after: discountPercent }]
  })
  const added = after.filter(({ value }) => !old.has(value))
  return {
    added,
    removed: before.filter(({ value }) => !current.has(value)),
    changed,
    unchanged: after.length - added.length - changed.length,
  }
}

/** Codes of the service's count; null when its reply names none. */
export const readAffected = (data: unknown): number | null => {
  const affected = typeof data === 'object' && data !== null && 'affected' in data ? data.affected : null
  const count = typeof affected === 'string' && /^\d{1,9}$/.test(affected.trim()) ? Number(affected) : affected
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}
