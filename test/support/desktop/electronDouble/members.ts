import { EventEmitter } from 'node:events'

type Rules = {
  /** Members for tests only. */
  readonly extra?: object
  /** Electron's object emits events. */
  readonly isEmitter?: boolean
  /** An emitter that tests have as well. */
  readonly emitter?: EventEmitter
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
  const { extra = {}, isEmitter = false, emitter, isGone = () => false } = rules
  const target = emitter ?? (isEmitter ? new EventEmitter() : {})
  const own = { ...Object.getOwnPropertyDescriptors(members), ...Object.getOwnPropertyDescriptors(extra) }
  Object.defineProperties(target, own)
  return new Proxy(target, {
    get: (whole, key, receiver): unknown => {
      if (typeof key === 'string' && isGone() && Object.hasOwn(members, key) && !staysWhenGone.has(key)) {
        throw new TypeError('Object has been destroyed')
      }
      if (typeof key === 'symbol' || harmless.has(key) || Reflect.has(whole, key))
        return Reflect.get(whole, key, receiver)
      throw new Error(`The double of Electron has no ${name}.${key}`)
    },
    set: (whole, key, value): boolean => {
      // An emitter keeps its listeners in members of its own, which begin with an underscore.
      if (typeof key === 'string' && !key.startsWith('_') && !Reflect.has(whole, key)) {
        throw new Error(`The double of Electron has no ${name}.${key}`)
      }
      return Reflect.set(whole, key, value)
    },
  }) as Whole
}

type EventDouble<Params extends object = object> = Params & {
  readonly preventDefault: () => void
  readonly defaultPrevented: boolean
}

/** An event as Electron passes it to listeners, with its parameters as members. */
export const createEvent = <Params extends object = object>(params?: Params): EventDouble<Params> => {
  let isPrevented = false
  const event = {
    preventDefault: () => {
      isPrevented = true
    },
    get defaultPrevented() {
      return isPrevented
    },
  }
  return Object.defineProperties({ ...params }, Object.getOwnPropertyDescriptors(event)) as EventDouble<Params>
}

/** State that all parts of one double share. */
export type Stage = {
  readonly isReady: () => boolean
  /** The app has ended: later calls of its code have no effect. */
  readonly isOver: () => boolean
  /** Notes what Electron was told, unless the app has ended. */
  readonly tell: (what: string) => void
}
