import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { describe, expect, it } from 'vitest'
import { entries } from '../main/vite.config.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const read = (name: string) => readFileSync(pathOf(name), 'utf8')

type PackageJson = { readonly main: string }

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
})

describe('package.json', () => {
  it('starts a bundle that the build really makes', () => {
    const bundles = Object.keys(entries).map((name) => `out/main/${name}.js`)
    expect(bundles).toContain(packageJson.main)
  })

  it('has every bundle start from a file that is there', () => {
    expect(Object.values(entries).filter((path) => !existsSync(pathOf(path)))).toEqual([])
  })
})
