import { posix } from 'node:path'
import { isSource, scan } from './architectureScan.ts'
import type { Import, TreeFile } from './architectureScan.ts'

/** A regular expression on where an import leads: a path of the repository, `npm:<package>` or `node:<module>`. */
type Place = RegExp

export type Arrow = {
  /** The sentence of the design that the arrow would break. */
  readonly never: string
  readonly from: Place
  readonly to: Place
  /** Places inside `to` that are meant to be reached. */
  readonly except?: Place
  /** Places inside `to` that may be reached by `import type` and in no other way. */
  readonly exceptTypesOf?: Place
}

export type Finding = { readonly path: string; readonly rule: string; readonly detail: string }

const ports = /^main\/services\/ports\.ts$/u
const contract = /^preload\/contract\.ts$/u

/** Files that only tools read; they may import what the tools need. */
const toolConfig = /(^|\/)vite(st)?\.config\.ts$/u

export const arrows: readonly Arrow[] = [
  { never: 'contract -> anything', from: contract, to: /^/u },
  {
    never: 'preload -> anything but electron and the contract',
    from: /^preload\/(?!contract\.ts)/u,
    to: /^/u,
    except: /^npm:electron$|^preload\/contract\.ts$/u,
  },
  { never: 'renderer -> main', from: /^renderer\//u, to: /^main\//u },
  { never: 'renderer -> node', from: /^renderer\//u, to: /^node:/u },
  { never: 'renderer -> preload, the contract aside', from: /^renderer\//u, to: /^preload\//u, except: contract },
  { never: 'renderer -> packages of the main side', from: /^renderer\//u, to: /^npm:(electron|keytar|undici|zod)$/u },
  { never: 'a screen -> another screen', from: /^renderer\/screens\/([^/]+)\//u, to: /^renderer\/screens\/(?!$1\/)/u },
  {
    never: 'components -> api.ts, screens, app',
    from: /^renderer\/components\//u,
    to: /^renderer\/(api\.ts$|screens\/|app\/)/u,
  },
  { never: 'main -> renderer', from: /^main\//u, to: /^renderer\//u },
  { never: 'main -> preload, the contract aside', from: /^main\//u, to: /^preload\//u, except: contract },
  {
    never: 'domain -> node, electron, any package but zod',
    from: /^main\/domain\//u,
    to: /^(npm|node):/u,
    except: /^npm:zod$/u,
  },
  {
    never: 'domain -> any other room',
    from: /^main\/domain\//u,
    to: /^(?!npm:|node:)/u,
    except: /^main\/domain\//u,
    exceptTypesOf: contract,
  },
  {
    never: 'services -> adapters, gate, faces',
    from: /^main\/services\//u,
    to: /^main\/(adapters|gate|desktop|serve|cli|demo|core\.ts$)/u,
  },
  {
    never: "adapters -> services' code",
    from: /^main\/adapters\//u,
    to: /^main\/services\//u,
    exceptTypesOf: ports,
  },
  { never: 'adapters -> other adapters', from: /^main\/adapters\/([^/]+)\//u, to: /^main\/adapters\/(?!$1\/)/u },
  {
    never: 'adapters -> gate, faces',
    from: /^main\/adapters\//u,
    to: /^main\/(gate|desktop|serve|cli|demo|core\.ts$)/u,
  },
  {
    never: 'gate -> adapters, faces',
    from: /^main\/gate\//u,
    to: /^main\/(adapters|desktop|serve|cli|demo|core\.ts$)/u,
  },
  {
    never: 'demo -> the core',
    from: /^main\/demo\//u,
    to: /^main\/(adapters|gate|services|desktop|serve|cli|core\.ts$)/u,
    exceptTypesOf: ports,
  },
  { never: 'a face -> adapters', from: /^main\/(desktop|serve|cli)\//u, to: /^main\/adapters\// },
  { never: 'desktop -> other faces', from: /^main\/desktop\//u, to: /^main\/(serve|cli)\//u },
  { never: 'serve -> other faces', from: /^main\/serve\//u, to: /^main\/(desktop|cli)\//u },
  { never: 'main -> desktop', from: /^main\/(?!desktop\/|start\.mjs$)/u, to: /^main\/desktop\//u },
  { never: 'the app -> tests', from: /^(main|preload|renderer)\//u, to: /^test\//u },
]

export type OnlyPlace = {
  readonly what: string
  readonly place: Place
  /** Matched against where imports lead. */
  readonly target?: Place
  /** Matched against the identifiers of a file, in files that `within` matches. */
  readonly name?: RegExp
  readonly within?: Place
}

const anyRoom = /^(main|preload|renderer)\//u

export const onlyPlaces: readonly OnlyPlace[] = [
  { what: 'electron', target: /^npm:electron$/u, place: /^main\/desktop\/[^/]+\.ts$|^preload\/preload\.ts$/u },
  { what: 'keytar', target: /^npm:(@github\/)?keytar$/u, place: /^main\/adapters\/keychain\/keytarKeychain\.ts$/u },
  { what: 'undici', target: /^npm:undici$/u, place: /^main\/adapters\/http\/undiciEventService\.ts$/u },
  { what: 'node:sqlite', target: /^node:sqlite$/u, place: /^main\/adapters\/store\/sqliteDatabase\.ts$/u },
  { what: 'ipcMain', name: /^ipcMain$/u, place: /^main\/desktop\/ipc\.ts$/u },
  { what: 'ipcRenderer, contextBridge', name: /^(ipcRenderer|contextBridge)$/u, place: /^preload\/preload\.ts$/u },
  { what: 'shell.openExternal', name: /^openExternal$/u, place: /^main\/desktop\/openExternal\.ts$/u },
  { what: 'createRequire', name: /^createRequire$/u, place: /^main\/adapters\/keychain\/keytarKeychain\.ts$/u },
  { what: 'window.racedesk', name: /^racedesk$/u, within: /^renderer\//u, place: /^renderer\/api\.ts$/u },
  {
    what: 'the network from the renderer',
    name: /^(fetch|XMLHttpRequest|EventSource|WebSocket|sendBeacon)$/u,
    within: /^renderer\//u,
    place: /^renderer\/api\.ts$/u,
  },
  // A window's storage ends with it; what a page remembers is the store's.
  { what: 'localStorage', name: /^(localStorage|indexedDB)$/u, within: /^renderer\//u, place: /^$/u },
  { what: 'sessionStorage', name: /^sessionStorage$/u, within: /^renderer\//u, place: /^renderer\/api\.ts$/u },
]

/** Files that may import what the source computes: the launcher loads the bundle that it has just built. */
const mayCompute = /^main\/racedesk\.mjs$|^main\/desktop\/start\/[^/]+\.ts$/u

/** Where an import leads, seen from the file that has it. Null for the file system's root or another scheme, which nothing may use. */
export function placeOf(path: string, { specifier, form }: Import): string | null {
  if (specifier === null) return null
  const bare = specifier.replace(/\?.*$/u, '')
  if (/^\.{1,2}(\/|$)/u.test(bare) || form === 'url' || (form === 'reference' && bare.includes('/'))) {
    const resolved = posix.join(posix.dirname(path), bare)
    return resolved.startsWith('../') ? null : resolved
  }
  if (bare.startsWith('node:')) return bare
  if (/^[/#~]|^[a-z]+:/u.test(bare)) return null
  const parts = bare.split('/')
  const name = bare.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
  return nodeModules.has(name) ? `node:${name}` : `npm:${name}`
}

/** Built-in modules that old code imports without their prefix. */
const nodeModules = new Set(
  'assert buffer child_process crypto dns events fs http http2 https module net os path process stream tls url util vm worker_threads zlib'.split(
    ' ',
  ),
)

/** A place that does not say `.ts` still leads to the file. */
const spellings = (place: string): string[] => (/^(npm|node):/u.test(place) ? [place] : [place, `${place}.ts`])

function forbids(arrow: Arrow, path: string, place: string, isTypeOnly: boolean): boolean {
  const from = arrow.from.exec(path)
  if (from === null) return false
  const to = from[1] === undefined ? arrow.to : new RegExp(arrow.to.source.replaceAll('$1', from[1]), 'u')
  const reaches = (target: RegExp | undefined) =>
    target !== undefined && spellings(place).some((one) => target.test(one))
  if (!reaches(to) || reaches(arrow.except)) return false
  return !(isTypeOnly && reaches(arrow.exceptTypesOf))
}

/** Everything in the tree that the design says must never be; empty for a tree that keeps to it. */
export function findForbidden(tree: readonly TreeFile[]): Finding[] {
  return tree.filter(({ path }) => isSource(path) && anyRoom.test(path) && !toolConfig.test(path)).flatMap(findInFile)
}

function findInFile(file: TreeFile): Finding[] {
  const { imports, names } = scan(file)
  const report = (rule: string, detail: string): Finding => ({ path: file.path, rule, detail })
  const fromImports = imports.flatMap((one): Finding[] => {
    const place = placeOf(file.path, one)
    if (place === null) {
      const isLoose = one.specifier === null && (one.form === 'url' || mayCompute.test(file.path))
      return isLoose ? [] : [report('imports are written out and stay in the repository', one.specifier ?? one.form)]
    }
    const broken = arrows.filter((arrow) => forbids(arrow, file.path, place, one.isTypeOnly)).map(({ never }) => never)
    const misplaced = onlyPlaces
      .filter((only) => only.target?.test(place) === true && !only.place.test(file.path))
      .map(({ what }) => `${what} outside its one place`)
    return [...broken, ...misplaced].map((rule) => report(rule, `${one.form} ${one.specifier}`))
  })
  const fromNames = onlyPlaces
    .filter(
      ({ name, within = anyRoom, place }) => name !== undefined && within.test(file.path) && !place.test(file.path),
    )
    .flatMap(({ name, what }) =>
      [...names].filter((one) => name?.test(one)).map((one) => report(`${what} outside its one place`, one)),
    )
  return [...fromImports, ...fromNames]
}
