import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname } from 'node:path/posix'
import { expect, it } from 'vitest'

const project = join(import.meta.dirname, '..')
const files = globSync('{main,preload,renderer,test}/**/*', { cwd: project }).map((file) => file.replaceAll('\\', '/'))
const roots = ['README.md', 'README.ru.md']
const readmes = [...roots, ...files.filter((file) => basename(file) === 'README.md')]

const fileName = /(?<![\w/<>…*.-])[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|css|sh|svg|png|yml)\b/gu
const folderName = /(?<=`)(?:main|preload|renderer|test)\/[\w./-]+(?=`)/gu

/** From the top, from the README's folder, or by its name alone anywhere below that folder. */
const isThere = (name: string, folder: string): boolean =>
  [join(project, name), join(project, folder, name)].some(
    (path) => existsSync(path) || existsSync(`${path}.ts`) || existsSync(`${path}.tsx`),
  ) || files.some((file) => basename(file) === name && (folder === '.' || file.startsWith(`${folder}/`)))

it.each(readmes)('%s names files and folders that exist', (readme) => {
  const text = readFileSync(join(project, readme), 'utf8')
  const names = [...text.matchAll(fileName), ...text.matchAll(folderName)].map(([name]) => name)
  expect(names.filter((name) => !isThere(name, dirname(readme)))).toEqual([])
})

const readRoot = (readme: string): string => readFileSync(join(project, readme), 'utf8')

it.each(roots)('%s can be read in one sitting: at most 130 lines', (readme) => {
  expect(readRoot(readme).trimEnd().split('\n').length).toBeLessThanOrEqual(130)
})

it('both languages give the same commands; only the separators of CSV differ', () => {
  const [en, ru] = roots.map((readme) => [...readRoot(readme).matchAll(/^npm .+$/gmu)].map(([line]) => line))
  expect(en).toHaveLength(12)
  expect(ru).toEqual(en?.map((line) => line.replace('--preset en', '--preset ru')))
})
