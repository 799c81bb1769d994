import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { PublishTarget } from '../../../preload/contract/publish/publish.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { fail } from '../../kernel/result.ts'
import type { WebClient } from '../../platform/http/webClient.ts'
import { createLocalFolder } from '../../platform/remote/localFolder.ts'
import type { RemoteFolder } from '../../platform/remote/remoteFolder.ts'
import type { PublishSecrets } from './publishSecrets.ts'
import { entryPath } from './rules/entryState.ts'
import type { StoredPublishing } from './rules/storedPublishing.ts'
import { bucketOf, storeOf } from './rules/target.ts'

/** A place opened for publishing. */
export type OpenedPlace = {
  readonly remote: RemoteFolder
  /** Where a browser opens the entry; null where that is not known. */
  readonly url: string | null
}

type PlaceParts = {
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
    const { createS3Folder } = await import('../../platform/remote/s3Folder.ts')
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

/** Where a browser opens the entry of a site in a bucket. */
export const entryUrlOf = (target: Extract<PublishTarget, { kind: 's3' }>, region: string): string => {
  const { bucket, prefix } = bucketOf(target)
  const root =
    target.endpoint !== null
      ? `${target.endpoint}/${bucket}`
      : bucket.includes('.')
        ? `https://s3.${region}.amazonaws.com/${bucket}`
        : `https://${bucket}.s3.${region}.amazonaws.com`
  return [root, prefix, entryPath].filter((part) => part !== '').join('/')
}
