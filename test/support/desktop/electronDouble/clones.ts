import { Deserializer, Serializer } from 'node:v8'
import { types } from 'node:util'

const refused = 'An object could not be cloned.'

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
    throw new Error(refused)
  }
  const deserializer = new Deserializer(serializer.releaseBuffer())
  deserializer.readHeader()
  return deserializer.readValue() as Value
}

const mostDeep = 1000
const tooDeep = 'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.'

/** Whether the bridge copies the object member by member, class instances included (E: electron_api_context_bridge.cc, IsPlainObject). */
const isPlain = (value: object): boolean =>
  !(
    types.isDate(value) ||
    types.isArgumentsObject(value) ||
    types.isBoxedPrimitive(value) ||
    types.isNativeError(value) ||
    types.isRegExp(value) ||
    types.isPromise(value) ||
    types.isMap(value) ||
    types.isSet(value) ||
    types.isMapIterator(value) ||
    types.isSetIterator(value) ||
    types.isWeakMap(value) ||
    types.isWeakSet(value) ||
    types.isAnyArrayBuffer(value) ||
    ArrayBuffer.isView(value) ||
    Array.isArray(value) ||
    types.isGeneratorObject(value) ||
    types.isModuleNamespaceObject(value) ||
    types.isProxy(value)
  )

type Passing = {
  readonly value: unknown
  readonly parent: unknown
  readonly known: Map<unknown, unknown>
  readonly depth: number
}

const messageOf = (thrown: unknown, otherwise: string): string => {
  const message: unknown = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : null
  return typeof message === 'string' ? message : otherwise
}

const neverAnError =
  'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.'

/** The message is all that comes over, no cause. */
const withMessage = (message: string): Error => new Error(message)

/** V8 puts this before the message of what was thrown while a value was on its way back. */
const uncaught = (thrown: unknown): Error => new Error(`Uncaught Error: ${messageOf(thrown, '')}`)

const passFunction =
  (original: (...args: unknown[]) => unknown, parent: unknown) =>
  (...args: unknown[]): unknown => {
    const known = new Map()
    const passed = args.map((value) => pass({ value, parent: undefined, known, depth: 0 }))
    let returned: unknown
    try {
      returned = original.apply(parent, passed)
    } catch (thrown) {
      throw withMessage(messageOf(thrown, neverAnError))
    }
    try {
      return passOverBridge(returned)
    } catch (thrown) {
      throw uncaught(thrown)
    }
  }

const passPromise = (original: Promise<unknown>): Promise<unknown> =>
  original.then(
    (value) => {
      try {
        return passOverBridge(value)
      } catch (thrown) {
        throw uncaught(thrown)
      }
    },
    (reason: unknown) => {
      let passed: unknown
      try {
        passed = passOverBridge(reason)
      } catch (thrown) {
        throw uncaught(thrown)
      }
      throw passed
    },
  )

const passMembers = (value: object, known: Map<unknown, unknown>, depth: number): object => {
  const copy = {}
  known.set(value, copy)
  for (const key of Reflect.ownKeys(value)) {
    if (!Object.prototype.propertyIsEnumerable.call(value, key)) continue
    const member: unknown = Reflect.get(value, key)
    // An own member, also under the name `__proto__`.
    Object.defineProperty(copy, key, {
      value: pass({ value: member, parent: value, known, depth }),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
  return copy
}

const pass = ({ value, parent, known, depth }: Passing): unknown => {
  if (depth >= mostDeep) throw new TypeError(tooDeep)
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value
  if (known.has(value)) return known.get(value)
  const remember = <Passed>(passed: Passed): Passed => {
    known.set(value, passed)
    return passed
  }
  if (typeof value === 'function') return remember(passFunction(value as (...args: unknown[]) => unknown, parent))
  if (types.isPromise(value)) return remember(passPromise(value))
  if (types.isNativeError(value)) return new Error(messageOf(value, String(value)))
  if (Array.isArray(value)) {
    return remember(value.map((element: unknown) => pass({ value: element, parent: value, known, depth: depth + 1 })))
  }
  // Electron counts an object twice, an array once.
  if (isPlain(value)) return passMembers(value, known, depth + 2)
  return remember(cloneOverIpc(value))
}

/**
 * A value as the page gets it from the preload script, or the other way round (E: electron_api_context_bridge.cc).
 * Functions become functions that pass what they are given and give; of an Error only the message comes over; what is
 * neither plain nor an array goes by the serializer of IPC and is refused as there. Objects may nest 500 deep only.
 */
export function passOverBridge(value: unknown): unknown {
  return pass({ value, parent: undefined, known: new Map(), depth: 0 })
}
