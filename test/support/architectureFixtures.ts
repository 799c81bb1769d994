import type { TreeFile } from './architectureScan.ts'

/** Every way to name a module in TypeScript; each takes the specifier. The names begin with `type` where types alone cross. */
export const importForms: { readonly [form: string]: (specifier: string) => string } = {
  'static import': (to) => `import { a } from '${to}'\nexport const b = a`,
  'namespace import': (to) => `import * as a from '${to}'\nexport const b = a`,
  'import for its effect': (to) => `import '${to}'`,
  'import with an inline type': (to) => `import { type A } from '${to}'\nexport type B = A`,
  're-export': (to) => `export { a } from '${to}'`,
  'export of everything': (to) => `export * from '${to}'`,
  'dynamic import': (to) => `export const load = () => import('${to}')`,
  'dynamic import of a template': (to) => `export const load = () => import(\`${to}\`)`,
  require: (to) => `declare const require: (name: string) => unknown\nexport const a = require('${to}')`,
  'require.resolve': (to) =>
    `declare const require: { resolve: (name: string) => string }\nexport const a = require.resolve('${to}')`,
  'import with require': (to) => `import a = require('${to}')\nexport const b = a`,
  'import.meta.resolve': (to) => `export const a = import.meta.resolve('${to}')`,
  'type import': (to) => `import type { A } from '${to}'\nexport type B = A`,
  'type re-export': (to) => `export type { A } from '${to}'`,
  'type of a module': (to) => `export type A = typeof import('${to}')`,
  'type out of a module': (to) => `export type A = import('${to}').A`,
}

export const relativeForms: typeof importForms = {
  'URL beside the module': (to) => `export const a = new URL('${to}', import.meta.url)`,
  'one of two URLs beside the module': (to) =>
    `export const a = (b: boolean) => new URL(b ? './x.js' : '${to}', import.meta.url)`,
  'type reference in a comment': (to) => `/// <reference path="${to}" />\nexport const a = 1`,
}

type PlantedImport = {
  readonly rule: string
  readonly path: string
  readonly target: string
  /** The same import passes when only types cross. */
  readonly typesAllowed?: boolean
}

const only = (what: string) => `${what} outside its one place`

export const plantedImports: readonly PlantedImport[] = [
  { rule: 'contract -> anything', path: 'preload/contract.ts', target: './preload.ts' },
  { rule: 'contract -> anything', path: 'preload/contract.ts', target: 'zod' },
  { rule: 'preload -> anything but electron and the contract', path: 'preload/preload.ts', target: 'node:fs' },
  {
    rule: 'preload -> anything but electron and the contract',
    path: 'preload/preload.ts',
    target: '../main/gate/gate.ts',
  },
  { rule: 'preload -> anything but electron and the contract', path: 'preload/preload.ts', target: 'zod' },
  { rule: 'renderer -> main', path: 'renderer/app/App.tsx', target: '../../main/kernel/fold.ts' },
  { rule: 'renderer -> main', path: 'renderer/screens/stage/Stage.tsx', target: '../../../main/services/ports' },
  { rule: 'renderer -> node', path: 'renderer/app/App.tsx', target: 'node:path' },
  { rule: 'renderer -> node', path: 'renderer/app/App.tsx', target: 'fs' },
  { rule: 'renderer -> preload, the contract aside', path: 'renderer/api.ts', target: '../preload/preload.ts' },
  { rule: 'renderer -> packages of the main side', path: 'renderer/api.ts', target: 'zod' },
  { rule: 'renderer -> packages of the main side', path: 'renderer/api.ts', target: 'electron' },
  { rule: 'a screen -> another screen', path: 'renderer/screens/stage/Stage.tsx', target: '../settings/Settings.tsx' },
  { rule: 'components -> api.ts, screens, app', path: 'renderer/components/Button.tsx', target: '../api.ts' },
  {
    rule: 'components -> api.ts, screens, app',
    path: 'renderer/components/Button.tsx',
    target: '../screens/stage/Stage.tsx',
  },
  { rule: 'main -> renderer', path: 'main/serve/server.ts', target: '../../renderer/api.ts' },
  { rule: 'main -> preload, the contract aside', path: 'main/desktop/main.ts', target: '../../preload/preload.ts' },
  { rule: 'domain -> node, electron, any package but zod', path: 'main/kernel/fold.ts', target: 'node:crypto' },
  { rule: 'domain -> node, electron, any package but zod', path: 'main/kernel/fold.ts', target: 'crypto' },
  { rule: 'domain -> node, electron, any package but zod', path: 'main/kernel/fold.ts', target: 'electron' },
  { rule: 'domain -> node, electron, any package but zod', path: 'main/kernel/fold.ts', target: 'undici/types' },
  { rule: 'domain -> any other room', path: 'main/kernel/fold.ts', target: '../services/ports.ts' },
  { rule: 'domain -> any other room', path: 'main/kernel/fold.ts', target: '../dataDir.ts' },
  {
    rule: 'domain -> any other room',
    path: 'main/kernel/fold.ts',
    target: '../../preload/contract.ts',
    typesAllowed: true,
  },
  {
    rule: 'services -> adapters, gate, faces',
    path: 'main/features/orders/orders.ts',
    target: '../adapters/store/sqliteStore.ts',
  },
  { rule: 'services -> adapters, gate, faces', path: 'main/features/orders/orders.ts', target: '../gate/gate.ts' },
  { rule: 'services -> adapters, gate, faces', path: 'main/features/orders/orders.ts', target: '../cli/main.ts' },
  { rule: 'services -> adapters, gate, faces', path: 'main/features/orders/orders.ts', target: '../core' },
  { rule: "adapters -> services' code", path: 'main/platform/log/fileLog.ts', target: '../../services/orders.ts' },
  {
    rule: "adapters -> services' code",
    path: 'main/platform/log/fileLog.ts',
    target: '../../services/ports.ts',
    typesAllowed: true,
  },
  { rule: 'adapters -> other adapters', path: 'main/platform/log/fileLog.ts', target: '../files/atomicFiles.ts' },
  { rule: 'adapters -> gate, faces', path: 'main/platform/log/fileLog.ts', target: '../../gate/gate.ts' },
  { rule: 'adapters -> gate, faces', path: 'main/platform/log/fileLog.ts', target: '../../core.ts' },
  { rule: 'gate -> adapters, faces', path: 'main/gate/gate.ts', target: '../adapters/log/fileLog.ts' },
  { rule: 'gate -> adapters, faces', path: 'main/gate/gate.ts', target: '../serve/server.ts' },
  { rule: 'demo -> the core', path: 'main/demo/race.ts', target: '../services/orders.ts' },
  { rule: 'demo -> the core', path: 'main/demo/race.ts', target: '../services/ports.ts', typesAllowed: true },
  { rule: 'a face -> adapters', path: 'main/serve/server.ts', target: '../adapters/files/atomicFiles.ts' },
  { rule: 'desktop -> other faces', path: 'main/desktop/main.ts', target: '../cli/main.ts' },
  { rule: 'serve -> other faces', path: 'main/serve/server.ts', target: '../cli/main.ts' },
  { rule: 'main -> desktop', path: 'main/core.ts', target: './desktop/window.ts' },
  { rule: 'main -> desktop', path: 'main/cli/main.ts', target: '../desktop/window.ts' },
  { rule: 'the app -> tests', path: 'main/core.ts', target: '../test/support/browser.ts' },
  { rule: 'the app -> tests', path: 'renderer/api.ts', target: '../test/support/browser.ts' },
  { rule: only('electron'), path: 'main/core.ts', target: 'electron' },
  { rule: only('electron'), path: 'main/serve/server.ts', target: 'electron/main' },
  { rule: only('electron'), path: 'main/desktop/start/start.ts', target: 'electron' },
  { rule: only('keytar'), path: 'main/platform/keychain/memoryKeychain.ts', target: 'keytar' },
  { rule: only('undici'), path: 'main/adapters/http/retry.ts', target: 'undici' },
  { rule: only('node:sqlite'), path: 'main/store/ingestWorker.ts', target: 'node:sqlite' },
]

export const plantedNames: readonly { readonly rule: string; readonly path: string; readonly text: string }[] = [
  {
    rule: only('ipcMain'),
    path: 'main/desktop/window.ts',
    text: "import { ipcMain } from 'electron'\nexport const a = ipcMain",
  },
  {
    rule: only('ipcMain'),
    path: 'main/desktop/window.ts',
    text: "import * as e from 'electron'\nexport const a = e['ipcMain']",
  },
  {
    rule: only('ipcRenderer, contextBridge'),
    path: 'main/desktop/window.ts',
    text: "import { contextBridge as c } from 'electron'\nexport const a = c",
  },
  {
    rule: only('shell.openExternal'),
    path: 'main/desktop/main.ts',
    text: "import { shell } from 'electron'\nvoid shell.openExternal('x')",
  },
  {
    rule: only('localStorage'),
    path: 'renderer/app/state/remembered.ts',
    text: "export const a = window.localStorage.getItem('a')",
  },
  {
    rule: only('sessionStorage'),
    path: 'renderer/app/state/remembered.ts',
    text: 'export const { sessionStorage: a } = globalThis',
  },
  {
    rule: only('createRequire'),
    path: 'main/core.ts',
    text: "import { createRequire as c } from 'node:module'\nexport const a = c('x')('undici')",
  },
  {
    rule: only('undici'),
    path: 'main/core.ts',
    text: "export const a = module.require('undici')\ndeclare const module: { require: (name: string) => unknown }",
  },
  { rule: only('node:sqlite'), path: 'main/core.ts', text: "export const a = process.getBuiltinModule('node:sqlite')" },
  { rule: only('window.racedesk'), path: 'renderer/app/App.tsx', text: 'export const a = window.racedesk' },
  {
    rule: only('window.racedesk'),
    path: 'renderer/app/App.tsx',
    text: 'const { racedesk: bridge } = globalThis\nexport const a = bridge',
  },
  {
    rule: only('the network from the renderer'),
    path: 'renderer/screens/stage/Stage.tsx',
    text: "export const a = () => fetch('/api/stage:list')",
  },
  {
    rule: only('the network from the renderer'),
    path: 'renderer/app/state/events.ts',
    text: "export const a = new EventSource('/api/events')",
  },
  {
    rule: 'renderer -> main',
    path: 'renderer/app/App.tsx',
    text: "export const a = import.meta.glob('../../main/x.ts')",
  },
]

/** A small tree in which every arrow that the design allows is drawn. */
export const cleanTree: readonly TreeFile[] = [
  { path: 'preload/contract.ts', text: 'export type Bridge = { readonly call: () => void }' },
  {
    path: 'preload/preload.ts',
    text: "import { contextBridge, ipcRenderer } from 'electron'\nimport type { Bridge } from './contract.ts'\nconst bridge: Bridge = { call: () => ipcRenderer.send('x') }\ncontextBridge.exposeInMainWorld('racedesk', bridge)",
  },
  {
    path: 'renderer/api.ts',
    text: "import type { Bridge } from '../preload/contract.ts'\ndeclare const window: { racedesk?: Bridge }\nexport const call = () => window.racedesk ?? fetch('/api/app:info')",
  },
  { path: 'renderer/main.tsx', text: "import { App } from './app/App.tsx'\nexport const a = <App />" },
  {
    path: 'renderer/app/App.tsx',
    text: "import { Stage } from '../screens/stage/Stage.tsx'\nexport const App = Stage",
  },
  {
    path: 'renderer/screens/stage/Stage.tsx',
    text: "import { call } from '../../api.ts'\nimport { Row } from './Row.tsx'\nimport { Button } from '../../components/Button.tsx'\nexport const Stage = () => [call, Row, Button]",
  },
  { path: 'renderer/screens/stage/Row.tsx', text: "import './row.css'\nexport const Row = () => null" },
  {
    path: 'renderer/components/Button.tsx',
    text: "import { useState } from 'react'\nimport type { Bridge } from '../../preload/contract.ts'\nexport const Button = (_: Bridge) => useState(0)",
  },
  {
    path: 'main/kernel/fold.ts',
    text: "import { z } from 'zod'\nimport { x } from './shape/rows.ts'\nimport type { Bridge } from '../../preload/contract.ts'\nexport const fold = (b: Bridge) => [z, x, b]",
  },
  { path: 'main/domain/shape/rows.ts', text: 'export const x = 1' },
  {
    path: 'main/kernel/ports.ts',
    text: "import type { Bridge } from '../../preload/contract.ts'\nexport type Log = Bridge",
  },
  {
    path: 'main/features/orders/orders.ts',
    text: "import { fold } from '../domain/fold.ts'\nimport type { Log } from './ports.ts'\nexport const orders = (log: Log) => fold(log)",
  },
  {
    path: 'main/platform/sqlite/sqliteDatabase.ts',
    text: "import { DatabaseSync } from 'node:sqlite'\nimport type { Log } from '../../services/ports.ts'\nexport const open = (_: Log) => new DatabaseSync('x')",
  },
  {
    path: 'main/store/sqliteStore.ts',
    text: "import { open } from './sqliteDatabase.ts'\nexport const store = open\nexport const worker = new URL(import.meta.url.endsWith('.ts') ? './ingestWorker.ts' : './ingestWorker.js', import.meta.url)",
  },
  {
    path: 'main/platform/keychain/keytarKeychain.ts',
    text: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\nexport const load = () => require('keytar')",
  },
  {
    path: 'main/platform/http/undiciEventService.ts',
    text: "import { request } from 'undici'\nexport const ask = request",
  },
  {
    path: 'main/gate/gate.ts',
    text: "import type { Bridge } from '../../preload/contract.ts'\nexport type Gate = Bridge",
  },
  { path: 'main/demo/race.ts', text: "import { createServer } from 'node:http'\nexport const serve = createServer" },
  {
    path: 'main/core.ts',
    text: "import { ask } from './adapters/http/undiciEventService.ts'\nimport { orders } from './services/orders.ts'\nimport { serve } from './demo/race.ts'\nexport const core = [ask, orders, serve]",
  },
  {
    path: 'main/serve/server.ts',
    text: "import { core } from '../core.ts'\nimport type { Gate } from '../gate/gate.ts'\nexport const start = (_: Gate) => core",
  },
  { path: 'main/cli/main.ts', text: "import { start } from '../serve/server.ts'\nexport const run = start" },
  { path: 'main/desktop/ipc.ts', text: "import { ipcMain } from 'electron'\nexport const listen = ipcMain" },
  {
    path: 'main/desktop/main.ts',
    text: "import { app } from 'electron'\nimport { core } from '../core.ts'\nimport { listen } from './ipc.ts'\nexport const x = [app, core, listen]",
  },
  { path: 'test/unit/fold.test.ts', text: "import { fold } from '../../main/kernel/fold.ts'\nfold" },
  { path: 'vitest.config.ts', text: 'export default {}' },
  { path: 'main/vite.config.ts', text: "import { defineConfig } from 'vite'\nexport default defineConfig({})" },
]
