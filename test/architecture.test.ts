import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { crossings, features, onlyIn, rooms } from './support/rooms.ts'
import { findCircles, findForbidden, readSources, roomOf } from './support/walls.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources(root)

describe('the house', () => {
  it('imports nothing but what the table of rooms lists', () => {
    expect(findForbidden(sources).sort()).toEqual(Object.keys(crossings).sort())
  })

  it('lets no feature lean on one that stands below it', () => {
    const order = Object.keys(features)
    const wrong = order.filter((feature, place) =>
      (features[feature] ?? '').split(' ').some((one) => one !== '' && !order.slice(0, place).includes(one)),
    )
    expect(wrong).toEqual([])
  })

  it('has no files that import each other in a circle', () => {
    expect(findCircles(sources)).toEqual([])
  })

  it('has files in every room of the table, so that no row guards an empty place', () => {
    const used = new Set(sources.map(({ path }) => roomOf(path)))
    expect(Object.keys(rooms).filter((room) => !used.has(room))).toEqual([])
    const places = Object.values(onlyIn).flatMap((files) => files.split(' '))
    expect(places.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('has four rooms at its top level, and a README in every room', () => {
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const visible = folders.map(({ name }) => name).filter((name) => !/^(?:\..*|node_modules|out|dist)$/u.test(name))
    expect(visible.sort()).toEqual(['main', 'preload', 'renderer', 'test'])
    const inMain = 'cli demo desktop features gate kernel platform serve'.split(' ').map((name) => `main/${name}`)
    expect([...visible, ...inMain].filter((room) => !existsSync(join(root, room, 'README.md')))).toEqual([])
  })

  it('holds at most 25 source files in a folder', () => {
    const folders = sources.map(({ path }) => posix.dirname(path))
    const tests = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    for (const { name, parentPath } of tests) if (/\.(?:ts|mjs)$/u.test(name)) folders.push(relative(root, parentPath))
    const crowded = [...Map.groupBy(folders, (folder) => folder)].filter(([, files]) => files.length > 25)
    expect(crowded.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
  })

  it('names each file by what is in it', () => {
    const vague = /^(?:index|misc|.*(?:util|helper|manager)s?)\./iu
    expect(sources.filter(({ path }) => vague.test(posix.basename(path)))).toEqual([])
  })

  it('installs exact versions and runs no script by itself', () => {
    const { scripts, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly [group: string]: { readonly [name: string]: string }
    }
    const groups = [manifest['dependencies'], manifest['devDependencies'], manifest['optionalDependencies']]
    const versions = groups.flatMap((group) => Object.values(group ?? {}))
    expect(versions.filter((version) => !/^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/u.test(version))).toEqual([])
    expect(Object.keys(scripts ?? {}).filter((name) => /^(?:pre|post)|^install$/u.test(name))).toEqual([])
  })
})

describe('the walls', () => {
  const plant = (path: string, text: string) => findForbidden([{ path, text }])

  const forbidden: { readonly [from: string]: string } = {
    'preload/contract.ts': 'preload/preload.ts electron',
    'preload/contract/orders.ts': 'main/kernel/fold.ts node:fs',
    'preload/bridge.ts': 'preload/contract.ts electron',
    'preload/preload.ts': 'preload/contract.ts main/gate/gate.ts node:fs zod',
    'preload/shared/rowOrder.ts': 'preload/contract.ts main/kernel/fold.ts node:fs zod',
    'main/kernel/fold.ts':
      'preload/contract.ts main/core.ts main/features/jobs/jobs.ts main/platform/log/fileLog.ts crypto ' +
      'electron node:fs undici/types',
    'main/platform/log/fileLog.ts':
      'main/features/jobs/jobs.ts main/gate/gate.ts main/cli/main.ts main/core.ts ' +
      'main/platform/files/atomicFiles.ts electron zod',
    'main/platform/remote/localFolder.ts': 'main/features/jobs/jobs.ts undici electron',
    'main/platform/pictures/resources/makeLetters.mjs': 'main/core.ts electron',
    'main/features/orders/rules/orders.ts':
      'node:crypto node:fs electron preload/contract.ts main/platform/files/atomicFiles.ts ' +
      'main/features/orders/orders.ts main/features/organizations/profiles.ts ' +
      'main/features/results/rules/podium.ts',
    'main/features/orders/orders.ts':
      'main/features/results/results.ts main/features/calls/calls.ts main/store/sqliteStore.ts ' +
      'main/gate/gate.ts main/cli/main.ts main/core.ts node:fs electron',
    'main/store/sqliteStore.ts': 'main/gate/gate.ts main/core.ts electron',
    'main/gate/gate.ts':
      'main/platform/log/fileLog.ts main/features/orders/orders.ts main/serve/server.ts main/core.ts',
    'main/demo/race.ts': 'main/platform/log/fileLog.ts main/features/orders/orders.ts main/core.ts',
    'main/core.ts':
      'main/desktop/window/window.ts main/cli/main.ts main/serve/server.ts electron test/support/openCore.ts',
    'main/serve/server.ts': 'main/platform/files/atomicFiles.ts main/cli/main.ts renderer/api.ts electron/main',
    'main/cli/main.ts':
      'main/desktop/window/window.ts main/platform/files/atomicFiles.ts main/features/orders/orders.ts',
    'main/desktop/resources/makeIcons.mjs': 'main/core.ts electron',
    'main/desktop/start/start.ts': 'main/core.ts electron',
    'main/desktop/main.ts': 'main/cli/main.ts main/serve/server.ts main/platform/log/fileLog.ts preload/preload.ts',
    'main/racedesk.mjs': 'main/core.ts zod',
    'main/start.mjs': 'main/core.ts main/desktop/main.ts',
    'renderer/board/Board.tsx': 'renderer/api.ts renderer/text/text.ts renderer/app/App.tsx main/kernel/fold.ts',
    'renderer/site/main.ts': 'renderer/api.ts renderer/board/words.ts main/kernel/fold.ts react',
    'renderer/text/text.ts': 'renderer/api.ts renderer/app/App.tsx main/kernel/fold.ts',
    'renderer/components/Button.tsx': 'renderer/api.ts renderer/app/App.tsx renderer/features/orders/OrdersScreen.tsx',
    'renderer/api.ts': 'preload/preload.ts preload/contract.ts electron zod test/support/openCore.ts',
    'renderer/features/orders/OrdersScreen.tsx':
      'renderer/features/calls/CallsScreen.tsx preload/contract/orders.ts node:path fs',
    'renderer/app/App.tsx': 'main/kernel/fold.ts preload/contract.ts node:path zod',
    'renderer/main.tsx': 'main/core.ts preload/contract.ts keytar',
    'tools/anything.ts': 'tools/other.ts',
  }
  const specifier = (from: string, to: string) =>
    /^(?:main|preload|renderer|test|tools)\//u.test(to)
      ? posix.relative(posix.dirname(from), to).replace(/^(?!\.)/u, './')
      : to

  it.each(Object.entries(forbidden).flatMap(([from, targets]) => targets.split(' ').map((to) => [from, to] as const)))(
    'keep %s from importing %s',
    (from, to) => {
      expect(plant(from, `import { a } from '${specifier(from, to)}'`)).toContain(`${from} -> ${to}`)
    },
  )

  it('have a planted import for each row', () => {
    const tried = new Set(Object.keys(forbidden).map(roomOf))
    expect(Object.keys(rooms).filter((room) => !tried.has(room))).toEqual([])
  })

  it.each(Object.keys(onlyIn))('keep %s in its one place', (what) => {
    const [module = '', name = 'a'] = what.split(' ')
    const path = 'main/desktop/planted.ts'
    for (const text of [`import { ${name} as b } from '${module}'`, `import * as b from '${module}'`]) {
      expect(plant(path, text)).toContain(`${what}: ${path}`)
    }
  })

  it.each([
    "import '../../x.ts'",
    "import * as a from '../../x.ts'",
    "import { type A } from '../../x.ts'",
    "import type { A } from '../../x.ts'",
    "export const load = () => import('../../x.ts')",
    'export const load = () => import(`../../x.ts`)',
  ])('see %s', (text) => {
    expect(plant('main/features/orders/orders.ts', text)).toEqual(['main/features/orders/orders.ts -> main/x.ts'])
  })

  it.each(["import('../../' + 'x.ts')", 'import(`../${name}.ts`)', 'import(name)'])(
    'refuse %s, which hides its target',
    (text) => {
      expect(plant('main/features/orders/orders.ts', text)).toEqual(['main/features/orders/orders.ts -> computed'])
    },
  )

  it.each(["export { a } from './x.ts'", "export * from './x.ts'", "export type { A } from './x.ts'"])(
    'refuse %s, so that no file is a barrel',
    (text) => {
      expect(plant('main/features/orders/orders.ts', text)).toEqual(['main/features/orders/orders.ts -> re-export'])
    },
  )

  it('let types alone pass where the table says so', () => {
    const from = 'renderer/app/App.tsx'
    expect(plant(from, "import type { A } from '../../preload/contract.ts'")).toEqual([])
    expect(plant(from, "import { type A } from '../../preload/contract.ts'")).toHaveLength(1)
  })

  it('find a circle, however long', () => {
    const file = (name: string, next: string) => ({
      path: `main/gate/${name}.ts`,
      text: `import type { A } from './${next}.ts'`,
    })
    expect(findCircles([file('a', 'b'), file('b', 'c'), file('c', 'b')])).toEqual([
      'main/gate/b.ts -> main/gate/c.ts -> main/gate/b.ts',
    ])
  })
})
