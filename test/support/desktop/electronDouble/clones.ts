import { Deserializer, Serializer } from 'node:v8'
import { types } from 'node:util'

/**
 * A copy as it comes out on the other side of `invoke` and `send`. Electron writes with V8's own serializer and replaces
 * any error of that by one sentence (E: shell/common/v8_util.cc, V8Serializer::Write). So Map, Set, Date and cycles
 * come over; an Error comes as an Error; a class instance loses its prototype; a Buffer becomes a Uint8Array; functions,
 * symbols, promises, WeakMaps and proxies are refused.
 */
export const cloneOverIpc = <Value>(value: Value): Value => {
  const serializer = new Serializer()
  serializer.writeHeader()
  try {
    serializer.writeValue(value)
  } catch {
    throw new Error('An object could not be cloned.')
  }
  const deserializer = new Deserializer(serializer.releaseBuffer())
  deserializer.readHeader()
  return deserializer.readValue() as Value
}

const mostDeep = 1000
const tooDeep = 'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.'

/** Whether the bridge copies the object member by member, class instances included (E: electron_api_context_bridge.cc, IsPlainObject). */
const isPlain = (value: object): boolean =>
  !types.isProxy(value) && Object.prototype.toString.call(value) === '[object Object]'

/** The message is all that comes over, no cause. */
const onlyMessage = (thrown: unknown): Error => new Error(thrown instanceof Error ? thrown.message : String(thrown))

type Passing = { readonly parent: unknown; readonly known: Map<unknown, unknown>; readonly depth: number }

const passFunction =
  (original: (...args: unknown[]) => unknown, parent: unknown) =>
  (...args: unknown[]): unknown => {
    try {
      return passOverBridge(original.apply(parent, args.map(passOverBridge)))
    } catch (thrown) {
      throw onlyMessage(thrown)
    }
  }

const passMembers = (value: object, { known, depth }: Passing): object => {
  const copy = {}
  known.set(value, copy)
  for (const [key, member] of Object.entries(value)) {
    // An own member, also under the name `__proto__`.
    Object.defineProperty(copy, key, {
      value: pass(member, { parent: value, known, depth }),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
  return copy
}

const pass = (value: unknown, { parent, known, depth }: Passing): unknown => {
  if (depth >= mostDeep) throw new TypeError(tooDeep)
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value
  if (known.has(value)) return known.get(value)
  const remember = <Passed>(passed: Passed): Passed => {
    known.set(value, passed)
    return passed
  }
  if (typeof value === 'function') return remember(passFunction(value as (...args: unknown[]) => unknown, parent))
  if (types.isPromise(value)) {
    return remember(value.then(passOverBridge, (thrown: unknown) => Promise.reject(onlyMessage(thrown))))
  }
  if (types.isNativeError(value)) return onlyMessage(value)
  if (Array.isArray(value)) {
    return remember(value.map((element: unknown) => pass(element, { parent: value, known, depth: depth + 1 })))
  }
  // Electron counts an object twice, an array once.
  if (isPlain(value)) return passMembers(value, { parent, known, depth: depth + 2 })
  return remember(cloneOverIpc(value))
}

/**
 * A value as the page gets it from the preload script, or the other way round (E: electron_api_context_bridge.cc).
 * Functions become functions that pass what they are given and give; of an Error only the message comes over; what is
 * neither plain nor an array goes by the serializer of IPC and is refused as there. Objects may nest 500 deep only.
 */
export function passOverBridge(value: unknown): unknown {
  return pass(value, { parent: undefined, known: new Map(), depth: 0 })
}
