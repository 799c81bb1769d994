import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanTree, importForms, plantedImports } from '../support/architectureFixtures.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'racedesk-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

function put(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Paths in which the project's own lint configuration finds a banned import. */
function bannedIn(paths: readonly string[]): Set<string> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', ...paths], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  return new Set(
    diagnostics
      .filter(({ code }) => code.includes('no-restricted-imports'))
      .map(({ filename }) => filename.replaceAll('\\', '/')),
  )
}

/** Each import in a file of its own beside the one it is planted in, where a file's name does not decide about it. */
const isOneFile = (path: string) => /(contract|preload|core)\.ts$/u.test(path)
const planted = plantedImports
  .filter(({ path }) => !isOneFile(path))
  .map((one, index) => ({ ...one, path: one.path.replace(/\.tsx?$/u, `${index}$&`) }))
const clean = cleanTree.filter(({ path }) => /^(main|preload|renderer)\//u.test(path))
let banned = new Set<string>()

beforeAll(() => {
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const { path, text } of clean) put(path, text)
  for (const { path, target } of planted) put(path, importForms['static import']?.(target) ?? '')
  banned = bannedIn([...clean, ...planted].map(({ path }) => path))
})

it('lint lets every import pass that the design allows, or people would switch the rule off', () => {
  expect(clean.filter(({ path }) => banned.has(path))).toEqual([])
})

it.each(planted)('lint shows $rule while the line is typed: $path importing $target', ({ path }) => {
  expect([...banned]).toContain(path)
})
