import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppEvent } from '../../preload/contract.ts'
import type { CategoryId, StageGuid } from '../../preload/contract/ids.ts'
import type { Category } from '../../preload/contract/stages.ts'
import { sha256 } from '../support/capsuleRig.ts'
import { readStrictCsv } from '../support/files/strictCsv.ts'
import { addStage, deliverTo } from '../support/openCore.ts'
import { bytesOf, startRaceService } from '../support/services/raceService.ts'
import type { Random } from '../../main/demo/random.ts'
import { guarded, inSteps, wordsOf, type Campaign, type Fall, type Soak } from './campaign.ts'
import { anyBodyCase, escapedKeyMark, goodBodies, keyMark, type BodyCase, type Expected } from './hostileBodies.ts'
import { smallestFall } from './smallestFall.ts'
import { categoriesOf, openSoakCore, soakKeys } from './soakCore.ts'
import { takeLogFaults } from './storedState.ts'

const casesOfChunk = 60
const chunksOfPlace = 8
/** Categories of a place that nothing is stored of before their hostile body comes. */
const firstCategories = 100

const key = soakKeys.RACEDESK_RESULTS_KEY
const escapedKey = [...key].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const hasKey = (text: string): boolean => text.includes(key) || text.toLowerCase().includes(escapedKey)

const nameOf = (good: number): string => `Category ${good}`

const openPlace = async (folder: string) => {
  const firsts = Array.from({ length: firstCategories }, (_, index) => `First ${index}`)
  const service = await startRaceService(...[...goodBodies.keys()].map(nameOf), ...firsts)
  const stage = service.stage as StageGuid
  const answer = (name: string, body: string | Buffer, contentType?: string): void =>
    service.answer(name, bytesOf(body, 200, contentType))
  for (const [good, text] of goodBodies.entries()) answer(nameOf(good), text)
  for (const name of firsts) service.answer(name, bytesOf('', 500))
  const falls: Fall[] = []
  const hear = (event: AppEvent): void => {
    const text = JSON.stringify(event)
    if (hasKey(text)) falls.push({ what: 'an event holds a key', detail: text.slice(0, 500) })
  }
  const outPath = join(folder, 'rows')
  const dataDir = join(folder, 'data')
  const options = { dataDir, delivery: deliverTo(outPath) }
  // Keys of the environment apply to profiles that exist when a core opens.
  const first = await openSoakCore(options)
  await addStage(first, service)
  await first.close()
  const core = await openSoakCore(options, hear)
  await core.ended((await core.call('stage:take', { stage })).jobId)
  const ids = new Map((await categoriesOf(core, stage)).map(({ name, id }) => [name, id]))
  return {
    core,
    stage,
    outPath,
    idOf: (name: string): CategoryId => {
      const id = ids.get(name)
      if (id === undefined) throw new Error(`no category ${name}`)
      return id
    },
    answer,
    /** Categories that were never answered. */
    firsts,
    eventFalls: () => falls.splice(0),
    logFalls: () => takeLogFaults(dataDir, hasKey),
    close: async () => {
      await core.close()
      await service.close()
    },
  }
}

type BodyPlace = Awaited<ReturnType<typeof openPlace>>

const withKey = (body: Buffer): Buffer =>
  Buffer.from(
    body
      .toString('latin1')
      .replaceAll(keyMark, key)
      .replaceAll(escapedKeyMark, escapedKey)
      .replaceAll(spread(keyMark), spread(key))
      .replaceAll(spread(escapedKeyMark), spread(escapedKey)),
    'latin1',
  )

/** As the bytes of UTF-16 read one by one. */
const spread = (text: string): string => [...text].map((sign) => `${sign}\0`).join('')

const take = async (place: BodyPlace, name: string): Promise<Category> => {
  const { core, stage } = place
  const { jobId } = await core.call('stage:take', { stage, categories: [place.idOf(name)] })
  const job = await core.ended(jobId)
  if (job.state !== 'done' && job.state !== 'partial') throw new Error(`the download ends ${JSON.stringify(job)}`)
  const found = (await categoriesOf(core, stage)).find((category) => category.name === name)
  if (found === undefined) throw new Error('the category is gone')
  return found
}

type Shown = { readonly total: number; readonly text: string }

const show = async (place: BodyPlace, name: string): Promise<Shown> => {
  const page = await place.core.call('results:page', {
    stage: place.stage,
    categories: [place.idOf(name)],
    offset: 0,
    limit: 1_000,
  })
  const rows = page.rows.map(({ cells, status, place: rank }) => [cells, status, rank])
  return { total: page.total, text: JSON.stringify([page.columns.map((column) => column.name), rows]) }
}

/** Sends a good body, then the hostile one, and looks at everything that may have come of it. */
const findFault = async (place: BodyPlace, { good, isFirst, hostile }: BodyCase): Promise<Fall | null> => {
  const first = isFirst ? place.firsts.shift() : undefined
  const name = first ?? nameOf(good)
  const goodText = goodBodies[good] ?? ''
  let before: Shown | null = null
  if (first === undefined) {
    place.answer(name, goodText)
    const { outcome } = await take(place, name)
    if (outcome !== 'done' && outcome !== 'unchanged')
      return { what: 'a good body is not taken', detail: goodText.slice(0, 300) }
    before = await show(place, name)
  }
  const body = withKey(hostile.body)
  place.answer(name, body, hostile.contentType)
  const category = await take(place, name)
  const after = await show(place, name)
  if (hasKey(JSON.stringify([category, after])))
    return { what: 'rows or an error hold a key', detail: category.outcome }
  return (
    findOutcomeFault(hostile.expected, category, before, after) ??
    (await findRawFault(place, category, body, goodText)) ??
    (after.total === 0 ? null : await findExportFault(place, category, after)) ??
    place.eventFalls()[0] ??
    null
  )
}

const findOutcomeFault = (
  expected: Expected,
  { outcome, rows, error }: Category,
  before: Shown | null,
  after: Shown,
): Fall | null => {
  const detail = `${outcome}, ${rows} rows, ${JSON.stringify(error)}`
  const isTaken = outcome === 'done' || outcome === 'unchanged'
  if (error?.kind === 'internal' || error?.kind === 'storage') return { what: `a body ends as ${error.kind}`, detail }
  if (rows !== after.total) return { what: 'the tree tells another number of rows than the page', detail }
  if (!isTaken && after.text !== (before?.text ?? after.text))
    return { what: 'rows change by a body that was not taken', detail }
  if (!isTaken && before === null && rows > 0) return { what: 'rows come of a body that was not taken', detail }
  if (expected === 'kept' && isTaken) {
    return { what: before === null ? 'a message is taken for results' : 'a message replaces good rows', detail }
  }
  if (expected === 'same' && !isTaken) return { what: 'a table in another writing is not taken', detail }
  if (expected === 'same' && before !== null && after.total !== before.total) {
    return { what: 'a table in another writing has another number of rows', detail }
  }
  return null
}

/** The body is one click away as it came; where it was refused or only its key was hidden, the one before. */
const findRawFault = async (
  place: BodyPlace,
  { id, outcome, hasBody }: Category,
  body: Buffer,
  goodText: string,
): Promise<Fall | null> => {
  if (!hasBody) return null
  const raw = await place.core.call('results:raw', { category: id })
  if (hasKey(raw.text)) return { what: 'the raw body holds a key', detail: '' }
  const text = body.toString('latin1').replaceAll('\0', '')
  if (hasKey(text) || raw.sha256 === sha256(body)) return null
  if (outcome === 'failed' && raw.sha256 === sha256(Buffer.from(goodText))) return null
  return {
    what: 'the raw body is not the one that came',
    detail: `${outcome}, ${raw.sizeBytes} bytes of ${body.length}`,
  }
}

const findExportFault = async (place: BodyPlace, category: Category, { total }: Shown): Promise<Fall | null> => {
  const { core, stage, outPath } = place
  const isCsv = Number(category.id) % 2 === 0
  const begun = await core.call('results:export', {
    stage,
    categories: [category.id],
    ...(isCsv ? { format: 'csv', preset: 'import' } : { format: 'ndjson' }),
  })
  const job = begun === null ? null : await core.ended(begun.jobId)
  if (job?.state !== 'done') return { what: 'an export after a hostile body fails', detail: JSON.stringify(job) }
  const text = await readFile(outPath, 'utf8')
  if (hasKey(text)) return { what: 'an exported file holds a key', detail: '' }
  try {
    const rows = isCsv
      ? readStrictCsv(text, ',').length - 1
      : text.split('\n').filter((line) => line !== '' && JSON.parse(line) !== null).length
    if (rows === total) return null
    return { what: 'a file has another number of rows than the page', detail: `${rows} of ${total}` }
  } catch (thrown) {
    return { what: 'an exported file cannot be read', detail: wordsOf(thrown) }
  }
}

const tryChunk = async (place: BodyPlace, random: Random, soak: Soak): Promise<readonly Fall[]> => {
  const find = (one: BodyCase) => guarded('a body', () => findFault(place, one))
  const say = ({ hostile: { name, body } }: BodyCase) => `${name}: ${body.toString('utf8').slice(0, 300)}`
  const found = await smallestFall(soak, random, anyBodyCase, casesOfChunk, find, say)
  return [...found, ...place.logFalls()]
}

export const bodies: Campaign = inSteps('bodies', chunksOfPlace, openPlace, tryChunk)
