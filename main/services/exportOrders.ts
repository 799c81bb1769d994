import { setImmediate } from 'node:timers/promises'
import type { AppError, CsvPreset, Guid, Input, JobId, Result } from '../../preload/contract.ts'
import { csvDialects, csvLineWriter } from '../domain/csv.ts'
import { fileStem } from '../domain/fileNames.ts'
import { exactOrderJson, readOrderData } from '../domain/orderReply.ts'
import { orderWords, otherFields } from '../domain/orders.ts'
import { orderCells, orderColumns } from '../domain/orderTable.ts'
import type { JobControl, JobEnd, Jobs } from './jobs.ts'
import type {
  Clock,
  Delivery,
  DeliveryTarget,
  Files,
  FileWriter,
  OrderStore,
  StoredBody,
  StoredOrder,
} from './ports.ts'

export type OrderExports = {
  /** Null when the user closed the dialog. */
  readonly start: (input: Input<'order:export'>) => Promise<Result<{ readonly jobId: JobId } | null>>
}

export type OrderExportsParts = {
  readonly store: OrderStore
  readonly files: Files
  readonly delivery: Delivery
  readonly jobs: Jobs
  readonly clock: Clock
}

const chunkLength = 256 * 1024
const turnMs = 8

export const createOrderExports = ({ store, files, delivery, jobs, clock }: OrderExportsParts): OrderExports => ({
  start: async ({ format, preset = 'en', search = '', guids }) => {
    const chosen = guids === undefined ? store.orderGuids(orderWords(search)) : [...new Set(guids)]
    if (chosen.every((guid) => store.order(guid) === null)) {
      return { ok: false, error: { kind: 'not-found', what: 'order' } }
    }
    const ending = format === 'json' ? 'json' : preset === 'tsv' ? 'tsv' : 'csv'
    const target = await delivery.choose(`${suggestStem(new Date(clock()))}.${ending}`)
    if (target === null) return { ok: true, value: null }
    if (!target.ok) return target
    const text = format === 'json' ? jsonText(store, chosen) : csvText(store, chosen, preset)
    const isWide = format === 'csv' && csvDialects[preset].encoding === 'utf16le'
    const jobId = jobs.start({
      kind: 'export',
      stage: null,
      title: nameOf(target.value),
      run: (control) => writeFile({ files, target: target.value, text, isWide, total: chosen.length }, control),
    })
    return { ok: true, value: { jobId } }
  },
})

const nameOf = (target: DeliveryTarget): string => target.path.replace(/^.*[/\\]/, '')

/** `2026-05-16 Orders 1405`, in local time. */
const suggestStem = (now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return fileStem([date, 'Orders', `${two(now.getHours())}${two(now.getMinutes())}`])
}

type Kept = { readonly order: StoredOrder; readonly body: StoredBody }

/** An order removed meanwhile is left out. */
const keptOrder = (store: OrderStore, guid: Guid): Kept | null => {
  const stored = store.order(guid)
  const body = stored === null ? null : store.orderBody(stored.look)
  return stored === null || body === null ? null : { order: stored.order, body }
}

/** What one order adds to the file; `orders` counts those that it holds. */
type Piece = { readonly text: string; readonly orders: number }

function* csvText(store: OrderStore, guids: readonly Guid[], preset: CsvPreset): Iterable<Piece> {
  const dialect = csvDialects[preset]
  const writeLine = csvLineWriter(dialect)
  const found = new Set<string>()
  for (const guid of guids) {
    const kept = keptOrder(store, guid)
    if (kept !== null) for (const name of Object.keys(otherFields(readOrderData(kept.body.text) ?? {}))) found.add(name)
    yield { text: '', orders: 0 }
  }
  const others = [...found]
  yield { text: (dialect.hasByteOrderMark ? '\uFEFF' : '') + writeLine(orderColumns(others)), orders: 0 }
  for (const guid of guids) {
    const kept = keptOrder(store, guid)
    if (kept === null) continue
    const { profileName: organization, checkedAt } = kept.order
    const cells = orderCells({ guid, organization, checkedAt, data: readOrderData(kept.body.text) ?? {} }, others)
    yield { text: writeLine(cells), orders: 1 }
  }
}

/** A list of `{guid, organization, checkedAt, order}`, the order as received with its own digits. */
function* jsonText(store: OrderStore, guids: readonly Guid[]): Iterable<Piece> {
  let separator = '[\n'
  for (const guid of guids) {
    const kept = keptOrder(store, guid)
    if (kept === null) continue
    const { profileName: organization, checkedAt } = kept.order
    const about = JSON.stringify({ guid, organization, checkedAt }).slice(0, -1)
    yield { text: `${separator}${about},"order":${exactOrderJson(kept.body.text)}}`, orders: 1 }
    separator = ',\n'
  }
  yield { text: `${separator === '[\n' ? '[' : ''}\n]\n`, orders: 0 }
}

type Writing = {
  readonly files: Files
  readonly target: DeliveryTarget
  readonly text: Iterable<Piece>
  readonly isWide: boolean
  readonly total: number
}

/** Streams to a partial file; the name itself appears only when all is written. */
const writeFile = async (writing: Writing, control: JobControl): Promise<JobEnd> => {
  const { files, target } = writing
  control.report({ total: writing.total })
  const created = await files.create(target.path)
  if (!created.ok) return { state: 'failed', error: created.error }
  const writer = created.value
  const written = await writePieces(writer, writing, control)
  if (!written.ok) return await giveUp(writer, written.error)
  const finished = await writer.finish()
  if (!finished.ok) return await giveUp(writer, finished.error)
  const { path, download } = target.finish()
  const rows = written.value
  return {
    state: 'done',
    file: { name: nameOf(target), rows, unit: 'orders', sha256: finished.value.sha256, path, download },
  }
}

const giveUp = async (writer: FileWriter, error: AppError): Promise<JobEnd> => {
  await writer.discard()
  return { state: error.kind === 'cancelled' ? 'cancelled' : 'failed', error }
}

const cancelled: AppError = { kind: 'cancelled' }

/** Gives the number of orders written. */
const writePieces = async (
  writer: FileWriter,
  { text: pieces, isWide }: Writing,
  control: JobControl,
): Promise<Result<number>> => {
  const write = (text: string): Promise<Result<null>> => writer.write(isWide ? Buffer.from(text, 'utf16le') : text)
  let text = ''
  let orders = 0
  let turnStartedAt = performance.now()
  for (const piece of pieces) {
    if (control.signal.aborted) return { ok: false, error: cancelled }
    text += piece.text
    orders += piece.orders
    if (text.length >= chunkLength) {
      const done = await write(text)
      if (!done.ok) return done
      text = ''
    }
    if (performance.now() - turnStartedAt > turnMs) {
      control.report({ done: orders })
      await setImmediate()
      turnStartedAt = performance.now()
    }
  }
  control.report({ done: orders })
  const last = await write(text)
  return last.ok ? { ok: true, value: orders } : last
}
