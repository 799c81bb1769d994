import { join } from 'node:path'
import { integerBetween, pick, type Random } from '../../../main/demo/random.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { sentenceOf } from '../../../main/cli/words/sentence.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { addStage } from '../../support/openCore.ts'
import { rowsOf, startRaceService } from '../../support/services/raceService.ts'
import { openSftpLiar, openWebLiar, type LiarHost } from '../../support/stores/lyingHosts.ts'
import { inSteps, within, wordsOf, type Campaign, type Fall, type Soak } from '../campaign.ts'
import { openSoakCore } from '../soakCore.ts'
import { takeLogFaults } from '../storedState.ts'

/** As no other text in what is told or logged. */
const secret = 'secret-of-the-soak-9d41c7e2'
const mostMb = 700
const endsWithinMs = 90_000

/** Of others, before the site comes: beside it, in its folders, and with names of its form. */
const foreign = [
  'notes.txt',
  'photos/2026/a.jpg',
  'd/list.html',
  'p/index.bin',
  'a/0123456789abcdef.js',
  'd/0123456789abcdef.bin',
]

const openPlace = async (folder: string) => {
  const service = await startRaceService('All')
  const core = await openSoakCore({
    dataDir: join(folder, 'data'),
    face: 'browser',
    env: {
      RACEDESK_ACCESS_KEY: 'accessKey-of-hosts-71c0',
      RACEDESK_RESULTS_KEY: 'resultsKey-of-hosts-5e8f',
      HOME: folder,
    },
    outside: { keychain: createMemoryKeychain(), wait: () => Promise.resolve() },
  })
  const { stage } = await addStage(core, service)
  await core.ended((await core.call('stage:take', { stage })).jobId)
  return {
    core,
    folder,
    service,
    nth: { of: 0 },
    stage,
    close: async () => {
      await core.close()
      await service.close()
    },
  }
}

type Place = Awaited<ReturnType<typeof openPlace>>

const tryHost = async (place: Place, random: Random, soak: Soak): Promise<readonly Fall[]> => {
  soak.tried()
  const { core, folder, service, stage } = place
  const home = join(folder, `host-${(place.nth.of += 1)}`)
  const host = await pick(random, [openWebLiar('dav'), openWebLiar('s3'), openSftpLiar])(home, random)
  const falls: Fall[] = []
  const fell = (what: string, detail: string): unknown =>
    falls.push({ what: `${host.kind}: ${what}`, detail: `${detail} · ${host.said()}` })
  const before = process.memoryUsage.rss()
  let mostBytes = 0
  const looking = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss() - before)), 50)

  const judge = (error: AppError | null, words: string): void => {
    const text = JSON.stringify(error)
    if (text.includes(secret)) fell('an error holds the secret', text)
    if (error === null) return
    if (error.kind === 'internal' || error.kind === 'storage') fell(`${words} ends with ${error.kind}`, text)
    if (sentenceOf(error).trim() === '') fell('a refusal has no words', text)
  }
  const job = async (operation: 'publish:start' | 'publish:takeDown', isTakingOver: boolean): Promise<Job | null> => {
    const input = isTakingOver && operation === 'publish:start' ? { stage, isTakingOver: true as const } : { stage }
    const begun = await core.ask(operation, input)
    if (!begun.ok) {
      judge(begun.error, operation)
      return null
    }
    const { jobId } = begun.value as { readonly jobId: Job['id'] }
    try {
      const ended = await within(endsWithinMs, operation, core.ended(jobId))
      judge(ended.error, operation)
      return ended
    } catch (thrown) {
      await core.ask('job:cancel', { id: jobId })
      fell(`${operation} does not end`, wordsOf(thrown))
      return null
    }
  }
  const checkForeign = (words: string): void => {
    for (const path of foreign) if (host.read(path) !== path) fell(`${words} touches other people's files`, path)
    if (host.strays().length > 0) fell('goes where it was redirected to', host.strays().join())
  }

  try {
    for (const path of foreign) host.put(path, path)
    await core.call('publish:setTarget', { stage, address: host.address, endpoint: host.endpoint })
    await core.call('publish:setSecret', { stage, accessKeyId: 'AKIDOFTHESOAK', secret })
    if (host.kind === 'sftp') await meetHost(place, host, random, job, fell)
    for (let round = integerBetween(random, 1, 4); round > 0; round -= 1) {
      service.answer('All', rowsOf('All', integerBetween(random, 1, 60)))
      await core.ended((await core.call('stage:take', { stage })).jobId)
      host.lie(random() < 0.85)
      const operation = pick(random, ['publish:start', 'publish:start', 'publish:takeDown'] as const)
      await job(operation, random() < 0.5)
      checkForeign(operation)
    }
    host.lie(false)
    const published = await job('publish:start', true)
    if (published?.state !== 'done') fell('an honest host cannot be published to', JSON.stringify(published?.error))
    else if (host.read('index.html')?.includes('id="site"') !== true) fell('a site told as published is not there', '')
    const down = await job('publish:takeDown', false)
    if (down !== null && down.state !== 'done') fell('an honest host cannot be cleared', JSON.stringify(down.error))
    if (host.read('index.html') !== null) fell('a site told as taken down is there', '')
    checkForeign('the end')
  } finally {
    clearInterval(looking)
    await host.close()
  }
  if (mostBytes > mostMb * 1e6) fell(`more than ${mostMb} MB`, `${Math.round(mostBytes / 1e6)} MB`)
  for (const { what, detail } of takeLogFaults(join(folder, 'data'), (text) => text.includes(secret)))
    fell(what, detail)
  return falls
}

/** No password before its key is trusted, and none to another key. */
const meetHost = async (
  { core, stage }: Place,
  host: LiarHost,
  random: Random,
  job: (operation: 'publish:start', isTakingOver: boolean) => Promise<Job | null>,
  fell: (what: string, detail: string) => unknown,
): Promise<void> => {
  const refusedBy = async (reason: string): Promise<void> => {
    const ended = await job('publish:start', true)
    const error = ended?.error
    if (error?.kind !== 'publish-refused' || error.reason !== reason)
      fell(`is not refused as ${reason}`, JSON.stringify(error))
    if (host.passwords().length > 0) fell('a password goes to an unknown host', reason)
  }
  await refusedBy('new-host-key')
  if (random() < 0.5) {
    await core.call('publish:trustHostKey', { stage, hostKey: await host.hostKey() })
    await host.changeKey()
    await refusedBy('host-key')
  }
  await core.call('publish:trustHostKey', { stage, hostKey: await host.hostKey() })
}

export const hosts: Campaign = inSteps('hosts', 25, openPlace, tryHost)
