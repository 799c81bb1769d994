import fc from 'fast-check'
import type * as z from 'zod'
import { operations as declared } from '../../preload/contract.ts'

/** A value that is there, such as the id of a stage: by name in a generated input, by value in the call. */
export type Known = ReadonlyMap<string, string | number>

export type GeneratedCall = { readonly operation: string; readonly input: unknown }

type Schema = z.core.$ZodTypes

/** Items of a list; those of long texts are no longer than the bound of the schema. */
const fewItems = 4
const longText = 3_000

/** Texts that broke something somewhere. */
const brokenTexts = ['\ud800', '\udbff', 'a\udfffb', '\u0000', '\u202eabc', '\r\nX-Injected: 1'] as const
const codeTexts = [
  '=1+1;@SUM(A1)',
  '＝1+1',
  "'; DROP TABLE stages; --",
  '<script>alert(1)</script>',
  '{"a":1}',
] as const
const nameTexts = ['../../etc/passwd', '%2e%2e%2f', '__proto__', 'constructor', 'иванов 21', ' '] as const
const longTexts = ['ﷺ'.repeat(50), 'e\u0301'.repeat(200), '9'.repeat(400)] as const
const hostileTexts = [...brokenTexts, ...codeTexts, ...nameTexts, ...longTexts, '-0', 'NaN'] as const

type Bounds = { readonly minimum: number; readonly maximum: number; readonly pattern: RegExp | null }

/** Bounds of texts, numbers and lists, read from a schema's checks. */
const boundsOf = (schema: Schema): Bounds => {
  let minimum = Number.NEGATIVE_INFINITY
  let maximum = Number.POSITIVE_INFINITY
  let pattern: RegExp | null = null
  for (const check of schema._zod.def.checks ?? []) {
    const { def } = (check as z.core.$ZodChecks)._zod
    if (def.check === 'min_length') minimum = Math.max(minimum, def.minimum)
    if (def.check === 'max_length') maximum = Math.min(maximum, def.maximum)
    if (def.check === 'greater_than') minimum = Math.max(minimum, Number(def.value))
    if (def.check === 'less_than') maximum = Math.min(maximum, Number(def.value))
    if (def.check === 'string_format' && def.pattern !== undefined) pattern = def.pattern
  }
  return { minimum, maximum, pattern }
}

const accepts = (schema: Schema, value: unknown): boolean => (schema as unknown as z.ZodType).safeParse(value).success

const textFor = (schema: Schema, known: Known, key: string): fc.Arbitrary<unknown> => {
  const { minimum, maximum, pattern } = boundsOf(schema)
  const isBase64 = 'format' in schema._zod.def && schema._zod.def.format === 'base64'
  const bounds = { minLength: Math.max(0, minimum), maxLength: Math.min(maximum, longText) }
  const made: fc.Arbitrary<string> = isBase64
    ? fc.base64String({ maxLength: 400 })
    : pattern === null
      ? fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
          { weight: 3, arbitrary: fc.string({ ...bounds, unit: 'binary' }) },
          { weight: 1, arbitrary: fc.string({ ...bounds, size: 'max' }) },
        )
      : fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace(/[gi]/g, '')))
  // Some bounds have no form in the schema, such as the ban on control characters.
  const fitting = made.map((text) => text.slice(0, maximum)).filter((text) => accepts(schema, text))
  return fc.oneof({ weight: 2, arbitrary: fitting }, ...knownFor(schema, known, key))
}

/** Picks stored values, first those whose name begins as the field's. */
const knownFor = (schema: Schema, known: Known, key: string) => {
  const names = [...known].filter(([, value]) => accepts(schema, value)).map(([name]) => name)
  const meant = names.filter((name) => key.startsWith(name.slice(0, 5)))
  const weighted = (weight: number, among: readonly string[]) =>
    among.length === 0 ? [] : [{ weight, arbitrary: fc.constantFrom(...among).map((name) => ({ $known: name })) }]
  return [...weighted(1, names), ...weighted(6, meant)]
}

const numberFor = (schema: Schema, known: Known, key: string): fc.Arbitrary<unknown> => {
  const { minimum, maximum } = boundsOf(schema)
  const low = Math.max(minimum, Number.MIN_SAFE_INTEGER)
  const high = Math.min(maximum, Number.MAX_SAFE_INTEGER)
  const small = fc.integer({ min: low, max: Math.min(high, low + 100) })
  return fc.oneof(
    { weight: 3, arbitrary: small },
    fc.integer({ min: low, max: high }),
    fc.constantFrom(low, high),
    ...knownFor(schema, known, key),
  )
}

/** Inputs that the schema takes, the ids in them mostly of what is there. A kind of schema that is not known here throws. */
const validFor = (schema: Schema, known: Known, key: string): fc.Arbitrary<unknown> => {
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
      return textFor(schema, known, key)
    case 'number':
      return numberFor(schema, known, key)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'optional':
    case 'default':
      return validFor(def.innerType as Schema, known, key)
    case 'nullable':
      return fc.option(validFor(def.innerType as Schema, known, key))
    case 'pipe':
      return validFor(def.in as Schema, known, key)
    case 'union':
      return fc.oneof(...def.options.map((option) => validFor(option as Schema, known, key)))
    case 'array': {
      const { minimum, maximum } = boundsOf(schema)
      const minLength = Math.max(0, minimum)
      const maxLength = Math.max(minLength, Math.min(maximum, fewItems))
      return fc.array(validFor(def.element as Schema, known, key), { minLength, maxLength })
    }
    case 'object': {
      const shape = Object.entries(def.shape as { readonly [key: string]: Schema })
      const model = Object.fromEntries(
        shape.map(([name, inner]) => [name, validFor(inner, known, name === 'id' || name === 'guids' ? key : name)]),
      )
      const requiredKeys = shape
        .filter(([, inner]) => !['optional', 'default'].includes(inner._zod.def.type))
        .map(([key]) => key)
      return fc.record(model, { requiredKeys, noNullPrototype: true })
    }
    default:
      throw new Error(`no inputs for a schema of kind ${def.type}`)
  }
}

const objects = { withDate: true, withMap: true, withSet: true, withNullPrototype: true, withTypedArray: true }
const everyKind = { ...objects, withBigInt: true }

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(-1, 1e308, Number.NaN, 2 ** 53, 10n),
  fc.constantFrom<unknown>(null, undefined, '', [], {}, true, () => 1, Symbol('s')),
  fc.constantFrom(...hostileTexts),
  fc.constant('x').map((text) => text.repeat(800_000)),
  fc.constant(6_000).map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown),
  fc.constant('{"__proto__":{"a":true},"constructor":{"prototype":{}}}').map((text) => JSON.parse(text) as unknown),
  fc.anything({ ...everyKind, maxDepth: 4 }),
)

/** The value with something else at one of its places, chosen by `at`; or with one field more. */
export const twisted = (value: unknown, at: number, other: unknown): unknown => {
  if (typeof value !== 'object' || value === null || '$known' in value) return other
  const entries = Object.entries(value)
  if (entries.length === 0 || at % 7 === 0)
    return Array.isArray(value) ? [...(value as unknown[]), other] : { ...value, more: other }
  const [key, inner] = entries[at % entries.length] ?? ['', null]
  const next = twisted(inner, Math.floor(at / entries.length), other)
  if (Array.isArray(value)) return (value as unknown[]).map((item, index) => (String(index) === key ? next : item))
  return { ...value, [key]: next }
}

export const allOperations: readonly string[] = Object.keys(declared)

/** Calls of these operations: most valid, some nearly valid, some anything at all. */
export const anyCall = (known: Known, operations: readonly string[]): fc.Arbitrary<GeneratedCall> =>
  fc.oneof(
    ...Object.entries(declared)
      .filter(([operation]) => operations.includes(operation))
      .map(([operation, { input }]) => {
        // A plain `id` belongs to the operation's subject.
        const valid = validFor(input() as unknown as Schema, known, operation)
        const nearly = fc.tuple(valid, fc.nat(10_000), odd).map(([value, at, other]) => twisted(value, at, other))
        return fc
          .oneof({ weight: 6, arbitrary: valid }, { weight: 3, arbitrary: nearly }, { weight: 1, arbitrary: odd })
          .map((input) => ({ operation, input }))
      }),
  )

export const filledIn = (input: unknown, known: Known): unknown => {
  if (typeof input !== 'object' || input === null) return input
  const name = Object.getOwnPropertyDescriptor(input, '$known')?.value as unknown
  if (typeof name === 'string') return known.get(name)
  const prototype: unknown = Object.getPrototypeOf(input)
  if (Array.isArray(input))
    return prototype === Array.prototype && isShallow(input) ? input.map((item) => filledIn(item, known)) : input
  if (prototype !== Object.prototype) return input
  return Object.fromEntries(Object.entries(input).map(([key, item]) => [key, filledIn(item, known)]))
}

/** Lists that are nothing but brackets hold no names, and would need as many calls as brackets. */
const isShallow = (list: readonly unknown[]): boolean => {
  let inner: unknown = list
  for (let depth = 0; depth < 50; depth += 1) {
    if (!Array.isArray(inner)) return true
    inner = inner[0]
  }
  return false
}
