import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { cleanTree, importForms, plantedImports, plantedNames, relativeForms } from './support/architectureFixtures.ts'
import { arrows, findForbidden, onlyPlaces } from './support/architectureRules.ts'
import { readTree } from './support/architectureScan.ts'
import type { TreeFile } from './support/architectureScan.ts'
import { findInPackageJson, findMisnamed, findMisplaced } from './support/architectureShape.ts'
import type { PackageJson } from './support/architectureShape.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tree = readTree(root)
const plant = (path: string, text: string): TreeFile[] => [
  ...cleanTree.filter((file) => file.path !== path),
  { path, text },
]
const rulesOf = (files: readonly TreeFile[]) => findForbidden(files).map(({ path, rule }) => `${path}: ${rule}`)

describe('the repository', () => {
  it('reads its own files, so that an empty walk cannot pass for a clean one', () => {
    expect(tree.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['preload/contract.ts', 'main/kernel/ports.ts']),
    )
  })
  it('has no forbidden import in any room', () => {
    expect(findForbidden(tree)).toEqual([])
  })
  it('has nothing new at its top level and a README in every room', () => {
    expect(findMisplaced(tree)).toEqual([])
  })
  it('names its files as the design says and exports by name', () => {
    expect(findMisnamed(tree)).toEqual([])
  })
  it('installs without running scripts, in exact versions', () => {
    const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson
    expect(findInPackageJson(packageJson)).toEqual([])
  })
})

describe('the check itself', () => {
  it('passes a tree that keeps every rule, so that its findings mean something', () => {
    expect(findForbidden(cleanTree)).toEqual([])
    expect(findMisnamed(cleanTree)).toEqual([])
  })

  it('has a planted import for every arrow and every only place, so that no rule goes untried', () => {
    const tried = new Set([...plantedImports, ...plantedNames].map(({ rule }) => rule))
    const rules = [
      ...arrows.map(({ never }) => never),
      ...onlyPlaces.map(({ what }) => `${what} outside its one place`),
    ]
    expect(rules.filter((rule) => !tried.has(rule))).toEqual([])
  })

  it.each(plantedImports)(
    '$rule: sees every form of $path importing $target',
    ({ rule, path, target, typesAllowed }) => {
      const forms = Object.entries({ ...importForms, ...(target.startsWith('.') ? relativeForms : {}) })
      const unseen = forms.filter(([, write]) => !rulesOf(plant(path, write(target))).includes(`${path}: ${rule}`))
      const typeForms = forms.filter(([form]) => form.startsWith('type'))
      expect(unseen).toEqual(typesAllowed === true ? typeForms : [])
    },
  )

  it.each(plantedNames)('$rule: sees $text in $path', ({ rule, path, text }) => {
    expect(rulesOf(plant(path, text))).toContain(`${path}: ${rule}`)
  })

  it.each([
    ['a computed import', 'export const load = (name: string) => import(`../${name}/x.ts`)'],
    [
      'a computed require',
      "declare const require: (name: string) => unknown\nexport const x = require(['un', 'dici'].join(''))",
    ],
    ['an absolute path', "import { x } from '/etc/x.ts'"],
    ['a data URL', "import 'data:text/javascript,0'"],
    ['a path out of the repository', "import { x } from '../../../elsewhere/x.ts'"],
  ])('refuses %s, which hides where it leads', (_what, text) => {
    expect(rulesOf(plant('main/features/stages/takeOffline.ts', text))).toEqual([
      'main/features/stages/takeOffline.ts: imports are written out and stay in the repository',
    ])
  })

  it('joins strings that are written out in parts, so that a split name does not slip through', () => {
    const text = "export const load = () => import('un' + 'dici')"
    expect(rulesOf(plant('main/features/orders/orders.ts', text))).toContain(
      'main/features/orders/orders.ts: undici outside its one place',
    )
  })

  it('does not take comments and strings for imports, so that nobody works around it', () => {
    const text = "// import { x } from 'electron'\nexport const text = \"import 'electron'\""
    expect(rulesOf(plant('main/domain/text.ts', text))).toEqual([])
  })

  it('reads what lies on disk, in git or not, and leaves generated folders out', () => {
    const folder = mkdtempSync(join(tmpdir(), 'racedesk-architecture-'))
    try {
      const put = (path: string, text: string) => {
        mkdirSync(join(folder, dirname(path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      for (const { path, text } of cleanTree) put(path, text)
      put('main/domain/planted.ts', "import type { Stats } from 'node:fs'\nexport type S = Stats\n")
      put('node_modules/x/main/domain/planted.ts', "import 'electron'\n")
      put('out/main/domain/planted.ts', "import 'electron'\n")
      expect(rulesOf(readTree(folder))).toEqual([
        'main/domain/planted.ts: domain -> node, electron, any package but zod',
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.each([
    ['tools/x.ts', 'the top level is fixed'],
    ['main/gate/index.ts', 'no barrels'],
    ['main/gate/stringUtils.ts', 'a name says what is in the file'],
    ['main/gate/Gate.ts', 'files are camelCase.ts, components PascalCase.tsx'],
    ['renderer/components/table.tsx', 'files are camelCase.ts, components PascalCase.tsx'],
  ])('refuses a file named %s', (path, rule) => {
    const files = [...cleanTree, { path, text: 'export const x = 1' }]
    expect([...findMisplaced(files), ...findMisnamed(files)].map((finding) => finding.rule)).toContain(rule)
  })

  it.each(['export default 1', 'const x = 1\nexport { x as default }'])(
    'refuses %j, whose name every importer invents',
    (text) => {
      expect(findMisnamed(plant('main/gate/gate.ts', text))).toEqual([
        { path: 'main/gate/gate.ts', rule: 'named exports only', detail: '' },
      ])
    },
  )

  it('misses no README: a room without one is reported', () => {
    const without = tree.filter(({ path }) => path !== 'preload/README.md')
    expect(findMisplaced(without)).toContainEqual({ path: 'preload', rule: 'each room has a README.md', detail: '' })
  })

  it.each([
    { scripts: { postinstall: 'x' } },
    { scripts: { preracedesk: 'x' } },
    { scripts: { prepare: 'x' } },
    { dependencies: { zod: '^4.6.7' } },
    { devDependencies: { vite: 'latest' } },
    { optionalDependencies: { keytar: 'npm:@github/keytar@~7.10.6' } },
  ])('refuses a package.json with %j', (packageJson) => {
    expect(findInPackageJson(packageJson)).toHaveLength(1)
  })
})
