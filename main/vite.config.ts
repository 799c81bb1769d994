import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Names of the bundles in out/main and the files they start from. */
export const entries = {
  desktop: 'main/desktop/main.ts',
  cli: 'main/cli/main.ts',
  ingestWorker: 'main/store/ingestWorker.ts',
  peopleWorker: 'main/store/peopleWorker.ts',
  readerWorker: 'main/store/readerWorker.ts',
  siteWorker: 'main/store/siteWorker.ts',
  upkeepWorker: 'main/store/upkeepWorker.ts',
  startListWorker: 'main/store/startListWorker.ts',
  systemCertificatesWorker: 'main/platform/http/systemCertificatesWorker.ts',
}

const external = [/^node:/u, ...builtinModules, 'electron', 'keytar']

/**
 * Parts of undici that a call of ours never reaches, as its files name them: HTTP/2 (`allowH2` is off), bodies that are
 * forms (ours are bytes), proxies that speak SOCKS (they are never asked), and the parser for processors of before 2008.
 */
const unreached = [
  /^\.\/client-h2\.js$/u,
  /^\.\/socks5-proxy-agent$/u,
  /^\.\.\/web\//u,
  /^\.\.\/llhttp\/llhttp-wasm\.js$/u,
]

/**
 * undici's entry file reaches everything it has (fetch, WebSocket, mocks), none of which a bundler can take away again:
 * the bundle gets the classes that main/platform/http uses, from where they are defined, with the one method of the entry
 * file's that a proxy calls, and nothing of `unreached`.
 */
const undiciParts = `
import connect from 'undici/lib/api/api-connect.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
Dispatcher.prototype.connect = connect
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
export { default as Pool } from 'undici/lib/dispatcher/pool.js'
export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js'
export { default as buildConnector } from 'undici/lib/core/connect.js'
`

const leanUndici: Plugin = {
  name: 'lean-undici',
  enforce: 'pre',
  resolveId: (id, importer) => {
    if (id === 'undici') return '\0lean-undici'
    const isOfUndici = /[\\/]node_modules[\\/]undici[\\/]/u.test(importer ?? '')
    return isOfUndici && unreached.some((part) => part.test(id)) ? '\0unreached' : null
  },
  load: (id) => {
    if (id === '\0lean-undici') return undiciParts
    return id === '\0unreached' ? 'export default null' : null
  },
}

/**
 * ssh2 as a client only. It goes without its two native parts, which nobody builds, and expects that asking for them throws.
 */
const leanSsh: Plugin = {
  name: 'lean-ssh',
  enforce: 'pre',
  resolveId: (id, importer) => {
    if (id === 'cpu-features' || id.endsWith('/sshcrypto.node')) return '\0unbuilt'
    const isEntry = /[\\/]node_modules[\\/]ssh2[\\/]lib[\\/]index\.js$/u.test(importer ?? '')
    return isEntry && /^\.\/(?:server|keygen|http-agents)\.js$/u.test(id) ? '\0unreached' : null
  },
  load: (id) => (id === '\0unbuilt' ? "throw new Error('not built')" : null),
}

/**
 * Replaces zod's JSON Schema conversion, which the app never calls but zod references from each schema, so bundlers keep it.
 */
const leanZod: Plugin = {
  name: 'lean-zod',
  enforce: 'pre',
  resolveId: (id, importer) => {
    if (!/[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/u.test(importer ?? '')) return null
    return /^\.\.\/core\/(?:to-json-schema|json-schema-processors)\.js$/u.test(id) ? '\0undescribed' : null
  },
  load: (id) => (id === '\0undescribed' ? 'module.exports = {}' : null),
}

/**
 * Node reads every export of a built-in that is imported as a module, and some of these are getters that load much: all of
 * its own fetch in node:http, all root certificates in node:tls, a third of the time from start to window. Asked for as an
 * object, a built-in is read no further than it is used.
 */
const leanBuiltins: Plugin = {
  name: 'lean-builtins',
  renderChunk: (code) => ({
    code: code.replaceAll(
      /^import (?:\{([^}]+)\}|(?:\* as )?(\w+)) from ["'](node:[\w/]+)["'];$/gmu,
      (_line, names: string | undefined, whole: string | undefined, builtin: string) =>
        `const ${names === undefined ? whole : `{${names.replaceAll(' as ', ': ')}}`} = process.getBuiltinModule('${builtin}');`,
    ),
    map: null,
  }),
}

export default defineConfig({
  plugins: [leanUndici, leanSsh, leanZod, leanBuiltins],
  // Leaves out undici's second, experimental HTTP parser, as Node's own build does. ssh2 asks for its folder, which modules have otherwise.
  define: { esbuildDetection: 'true', __dirname: 'import.meta.dirname' },
  root: inRepository('main'),
  publicDir: false,
  ssr: { noExternal: true, external: ['electron', 'keytar'], target: 'node' },
  build: {
    ssr: true,
    outDir: inRepository('out/main'),
    emptyOutDir: true,
    target: 'node24',
    minify: true,
    sourcemap: false,
    reportCompressedSize: false,
    license: { fileName: 'NOTICES.md' },
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, inRepository(file)])),
      external,
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        // Flat: workers are started by a path relative to their chunk.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})
