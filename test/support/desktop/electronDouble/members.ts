import { EventEmitter } from 'node:events'

type Rules = {
  readonly extra?: object
  /** Electron's object emits events: by an emitter of its own, or one that tests have as well. */
  readonly emitter?: EventEmitter | true
  /** A native object that is gone refuses everything but `isDestroyed` and `id`. */
  readonly isGone?: () => boolean
}

/** Promises, matchers and formatters ask every object for these. */
const harmless = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof'])
const staysWhenGone = new Set(['isDestroyed', 'id'])

/**
 * An object of Electron's, as far as the shell uses it. `members` are checked against Electron's own types; asking for
 * or setting any other member throws.
 */
export const strict = <Whole extends object>(name: string, members: Partial<Whole>, rules: Rules = {}): Whole => {
  const { extra = {}, emitter, isGone = () => false } = rules
  const target = emitter === true ? new EventEmitter() : (emitter ?? {})
  const own = { ...Object.getOwnPropertyDescriptors(members), ...Object.getOwnPropertyDescriptors(extra) }
  Object.defineProperties(target, own)
  const refuse = (key: string): never => {
    throw new Error(`The double of Electron has no ${name}.${key}`)
  }
  return new Proxy(target, {
    get: (whole, key, receiver): unknown => {
      if (typeof key === 'string') {
        if (isGone() && Object.hasOwn(members, key) && !staysWhenGone.has(key)) {
          throw new TypeError('Object has been destroyed')
        }
        if (!harmless.has(key) && !Reflect.has(whole, key)) refuse(key)
      }
      return Reflect.get(whole, key, receiver)
    },
    set: (whole, key, value): boolean => {
      // An emitter keeps its listeners in members of its own, which begin with an underscore.
      if (typeof key === 'string' && !key.startsWith('_') && !Reflect.has(whole, key)) refuse(key)
      return Reflect.set(whole, key, value)
    },
  }) as Whole
}

/** An event as Electron passes it to listeners, with its parameters as members. */
export const createEvent = (params: object = {}) => {
  const event = {
    ...params,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}
