import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sentenceOf } from '../../../main/cli/words/sentence.ts'
import { createSftpFolder } from '../../../main/platform/remote/sftpFolder.ts'
import { atEnd, closing, temporaryFolder } from '../../support/atEnd.ts'
import { canMount, useDisks } from '../../support/files/disks.ts'
import { hasSshd, suiteFor } from '../../support/requirements.ts'
import type { SharedServer } from '../../support/sharedServers.ts'
import { sharedSshd } from '../../support/stores/sharedServer.ts'
import { startPlainSftp } from '../../support/stores/plainSftpHost.ts'
import { fingerprintOf, makeKey } from '../../support/stores/sshServer.ts'
import { writeOptions } from '../../support/stores/stores.ts'

suiteFor('sshd', hasSshd())('a host with OpenSSH', () => {
  const disk = useDisks()
  let home = ''
  let host: SharedServer<'sshd'>
  beforeEach(async () => {
    home = temporaryFolder()
    host = await sharedSshd(home)
  })
  const write = async (path: string, sizeBytes: number) => {
    const { port, user } = host
    const place = { host: '127.0.0.1', port, user, home, path, secret: null, agent: null, hostKey: null }
    const folder = closing(createSftpFolder(place, () => undefined))
    return await folder.write('p/a1.bin', Buffer.alloc(sizeBytes, 'a'), writeOptions, new AbortController().signal)
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

/** A place at another host than OpenSSH, with a file of 1,250 bytes. */
const openPlain = async (habits: Parameters<typeof startPlainSftp>[2]) => {
  const home = temporaryFolder()
  const key = join(home, 'key')
  await makeKey(key)
  await writeFile(join(home, 'index.html'), Buffer.alloc(1_250, 'a'))
  const { port, stop } = await startPlainSftp(home, key, habits)
  atEnd(stop)
  const known = { secret: 'made-up', agent: null, hostKey: await fingerprintOf(key) }
  const place = { host: '127.0.0.1', port, user: 'desk', home, path: '/', ...known }
  return closing(createSftpFolder(place, () => undefined))
}

it('a host that gives a file byte by byte takes no more memory than the file', async () => {
  const folder = await openPlain({ mostRead: 1 })
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 5)
  atEnd(() => clearInterval(look))
  expect(await folder.read('index.html', 5_000, new AbortController().signal)).toMatchObject({ ok: true })
  expect(most).toBeLessThan(20_000_000)
})

it('a host that ends the files and keeps the connection is connected to again', async () => {
  let isEnded = false
  const folder = await openPlain({
    lie: (_request, _id, sftp) => {
      if (isEnded) return false
      isEnded = true
      sftp.end()
      return true
    },
  })
  const list = () => folder.list([''], new AbortController().signal)
  expect(await list()).toMatchObject({ error: { kind: 'offline' } })
  await expect.poll(list).toMatchObject({ ok: true })
})
