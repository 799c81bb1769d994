/**
 * Throws for what does not reach the other side of every face as it is: Electron's bridge refuses functions and depths over
 * 1000 (electron_api_context_bridge.cc) and drops prototypes, HTTP carries JSON only. An undefined member is fine: it is as good
 * as none. Stands alone, since it is also sent to the page as text.
 */
export const assertPlain = (root: unknown): void => {
  const refuse = (where: string, what: string): never => {
    throw new TypeError(`${what} at "${where}" does not cross the bridge`)
  }
  const look = (value: unknown, where: string, depth: number): void => {
    if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return
    if (typeof value === 'number') return Number.isFinite(value) ? undefined : refuse(where, String(value))
    if (typeof value !== 'object') return refuse(where, `a ${typeof value}`)
    if (depth >= 1000) return refuse(where.slice(0, 100), 'a value deeper than 1000')
    const prototype: unknown = Object.getPrototypeOf(value)
    if (!Array.isArray(value) && prototype !== null && prototype !== Object.prototype) {
      return refuse(where, Object.prototype.toString.call(value))
    }
    for (const [key, member] of Object.entries(value)) look(member, where === '' ? key : `${where}.${key}`, depth + 1)
  }
  look(root, '', 0)
}
