import { join } from 'node:path'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { publishOperations } from '../../../preload/contract/publish/publish.ts'
import type { Log } from '../../kernel/log.ts'
import { createOwnFolders } from '../../platform/files/ownFolders.ts'
import type { Keychain } from '../../platform/keychain/keychain.ts'
import { createKeytarKeychain } from '../../platform/keychain/keytarKeychain.ts'
import { createMemoryKeychain } from '../../platform/keychain/memoryKeychain.ts'
import { createWebClient, type WebClientParts } from '../../platform/http/webClient.ts'
import { fileStem } from '../files/rules/fileNames.ts'
import { placeOpener } from './places.ts'
import { createPublishDesk, type PublishDeskParts } from './publishDesk.ts'
import { createPublishing, type PublishingParts } from './publishing.ts'
import { createPublishSecrets } from './publishSecrets.ts'

type Env = { readonly [name: string]: string | undefined }

type Made = 'publishing' | 'secrets' | 'region' | 'chooseFolder' | 'open' | 'random' | 'patienceMs' | 'folder'

type PublishParts = Omit<PublishDeskParts & PublishingParts & WebClientParts, Made> & {
  readonly dataDir: string
  readonly face: 'desktop' | 'browser' | 'terminal'
  readonly env: Env
  readonly log: Log
  readonly outside?: { readonly keychain?: Keychain }
  readonly learn: (secret: string) => void
  readonly chooseFolder?: PublishDeskParts['chooseFolder']
  readonly listen: (listener: (event: AppEvent) => void) => void
  readonly atEnd: (end: () => Promise<void>) => void
}

/** A command tells soon that the network is gone; somebody who looks at the app may leave it to wait. */
const patienceMs = { terminal: 15_000, others: 600_000 }

export const openPublish = (given: PublishParts): Handlers<typeof publishOperations> => {
  // The desktop face takes no secrets from the environment.
  const env: Env = given.face === 'desktop' ? {} : given.env
  const secrets = createPublishSecrets({
    keychain: given.outside?.keychain ?? createKeytarKeychain(given),
    memory: createMemoryKeychain(),
    given: env['AWS_SECRET_ACCESS_KEY'] || null,
    learn: given.learn,
  })
  const web = createWebClient(given)
  const region = env['AWS_REGION'] || 'us-east-1'
  const publishing = createPublishing({
    ...given,
    random: Math.random,
    patienceMs: given.face === 'terminal' ? patienceMs.terminal : patienceMs.others,
    folder: join(given.dataDir, 'publishing'),
    open: placeOpener({ secrets, env, web, region }),
  })
  const desk = createPublishDesk({
    ...given,
    publishing,
    secrets,
    region,
    chooseFolder: given.chooseFolder ?? createOwnFolders(join(given.dataDir, 'sites'), (name) => fileStem([name])),
  })
  given.listen(desk.followEvent)
  given.atEnd(web.close)
  given.atEnd(desk.close)
  desk.resume()
  return {
    'publish:read': ({ stage }) => desk.read(stage),
    'publish:save': ({ stage, settings }) => desk.save(stage, settings),
    'publish:chooseFolder': ({ stage }) => desk.chooseFolder(stage),
    'publish:setTarget': ({ stage, address, endpoint }) => desk.setTarget(stage, address, endpoint),
    'publish:setSecret': ({ stage, secret, accessKeyId }) => desk.setSecret(stage, secret, accessKeyId),
    'publish:forgetSecret': ({ stage }) => desk.forgetSecret(stage),
    'publish:start': ({ stage, isTakingOver = false }) => desk.start(stage, isTakingOver),
    'publish:follow': ({ stage, isOn }) => desk.follow(stage, isOn),
    'publish:takeDown': ({ stage }) => desk.takeDown(stage),
  }
}
