import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Instant, Json } from '../../../preload/contract/ids.ts'
import {
  knownExport,
  readReceipt,
  writeReceipt,
  type ReceiptFacts,
  type ReceiptFile,
} from '../../../main/features/files/rules/receipts.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAllIn } from '../../support/units/expectAll.ts'

const at = (text: string): Instant => text as Instant
const sha256 = 'ab'.repeat(32)
const facts: ReceiptFacts = {
  file: { format: 'csv', preset: 'ru' },
  writtenAt: at('2026-05-16T12:00:00.000Z'),
  appVersion: '1.2.3',
  subject: 'results',
  stage: { guid: '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13', name: 'Spring race' },
  origin: 'https://api.example.org',
  state: 'preliminary',
  sources: ['11:30', '10:00', '11:00'].map((time) => ({
    distance: '10 km',
    category: `M ${time}`,
    url: 'https://results.example.org/a',
    fetchedAt: at(`2026-05-16T${time}:00.000Z`),
    sha256,
    sizeBytes: 10,
    rows: 3,
  })),
  mapping: [
    { signature: 's', origin: 'https://results.example.org', columns: [{ name: 'time', role: 'result', unit: 's' }] },
  ],
  choice: { search: '', filters: [] },
}
const file: ReceiptFile = { name: 'a.csv', sizeBytes: 9, sha256, rows: 9 }
const plain = (text: string): string => text

/** False for a name that an object literal does not take for a field. */
const isOrdinary = (text: string): boolean => !text.includes('__proto__')

it('a receipt is read as it was written, whatever its texts hold', () => {
  const texts = fc.string({ unit: anyCharacter, maxLength: 50 })
  expectAllIn(30, texts, fc.json({ maxDepth: 3 }).filter(isOrdinary), (text, json) => {
    const [name, choice] = [text.toWellFormed(), JSON.parse(json) as Json]
    const read = readReceipt(writeReceipt({ ...facts, choice }, { ...file, name }, plain))
    expect(read).toMatchObject({ file: { name }, sources: facts.sources, mapping: facts.mapping })
    expect(read?.choice).toEqual(choice)
  })
})

it('a receipt is masked in every text, deep ones too', () => {
  const deep = { filters: [{ values: ['key-1234567'] }] }
  const text = writeReceipt({ ...facts, choice: deep }, file, (value) => value.replaceAll('key-1234567', '***'))
  expect(readReceipt(text)?.choice).toMatchObject({ filters: [{ values: ['***'] }] })
})

it('a receipt has the first and last time its data were fetched, whatever the order of sources', () => {
  const receipt = readReceipt(writeReceipt(facts, file, plain))
  expect(receipt === null ? null : knownExport(receipt, 'receipt')).toMatchObject({
    by: 'receipt',
    categories: 3,
    fetchedFrom: '2026-05-16T10:00:00.000Z',
    fetchedTo: '2026-05-16T11:30:00.000Z',
  })
})

const ofFile = { ...file, format: 'csv', preset: null }
it.each([
  ['a later version', { schemaVersion: 2 }],
  ['another file', { schema: 'racedesk.results' }],
  ['no hash', { file: { ...ofFile, sha256: 'none' } }],
  ['a time that is none', { writtenAt: '<b>now</b>' }],
  ['a name as long as a book', { file: { ...ofFile, name: 'a'.repeat(2_000) } }],
  ['negative rows', { file: { ...ofFile, rows: -1 } }],
  ['no list of sources', { sources: {} }],
])('a receipt with %s is refused', (_, change) => {
  const text = JSON.stringify({ ...JSON.parse(writeReceipt(facts, file, plain)), ...change })
  expect(readReceipt(text)).toBeNull()
})

it('a receipt that is deep or broken does not stop anything', () => {
  for (const text of ['', 'null', '[', '['.repeat(200_000), `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`]) {
    expect(readReceipt(text)).toBeNull()
  }
  const deepChoice = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const text = writeReceipt(facts, file, plain).replace('"choice": {', `"deep": ${deepChoice}, "choice": {`)
  expect(readReceipt(text)).toEqual(readReceipt(writeReceipt(facts, file, plain)))
  const within = writeReceipt(facts, file, plain).replace('"search": ""', `"search": ${deepChoice}`)
  expect(readReceipt(within)).toBeNull()
})
