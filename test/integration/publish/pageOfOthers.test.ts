import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { usePublishing } from '../../support/services/publishRig.ts'
import { askPlainly } from '../../support/services/serveRig.ts'

const rig = usePublishing()

it('keeps a page that somebody else puts there while a site is sent', async () => {
  const folder = await rig.folder()
  const desk = await rig.openDesk({ chooseFolder: () => Promise.resolve({ ok: true, value: folder }) })
  await desk.call('publish:chooseFolder', { stage: desk.stage })
  const page = join(folder, 'index.html')
  // The entry was read before anything was sent.
  desk.core.gate.listen(({ name }) => {
    if (name === 'job:progressed') writeFileSync(page, '<h1>Our club</h1>')
  })
  expect(await desk.publish()).toMatchObject({ state: 'failed', error: { reason: 'other-page' } })
  expect(await readFile(page, 'utf8')).toBe('<h1>Our club</h1>')
})

const statusOf = async (url: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  await askPlainly(url, { path, headers }).then(({ status }) => status, String)

it('previews the site of a folder on this computer, and nothing else that lies there', async () => {
  const home = await rig.folder()
  const folder = join(home, 'site')
  await mkdir(folder)
  const desk = await rig.openDesk({ chooseFolder: () => Promise.resolve({ ok: true, value: folder }) })
  const { stage, call } = desk
  await call('publish:chooseFolder', { stage })
  const on = { stage, isOn: true }
  expect(await desk.core.gate.call('publish:preview', on)).toMatchObject({ error: { kind: 'not-found' } })
  await desk.publish()
  const { previewUrl } = await call('publish:preview', on)
  const url = previewUrl ?? ''
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect(await (await fetch(url)).text()).toBe(await readFile(join(folder, 'index.html'), 'utf8'))
  const [list = ''] = await readdir(join(folder, 'd'))
  expect(await statusOf(url, `/d/${list}?x`)).toBe(200)

  await writeFile(join(home, 'secret.txt'), 'private')
  await writeFile(join(folder, 'notes.txt'), 'private')
  await symlink(join(home, 'secret.txt'), join(folder, 'd', '0123456789abcdef.bin'))
  const kept = ['/notes.txt', '/../secret.txt', '/%2e%2e/secret.txt', '/d/', '/d', '//d', '/d/0123456789abcdef.bin']
  for (const path of kept) expect([path, await statusOf(url, path)]).toEqual([path, 404])
  expect(await statusOf(url, '/', { Host: 'results.example.org' })).toBe(403)

  expect(await call('publish:preview', { stage, isOn: false })).toMatchObject({ previewUrl: null })
  expect(await statusOf(url, '/')).toContain('ECONNREFUSED')
  const again = (await call('publish:preview', on)).previewUrl ?? ''
  await desk.close()
  expect(await statusOf(again, '/')).toContain('ECONNREFUSED')
})
