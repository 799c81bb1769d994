import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  entryUrlOf,
  readTarget,
  regionOf,
  sftpPlaceOf,
  webdavPlaceOf,
  type StoreTarget,
} from '../../../main/features/publish/rules/target.ts'
import type { StagePublishing } from '../../../preload/contract/publish/publish.ts'
import { storeAddressOf, storeDraftOf, type StoreDraft } from '../../../renderer/features/publish/storeDraft.ts'
import { rowsIn } from '../../support/units/rows.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const empty: StoreDraft = { address: '', endpoint: '', folder: '', user: '', secret: '' }
const knownAt = (target: StoreTarget): StagePublishing => ({ target, accessKeyId: '' }) as StagePublishing
const name = fc
  .stringMatching(/^[\p{L}\d @:%#?+&=.~-]{1,12}$/u)
  .filter((text) => text === text.trim() && !/^(?:\.{1,2}|~)$/.test(text) && !/%2e/i.test(text))
const folder = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))

const targetOf = (kind: 'sftp' | 'webdav', draft: StoreDraft): StoreTarget => {
  const { address, endpoint } = storeAddressOf(kind, draft)
  const target = readTarget(address, endpoint)
  if (!target.ok) throw new Error(JSON.stringify(target.error))
  return target.value
}

describe('a web host as it is typed', () => {
  it('by SFTP is the host, user and folder that were typed, and is shown so again', () => {
    expectAll(name, folder, fc.boolean(), (user, path, isAbsolute) => {
      const typed = { ...empty, address: 'ssh.example.org:2222', user, folder: isAbsolute ? `/${path}` : path }
      const target = targetOf('sftp', typed)
      if (target.kind !== 'sftp') throw new Error(target.kind)
      expect(sftpPlaceOf(target)).toEqual({ host: 'ssh.example.org', port: 2222, user, path: typed.folder })
      expect(storeDraftOf('sftp', knownAt(target))).toEqual(typed)
    })
  })

  it('by WebDAV is the address and user that were typed, and is shown so again', () => {
    expectAll(name, (user) => {
      const typed = { ...empty, address: 'https://example.org:8443/dav/spring%20race', user }
      const target = targetOf('webdav', typed)
      if (target.kind !== 'webdav') throw new Error(target.kind)
      expect(webdavPlaceOf(target)).toEqual({ url: typed.address, user })
      expect(storeDraftOf('webdav', knownAt(target))).toEqual(typed)
    })
  })

  it('may be the folder of the user itself', () => {
    const target = targetOf('sftp', { ...empty, address: 'example.org', user: 'desk' })
    expect(target).toEqual({ kind: 'sftp', address: 'sftp://desk@example.org/~' })
  })
})

describe('an address to publish to', () => {
  it.each(
    `sftp://desk:secret@example.org/www davs://desk:secret@example.org/www sftp://desk@example.org/~/../www
    sftp://desk@example.org/%2e%2e/www sftp://desk@example.org/www%2F..%2Fetc sftp://desk@example.org/www?key
    dav://example.org/www davs://example.org/www#part https://example.org/www s3://Bucket/www`.split(/\s+/u),
  )('is refused: %s', (address) => {
    expect(readTarget(address, null)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })

  it.each([
    'https://key:secret@s3.example.org',
    'https://:secret@s3.example.org',
    'https://s3.example.org/?key=secret',
    'https://s3.example.org/#secret',
    'http://s3.example.org',
  ])('is refused with the endpoint %s, and says nothing of it', (endpoint) => {
    const refused = readTarget('s3://results/spring', endpoint)
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    expect(JSON.stringify(refused)).not.toContain('secret')
  })

  it('without TLS is taken only on this computer', () => {
    expect(readTarget('dav://127.0.0.1:8080/www', null)).toMatchObject({ ok: true })
    expect(readTarget('dav://example.org/www', null)).toMatchObject({ ok: false })
  })
})

it('an S3 store is in the region that was given, else in the one that its address names', () => {
  const regionAt = (endpoint: string | null, given: string | null = null): string =>
    regionOf({ kind: 's3', address: 's3://results', endpoint }, given)
  expect(regionAt('https://s3.eu-central-1.amazonaws.com')).toBe('eu-central-1')
  expect(regionAt('https://s3.us-west-004.backblazeb2.com')).toBe('us-west-004')
  expect(regionAt('https://s3.eu-central-1.wasabisys.com', 'eu-west-2')).toBe('eu-west-2')
  expect([regionAt(null), regionAt('https://storage.example.org')]).toEqual(['us-east-1', 'us-east-1'])
})

it.each(
  rowsIn(`
    results/spring | https://s3.example.org | https://s3.example.org/results/spring/
    results/spring | https://results.s3.example.org | https://results.s3.example.org/spring/
    results/spring | https://results.example.org | https://results.example.org/results/spring/
    127/spring | http://127.0.0.1:9000 | http://127.0.0.1:9000/127/spring/
    results/spring | none | https://results.s3.eu-central-1.amazonaws.com/spring/
    results.example.org | none | https://s3.eu-central-1.amazonaws.com/results.example.org/
  `),
)('the bucket and folder %s of the store %s are opened at %s', (place, endpoint, url) => {
  const store = { kind: 's3', address: `s3://${place}`, endpoint: endpoint === 'none' ? null : endpoint } as const
  expect(entryUrlOf(store, 'eu-central-1')).toBe(`${url}index.html`)
})
