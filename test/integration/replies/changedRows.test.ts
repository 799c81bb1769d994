import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packDelta, unpackDelta } from '../../../main/platform/sqlite/bodyCodec.ts'
import { changedRows } from '../../../main/features/replies/changedRows.ts'
import { parseExactly } from '../../../main/kernel/text/exactNumbers.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'

const anyRow = fc
  .record({ id: fc.nat(30), name: fc.string({ unit: 'grapheme' }), more: fc.jsonValue({ maxDepth: 2 }) })
  .map((row) => parseExactly(JSON.stringify(row)) as JsonObject)
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 30 })
/** Fields behind the rows; an object that begins as they do must not be taken for one of them. */
const tails = fc.constantFrom<JsonObject>({}, { total: 12 }, { page: { number: 3 } }, { after: { id: 1 } })
const bodyOf = (rows: readonly JsonObject[], tail: JsonObject): Buffer =>
  Buffer.from(JSON.stringify({ isSuccess: true, data: rows, ...tail }))

describe('rows that differ between two bodies', () => {
  it('are found without losing or inventing one, whatever stands in them and behind them', () => {
    let found = 0
    fc.assert(
      fc.property(
        anyRows,
        fc.array(fc.tuple(fc.nat(30), anyRow), { maxLength: 6 }),
        tails,
        tails,
        (before, edits, tail, tailNow) => {
          const after = [...before]
          for (const [at, row] of edits) after.splice(at % (after.length + 1), at % 3 === 0 ? 0 : 1, row)
          if (after.length === 0) return
          const earlier = { bytes: bodyOf(before, tail), rows: before.length, firstKey: 'id' }
          const changed = changedRows(earlier, bodyOf(after, tailNow), () => [0])
          if (changed === null) return
          found += 1
          expect(changed.known).toHaveLength(after.length)
          expect(changed.known[0]).toEqual(after[0])
          expect(changed.total).toBe(Number(tailNow['total'] ?? 0) > after.length ? 12 : null)
          const rest = (rows: readonly JsonObject[], places: readonly number[]): readonly JsonObject[] =>
            rows.filter((_, place) => !places.includes(place))
          expect(rest(after, changed.after.places)).toEqual(rest(before, changed.before.places))
          expect(changed.before.rows).toEqual(changed.before.places.map((place) => before[place]))
          expect(changed.after.rows).toEqual(changed.after.places.map((place) => after[place]))
        },
      ),
    )
    expect(found).toBeGreaterThan(5)
  })

  it('keep every digit of a long id on both sides', () => {
    const text = (club: string): string => `{"data":[{"id":9007199254740993,"club":"${club}"},{"id":1,"club":"A"}]}`
    const before = { bytes: Buffer.from(text('A')), rows: 2, firstKey: 'id' }
    const changed = changedRows(before, Buffer.from(text('B')), () => [])
    expect(changed?.before.rows[0]).toEqual({ id: '9007199254740993', club: 'A' })
    expect(changed?.after.rows[0]).toEqual({ id: '9007199254740993', club: 'B' })
  })

  const list = '[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}]'
  const changesTo = (later: string, rows = 3, firstKey = 'id'): ReturnType<typeof changedRows> =>
    changedRows({ bytes: Buffer.from(list), rows, firstKey }, Buffer.from(later), () => [])

  it('are none where nothing changed', () => {
    const none = { rows: [], places: [] }
    const known = [undefined, undefined, undefined]
    expect(changesTo(list)).toEqual({ before: none, after: none, known, total: null })
  })

  it.each([
    ['a comma is missing between rows that stayed', '[{"id":1,"name":"a"},{"id":2,"name":"b"}{"id":3,"name":"c"}]'],
    ['a comma is missing behind a row that changed', '[{"id":1,"name":"x"}{"id":2,"name":"b"},{"id":3,"name":"c"}]'],
    ['the body is cut off', '[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"'],
    ['rows are labelled by a group', '{"M40":[{"id":1,"name":"a"},{"id":2,"name":"x"}],"M45":[{"id":3,"name":"c"}]}'],
    ['another row stands among them', '[{"id":1,"name":"x"},{"no":2},{"id":2,"name":"b"},{"id":3,"name":"c"}]'],
    ['a row holds one that begins alike', '[{"id":1,"name":"a"},{"id":2,"in":{"id":9}},{"id":3,"name":"c"}]'],
    ['a row holds rows that begin alike', '[{"id":1,"in":[1,{"id":9}]},{"id":2,"name":"b"},{"id":3,"name":"c"}]'],
    ['a row is no longer one', '[{"id":1,"name":"a"},5,{"id":2,"name":"b"},{"id":3,"name":"c"}]'],
    ['the service refuses', `{"isSuccess":false,"data":${list}}`],
  ])('are left to a full reading where %s', (_, later) => {
    expect(changesTo(later)).toBeNull()
  })

  it('are left to a full reading where the text is no UTF-8', () => {
    const bytes = Buffer.from(list.replace('"a"', '"\u00ff"'), 'latin1')
    expect(changedRows({ bytes: Buffer.from(list), rows: 3, firstKey: 'id' }, bytes, () => [])).toBeNull()
    expect(changedRows({ bytes, rows: 3, firstKey: 'id' }, Buffer.from(list), () => [])).toBeNull()
  })

  it('are left to a full reading where another list says more than the few rows that changed', () => {
    const distances = '"distances":[{"title":"10 km","start":"10:00","limit":"2:00","climb":90,"lat":1,"lon":2}]'
    const body = (rows: string): string => `{${distances},"finishes":${rows}}`
    const before = { bytes: Buffer.from(body(list)), rows: 3, firstKey: 'id' }
    expect(changedRows(before, Buffer.from(body(list.replace('"c"', '"x"'))), () => [])).toBeNull()
  })

  it('are left to a full reading where the earlier rows were other ones', () => {
    expect(changesTo(list, 2)).toBeNull()
    expect(changesTo(list, 3, 'name')).toBeNull()
  })
})

describe('a body kept as its difference from another', () => {
  it('comes back to the byte, whatever the two are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.uint8Array({ maxLength: 5_000 }), (body, base) => {
        const packed = packDelta(body, base)
        expect(packed).not.toBeNull()
        if (packed !== null) expect(Buffer.compare(unpackDelta(packed, base), body)).toBe(0)
      }),
    )
  })

  it('is small for megabytes that differ little, and not tried where it would need much memory', () => {
    const line = (index: number): string => `{"number":${index},"name":"Runner ${(index * 7_919) % 10_007}"},`
    const base = Buffer.from(Array.from({ length: 60_000 }, (_, index) => line(index)).join(''))
    const body = Buffer.from(base.toString().replaceAll('"number":777', '"number":-777'))
    const packed = packDelta(body, base)
    expect(packed?.byteLength).toBeLessThan(base.byteLength / 200)
    expect(packed === null ? null : unpackDelta(packed, base).equals(body)).toBe(true)
    expect(packDelta(Buffer.alloc(20_000_000), base)).toBeNull()
  })

  it('does not take a body for a dictionary of zstd because of its first bytes', () => {
    expect(packDelta(Buffer.from('abc'), Buffer.from([0x37, 0xa4, 0x30, 0xec, 1, 2, 3, 4, 5]))).toBeNull()
  })

  it('is refused rather than read wrongly against another base', () => {
    const base = Buffer.from('the quick brown fox jumps over the lazy dog, again and again and again')
    const packed = packDelta(Buffer.concat([base, Buffer.from('!')]), base)
    const other = Buffer.from(base.toString().replace('quick', 'slow!'))
    expect(() => (packed === null ? null : unpackDelta(packed, other))).toThrow(/checksum|corrupt|match|wrong/i)
  })
})
