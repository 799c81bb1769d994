import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { useCores } from '../../support/coreRig.ts'
import { startHostileServer } from '../../support/services/hostileServer.ts'
import { promoPath, race } from '../../support/promoRig.ts'

const cores = useCores()
const script = fileURLToPath(new URL('../../support/processes/promoProcess.ts', import.meta.url))

it('a send record survives kill -9 between sending and reply, with an unknown outcome', async () => {
  const service = await startHostileServer()
  try {
    service.script(promoPath, () => {})
    const dataDir = join(await cores.folder(), 'data')
    const child = spawn(process.execPath, [script, JSON.stringify({ dataDir, url: service.url })], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await service.arrived(1)

    const beside = await cores.open({ dataDir })
    expect((await beside.call('promo:history', { race })).receipts).toMatchObject([{ state: 'sending' }])
    child.kill('SIGKILL')
    await once(child, 'exit')
    const seen = (await beside.call('promo:history', { race })).receipts
    expect(seen, 'seen by a process that ran all the time').toMatchObject([{ state: 'unknown' }])
    await beside.close()

    const open = await cores.open({ dataDir })
    const [receipt] = (await open.call('promo:history', { race })).receipts
    expect(receipt).toMatchObject({ state: 'unknown', count: 2, affected: null, finishedAt: null })
    const { detail } = await open.call('promo:history', receipt === undefined ? {} : { receipt: receipt.id })
    expect(detail?.body).toBe(service.requests[0]?.body)
    expect(detail?.codes.map(({ value }) => value)).toEqual(['RUN', 'СТАРТ'])
    expect(service.requests).toHaveLength(1)
  } finally {
    await service.close()
  }
})
