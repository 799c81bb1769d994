import type { PublishTarget, StagePublishing } from '../../../preload/contract/publish/publish.ts'

export type StoreKind = Exclude<PublishTarget['kind'], 'folder'>

/** A place on a network as it is typed. */
export type StoreDraft = {
  /** S3: bucket and folder · SFTP: the server · WebDAV: the address that the provider gives, with https://. */
  readonly address: string
  /** S3 only. */
  readonly endpoint: string
  /** SFTP only: without a slash at its beginning, it is within the user's folder. */
  readonly folder: string
  /** S3: the id of the access key. */
  readonly user: string
  /** '' keeps the stored one. */
  readonly secret: string
}

const empty: StoreDraft = { address: '', endpoint: '', folder: '', user: '', secret: '' }

/** What is typed already of a place of that kind. */
export const storeDraftOf = (kind: StoreKind, { target, accessKeyId }: StagePublishing): StoreDraft => {
  if (target?.kind !== kind) return kind === 's3' ? { ...empty, address: 's3://' } : empty
  if (target.kind === 's3') {
    return { ...empty, address: target.address, endpoint: target.endpoint ?? '', user: accessKeyId }
  }
  const { protocol, username, host, pathname } = new URL(target.address.replace(/^dav/, 'http'))
  const user = decodeURIComponent(username)
  if (target.kind === 'webdav') return { ...empty, address: `${protocol}//${host}${pathname}`, user }
  return { ...empty, address: host, folder: decodeURIComponent(pathname).replace(/^\/~(?:\/|$)/, ''), user }
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Address and endpoint as the contract takes them. */
export const storeAddressOf = (
  kind: StoreKind,
  draft: StoreDraft,
): { readonly address: string; readonly endpoint: string | null } => {
  const [address, endpoint, folder, user] = [draft.address, draft.endpoint, draft.folder, draft.user].map((text) =>
    text.trim(),
  ) as [string, string, string, string]
  if (kind === 's3') return { address, endpoint: endpoint === '' ? null : endpoint }
  const userPart = user === '' ? '' : `${encodeURIComponent(user)}@`
  if (kind === 'webdav') {
    return { address: address.replace(/^(?:http|dav)(s?):\/\//i, `dav$1://${userPart}`), endpoint: null }
  }
  const path = folder.startsWith('/') ? folder : `/~/${folder}`
  return { address: `sftp://${userPart}${address.replace(/^sftp:\/\//i, '')}${encodePath(path)}`, endpoint: null }
}
