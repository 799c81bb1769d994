import type { PublishTarget } from '../../../../preload/contract/publish/publish.ts'
import type { Result } from '../../../../preload/contract/result.ts'
import { invalidInput } from '../../../kernel/result.ts'

/** Reads `s3://…`, `sftp://…` or `davs://…`. Errors: invalid-input{address, endpoint}. */
export const readTarget = (address: string, endpoint: string | null): Result<PublishTarget> => {
  const scheme = /^([a-z0-9]+):\/\//i.exec(address)?.[1]?.toLowerCase()
  const kind =
    scheme === 's3' ? 's3' : scheme === 'sftp' ? 'sftp' : scheme === 'davs' || scheme === 'dav' ? 'webdav' : null
  if (kind === null)
    return invalidInput('address', 's3://BUCKET/PREFIX, sftp://USER@HOST/PATH or davs://USER@HOST/PATH')
  return { ok: true, value: { kind, address, endpoint } }
}

/** The host or store that a secret is kept for. */
export const placeOf = (target: PublishTarget): string => {
  if (target.kind === 'folder') return target.path
  const { kind, address, endpoint } = target
  const host = /^\w+:\/\/([^/]*)/.exec(address)?.[1] ?? ''
  return `${kind} ${endpoint ?? ''} ${kind === 's3' ? '' : host}`.trim()
}

/** Where a browser opens the site; null where that is not known. */
export const urlOf = (target: PublishTarget): string | null => {
  if (target.kind !== 's3') return null
  const path = target.address.replace(/^s3:\/\//i, '').replace(/\/+$/, '')
  const [bucket = '', ...prefix] = path.split('/')
  if (target.endpoint !== null) return `${target.endpoint.replace(/\/+$/, '')}/${path}/index.html`
  return `https://${bucket}.s3.amazonaws.com/${[...prefix, 'index.html'].join('/')}`
}
