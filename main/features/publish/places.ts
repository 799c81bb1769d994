import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { fail } from '../../kernel/result.ts'
import type { WebClient } from '../../platform/http/webClient.ts'
import { createLocalFolder } from '../../platform/remote/localFolder.ts'
import { createS3Folder } from '../../platform/remote/s3Folder.ts'
import type { RemoteFolder } from '../../platform/remote/remoteFolder.ts'
import type { PublishSecrets } from './publishSecrets.ts'
import type { StoredPublishing } from './rules/storedPublishing.ts'
import { bucketOf, entryUrlOf, storeOf } from './rules/target.ts'

/** A place opened for publishing. */
export type OpenedPlace = {
  readonly remote: RemoteFolder
  /** Where a browser opens the entry; null where that is not known. */
  readonly url: string | null
}

export type PlaceParts = {
  readonly secrets: Pick<PublishSecrets, 'find'>
  readonly web: Pick<WebClient, 'send'>
  readonly region: string
  /** For AWS_ACCESS_KEY_ID and AWS_SESSION_TOKEN. */
  readonly env: { readonly [name: string]: string | undefined }
}

/** Opens the place of a stage. Errors: publish-refused{no-target, no-secret}, keychain-unavailable. */
export const placeOpener =
  ({ secrets, web, region, env }: PlaceParts) =>
  async (stage: StageGuid, { target, accessKeyId }: StoredPublishing): Promise<Result<OpenedPlace>> => {
    if (target === null) return fail({ kind: 'publish-refused', reason: 'no-target' })
    if (target.kind === 'folder') return { ok: true, value: { remote: createLocalFolder(target.path), url: null } }
    const secret = await secrets.find(stage, storeOf(target))
    if (!secret.ok) return secret
    const keyId = env['AWS_ACCESS_KEY_ID'] || accessKeyId
    if (secret.value === null || keyId === '') return fail({ kind: 'publish-refused', reason: 'no-secret' })
    const place = {
      ...bucketOf(target),
      endpoint: target.endpoint,
      region,
      accessKeyId: keyId,
      secretAccessKey: secret.value.secret,
      sessionToken: env['AWS_SESSION_TOKEN'] ?? null,
    }
    return { ok: true, value: { remote: createS3Folder(place, web), url: entryUrlOf(target, region) } }
  }
