import { expect, it } from 'vitest'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'

const cores = useCores()
const service = {
  url: 'https://api.race.test',
  resultsUrl: null,
  stage: '6f1c0d1e-0b7d-4c55-9a61-2d8e5f704b13',
} as const

const begin = async () => {
  const keychain = createMemoryKeychain()
  const open = (dataDir?: string): Promise<OpenCore> =>
    cores.open({ face: 'desktop', outside: { keychain }, ...(dataDir === undefined ? {} : { dataDir }) })
  const desk = await open()
  const { stage, profileId } = await addStage(desk, service)
  const arrange = async (secret: string): Promise<void> => {
    await desk.call('publish:setTarget', { stage, address: 'davs://desk@race.test/www', endpoint: null })
    await desk.call('publish:setSecret', { stage, accessKeyId: '', secret })
  }
  await arrange('made-up secret')
  const kept = async (): Promise<string | null> => {
    const found = await keychain.get(`publish/${stage}`)
    return found.ok ? found.value : null
  }
  return { ...desk, keychain, open, arrange, profileId, stage, kept }
}

it('stays while the stage can be restored, and is gone once it is deleted', async () => {
  const { call, stage, kept } = await begin()
  await call('stage:remove', { stage })
  await call('stage:restore', { stage })
  expect((await call('publish:read', { stage })).secretIn).toBe('keychain')
  await call('stage:remove', { stage })
  expect(await kept()).toContain('made-up secret')
  await call('stage:emptyBin', { stage })
  await expect.poll(kept).toBeNull()
})

it('is gone at the latest when publishing is looked at again after the stage was deleted elsewhere', async () => {
  const { call, close, stage, kept, open, dataDir } = await begin()
  await call('stage:remove', { stage })
  await close()
  const elsewhere = await cores.open({ dataDir, face: 'browser' })
  await elsewhere.call('stage:emptyBin', {})
  await elsewhere.close()
  expect(await kept()).toContain('made-up secret')
  const again = await open(dataDir)
  await again.ask('publish:read', { stage })
  await expect.poll(kept).toBeNull()
})

it('of a stage that was deleted and added again is the new one', async () => {
  const { call, stage, profileId, kept, arrange, keychain, dataDir, open, close } = await begin()
  await call('stage:remove', { stage })
  await call('stage:emptyBin', { stage })
  await expect.poll(kept).toBeNull()
  await call('stage:add', { profileId, text: stage })
  await arrange('another secret')
  await close()
  const again = await open(dataDir)
  expect((await again.call('publish:read', { stage })).secretIn).toBe('keychain')
  expect(await keychain.get(`publish/${stage}`)).toMatchObject({ value: expect.stringContaining('another') as string })
})
