import * as z from 'zod'
import { folderPath, isAddress, line, secret, url } from '../bounds.ts'
import { categoryId, stageGuid, type Instant, type JobId, type StageGuid } from '../ids.ts'
import { operation, type Parsed } from '../operation.ts'
import { keyIssue } from '../../shared/keyLike.ts'
import type { AppError } from '../result.ts'
import { siteColumns } from './site.ts'

/** How a published site looks, and what of the stage is on it. */
export type PublishSettings = Parsed<typeof publishSettings>
export const publishSettings = () =>
  storedPublishSettings().extend({ readerUrl: readerUrl().refine(isAddress, keyIssue) })

/** Without the rule of keys: nothing that is stored may be lost by it. */
export const storedPublishSettings = () =>
  z.strictObject({
    /** Null: all, those that come later, too. */
    categories: z.array(categoryId()).min(1).max(1_000).nullable(),
    /** Columns of people besides name, place, result and points of the course; nothing else of a person is published. */
    columns: z.array(z.enum(siteColumns)).max(siteColumns.length),
    isFinal: z.boolean(),
    /** Language of readers whose browser asks for neither. */
    language: z.enum(['en', 'ru']),
    /** The colour of links and marks; the site darkens or lightens it until it can be read. */
    colour: z.string().regex(/^#[0-9a-f]{6}$/, 'a colour such as #0a5bd3'),
    /** A picture as a data URL; null without one. */
    logo: z
      .string()
      .max(100_000)
      .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'a PNG, JPEG or WebP picture')
      .nullable(),
    /** The address at which readers open the site, for the QR code and for sharing; '' where it is not known. */
    readerUrl: readerUrl(),
    /** While the stage is watched, in units of 1,000,000 bytes sent. */
    budgetMbPerHour: z.number().min(1).max(1_000_000),
  })

const readerUrl = () =>
  line(500).refine(
    (text) => text === '' || /^https?:\/\/[^\s/@]+(?:\/\S*)?$/.test(text),
    'a http or https address without a name or password',
  )

/** Where a site is published. Addresses hold neither keys nor passwords. */
export type PublishTarget =
  | { readonly kind: 'folder'; readonly path: string }
  /** `s3://BUCKET/PREFIX`. `endpoint`: of an S3-compatible store other than Amazon's; null: Amazon's. */
  | { readonly kind: 's3'; readonly address: string; readonly endpoint: string | null }
  /** `sftp://[USER@]HOST[:PORT]/PATH`, or `/~/PATH` within the user's folder. */
  | { readonly kind: 'sftp'; readonly address: string }
  /** `davs://[USER@]HOST[:PORT]/PATH`, on this computer also `dav://`. */
  | { readonly kind: 'webdav'; readonly address: string }

/** A site as it was published last. */
export type Publication = {
  readonly at: Instant
  /** All files of the site, with those that stayed, and their size. */
  readonly files: number
  readonly sizeBytes: number
  /** What was sent this time. */
  readonly sent: number
  readonly sentBytes: number
  /** When the oldest of the results was last confirmed by the service. */
  readonly confirmedAt: Instant
  readonly isFinal: boolean
}

/**
 * Publishing while the stage is watched. `waiting`: for other results · `publishing` · `backing-off`: failed, and tried again at
 * `nextTryAt` · `budget`: the data of the hour are spent · `problem`: nothing is tried until the user does something.
 */
export type FollowState = {
  readonly phase: 'waiting' | 'publishing' | 'backing-off' | 'budget' | 'problem'
  readonly nextTryAt: Instant | null
  readonly error: AppError | null
  readonly sentBytesLastHour: number
}

/** The publishing of a stage, as its operator sees it. */
export type StagePublishing = {
  readonly settings: PublishSettings
  /** Null until one was chosen. */
  readonly target: PublishTarget | null
  /** Where the key or password of the target is; null: not needed, or missing. `environment`: for this run only. */
  readonly secretIn: 'keychain' | 'memory' | 'environment' | null
  /** S3: the id of the access key, which is not secret. '' without one. */
  readonly accessKeyId: string
  /** SFTP: the fingerprint of the host's key, kept at the first connection; null before. */
  readonly hostKey: string | null
  /** `settings.readerUrl`, else what follows from the target; null where that is not known. */
  readonly readerUrl: string | null
  /** Where browsers of this computer see the site of a folder; null: it is not previewed. */
  readonly previewUrl: string | null
  /** Null: nothing of the stage is published there. */
  readonly published: Publication | null
  /** Other places where the stage was published last and not taken down, the latest first. */
  readonly left: readonly { readonly target: PublishTarget; readonly at: Instant }[]
  /** The last ones, newest first; 20 at most. */
  readonly receipts: readonly Publication[]
  /** Null: published only when the user says so. */
  readonly follow: FollowState | null
  /** The job that publishes or takes down at this moment. */
  readonly job: JobId | null
}

export type PublishEvents = {
  /** Settings, target, secret or state are others. */
  readonly 'publish:changed': { readonly stage: StageGuid }
}

const ofStage = () => z.strictObject({ stage: stageGuid() })

/** A secret access key of Amazon, Google or Cloudflare: their ids are shorter or longer. */
const secretOfStores = /^(?:[A-Za-z0-9+/]{40}|[0-9a-f]{64})$/

export const publishOperations = {
  /** `language`: that of the page, for a site that nobody arranged yet. */
  'publish:read': operation<StagePublishing>()(() =>
    z.strictObject({ stage: stageGuid(), language: z.enum(['en', 'ru']).exactOptional() }),
  ),
  /** Published with the next publishing. */
  'publish:save': operation<StagePublishing>()(() =>
    z.strictObject({ stage: stageGuid(), settings: publishSettings() }),
  ),
  /** The face asks for a folder, or takes `folder` where it has no dialog. Null when the user closed the dialog. */
  'publish:chooseFolder': operation<StagePublishing | null>()(() =>
    z.strictObject({ stage: stageGuid(), folder: folderPath().exactOptional() }),
  ),
  /** `address` as in `PublishTarget`. A secret is kept for the host it was given for. */
  'publish:setTarget': operation<StagePublishing>()(() =>
    z.strictObject({ stage: stageGuid(), address: url(), endpoint: url().nullable() }),
  ),
  /** S3: the id of an access key and its secret · WebDAV, SFTP: '' and a password, or what opens the file of an SSH key. */
  'publish:setSecret': operation<StagePublishing>()(
    () =>
      z.strictObject({
        stage: stageGuid(),
        accessKeyId: line(200).refine((text) => !secretOfStores.test(text), keyIssue),
        secret: secret(),
      }),
    /^secret$/,
  ),
  'publish:forgetSecret': operation<StagePublishing>()(ofStage),
  /** SFTP: accepts this key of the host from now on, as `publish-refused` told it. */
  'publish:trustHostKey': operation<StagePublishing>()(() =>
    z.strictObject({
      stage: stageGuid(),
      hostKey: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'a fingerprint such as SHA256:…'),
    }),
  ),
  /**
   * `isTakingOver`: in place of a site that another desk or another program made. Errors of the job: publish-refused, those of the
   * target.
   */
  'publish:start': operation<{ readonly jobId: JobId }>()(() =>
    z.strictObject({ stage: stageGuid(), isTakingOver: z.literal(true).exactOptional() }),
  ),
  /** Publishes whenever a watch or a download brings other results. */
  'publish:follow': operation<StagePublishing>()(() => z.strictObject({ stage: stageGuid(), isOn: z.boolean() })),
  /** Shows the site of a folder at an address of this computer until the app ends; the desktop app opens that. */
  'publish:preview': operation<StagePublishing>()(() => z.strictObject({ stage: stageGuid(), isOn: z.boolean() })),
  /** Removes all that was published, the entry first. */
  'publish:takeDown': operation<{ readonly jobId: JobId }>()(ofStage),
}
