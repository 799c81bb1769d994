import type { PublishTarget } from '../../../../preload/contract/publish/publish.ts'
import type { Result } from '../../../../preload/contract/result.ts'
import { invalidInput } from '../../../kernel/result.ts'
import { isSafeTransport } from '../../../kernel/urls.ts'
import { entryPath } from './entryState.ts'

type S3Target = Extract<PublishTarget, { kind: 's3' }>

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixPart = /^[\w!'()*-][\w!'()*.-]{0,200}$/

/** Reads `s3://BUCKET/PREFIX`. Errors: invalid-input{address, endpoint}. */
export const readTarget = (address: string, endpoint: string | null): Result<S3Target> => {
  const [bucket = '', ...parts] = address
    .replace(/^s3:\/\//i, '')
    .replace(/\/+$/, '')
    .split('/')
  const isAddress =
    /^s3:\/\//i.test(address) && bucketPattern.test(bucket) && parts.every((part) => prefixPart.test(part))
  if (!isAddress) return invalidInput('address', 's3://BUCKET/PREFIX')
  const url = endpoint === null ? null : URL.parse(endpoint)
  if (endpoint !== null && (url === null || !isSafeTransport(url) || url.username !== '' || url.search !== '')) {
    return invalidInput('endpoint', 'https://HOST (http:// only on this computer)')
  }
  const known = url === null ? null : `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  return { ok: true, value: { kind: 's3', address: `s3://${[bucket, ...parts].join('/')}`, endpoint: known } }
}

/** Bucket and prefix of an address that `readTarget` gave. */
export const bucketOf = ({ address }: S3Target): { readonly bucket: string; readonly prefix: string } => {
  const [bucket = '', ...prefix] = address.slice('s3://'.length).split('/')
  return { bucket, prefix: prefix.join('/') }
}

/** The store that a key is kept for: another one never gets it. */
export const storeOf = (target: S3Target): string => target.endpoint ?? 'amazon'

/** Where a browser opens the entry of a site in a bucket. */
export const entryUrlOf = (target: S3Target, region: string): string => {
  const { bucket, prefix } = bucketOf(target)
  const root =
    target.endpoint !== null
      ? `${target.endpoint}/${bucket}`
      : bucket.includes('.')
        ? `https://s3.${region}.amazonaws.com/${bucket}`
        : `https://${bucket}.s3.${region}.amazonaws.com`
  return [root, prefix, entryPath].filter((part) => part !== '').join('/')
}
