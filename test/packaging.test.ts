import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { extractAll, listPackage } from '@electron/asar'
import { build, Platform } from 'app-builder-lib'
import { LinuxPackager } from 'app-builder-lib/out/linuxPackager.js'
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { beforeAll, describe, expect, it } from 'vitest'
import { packIcns, packIco } from '../main/desktop/resources/iconFiles.mjs'
import { isRealFeed } from '../main/features/updates/rules/updates.ts'
import { updatesUrl } from '../main/desktop/updates/desktopUpdater.ts'
import { entries } from '../main/vite.config.ts'
import { closing, temporaryFolder } from './support/atEnd.ts'
import { startBundle } from './support/desktop/bundleRig.ts'
import { startCodingService } from './support/services/codingService.ts'
import { hasKeyring, requireOrSkip } from './support/requirements.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const read = (name: string) => readFileSync(pathOf(name), 'utf8')

type PackageJson = { readonly main: string; readonly desktopName: string }

const packageJson = JSON.parse(read('package.json')) as PackageJson
const packaging = await getConfig(pathOf(''), pathOf('electron-builder.yml'), null)
const patterns = [packaging.files ?? []].flat().flatMap((one) => (typeof one === 'string' ? one : (one.filter ?? [])))
const check = (changes: object) => validateConfiguration({ ...packaging, ...changes }, new DebugLogger(false))

describe('electron-builder.yml', () => {
  it('passes the check that electron-builder makes before it does anything', async () => {
    await expect(check({})).resolves.toBeUndefined()
  })

  it.each([{ apppId: 'x' }, { npmRebuild: 'no' }, { linux: { targets: 'deb' } }])(
    'would not pass with %j',
    async (fault) => {
      await expect(check(fault)).rejects.toThrow(/configuration/iu)
    },
  )

  it('names every file that goes in, so that no tree of modules is dragged along', () => {
    expect(patterns).toContain('!**/node_modules/**')
    expect(patterns).toContain('out/main/**')
    expect(patterns.filter((pattern) => /^(\*\*|node_modules)\/(?!keytar\/)/u.test(pattern))).toEqual([])
    expect(packaging.npmRebuild).toBe(false)
  })

  it('names every fuse, so that none is left to a default, and signs anew what they change, or no Mac starts it', () => {
    expect(packaging.electronFuses).toEqual({
      resetAdHocDarwinSignature: true,
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      enableCookieEncryption: false,
      loadBrowserProcessSpecificV8Snapshot: false,
    })
  })

  it('opens links and stage files, and names its window like its menu entry', () => {
    expect(packaging.protocols).toEqual([{ name: 'Racedesk link', schemes: ['racedesk'] }])
    expect(packaging.fileAssociations).toMatchObject([
      { ext: 'racestage', mimeType: 'application/vnd.racedesk.stage+zip' },
    ])
    expect(packaging.linux?.syncDesktopName).toBe(true)
    expect(packageJson.desktopName).toBe('racedesk.desktop')
  })

  it('leaves no links to a program that is gone', () => {
    expect(packaging.nsis?.include).toBe('main/desktop/resources/installer.nsh')
    const [, install = '', uninstall = ''] = read('main/desktop/resources/installer.nsh').split('!macro custom')
    const key = '"Software\\Classes\\racedesk"'
    expect(install).toContain(`WriteRegStr SHELL_CONTEXT ${key} "URL Protocol" ""`)
    expect(uninstall).toMatch(/\$\{ifNot\} \$\{isUpdated\}\s+DeleteRegKey SHELL_CONTEXT/u)
    expect(uninstall).toContain(`DeleteRegKey SHELL_CONTEXT ${key}`)
  })

  it('asks for the library that the keychain needs on Linux, and for all that Electron needs beside it', () => {
    const names = [packaging.deb?.depends ?? []].flat().map((one) => one.split(' ', 1)[0])
    // To name a list is to give up electron-builder's own.
    const ofElectron = ['libgtk-3-0', 'libnotify4', 'libnss3', 'libxss1', 'libxtst6', 'libatspi2.0-0', 'libuuid1']
    expect(names).toEqual(
      expect.arrayContaining([...ofElectron, 'libgbm1', 'libasound2', 'xdg-utils', 'libsecret-1-0']),
    )
  })

  it('makes what each system installs, for the processors that it has', () => {
    expect(packaging.linux?.target).toEqual(['deb', 'AppImage'])
    expect(packaging.win?.target).toEqual([{ target: 'nsis', arch: ['x64', 'arm64'] }])
    expect(packaging.mac?.target).toEqual([
      { target: 'dmg', arch: ['x64', 'arm64'] },
      // macOS updates the app from this.
      { target: 'zip', arch: ['x64', 'arm64'] },
    ])
  })

  it('looks for updates where the app believes it does, and nowhere as long as no real place is set', () => {
    expect(packaging.publish).toEqual({ provider: 'generic', url: updatesUrl })
    expect(isRealFeed(updatesUrl)).toBe(false)
  })

  it('installs for one user on Windows and hardened on macOS', () => {
    expect(packaging.nsis).toMatchObject({ perMachine: false })
    expect(packaging.mac).toMatchObject({ hardenedRuntime: true })
    expect(packaging.mac?.extendInfo).toHaveProperty('NSLocalNetworkUsageDescription')
    for (const path of [packaging.mac?.entitlements, packaging.mac?.entitlementsInherit]) {
      expect(existsSync(pathOf(String(path)))).toBe(true)
    }
  })
})

describe('icons', () => {
  const resource = (name: string) => readFileSync(pathOf(`main/desktop/resources/${name}`))
  const sideOf = (png: Buffer): number => {
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20))
    return png.readUInt32BE(16)
  }

  it('has a square icon for every size that Linux desktops look for', () => {
    const names = readdirSync(pathOf('main/desktop/resources/icons'))
    expect(names).toEqual(expect.arrayContaining(['16x16.png', '48x48.png', '256x256.png', '512x512.png']))
    for (const name of names) expect(`${sideOf(resource(`icons/${name}`))}`).toBe(name.split('x')[0])
  })

  it('has whole pictures where the directory of the Windows icon says they are', () => {
    const ico = resource('icon.ico')
    const sides = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index
      const start = ico.readUInt32LE(at + 12)
      const side = sideOf(ico.subarray(start, start + ico.readUInt32LE(at + 8)))
      expect(ico.readUInt8(at)).toBe(side % 256)
      return side
    })
    expect(sides).toEqual(expect.arrayContaining([16, 32, 48, 256]))
  })

  it('has whole pictures in the macOS icon up to its last byte', () => {
    const icns = resource('icon.icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const sides: number[] = []
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      sides.push(sideOf(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4))))
    }
    expect(sides).toEqual(expect.arrayContaining([16, 128, 512, 1024]))
  })

  it('is what the script would pack again from the same pictures', () => {
    const image = (size: number) => ({ size, png: resource(`icons/${size}x${size}.png`) })
    expect(packIco([image(16)]).readUInt32LE(14)).toBe(image(16).png.length)
    expect(packIcns([image(512)]).includes(image(512).png)).toBe(true)
  })
})

it('starts the app from a bundle that the build really makes, and every bundle from a file that is there', () => {
  expect(Object.keys(entries).map((name) => `out/main/${name}.js`)).toContain(packageJson.main)
  expect(Object.values(entries).filter((path) => !existsSync(pathOf(path)))).toEqual([])
})

/** Bytes that the packed app may have beside keytar. */
const byteBudget = 6_000_000
/** Bytes of the code that the main thread loads before its window. */
const mainBudgetBytes = 628_000
/**
 * The bytes that it and its workers may ever load: calls, exports, the demo race, 0.3 MB of electron-updater, 0.1 MB that read workbooks, 0.3 MB of ssh2, and 70 kB of
 * words, names by which columns are known and names of HTML's characters.
 */
const mainTotalBytes = 1_840_000
/** Bytes of all that the page loads before it shows anything, as it travels. */
const pageBudgetBytes = 326_000
/** Televisions and phones on a busy network. */
const boardBudgetBytes = 150_000

describe('the packed app', () => {
  const folder = temporaryFolder()
  let asar = ''
  let unpacked = ''
  let paths: readonly string[] = []
  let menuEntry = ''
  let appImageEntry = ''

  beforeAll(async () => {
    // A stand-in for Electron's folder: only the app's own part is packed.
    const stub = join(folder, 'electron')
    mkdirSync(join(stub, 'resources'), { recursive: true })
    writeFileSync(join(stub, 'electron'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(stub, 'version'), '45.4.1')
    await build({
      projectDir: pathOf(''),
      targets: Platform.LINUX.createTarget(['dir', 'AppImage']),
      publish: 'never',
      // Asked once all is ready for the AppImage; what else goes into one would have to be downloaded.
      effectiveOptionComputed: async ({ desktop }: { readonly desktop: string }) => {
        appImageEntry = desktop
        return true
      },
      config: {
        ...packaging,
        electronDist: stub,
        // There is no program whose fuses could be set.
        electronFuses: null,
        directories: { ...packaging.directories, output: join(folder, 'dist') },
        afterPack: async ({ packager }) => {
          if (!(packager instanceof LinuxPackager)) throw new Error('Something else was packed')
          menuEntry = await new LinuxTargetHelper(packager).computeDesktopEntry(packager.platformSpecificBuildOptions)
        },
      },
    })
    const resources = join(folder, 'dist', 'linux-unpacked', 'resources')
    asar = join(resources, 'app.asar')
    unpacked = join(folder, 'app')
    paths = listPackage(asar, { isPack: false }).map((path) => path.split(sep).join('/'))
    extractAll(asar, unpacked)
  }, 120_000)

  const urlOf = (path: string): string => pathToFileURL(join(unpacked, path)).href
  const files = (): readonly string[] => paths.filter((path) => statSync(join(unpacked, path)).isFile())
  /** Runs a module in plain Node; resolves with what it wrote to stdout, also when it fails. */
  const runModule = async (script: string, env: NodeJS.ProcessEnv = process.env): Promise<string> => {
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, env })
    return (await run.catch((failed: { readonly stdout: string }) => failed)).stdout
  }
  /** Runs commands one after another in one process of plain Node; gives what each prints. */
  const runCli = async (commands: readonly (readonly string[])[], env?: NodeJS.ProcessEnv) => {
    const script = `
      const { runCli } = await import(${JSON.stringify(urlOf('out/main/cli.js'))})
      for (const args of ${JSON.stringify(commands)}) process.exitCode = await runCli([...args, '--json'])`
    const lines = (await runModule(script, env)).trim().split('\n')
    return lines.map((line) => JSON.parse(line) as unknown)
  }

  it('holds nothing but the bundles, their licences, two pictures and keytar', () => {
    const strangers = files().filter(
      (path) =>
        !/^\/(?:LICENSE|package\.json|out\/(?:board|main|preload|renderer|site)\/.+|main\/desktop\/resources\/icons\/(?:64x64|256x256)\.png|node_modules\/keytar\/(?:LICENSE\.md|package\.json|lib\/keytar\.js|prebuilds\/linux-(?:x64|arm64)\/keytar\.node))$/u.test(
          path,
        ),
    )
    expect(strangers).toEqual([])
    expect(files().filter((path) => /\.map$|\.tsx?$|\/test\/|\.tsbuildinfo$/u.test(path))).toEqual([])
  })

  it('tells whose work went into it, and has the pictures of its window and of a dragged file', () => {
    expect(files()).toEqual(
      expect.arrayContaining([
        // `test/integration/desktop/desktopPage.test.ts` drags with it.
        '/main/desktop/resources/icons/64x64.png',
        '/main/desktop/resources/icons/256x256.png',
        '/LICENSE',
        '/out/main/NOTICES.md',
        '/out/board/NOTICES.md',
        '/out/renderer/NOTICES.md',
        '/out/renderer/FONT-LICENSE.txt',
      ]),
    )
    expect(readFileSync(join(unpacked, 'out/main/NOTICES.md'), 'utf8')).toContain('undici')
  })

  it('keeps within its budget of bytes', () => {
    const sizes = files()
      .filter((path) => !path.includes('/keytar/'))
      .map((path) => statSync(join(unpacked, path)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(byteBudget)
  })

  it('keeps keytar outside the archive, where its binary can be loaded, for this system only', () => {
    const outside = `${asar}.unpacked`
    expect(existsSync(join(outside, 'node_modules/keytar/lib/keytar.js'))).toBe(true)
    expect(readdirSync(join(outside, 'node_modules/keytar/prebuilds'))).toHaveLength(1)
  })

  it.skipIf(!requireOrSkip('keyring', hasKeyring()))('loads its own keytar from beside the bundle', async () => {
    const dataDir = join(folder, 'keys')
    const env = { PATH: process.env['PATH'], HOME: folder }
    const askStatus = () => runCli([['keys', 'status', '--data', dataDir]], env)
    const unavailable = (reason: string) => [{ keychain: { state: 'unavailable', reason } }]
    // Without a message bus the module loads and finds no keyring.
    expect(await askStatus()).toMatchObject(unavailable('no-service'))
    const aside = join(folder, 'keytar-aside')
    renameSync(join(unpacked, 'node_modules/keytar'), aside)
    try {
      expect(await askStatus()).toMatchObject(unavailable('no-module'))
    } finally {
      renameSync(aside, join(unpacked, 'node_modules/keytar'))
    }
    const logged = readFileSync(join(dataDir, 'logs/racedesk.log'), 'utf8').trim().split('\n')
    expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        message: 'The keychain module did not load',
        details: expect.objectContaining({ code: 'MODULE_NOT_FOUND' }) as unknown,
      }),
    ])
  })

  it('has a menu entry that opens links and stage files, and that its window belongs to', () => {
    expect(menuEntry).toMatch(/^StartupWMClass=racedesk$/mu)
    const types = /^MimeType=(.*);$/mu.exec(menuEntry)?.[1]?.split(';') ?? []
    expect(new Set(types)).toEqual(new Set(['application/vnd.racedesk.stage+zip', 'x-scheme-handler/racedesk']))
    expect(menuEntry).toMatch(/^Exec=.* %U$/mu)
  })

  it('is not started without its sandbox by the menu entry of its AppImage', () => {
    expect(appImageEntry).toMatch(/^Exec=AppRun %U$/mu)
  })

  describe('its main process', () => {
    it('loads no more code before its window than its budget', async () => {
      const app = await startBundle({
        projectDir: unpacked,
        documents: folder,
        args: [`--data=${join(folder, 'window')}`],
      })
      await app.open()
      const loaded = await app.run((inside) => inside.loaded)
      expect(loaded).toContain(join(unpacked, 'out/main/desktop.js'))
      const bytes = loaded.reduce((sum, path) => sum + statSync(path).size, 0)
      expect(bytes).toBeLessThanOrEqual(mainBudgetBytes)
    })

    /** Bytes of these files and all that they import, at once or later. */
    const bytesOf = (entries: readonly string[]): number => {
      const needed = new Set(entries)
      for (const name of needed) {
        const code = readFileSync(join(unpacked, 'out/main', name), 'utf8')
        const imported = code.matchAll(/(?:from|import)\s*\(?["'`]\.\/([\w-]+\.js)["'`]/gu)
        for (const [, other] of imported) if (other !== undefined) needed.add(other)
      }
      return [...needed].reduce((sum, name) => sum + statSync(join(unpacked, 'out/main', name)).size, 0)
    }

    it('has no more code in all than its budget', () => {
      const bytes = bytesOf(['desktop.js', 'ingestWorker.js', 'upkeepWorker.js'])
      expect(bytes).toBeGreaterThan(mainBudgetBytes)
      expect(bytes).toBeLessThanOrEqual(mainTotalBytes)
    })

    it('starts its core in plain Node, and makes its calls with what is left of undici: every coding, kept connections, bodies, a cut reply', async () => {
      const service = closing(await startCodingService())
      const env = { ...process.env, RACEDESK_ACCESS_KEY: 'access-key', RACEDESK_RESULTS_KEY: 'results-key' }
      const dataDir = join(folder, 'calls')
      const place = ['--data', dataDir, '--base-url', service.url, '--results-url', service.url]
      const guids = Array.from({ length: 24 }, (_, index) => `3f2a9c1e-0b7d-4c55-9a61-2d8e5f7040${10 + index}`)
      const commands = [
        ['profiles', 'list', '--data', dataDir],
        ['order', ...guids, ...place],
        ['call', 'POST', '/v3/echo', '--body', service.bodyPath, ...place],
        ['call', 'POST', '/v3/cut', '--body', service.bodyPath, ...place],
      ]
      expect(await runCli(commands, env)).toMatchObject([
        [],
        guids.map(() => ({ ok: true })),
        { ok: true, value: { status: 200, body: { data: { sent: 'привет' } } } },
        { ok: false, error: { kind: 'outcome-unknown' } },
      ])
      expect([...service.codings]).toEqual(['gzip', 'br', 'zstd', 'identity'])
      // Four at a time, and one for each call; one may be opened before another is free again.
      expect(service.connections()).toBeLessThanOrEqual(10)
      expect(existsSync(join(dataDir, 'racedesk.db'))).toBe(true)
      for (const worker of ['ingestWorker.js', 'upkeepWorker.js']) {
        expect(existsSync(join(unpacked, 'out/main', worker))).toBe(true)
      }
    }, 60_000)

    it('finds the whole of electron-updater in its own files, once it asks for it', async () => {
      const chunk = files().find((path) => /\/AppImageUpdater-[\w-]+\.js$/u.test(path)) ?? ''
      const script = `
        const { default: { AppImageUpdater } } = await import(${JSON.stringify(urlOf(chunk))})
        const updater = new AppImageUpdater({ provider: 'generic', url: 'https://updates.invalid/' }, { version: '1.2.3' })
        console.log(updater.currentVersion.format())`
      expect((await runModule(script)).trim()).toBe('1.2.3')
    })
  })

  it.each([
    ['the page', 'out/renderer', pageBudgetBytes],
    ['a screen of the venue', 'out/board', boardBudgetBytes],
  ])('lets %s load no more than its budget before it shows anything', (_, folderName, budget) => {
    const pageDir = join(unpacked, folderName)
    const loaded = [
      ...readFileSync(join(pageDir, 'index.html'), 'utf8').matchAll(
        /(?:src|href)="\.?\/(assets\/[^"]+\.(?:js|css))"/gu,
      ),
    ]
    expect(loaded.length).toBeGreaterThan(1)
    const sizes = loaded.map(([, path]) => gzipSync(readFileSync(join(pageDir, path ?? ''))).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget)
  })
})
