import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A file of the repository; `path` is relative to its root, with forward slashes. `text` is empty for files that are no source. */
export type TreeFile = { readonly path: string; readonly text: string }

export type ImportForm = 'static' | 'export' | 'dynamic' | 'require' | 'url' | 'type' | 'reference'

export type Import = {
  /** Null when the source computes it, so that nobody can say what it is. */
  readonly specifier: string | null
  readonly form: ImportForm
  /** Leaves nothing behind at run time. */
  readonly isTypeOnly: boolean
}

export type Scan = {
  readonly imports: readonly Import[]
  /** Every identifier and constant property name of the file. */
  readonly names: ReadonlySet<string>
  readonly hasDefaultExport: boolean
}

const sourceExtension = /\.[cm]?[jt]sx?$/u
const generatedFolders = new Set(['.git', 'node_modules', 'out', 'dist'])

export const isSource = (path: string): boolean => sourceExtension.test(path)

/** Every file on disk below `root`, generated folders left out; a symbolic link is reported as a file and not followed. */
export function readTree(root: string): TreeFile[] {
  const walk = (folder: string): TreeFile[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (generatedFolders.has(entry.name)) return []
      if (entry.isDirectory()) return walk(path)
      return [{ path, text: entry.isFile() && isSource(path) ? readFileSync(join(root, path), 'utf8') : '' }]
    })
  return walk('')
}

type Node = { readonly type: string; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

export function scan(file: TreeFile): Scan {
  const parsed = parseSync(file.path, file.text, { sourceType: 'module' })
  if (parsed.errors.length > 0) throw new Error(`${file.path} does not parse: ${parsed.errors[0]?.message}`)
  const imports: Import[] = commentImports(file.path, parsed.comments)
  const names = new Set<string>()
  let hasDefaultExport = false
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit)
      return
    }
    if (!isNode(value)) return
    imports.push(...importsOfNode(value))
    const name = nameOfNode(value)
    if (name !== null) names.add(name)
    if (exportsDefault(value)) hasDefaultExport = true
    Object.values(value).forEach(visit)
  }
  visit(parsed.program)
  return { imports, names, hasDefaultExport }
}

function exportsDefault(node: Node): boolean {
  if (node.type === 'ExportDefaultDeclaration') return true
  return node.type === 'ExportSpecifier' && isNode(node.exported) && nameOfNode(node.exported) === 'default'
}

function nameOfNode(node: Node): string | null {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name)
  if (node.type === 'MemberExpression' && node.computed === true) return constantsOf(node.property)[0] ?? null
  return null
}

function importsOfNode(node: Node): Import[] {
  const from = (source: unknown, form: ImportForm, isTypeOnly = false): Import[] =>
    constantsOf(source).map((specifier) => ({ specifier, form, isTypeOnly }))
  const args = Array.isArray(node.arguments) ? (node.arguments as unknown[]) : []
  switch (node.type) {
    case 'ImportDeclaration':
      return from(node.source, 'static', node.importKind === 'type')
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return isNode(node.source) ? from(node.source, 'export', node.exportKind === 'type') : []
    case 'ImportExpression':
      return from(node.source, 'dynamic')
    case 'TSImportType':
      return from(node.source, 'type', true)
    case 'TSExternalModuleReference':
      return from(node.expression, 'require')
    case 'CallExpression':
      return isRequire(node.callee) ? from(args[0], 'require') : []
    case 'NewExpression':
      return isUrlBesideModule(node.callee, args) ? from(args[0], 'url') : []
    default:
      return []
  }
}

/** Ways to load a module by name: require, module.require, require.resolve, import.meta.resolve or glob, getBuiltinModule. */
function isRequire(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return callee.name === 'require'
  if (callee.type !== 'MemberExpression' || !isNode(callee.property)) return false
  const method = nameOfNode(callee.property) ?? constantsOf(callee.property)[0]
  if (method === 'require' || method === 'getBuiltinModule') return true
  const owner = callee.object
  if (!isNode(owner)) return false
  const isRequireItself = owner.type === 'Identifier' && owner.name === 'require'
  return isRequireItself || (owner.type === 'MetaProperty' && (method === 'resolve' || method === 'glob'))
}

function isUrlBesideModule(callee: unknown, args: readonly unknown[]): boolean {
  const base = args[1]
  return (
    isNode(callee) &&
    callee.type === 'Identifier' &&
    callee.name === 'URL' &&
    isNode(base) &&
    base.type === 'MemberExpression' &&
    isNode(base.object) &&
    base.object.type === 'MetaProperty'
  )
}

/** The strings that an expression can be, as far as it is written out; a single null when it is not. */
function constantsOf(node: unknown): (string | null)[] {
  if (!isNode(node)) return [null]
  switch (node.type) {
    case 'Literal':
      return [typeof node.value === 'string' ? node.value : null]
    case 'TemplateLiteral':
      return [constantTemplate(node)]
    case 'ConditionalExpression':
      return [...constantsOf(node.consequent), ...constantsOf(node.alternate)]
    case 'BinaryExpression':
      return constantsOf(node.left).flatMap((left) =>
        constantsOf(node.right).map((right) => (left === null || right === null ? null : left + right)),
      )
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return constantsOf(node.expression)
    default:
      return [null]
  }
}

function constantTemplate(node: Node): string | null {
  const quasis = Array.isArray(node.quasis) ? (node.quasis as { value: { cooked: string } }[]) : []
  return quasis.length === 1 ? (quasis[0]?.value.cooked ?? null) : null
}

const referenceComment = /^\/\s*<reference\s[^>]*?(?:path|types)\s*=\s*["']([^"']+)["']/u
const typeInComment = /import\(\s*["']([^"']+)["']\s*\)|@import\s[^@]*?from\s*["']([^"']+)["']/gu

/** Triple-slash references everywhere, and the types that JSDoc of a JavaScript file takes from other files. */
function commentImports(path: string, comments: readonly { readonly value: string }[]): Import[] {
  return comments.flatMap(({ value }) => {
    const reference = referenceComment.exec(value)?.[1]
    const references =
      reference === undefined ? [] : [{ specifier: reference, form: 'reference' as const, isTypeOnly: true }]
    if (!/\.[cm]?jsx?$/u.test(path)) return references
    const types = [...value.matchAll(typeInComment)].map((match) => match[1] ?? match[2] ?? null)
    return [...references, ...types.map((specifier) => ({ specifier, form: 'type' as const, isTypeOnly: true }))]
  })
}
