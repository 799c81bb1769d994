import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'

const cores = useCores()

it('lists the folders of a folder, and makes one, for the pages of the browser face', async () => {
  const { ask, call } = await cores.open({ face: 'browser' })
  const path = temporaryFolder()
  for (const name of ['Race 10', 'race 2', '.hidden']) await mkdir(join(path, name))
  await writeFile(join(path, 'results.csv'), '')
  await symlink(join(path, 'race 2'), join(path, 'link'), 'junction')
  const listed = await call('folder:list', { path })
  expect(listed).toMatchObject({ path, parent: join(path, '..'), isCut: false })
  expect(listed.folders.map(({ name }) => name)).toEqual(['link', 'race 2', 'Race 10'])
  expect((await call('folder:list', {})).path).not.toBe('')
  const made = await call('folder:make', { path, name: ' Live ' })
  expect(made).toEqual({ path: join(path, 'Live'), parent: path, folders: [], isCut: false })
  for (const name of ['..', 'a/b', '.ssh', 'NUL:', ' ']) {
    const error = { kind: 'invalid-input', issues: [{ path: 'name' }] }
    expect([name, await ask('folder:make', { path, name })]).toMatchObject([name, { error }])
  }
  expect(await ask('folder:make', { path, name: 'Live' })).toMatchObject({ error: { reason: 'exists' } })
  expect(await ask('folder:list', { path: join(path, 'none') })).toMatchObject({ error: { reason: 'missing' } })
  expect(await ask('folder:list', { path: 'race' })).toMatchObject({ error: { kind: 'invalid-input' } })
})

it('lists no folder in a face with a dialog of the system', async () => {
  const { ask } = await cores.open({ face: 'desktop' })
  for (const [operation, input] of [
    ['folder:list', {}],
    ['folder:make', { path: temporaryFolder(), name: 'Live' }],
  ] as const) {
    expect(await ask(operation, input)).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  }
})
