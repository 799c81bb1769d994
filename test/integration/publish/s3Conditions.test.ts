import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createS3Folder } from '../../../main/platform/remote/s3Folder.ts'
import type { Written } from '../../../main/platform/remote/remoteFolder.ts'
import { comparisons, startConditionalStore, type ConditionalStore } from '../../support/stores/conditionalStore.ts'
import { openWeb, writeOptions } from '../../support/stores/stores.ts'

/** Two desks that write at the same moment to a store which knows conditions. */

describe.each(['quoted', 'bare'] as const)('a store that compares versions %s', (comparison) => {
  const web = openWeb()
  let store: ConditionalStore
  beforeEach(async () => {
    store = await startConditionalStore(comparisons[comparison])
  })
  afterEach(() => store.stop())
  afterAll(() => web.close())

  const write = async (text: string, expects: string | null): Promise<Written> => {
    const { endpoint } = store
    const keys = { accessKeyId: 'desk', secretAccessKey: 'secret-of-the-desk', sessionToken: null }
    const folder = createS3Folder({ bucket: 'results', prefix: '', endpoint, region: 'us-east-1', ...keys }, web)
    const options = { ...writeOptions, expects }
    const result = await folder.write('index.html', Buffer.from(text), options, AbortSignal.timeout(10_000))
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.value
  }
  const versionOf = (written: Written): string => (written.written ? written.version : '')

  it('takes a file in place of the version that is there', async () => {
    const first = await write('one', null)
    expect(await write('two', versionOf(first))).toMatchObject({ written: true })
    expect(store.read()).toBe('two')
    expect(await write('three', versionOf(first))).toEqual({ written: false })
    expect(store.read()).toBe('two')
  })

  it('keeps what another desk put there since the file was looked at', async () => {
    store.putAfterLook('of another desk')
    expect(await write('one', null)).toEqual({ written: false })
    expect(store.read()).toBe('of another desk')
  })

  it('keeps what another desk put in place of the version since then', async () => {
    const first = await write('one', null)
    store.putAfterLook('of another desk')
    expect(await write('two', versionOf(first))).toEqual({ written: false })
    expect(store.read()).toBe('of another desk')
  })
})
