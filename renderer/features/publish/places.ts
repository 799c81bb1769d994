import type { PublishTarget } from '../../../preload/contract/publish/publish.ts'

/** Places in the order in which they are offered. */
export const PLACES: readonly PublishTarget['kind'][] = ['folder', 's3', 'sftp', 'webdav']

/** Where the site is kept, for people. */
export const placeText = (target: PublishTarget): string => (target.kind === 'folder' ? target.path : target.address)
