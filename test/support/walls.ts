import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'
import { features, onlyIn, rooms } from './rooms.ts'

/** `path` is relative to the repository's root, with forward slashes. */
type Source = { readonly path: string; readonly text: string }

type Import = {
  readonly from: string
  /** A path of the repository, or a package or module of Node as the source names it; `computed`, or `re-export` of another file's. */
  readonly to: string
  /** `*` is all of them. */
  readonly names: readonly string[]
  readonly isTypeOnly: boolean
}

/** The app's source files, as they lie on disk; configurations of Vite import what the tools need. */
export const readSources = (root: string): Source[] =>
  ['main', 'preload', 'renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(?:tsx?|mjs)$/u.test(path) && !path.endsWith('/vite.config.ts'))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )

/** Parsed once, as several tests ask for them. */
const known = new WeakMap<Source, Import[]>()

const importsOf = (source: Source): Import[] => {
  const imports = known.get(source) ?? parseImports(source)
  known.set(source, imports)
  return imports
}

function parseImports({ path, text }: Source): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text, { sourceType: 'module' }).module
  const found = (to: string, names: readonly string[], start: number): Import => ({
    from: path,
    to: to.startsWith('.') ? posix.join(posix.dirname(path), to) : to,
    names,
    isTypeOnly: /^(?:im|ex)port\s+type\b/u.test(text.slice(start)),
  })
  return [
    ...staticImports.map(({ start, moduleRequest, entries }) =>
      found(
        moduleRequest.value,
        entries.map(({ importName }) => importName.name ?? '*'),
        start,
      ),
    ),
    ...staticExports.flatMap(({ start, entries }) =>
      entries.some(({ moduleRequest }) => moduleRequest !== null) ? [found('re-export', ['*'], start)] : [],
    ),
    ...dynamicImports.map(({ start, moduleRequest }) => {
      const written = /^(['"`])([^'"`$]*)\1$/u.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2]
      return found(written ?? 'computed', ['*'], start)
    }),
  ]
}

/** The part of a path that a room's name covers, null when the path lies elsewhere. */
const cover = (room: string, path: string): string | null => {
  if (room === 'node:') return path.startsWith(room) ? room : null
  const name = room.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return new RegExp(`^${name}(?=/|$)`, 'u').exec(path)?.[0] ?? null
}

/** The row that a file stands under, undefined when no room has it. */
export const roomOf = (path: string): string | undefined =>
  Object.keys(rooms).find((room) => cover(room, path) !== null)

const mayImport = ({ from, to, isTypeOnly }: Import): boolean => {
  const room = roomOf(from)
  if (room === undefined) return false
  const below = (features[from.split('/')[2] ?? ''] ?? '').split(' ')
  const listed = (rooms[room] ?? '').split(' ').flatMap((entry) => {
    if (entry.includes('/below')) return below.map((feature) => entry.replace('below', feature))
    if (!entry.startsWith('type:')) return entry
    return isTypeOnly ? entry.slice('type:'.length) : []
  })
  return [cover(room, from) ?? '', ...listed].some((entry) => cover(entry, to) !== null)
}

const misplaced = ({ from, to, names }: Import): string[] =>
  Object.entries(onlyIn).flatMap(([what, files]) => {
    const [module = '', name] = what.split(' ')
    const isMeant = cover(module, to) !== null && (name === undefined || names.includes(name) || names.includes('*'))
    return isMeant && !files.split(' ').includes(from) ? [what] : []
  })

/** Every import that breaks the table, as `file -> target`, and every `what: file` that has what is another file's. */
export function findForbidden(sources: readonly Source[]): string[] {
  return sources
    .flatMap(importsOf)
    .flatMap((one) => [
      ...(mayImport(one) ? [] : [`${one.from} -> ${one.to}`]),
      ...misplaced(one).map((what) => `${what}: ${one.from}`),
    ])
}

/** Circles of files that import each other, types included, each as `a -> b -> a`. */
export function findCircles(sources: readonly Source[]): string[] {
  const targets = new Map(sources.map((source) => [source.path, importsOf(source).map(({ to }) => to)]))
  const done = new Set<string>()
  const follow = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' -> ')]
    if (done.has(path)) return []
    const found = (targets.get(path) ?? []).flatMap((to) => follow(to, [...way, path]))
    done.add(path)
    return found
  }
  return [...targets.keys()].flatMap((path) => follow(path, []))
}
