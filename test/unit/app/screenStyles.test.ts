import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const renderer = fileURLToPath(new URL('../../../renderer/', import.meta.url))
const filesOf = (extension: string) =>
  globSync(`**/*.${extension}`, { cwd: renderer }).map((path) => path.replaceAll('\\', '/'))
const textOf = (path: string) => readFileSync(join(renderer, path), 'utf8')

/** Null for what every screen may use. */
const screenOf = (path: string): string | null => /^screens\/(\w+)\//u.exec(path)?.[1] ?? null

/** Classes that rules of a file begin with: those it gives their looks. */
const styledIn = (path: string): readonly string[] =>
  textOf(path)
    .replaceAll(/\/\*.*?\*\//gsu, '')
    .split('\n')
    .flatMap((line) => /^\s*(?::root\[[^\]]*\]\s*)?\.([a-z][\w-]*)[^.\w-]*(?:[\s:,{]|$)/u.exec(line)?.[1] ?? [])

const usedIn = (path: string): readonly string[] =>
  [...textOf(path).matchAll(/className=(?:"(?<text>[^"]*)"|\{(?<code>[^}]*)\})/gu)].flatMap(({ groups }) => {
    const texts =
      groups?.['text'] ??
      [...(groups?.['code'] ?? '').matchAll(/['"`]([^'"`]*)['"`]/gu)].map(([, one]) => one).join(' ')
    return texts.split(/\s+/u)
  })

const styles = filesOf('css').flatMap((path) => styledIn(path).map((name) => ({ name, screen: screenOf(path) })))
const screensOf = (name: string) => new Set(styles.filter((style) => style.name === name).map(({ screen }) => screen))

it('styles of a screen that loads later change what another screen looks like', () => {
  const names = new Set(styles.map(({ name }) => name))
  expect(names.size).toBeGreaterThan(300)
  const shared = [...names].filter((name) => screensOf(name).size > 1)
  expect(shared).toEqual([])
})

it('a screen looks right only after another has been open, whose styles it uses', () => {
  const borrowed = filesOf('tsx').flatMap((path) =>
    usedIn(path)
      .filter((name) => {
        const screens = screensOf(name)
        return screens.size > 0 && !screens.has(null) && !screens.has(screenOf(path))
      })
      .map((name) => `${path}: ${name}`),
  )
  expect(borrowed).toEqual([])
})
