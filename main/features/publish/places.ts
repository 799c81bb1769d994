import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { PublishTarget } from '../../../preload/contract/publish/publish.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { fail } from '../../kernel/result.ts'
import type { WebClient } from '../../platform/http/webClient.ts'
import { createLocalFolder } from '../../platform/remote/localFolder.ts'
import type { RemoteFolder } from '../../platform/remote/remoteFolder.ts'
import { createS3Folder } from '../../platform/remote/s3Folder.ts'
import { createWebdavFolder } from '../../platform/remote/webdavFolder.ts'
import type { PublishSecrets } from './publishSecrets.ts'
import type { StoredPublishing } from './rules/storedPublishing.ts'
import { bucketOf, entryUrlOf, regionOf, sftpPlaceOf, storeOf, webdavPlaceOf } from './rules/target.ts'

/** A place opened for publishing. */
export type OpenedPlace = {
  readonly target: PublishTarget
  readonly remote: RemoteFolder
  /** Where a browser opens the entry; null where that is not known. */
  readonly url: () => string | null
}

export type PlaceParts = {
  readonly secrets: Pick<PublishSecrets, 'find'>
  readonly web: Pick<WebClient, 'send'>
  /** Null: none is given. */
  readonly region: string | null
  /** For AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN, RACEDESK_PUBLISH_USER and HOME. */
  readonly env: { readonly [name: string]: string | undefined }
  /** The socket of an SSH agent; null without one. */
  readonly agent: string | null
  readonly keepHostKey: (stage: StageGuid, host: string, hostKey: string) => void
  /** Told in which region the bucket of a target is. */
  readonly keepRegion: (stage: StageGuid, target: PublishTarget, region: string) => void
}

/** Opens the place of a stage. Errors: publish-refused{no-target, no-secret}, keychain-unavailable. */
export const placeOpener = (parts: PlaceParts) => {
  const { secrets, web, region, env, agent, keepHostKey, keepRegion } = parts

  const openRemote = async (
    stage: StageGuid,
    target: PublishTarget,
    { accessKeyId, hostKeys, region: knownRegion }: StoredPublishing,
    foundRegion: (region: string) => void,
  ): Promise<Result<RemoteFolder>> => {
    if (target.kind === 'folder') return { ok: true, value: createLocalFolder(target.path) }
    const found = await secrets.find(stage, target)
    if (!found.ok) return found
    const secret = found.value?.secret ?? null
    const otherUser = env['RACEDESK_PUBLISH_USER'] || null
    if (target.kind === 'webdav') {
      const { url, user } = webdavPlaceOf(target)
      return { ok: true, value: createWebdavFolder({ url, user: user ?? otherUser ?? '', password: secret }, web) }
    }
    if (target.kind === 'sftp') {
      const { createSftpFolder } = await import('../../platform/remote/sftpFolder.ts')
      const host = storeOf(target)
      const where = sftpPlaceOf(target)
      const user = where.user ?? otherUser
      if (user === null) return fail({ kind: 'publish-refused', reason: 'no-secret' })
      const place = { ...where, user, secret, agent, home: env['HOME'] || null, hostKey: hostKeys[host] ?? null }
      return { ok: true, value: createSftpFolder(place, (hostKey) => keepHostKey(stage, host, hostKey)) }
    }
    const keyId = env['AWS_ACCESS_KEY_ID'] || accessKeyId
    if (secret === null || keyId === '') return fail({ kind: 'publish-refused', reason: 'no-secret' })
    const place = {
      ...bucketOf(target),
      endpoint: target.endpoint,
      region: regionOf(target, knownRegion ?? region),
      accessKeyId: keyId,
      secretAccessKey: secret,
      sessionToken: env['AWS_SESSION_TOKEN'] ?? null,
    }
    return { ok: true, value: createS3Folder(place, web, foundRegion) }
  }

  return async (stage: StageGuid, stored: StoredPublishing): Promise<Result<OpenedPlace>> => {
    const { target } = stored
    if (target === null) return fail({ kind: 'publish-refused', reason: 'no-target' })
    let knownRegion = stored.region ?? region
    const remote = await openRemote(stage, target, stored, (found) => {
      knownRegion = found
      keepRegion(stage, target, found)
    })
    return remote.ok
      ? { ok: true, value: { target, remote: remote.value, url: () => entryUrlOf(target, knownRegion) } }
      : remote
  }
}
