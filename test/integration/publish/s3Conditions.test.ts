import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RemoteFolder, Written } from '../../../main/platform/remote/remoteFolder.ts'
import { createS3Folder } from '../../../main/platform/remote/s3Folder.ts'
import { hasSwift, suiteFor } from '../../support/requirements.ts'
import type { SharedServer } from '../../support/sharedServers.ts'
import { comparisons, startConditionalDoor, type ConditionalDoor } from '../../support/stores/conditionalDoor.ts'
import { openWeb, writeOptions } from '../../support/stores/stores.ts'
import { sharedServer } from '../../support/stores/sharedServer.ts'

/** Two desks that write at the same moment to a store which knows conditions: Swift with a front door that judges them. */

suiteFor('swift', hasSwift())('a store with conditions', () => {
  const web = openWeb()
  let swift: SharedServer<'swift'>
  beforeAll(async () => {
    swift = await sharedServer('swift')
  })
  afterAll(() => web.close())

  const { signal } = new AbortController()
  const openAt = (endpoint: string): RemoteFolder => {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = swift.env
    const keys = { accessKeyId, secretAccessKey, sessionToken: null }
    return createS3Folder({ bucket: swift.bucket, prefix: swift.own, endpoint, region: swift.region, ...keys }, web)
  }

  describe.each(['quoted', 'bare'] as const)('that compares versions %s', (comparison) => {
    let door: ConditionalDoor
    beforeEach(async () => {
      door = await startConditionalDoor(swift, openAt(swift.endpoint), comparisons[comparison])
    })
    afterEach(async () => {
      await openAt(swift.endpoint).remove(['index.html'], signal)
      await door.stop()
    })

    const write = async (text: string, expects: string | null): Promise<Written> => {
      const options = { ...writeOptions, expects }
      const result = await openAt(door.endpoint).write('index.html', Buffer.from(text), options, signal)
      if (!result.ok) throw new Error(JSON.stringify(result.error))
      return result.value
    }
    const writeOther = () =>
      openAt(swift.endpoint).write('index.html', Buffer.from('of another desk'), writeOptions, signal)
    const read = async (): Promise<string> => await (await fetch(`${swift.publicUrl}/${swift.own}/index.html`)).text()
    const versionOf = (written: Written): string => (written.written ? written.version : '')

    it('takes a file in place of the version that is there', async () => {
      const first = await write('one', null)
      expect(await write('two', versionOf(first))).toMatchObject({ written: true })
      expect(await read()).toBe('two')
      expect(await write('three', versionOf(first))).toEqual({ written: false })
      expect(await read()).toBe('two')
    })

    it('keeps what another desk put there since the file was looked at', async () => {
      door.whileLooking(writeOther)
      expect(await write('one', null)).toEqual({ written: false })
      expect(await read()).toBe('of another desk')
    })

    it('keeps what another desk put in place of the version since then', async () => {
      const first = await write('one', null)
      door.whileLooking(writeOther)
      expect(await write('two', versionOf(first))).toEqual({ written: false })
      expect(await read()).toBe('of another desk')
    })
  })
})
