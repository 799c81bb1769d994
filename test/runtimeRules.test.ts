import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown, type UserConfig } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import mainBundles from '../main/vite.config.ts'
import preloadBundle from '../preload/vite.config.ts'
import { ciphers, cryptoCalls, digests, lookedUp, missingBuiltins, tlsOptions } from './support/electronRuntime.ts'
import { nameOfBuiltin, scanBundle, type RuntimeScan } from './support/runtimeScan.ts'

/** Modules and algorithms that main's bundles use, read from unminified builds. */

const root = fileURLToPath(new URL('..', import.meta.url))

/** electron-updater checks a download by the sha512 or sha2 of its feed, and names folders by UUIDs of sha1 and md5. */
const choosesDigests = /[\\/]node_modules[\\/](?:electron-updater|builder-util-runtime)[\\/]/u

type Chunk = { readonly fileName: string; readonly origins: readonly string[]; readonly scan: RuntimeScan }

const buildReadable = async (config: UserConfig): Promise<readonly Chunk[]> => {
  const made = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    // One of the plugins hides imports, for the sake of the start.
    plugins: (config.plugins ?? []).flat().filter((one) => !isCalled(one, 'lean-builtins')),
    build: { ...config.build, minify: false, write: false, license: false },
  })
  const { output } = made as Rolldown.RolldownOutput
  return output.flatMap((one) =>
    one.type === 'chunk'
      ? [{ fileName: one.fileName, origins: one.moduleIds, scan: scanBundle(one.fileName, one.code) }]
      : [],
  )
}

const isCalled = (plugin: unknown, name: string): boolean =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name

/** Loads that work neither from the bundle nor from inside an asar. */
const findForeignLoads = ({ loaded }: RuntimeScan, chunks: ReadonlySet<string>): readonly string[] =>
  loaded.flatMap(({ form, specifier }) => {
    if (specifier === null) return [`${form} of a computed name`]
    if (specifier.startsWith('./') && form !== 'require') return chunks.has(specifier.slice(2)) ? [] : [specifier]
    const builtin = nameOfBuiltin(specifier)
    if (builtin !== null) return missingBuiltins.includes(builtin) ? [`${form} ${specifier}`] : []
    // Electron answers for its own name, whichever loader asks; every other package is found by require only.
    if (specifier === 'electron' && form !== 'dynamic') return []
    return specifier === 'keytar' && form === 'require' ? [] : [`${form} ${specifier}`]
  })

const findNotLookedUp = ({ used }: RuntimeScan): readonly string[] =>
  [...used].filter((use) => {
    const [builtin = '', name = ''] = use.split(' ')
    return lookedUp[builtin]?.includes(name) === false
  })

const findUnknownAlgorithms = ({ calls }: RuntimeScan, mayChoose: boolean): readonly string[] =>
  calls.flatMap(({ builtin, name, texts }) => {
    const rule = builtin === 'node:crypto' ? cryptoCalls[name] : undefined
    if (rule === undefined) return []
    const text = texts[rule.argument] ?? null
    if (text === null) return mayChoose ? [] : [`${name} of a computed algorithm`]
    return rule.known.includes(text.toLowerCase()) ? [] : [`${name} ${text}`]
  })

describe('the bundles of main', () => {
  let chunks: readonly Chunk[] = []
  beforeAll(async () => {
    chunks = await buildReadable(mainBundles)
  }, 60_000)

  const findings = (find: (chunk: Chunk) => readonly string[]): readonly string[] =>
    chunks.flatMap((chunk) => find(chunk).map((one) => `${chunk.fileName}: ${one}`))

  it('are read whole, so that an empty reading cannot pass for a clean one', () => {
    const used = new Set(chunks.flatMap(({ scan }) => [...scan.used]))
    for (const use of ['node:crypto createHash', 'node:crypto hash', 'node:sqlite DatabaseSync', 'node:fs openSync']) {
      expect(used).toContain(use)
    }
    const loaded = chunks.flatMap(({ scan }) => scan.loaded.map(({ form, specifier }) => `${form} ${specifier}`))
    expect(loaded).toEqual(expect.arrayContaining(['import electron', 'require electron', 'require keytar']))
    expect(chunks.flatMap(({ scan }) => scan.calls).filter(({ name }) => name === 'createHash').length).toBeGreaterThan(
      9,
    )
  })

  it('load nothing but each other, built-ins, electron and, by require, keytar', () => {
    const names = new Set(chunks.map(({ fileName }) => fileName))
    expect(findings(({ scan }) => findForeignLoads(scan, names))).toEqual([])
  })

  it('use nothing of the built-ins built on BoringSSL or left in part untested that was not looked up', () => {
    expect(findings(({ scan }) => findNotLookedUp(scan))).toEqual([])
  })

  it('name only digests, ciphers and keys that BoringSSL has', () => {
    const mayChoose = ({ origins }: Chunk) => origins.some((origin) => choosesDigests.test(origin))
    expect(findings((chunk) => findUnknownAlgorithms(chunk.scan, mayChoose(chunk)))).toEqual([])
  })

  it('leave TLS as the library sets it', () => {
    expect(findings(({ scan }) => tlsOptions.filter((name) => scan.properties.has(name)))).toEqual([])
  })

  it('hold electron-updater with all that it requires', () => {
    const packages = chunks.flatMap(({ origins }) =>
      origins.flatMap((origin) => /.*node_modules[\\/]([\w.-]+)/u.exec(origin)?.[1] ?? []),
    )
    const manifest = readFileSync(join(root, 'node_modules/electron-updater/package.json'), 'utf8')
    const { dependencies } = JSON.parse(manifest) as { readonly dependencies: { readonly [name: string]: string } }
    expect(Object.keys(dependencies).length).toBeGreaterThan(3)
    // It takes nothing but types from this one.
    expect(Object.keys(dependencies).filter((name) => !packages.includes(name))).toEqual(['tiny-typed-emitter'])
  })
})

it('lets the preload script load electron alone, which is all that a sandbox gives it', async () => {
  const chunks = await buildReadable(preloadBundle)
  expect(chunks.flatMap(({ scan }) => scan.loaded)).toEqual([{ form: 'require', specifier: 'electron' }])
}, 60_000)

describe('the reading of a bundle', () => {
  const chunks = new Set(['other.js'])
  const read = (code: string): RuntimeScan => scanBundle('planted.js', code)

  it.each([
    ["import x from 'left-pad'", 'import left-pad'],
    ["export * from 'left-pad'", 'import left-pad'],
    ["import 'keytar'", 'import keytar'],
    ["const load = () => import('keytar')", 'dynamic keytar'],
    ['const load = () => import(`keytar`)', 'dynamic keytar'],
    ["var a = __require('left-pad')", 'require left-pad'],
    ["var a = createRequire(import.meta.url)('left-pad')", 'require left-pad'],
    ['var a = createRequire(import.meta.url)(name)', 'require of a computed name'],
    ["var a = __require.resolve('left-pad')", 'require left-pad'],
    ['const load = () => import(name)', 'dynamic of a computed name'],
    ["import './absent.js'", './absent.js'],
    ["import { wasi } from 'node:wasi'", 'import node:wasi'],
    ["var a = process.getBuiltinModule('node:quic')", 'require node:quic'],
  ])('finds the load of %s', (code, finding) => {
    expect(findForeignLoads(read(code), chunks)).toEqual([finding])
  })

  it.each([
    "import { app } from 'electron'\nimport './other.js'\nvar a = __require('fs')",
    "var a = createRequire(import.meta.url)('keytar')",
  ])('lets pass %s', (code) => {
    expect(findForeignLoads(read(code), chunks)).toEqual([])
  })

  it.each([
    ["import { scryptSync } from 'node:crypto'", 'node:crypto scryptSync'],
    ["import * as c from 'crypto'\nc.getHashes()", 'node:crypto getHashes'],
    ["import c from 'crypto'\nc['getHashes']()", 'node:crypto getHashes'],
    ["var crypto_1 = __require('crypto')\n;(0, crypto_1.getHashes)()", 'node:crypto getHashes'],
    ["var c = __toESM(__require('crypto'))\nc.getHashes()", 'node:crypto getHashes'],
    ["var { getHashes } = __require('crypto')", 'node:crypto getHashes'],
    ["__require('node:crypto').getHashes()", 'node:crypto getHashes'],
    ["import * as c from 'crypto'\nc[name]()", 'node:crypto (computed)'],
    ["const { backup } = process.getBuiltinModule('node:sqlite')", 'node:sqlite backup'],
  ])('finds what %s uses', (code, finding) => {
    expect(findNotLookedUp(read(code))).toEqual([finding])
  })

  it.each([
    ["import { createHash } from 'node:crypto'\ncreateHash('sha3-256')", 'createHash sha3-256'],
    ["import { createHash as h } from 'node:crypto'\nh(`blake2s256`)", 'createHash blake2s256'],
    ["var c = __require('crypto')\n;(0, c.createHash)('shake128')", 'createHash shake128'],
    ["import { hash } from 'crypto'\nhash(name, text)", 'hash of a computed algorithm'],
    ["import { createCipheriv } from 'crypto'\ncreateCipheriv('aes-128-ccm', k, v)", 'createCipheriv aes-128-ccm'],
    ["import { pbkdf2 } from 'crypto'\npbkdf2(p, s, 1, 32, 'sm3')", 'pbkdf2 sm3'],
    ["import { createECDH } from 'crypto'\ncreateECDH('secp256k1')", 'createECDH secp256k1'],
    ["import { generateKeyPair } from 'crypto'\ngenerateKeyPair('ed448')", 'generateKeyPair ed448'],
  ])('finds the algorithm of %s', (code, finding) => {
    expect(findUnknownAlgorithms(read(code), false)).toEqual([finding])
  })

  it('takes no word of a text or of another function for an algorithm', () => {
    const code =
      "import { createHash } from 'node:crypto'\nconst t = \"createHash('sm3')\"\ncreateHash('SHA256')\nhash('sm3')"
    expect(findUnknownAlgorithms(read(code), false)).toEqual([])
  })

  it('knows lists that name each algorithm once, in lower case', () => {
    for (const list of [digests, ciphers]) {
      expect(new Set(list).size).toBe(list.length)
      expect(list.map((name) => name.toLowerCase())).toEqual(list)
    }
  })
})
