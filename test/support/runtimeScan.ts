import { isBuiltin } from 'node:module'
import { parseSync } from 'vite'

/** A module that a bundle names at run time; a null specifier is computed. */
export type Loaded = { readonly form: 'import' | 'dynamic' | 'require'; readonly specifier: string | null }

/** A call of a built-in's function, with the string at each argument, null where it is no constant. */
export type Call = { readonly builtin: string; readonly name: string; readonly texts: readonly (string | null)[] }

export type RuntimeScan = {
  readonly loaded: readonly Loaded[]
  /** `node:crypto createHash` for each name that is used of a built-in. */
  readonly used: ReadonlySet<string>
  readonly calls: readonly Call[]
  /** Names of properties in object literals. */
  readonly properties: ReadonlySet<string>
}

type Node = { readonly type: string; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const isNamed = (value: unknown, name: string): boolean =>
  isNode(value) && value.type === 'Identifier' && value.name === name

const argumentsOf = (node: Node): readonly unknown[] => (Array.isArray(node.arguments) ? node.arguments : [])

const textOf = (node: unknown): string | null => {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || node.quasis.length !== 1) return null
  return (node.quasis[0] as { readonly value: { readonly cooked: string } }).value.cooked
}

const keyOf = (node: Node): string | null =>
  isNode(node.key) && node.computed !== true ? (isNamedNode(node.key) ?? textOf(node.key)) : null

const isNamedNode = (node: Node): string | null => (node.type === 'Identifier' ? String(node.name) : null)

/** The name with its `node:` prefix; null for other modules. */
export const nameOfBuiltin = (specifier: string): string | null =>
  isBuiltin(specifier) ? `node:${specifier.replace(/^node:/u, '')}` : null

/** Ways to load by name in an unminified bundle: require, its stand-in of the bundler, a require made on the spot, getBuiltinModule. */
const loadsByName = (callee: unknown): boolean => {
  if (isNamed(callee, '__require') || isNamed(callee, 'require')) return true
  if (!isNode(callee)) return false
  if (callee.type === 'CallExpression') return isNamed(callee.callee, 'createRequire')
  if (callee.type !== 'MemberExpression' || !isNode(callee.property)) return false
  return isNamed(callee.property, 'getBuiltinModule') || isNamed(callee.object, '__require')
}

const walk = (value: unknown, visit: (node: Node) => void): void => {
  if (Array.isArray(value)) {
    for (const one of value) walk(one, visit)
    return
  }
  if (!isNode(value)) return
  visit(value)
  for (const one of Object.values(value)) walk(one, visit)
}

/** Reads an unminified bundle: names of its top level are unique, so they can be followed without scopes. */
export const scanBundle = (path: string, code: string): RuntimeScan => {
  const { program, errors } = parseSync(path, code, { sourceType: 'module' })
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const loaded: Loaded[] = []
  const used = new Set<string>()
  const calls: Call[] = []
  const properties = new Set<string>()
  /** Local names: of whole built-ins, and of single things out of them. */
  const wholes = new Map<string, string>()
  const parts = new Map<string, { readonly builtin: string; readonly name: string }>()

  const use = (builtin: string, name: string, local: string | null): void => {
    used.add(`${builtin} ${name}`)
    if (local !== null) parts.set(local, { builtin, name })
  }
  /** The built-in that an expression loads, through the bundler's wrapper for CommonJS too. */
  const builtinOf = (node: unknown): string | null => {
    if (!isNode(node)) return null
    if (node.type === 'Identifier') return wholes.get(String(node.name)) ?? null
    if (node.type !== 'CallExpression') return null
    if (isNamed(node.callee, '__toESM')) return builtinOf(argumentsOf(node)[0])
    const specifier = loadsByName(node.callee) ? textOf(argumentsOf(node)[0]) : null
    return specifier === null ? null : nameOfBuiltin(specifier)
  }
  const bind = (pattern: unknown, builtin: string): void => {
    if (!isNode(pattern)) return
    if (pattern.type === 'Identifier') wholes.set(String(pattern.name), builtin)
    if (pattern.type !== 'ObjectPattern' || !Array.isArray(pattern.properties)) return
    for (const property of pattern.properties as Node[]) {
      const name = keyOf(property)
      if (name !== null) use(builtin, name, isNode(property.value) ? isNamedNode(property.value) : null)
    }
  }
  const bindImports = (node: Node): void => {
    const builtin = nameOfBuiltin(textOf(node.source) ?? '')
    if (builtin === null || !Array.isArray(node.specifiers)) return
    for (const specifier of node.specifiers as Node[]) {
      const local = isNode(specifier.local) ? isNamedNode(specifier.local) : null
      const imported = isNode(specifier.imported) ? isNamedNode(specifier.imported) : null
      if (imported !== null && imported !== 'default') use(builtin, imported, local)
      else if (local !== null) wholes.set(local, builtin)
    }
  }

  walk(program, (node) => {
    if (node.type === 'ImportDeclaration') {
      loaded.push({ form: 'import', specifier: textOf(node.source) })
      bindImports(node)
    }
    if ((node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') && isNode(node.source)) {
      loaded.push({ form: 'import', specifier: textOf(node.source) })
    }
    if (node.type === 'ImportExpression') loaded.push({ form: 'dynamic', specifier: textOf(node.source) })
    if (node.type === 'CallExpression' && loadsByName(node.callee)) {
      loaded.push({ form: 'require', specifier: textOf(argumentsOf(node)[0]) })
    }
    if (node.type === 'VariableDeclarator' || node.type === 'AssignmentExpression') {
      const builtin = builtinOf(node.type === 'VariableDeclarator' ? node.init : node.right)
      if (builtin !== null) bind(node.type === 'VariableDeclarator' ? node.id : node.left, builtin)
    }
    if (node.type === 'Property') {
      const name = keyOf(node)
      if (name !== null) properties.add(name)
    }
  })
  walk(program, (node) => {
    if (node.type === 'MemberExpression' && isNode(node.property)) {
      const builtin = builtinOf(node.object)
      const name = node.computed === true ? textOf(node.property) : isNamedNode(node.property)
      if (builtin !== null) used.add(`${builtin} ${name ?? '(computed)'}`)
    }
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const called = functionOf(node.callee, builtinOf, parts)
    if (called !== null) calls.push({ ...called, texts: argumentsOf(node).map(textOf) })
  })
  return { loaded, used, calls, properties }
}

/** `createHash` imported by name, `crypto.createHash`, and `(0, crypto.createHash)` of compiled CommonJS. */
const functionOf = (
  callee: unknown,
  builtinOf: (node: unknown) => string | null,
  parts: ReadonlyMap<string, { readonly builtin: string; readonly name: string }>,
): { readonly builtin: string; readonly name: string } | null => {
  if (!isNode(callee)) return null
  if (callee.type === 'Identifier') return parts.get(String(callee.name)) ?? null
  if (callee.type === 'ParenthesizedExpression') return functionOf(callee.expression, builtinOf, parts)
  if (callee.type === 'SequenceExpression' && Array.isArray(callee.expressions)) {
    return functionOf(callee.expressions.at(-1), builtinOf, parts)
  }
  if (callee.type !== 'MemberExpression' || !isNode(callee.property)) return null
  const builtin = builtinOf(callee.object)
  const name = callee.computed === true ? textOf(callee.property) : isNamedNode(callee.property)
  return builtin === null || name === null ? null : { builtin, name }
}
