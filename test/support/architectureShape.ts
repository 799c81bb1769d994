import { posix } from 'node:path'
import { isSource, scan } from './architectureScan.ts'
import type { TreeFile } from './architectureScan.ts'
import type { Finding } from './architectureRules.ts'

/** Beside the four rooms: what the design names, and the files that tools insist on. */
export const topLevel: ReadonlySet<string> = new Set(
  (
    'main preload renderer test package.json package-lock.json tsconfig.json tsconfig.base.json electron-builder.yml vitest.config.ts ' +
    'README.md LICENSE .ci .github .editorconfig .gitattributes .gitignore .oxlintrc.json .prettierignore .prettierrc.json'
  ).split(' '),
)

const mainRooms = ['desktop', 'serve', 'cli', 'gate', 'services', 'domain', 'adapters', 'demo']

/** Folders that have a README.md: what lives there, what it may import, how to add one more. */
export const rooms: readonly string[] = 'main preload renderer test'
  .split(' ')
  .concat(mainRooms.map((room) => `main/${room}`))

const vagueName = /(^|[a-z])(utils?|helpers?|managers?|misc)$/iu
const mayExportDefault = /(^|\/)vite(st)?\.config\.ts$/u

const report = (path: string, rule: string): Finding => ({ path, rule, detail: '' })

export function findMisplaced(tree: readonly TreeFile[]): Finding[] {
  const entries = [...new Set(tree.map(({ path }) => path.split('/')[0] ?? ''))]
  const paths = new Set(tree.map(({ path }) => path))
  return [
    ...entries.filter((entry) => !topLevel.has(entry)).map((entry) => report(entry, 'the top level is fixed')),
    ...rooms.filter((room) => !paths.has(`${room}/README.md`)).map((room) => report(room, 'each room has a README.md')),
  ]
}

export function findMisnamed(tree: readonly TreeFile[]): Finding[] {
  return tree
    .filter(({ path }) => isSource(path))
    .flatMap((file) => nameRules(file).map((rule) => report(file.path, rule)))
}

function nameRules(file: TreeFile): string[] {
  const { base, ext } = posix.parse(file.path)
  const stem = base.split('.')[0] ?? ''
  const isComponent = ext === '.tsx' && file.path !== 'renderer/main.tsx'
  const rules: string[] = []
  if (!(isComponent ? /^[A-Z][A-Za-z0-9]*$/u : /^[a-z][A-Za-z0-9]*$/u).test(stem)) {
    rules.push('files are camelCase.ts, components PascalCase.tsx')
  }
  if (stem === 'index') rules.push('no barrels')
  if (vagueName.test(stem)) rules.push('a name says what is in the file')
  if (scan(file).hasDefaultExport && !mayExportDefault.test(file.path)) rules.push('named exports only')
  return rules
}

/** Scripts that npm runs by itself, or around a command whose output must stay clean. */
const scriptsNpmRuns = /^(pre|post)?(install|prepare|pack|publish|publishOnly)$|^(pre|post)/u
const exactVersion = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/u

export type PackageJson = { readonly [key: string]: unknown }

export function findInPackageJson(packageJson: PackageJson): Finding[] {
  const record = (key: string) => Object.entries((packageJson[key] ?? {}) as { readonly [name: string]: string })
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
  return [
    ...record('scripts')
      .filter(([name]) => scriptsNpmRuns.test(name))
      .map(([name]) => report(name, 'no script runs by itself')),
    ...groups
      .flatMap(record)
      .filter(([, version]) => !exactVersion.test(version))
      .map(([name]) => report(name, 'versions are exact')),
  ]
}
