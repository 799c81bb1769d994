/**
 * The walls of the house. A file stands in the first room whose name fits its path (`*` is any one name). It may import its
 * own room and what the row lists, nothing else: rooms, packages, modules of Node (`node:` is all of them). `type:` allows
 * `import type` only, `computed` an import whose target the source works out, `below` is each feature that `features` names.
 * No row allows a `re-export`: a name is imported from the file that declares it.
 */
export const rooms: { readonly [room: string]: string } = {
  'preload/contract*': 'preload/contract* preload/shared zod',
  'preload/bridge.ts': 'type:preload/contract*',
  'preload/preload.ts': 'type:preload/contract* type:preload/bridge.ts electron',
  'preload/shared': 'type:preload/contract*',

  'main/kernel': 'type:preload/contract* preload/contract/roles.ts node:timers entities zod',
  'main/platform/pictures/resources': 'node: harfbuzzjs woff2-encoder',
  'main/platform/remote':
    'type:preload/contract* main/kernel main/platform/files type:main/platform/http/webClient.ts node: aws4fetch sax ssh2',
  'main/platform/*':
    'type:preload/contract* main/kernel main/platform/files/runFolders.ts node: fflate hucre keytar undici yauzl',
  'main/features/*/rules': 'preload/contract/* preload/shared main/kernel main/features/below/rules zod',
  'main/features/*':
    'preload/contract* preload/shared main/kernel main/platform main/features/below node:buffer node:crypto node:path node:timers node:util node:zlib zod',
  'main/store': 'type:preload/contract* main/kernel main/platform main/features node:',
  'main/gate': 'preload/contract* preload/shared main/kernel main/features/*/rules node:crypto zod',
  'main/demo': 'type:preload/contract* main/kernel node:',
  'main/*.ts':
    'preload/contract* main/*.ts main/kernel main/platform main/features main/store main/gate main/demo node:',
  'main/serve':
    'type:preload/contract* main/*.ts main/kernel main/platform/files/runFolders.ts main/features/*/rules main/gate node:',
  'main/cli':
    'preload/contract* main/*.ts main/*.mjs main/kernel main/features/*/rules main/gate main/demo main/serve node:',
  'main/desktop/resources': 'node: @electron/fuses app-builder-lib playwright-core',
  'main/desktop/start':
    'main/lostParent.ts main/*.mjs main/desktop/startOptions.ts node: @electron/get @electron-internal/extract-zip',
  'main/desktop':
    'type:preload/contract* main/*.ts main/kernel main/features/*/rules main/gate main/serve/screens node: electron electron-updater',
  'main/racedesk.mjs': 'main/*.mjs node: computed',
  'main/*.mjs': 'main/*.mjs main/desktop/start node:',

  'renderer/board': 'type:preload/contract* react react-dom',
  'renderer/site': 'type:preload/contract* preload/shared',
  'renderer/text': 'type:preload/contract* i18next react',
  'renderer/components':
    'type:preload/contract* renderer/text @base-ui/react lucide-react qr react react-json-view-lite',
  'renderer/api.ts': 'type:preload/contract* type:preload/bridge.ts renderer/app/state',
  'renderer/features/*':
    'type:preload/contract* preload/shared renderer/api.ts renderer/app renderer/components renderer/text ' +
    '@base-ui/react @tanstack/react-query diff highlight.js lowlight lucide-react marked react react-dom',
  'renderer/app':
    'type:preload/contract* preload/shared renderer/api.ts renderer/components renderer/features renderer/text ' +
    '@base-ui/react @tanstack/react-query lucide-react react react-dom',
  'renderer/main.tsx': 'renderer @base-ui/react @tanstack/react-query react react-dom',
}

/** The features of main from the ground up. Each may lean on those it names, which all stand above it. */
export const features: { readonly [feature: string]: string } = {
  jobs: '',
  organizations: '',
  stages: 'jobs organizations',
  settings: 'organizations stages',
  network: 'organizations settings',
  updates: 'settings',
  watch: 'jobs organizations stages',
  columns: 'organizations stages',
  results: 'stages columns',
  changes: 'stages columns results',
  replies: 'organizations stages columns results changes',
  audit: 'stages columns results',
  files: 'jobs organizations stages columns results changes audit',
  startList: 'stages columns files',
  screens: 'stages',
  capsule: 'jobs organizations stages columns changes replies files',
  publish: 'jobs stages columns results files',
  orders: 'jobs organizations files',
  blocks: 'jobs organizations files',
  promo: 'organizations files',
  calls: 'organizations columns results files',
  storage: 'replies blocks',
  diagnostics: 'jobs organizations settings storage files',
}

/** Modules, or single names of them, for the listed files only. */
export const onlyIn: { readonly [what: string]: string } = {
  keytar: 'main/platform/keychain/keytarKeychain.ts',
  'entities/decode': 'main/kernel/text/htmlEntities.ts',
  undici: 'main/platform/http/undiciEventService.ts main/platform/http/lines.ts main/platform/http/webClient.ts',
  'node:sqlite': 'main/platform/sqlite/sqliteDatabase.ts main/platform/sqlite/migrate.ts',
  'node:module createRequire': 'main/platform/keychain/keytarKeychain.ts main/racedesk.mjs',
  'electron ipcMain': 'main/desktop/ipc.ts',
  'electron shell': 'main/desktop/openExternal.ts',
  'electron contextBridge': 'preload/preload.ts',
  'electron ipcRenderer': 'preload/preload.ts',
}

/** Imports that break the table all the same, each with its reason. The list only ever gets shorter. */
export const crossings: { readonly [crossing: string]: string } = {
  'main/desktop/systemRoutes.ts -> main/platform/http/routes.ts': 'reads the routes that the system names; no I/O',
  'renderer/features/results/PersonPanel.tsx -> renderer/features/changes/PersonHistory.tsx': 'a part of the panel',
  'renderer/features/results/ResultsView.tsx -> renderer/features/files/ExportDialog.tsx': 'a part of the view',
}
