import fc from 'fast-check'
import { manifestEntry, readCapsule, withParts } from '../support/capsuleRig.ts'
import { zipFile, type ZipEntry } from '../support/files/zipFile.ts'
import { twisted } from './callInputs.ts'

export type HostileCapsule = { readonly name: string; readonly bytes: Buffer }

const share = fc.double({ min: 0, max: 1, noNaN: true })
const at = (bytes: Uint8Array, place: number): number => Math.min(bytes.length - 1, Math.floor(place * bytes.length))

const withByteChanged = (data: Uint8Array, place: number): Uint8Array => {
  const bytes = Buffer.from(data)
  if (bytes.length > 0) bytes[at(bytes, place)] = (bytes[at(bytes, place)] ?? 0) ^ 1
  return bytes
}

const spoiltBytes = (good: Buffer): fc.Arbitrary<HostileCapsule> =>
  fc.oneof(
    fc.array(fc.tuple(share, fc.nat(7)), { minLength: 1, maxLength: 12 }).map((flips) => {
      const bytes = Buffer.from(good)
      for (const [place, bit] of flips) bytes[at(bytes, place)] = (bytes[at(bytes, place)] ?? 0) ^ (1 << bit)
      return { name: `${flips.length} bits flipped`, bytes }
    }),
    share.map((place) => ({ name: 'cut off', bytes: good.subarray(0, at(good, place)) })),
    share.map((place) => ({ name: 'begun late', bytes: good.subarray(at(good, place)) })),
    fc.tuple(share, fc.integer({ min: 1, max: 5_000 })).map(([place, length]) => {
      const bytes = Buffer.from(good)
      bytes.fill(0, at(bytes, place), Math.min(bytes.length, at(bytes, place) + length))
      return { name: 'zeros in it', bytes }
    }),
    fc.tuple(share, share, fc.integer({ min: 1, max: 5_000 })).map(([from, to, length]) => {
      const bytes = Buffer.from(good)
      good.copy(bytes, at(bytes, to), at(good, from), at(good, from) + length)
      return { name: 'one part over another', bytes }
    }),
    fc.uint8Array({ maxLength: 300 }).map((more) => ({ name: 'more behind it', bytes: Buffer.concat([good, more]) })),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ name: 'no zip at all', bytes: Buffer.from(bytes) })),
  )

const oddTexts = ['', '../../x', '\u0000', '\ud800', '2026-13-45T99:99:99.999Z'] as const
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, -1, 1e300, [], {}, true, 2, ...oddTexts),
  fc.jsonValue({ maxDepth: 2 }),
)

const outsideNames = ['../../escaped', '/etc/x', 'a\\..\\..\\b', 'C:\\x', 'bodies/../x'] as const
const names = [...outsideNames, 'manifest.json', 'a/'.repeat(300), '\u0000'] as const

const hostileZips = (good: Buffer): fc.Arbitrary<HostileCapsule> => {
  const capsule = readCapsule(good)
  const { manifest, parts } = capsule
  const whole = (entries: readonly ZipEntry[]): Buffer => zipFile([manifestEntry(manifest), ...entries])
  const listed = (entries: readonly ZipEntry[]): Buffer => withParts(capsule, entries)
  const spoilt = <T>(
    name: string,
    values: fc.Arbitrary<T>,
    change: (value: T, entry: ZipEntry) => Partial<ZipEntry>,
    build = whole,
  ): fc.Arbitrary<HostileCapsule> =>
    fc.tuple(share, values).map(([place, value]) => {
      const changed = Math.min(parts.length - 1, Math.floor(place * parts.length))
      return {
        name,
        bytes: build(parts.map((part, index) => (index === changed ? { ...part, ...change(value, part) } : part))),
      }
    })
  const anyName = fc.constantFrom(...names)
  const anyData = fc.uint8Array({ maxLength: 2_000 })
  const always = fc.constant(null)
  const packed = { data: Buffer.alloc(30_000_000), isDeflated: true }
  return fc.oneof(
    fc.tuple(fc.nat(100_000), odd).map(([place, other]) => ({
      name: 'its list altered',
      bytes: zipFile([manifestEntry(twisted(manifest, place, other)), ...parts]),
    })),
    spoilt('a part of another name', anyName, (name) => ({ name })),
    spoilt('a listed part of another name', anyName, (name) => ({ name }), listed),
    spoilt('a part with one byte changed', share, (inside, { data }) => ({ data: withByteChanged(data, inside) })),
    spoilt('a part with other bytes', anyData, (data) => ({ data })),
    spoilt('a listed part with other bytes', anyData, (data) => ({ data }), listed),
    spoilt('a link', always, () => ({ mode: 0o120777 })),
    spoilt('an encrypted part', always, () => ({ flags: 1 })),
    spoilt('a size that is wrong', fc.constantFrom(0, 1, 0xffff_fffe), (claimedBytes) => ({ claimedBytes })),
    spoilt('a part that unpacks to much', always, () => packed),
    share.map((place) => ({
      name: 'a part less',
      bytes: whole(parts.filter((_, index) => index !== Math.floor(place * parts.length))),
    })),
    fc
      .constantFrom(...names)
      .map((name) => ({ name: 'a part more', bytes: whole([...parts, { name, data: Buffer.from('x') }]) })),
    fc.constant({ name: 'its parts twice', bytes: whole([...parts, ...parts]) }),
    fc.constant({ name: 'no list', bytes: zipFile(parts) }),
    fc.constantFrom('', '{', 'null', '[]', '{}', '{"version":1}', '['.repeat(50_000)).map((text) => ({
      name: 'a list that is none',
      bytes: zipFile([manifestEntry(text), ...parts]),
    })),
  )
}

export const anyHostileCapsule = (good: Buffer): fc.Arbitrary<HostileCapsule> =>
  fc.oneof(spoiltBytes(good), hostileZips(good))
