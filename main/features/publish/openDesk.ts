import { join } from 'node:path'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Log } from '../../kernel/log.ts'
import { once } from '../../kernel/once.ts'
import { createOwnFolders } from '../../platform/files/ownFolders.ts'
import type { Keychain } from '../../platform/keychain/keychain.ts'
import { createKeytarKeychain } from '../../platform/keychain/keytarKeychain.ts'
import { createMemoryKeychain } from '../../platform/keychain/memoryKeychain.ts'
import { fileStem } from '../files/rules/fileNames.ts'
import type { OpenPublishingParts } from './openPublishing.ts'
import { createPublishDesk, type PublishDeskParts } from './publishDesk.ts'
import type { Publishing } from './publishing.ts'
import { createPublishSecrets } from './publishSecrets.ts'

type Env = { readonly [name: string]: string | undefined }

type Made = 'publishing' | 'secrets' | 'region' | 'agent' | 'chooseFolder'

export type OpenDeskParts = Omit<PublishDeskParts & OpenPublishingParts, Made> & {
  readonly log: Log
  readonly outside?: { readonly keychain?: Keychain }
  readonly learn: (secret: string) => void
  readonly chooseFolder?: PublishDeskParts['chooseFolder']
  readonly listen: (listener: (event: AppEvent) => void) => void
}

export const openDesk = (given: OpenDeskParts): ReturnType<typeof createPublishDesk> => {
  // The desktop face takes no secrets from the environment.
  const env: Env = given.face === 'desktop' ? {} : given.env
  const password = env['RACEDESK_PUBLISH_PASSWORD'] || null
  const sessionToken = env['AWS_SESSION_TOKEN'] || null
  if (sessionToken !== null) given.learn(sessionToken)
  const secrets = createPublishSecrets({
    keychain: given.outside?.keychain ?? createKeytarKeychain(given),
    memory: createMemoryKeychain(),
    given: { s3: env['AWS_SECRET_ACCESS_KEY'] || null, sftp: password, webdav: password },
    learn: given.learn,
  })
  const region = env['AWS_REGION'] || null
  // Loaded with the first publishing.
  const load = once(async () => {
    const { openPublishing } = await import('./openPublishing.ts')
    return openPublishing({ ...given, secrets, env, region, agent: given.env['SSH_AUTH_SOCK'] || null })
  })
  const publishing: Publishing = {
    publish: async (stage, control) => await (await load()).publish(stage, control),
    takeDown: async (stage, control) => await (await load()).takeDown(stage, control),
    forget: async (stage) => await (await load()).forget(stage),
  }
  const desk = createPublishDesk({
    ...given,
    publishing,
    secrets,
    region,
    chooseFolder: given.chooseFolder ?? createOwnFolders(join(given.dataDir, 'sites'), (name) => fileStem([name])),
  })
  given.listen(desk.followEvent)
  return desk
}
