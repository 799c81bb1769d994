import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sentenceOf } from '../../../main/cli/words/sentence.ts'
import type { RemoteFolder } from '../../../main/platform/remote/remoteFolder.ts'
import { createSftpFolder } from '../../../main/platform/remote/sftpFolder.ts'
import { useCores } from '../../support/coreRig.ts'
import { canMount, useDisks } from '../../support/files/disks.ts'
import { hasSshd, suiteFor } from '../../support/requirements.ts'
import type { SharedServer } from '../../support/sharedServers.ts'
import { startPlainSftp } from '../../support/stores/plainSftpHost.ts'
import { sharedSshd } from '../../support/stores/sharedServer.ts'
import { makeKey } from '../../support/stores/sshServer.ts'
import { writeOptions } from '../../support/stores/stores.ts'

/** Web hosts by SFTP that differ from each other, and those that cannot take a file. */

const signal = new AbortController().signal
const opened: RemoteFolder[] = []
const stopping: (() => Promise<void>)[] = []
const closeAll = async (): Promise<void> => {
  for (const place of opened.splice(0)) await place.close()
  for (const stop of stopping.splice(0)) await stop()
}

const openAt = (port: number, home: string, user: string, path: string): RemoteFolder => {
  const place = { host: '127.0.0.1', port, user, home, path, secret: 'made-up secret', agent: null, hostKey: null }
  const remote = createSftpFolder(place, () => undefined)
  opened.push(remote)
  return remote
}

suiteFor('sshd', hasSshd())('a host that calls every failure just a failure', () => {
  const cores = useCores()
  afterEach(closeAll)
  let folder = ''
  let open: (path: string) => RemoteFolder
  beforeEach(async () => {
    const home = await cores.folder()
    folder = join(home, 'served')
    await mkdir(folder)
    await makeKey(join(home, 'host'))
    const host = await startPlainSftp(folder, join(home, 'host'))
    stopping.push(host.stop)
    open = (path) => openAt(host.port, home, 'desk', path)
  })

  it('gets its folders made, is empty before, and gives back what was written', async () => {
    const place = open('/www/spring/2026')
    expect(await place.list(['', 'p'], signal)).toEqual({ ok: true, value: [] })
    expect(await place.read('index.html', 1_000, signal)).toEqual({ ok: true, value: null })
    const paths = ['p/a1.bin', 'p/a2.bin', 'd/a1.bin', 'index.html']
    const written = await Promise.all(paths.map((path) => place.write(path, Buffer.from(path), writeOptions, signal)))
    expect(written.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(await place.read('p/a2.bin', 1_000, signal)).toMatchObject({ value: { body: Buffer.from('p/a2.bin') } })
    expect(await place.remove(['p/a1.bin', 'p/none.bin'], signal)).toEqual({ ok: true, value: null })
    expect(await readdir(join(folder, 'www/spring/2026/p'))).toEqual(['a2.bin'])
  })

  it('that replaces on rename keeps the entry of another desk all the same', async () => {
    const place = open('/www')
    await mkdir(join(folder, 'www'))
    await writeFile(join(folder, 'www/index.html'), 'of another desk')
    const options = { ...writeOptions, expects: null }
    expect(await place.write('index.html', Buffer.from('ours'), options, signal)).toEqual({
      ok: true,
      value: { written: false },
    })
    expect(await readFile(join(folder, 'www/index.html'), 'utf8')).toBe('of another desk')
    expect(await readdir(join(folder, 'www'))).toEqual(['index.html'])
  })

  it('lets a desk put its entry in the place of the version that it knows', async () => {
    const place = open('/www')
    const first = await place.write('index.html', Buffer.from('one'), { ...writeOptions, expects: null }, signal)
    const expects = first.ok && first.value.written ? first.value.version : null
    const second = await place.write('index.html', Buffer.from('two'), { ...writeOptions, expects }, signal)
    expect(second).toMatchObject({ value: { written: true } })
    expect(await readFile(join(folder, 'www/index.html'), 'utf8')).toBe('two')
  })
})

suiteFor('sshd', hasSshd())('a host with OpenSSH', () => {
  const disk = useDisks()
  const cores = useCores()
  afterEach(closeAll)
  let home = ''
  let host: SharedServer<'sshd'>
  beforeEach(async () => {
    home = await cores.folder()
    host = await sharedSshd(home)
  })
  const write = async (path: string, sizeBytes: number) => {
    const place = openAt(host.port, home, host.user, path)
    return await place.write('p/a1.bin', Buffer.alloc(sizeBytes, 'a'), writeOptions, signal)
  }

  it('whose path leads through a file says that the folder cannot be made', async () => {
    await writeFile(join(home, 'notes'), 'of somebody else')
    const refused = await write(join(home, 'notes/site'), 10)
    expect(refused).toMatchObject({ error: { kind: 'place-refused', reason: 'no-folder', act: 'write' } })
  })

  describe.skipIf(!canMount)('on a disk of its own', () => {
    it('says when that is full, and keeps no part of the file', async () => {
      const { path } = disk(200_000)
      const refused = await write(path, 1_000_000)
      expect(refused).toMatchObject({ error: { kind: 'place-refused', reason: 'full', act: 'write' } })
      expect(refused.ok ? '' : sentenceOf(refused.error)).toMatch(/no space left .*website is unchanged\. Free some/)
      expect(await readdir(join(path, 'p'))).toEqual([])
      expect(await write(path, 1_000)).toMatchObject({ ok: true })
    })

    it('says that it refuses when that is read-only', async () => {
      const { path, makeReadOnly } = disk(200_000)
      makeReadOnly()
      const refused = await write(path, 10)
      expect(refused).toMatchObject({ error: { kind: 'place-refused', reason: 'unknown', act: 'write' } })
      expect(refused.ok ? '' : sentenceOf(refused.error)).toMatch(/refused .*Check the address, the rights/)
    })
  })
})
