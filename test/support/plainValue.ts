/**
 * Throws for what does not reach the other side of every face as it is. Electron's bridge refuses functions and objects that nest
 * more than 500 deep, and takes prototypes away (electron_api_context_bridge.cc); HTTP carries JSON only. A member that is
 * undefined is as good as none. Stands alone, since it is also sent to the page as text.
 */
export const assertPlain = (root: unknown): void => {
  const refuse = (where: string, what: string): never => {
    throw new TypeError(`${what} at "${where.slice(0, 100)}" does not cross the bridge`)
  }
  const look = (value: unknown, where: string, depth: number): void => {
    if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return
    if (typeof value === 'number') return Number.isFinite(value) ? undefined : refuse(where, String(value))
    if (typeof value !== 'object') return refuse(where, `a ${typeof value}`)
    if (depth >= 500) return refuse(where, 'an object 500 deep')
    const prototype: unknown = Object.getPrototypeOf(value)
    if (!Array.isArray(value) && prototype !== null && prototype !== Object.prototype) {
      return refuse(where, Object.prototype.toString.call(value))
    }
    for (const [key, member] of Object.entries(value)) look(member, `${where}.${key}`, depth + 1)
  }
  look(root, '', 0)
}
