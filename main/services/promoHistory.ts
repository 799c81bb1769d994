import { setImmediate } from 'node:timers/promises'
import type { AppError, Input, PromoReceiptDetail, PromoHistory, Result } from '../../preload/contract.ts'
import { csvDialects, csvLineWriter } from '../domain/csv.ts'
import { fileStem } from '../domain/fileNames.ts'
import type { JobControl, JobEnd, Jobs } from './jobs.ts'
import type { Clock, Delivery, DeliveryTarget, Files, FileWriter, PromoStore, StoredPromoReceipt } from './ports.ts'

export type PromoHistoryParts = {
  readonly store: PromoStore
  readonly files: Files
  readonly delivery: Delivery
  readonly jobs: Pick<Jobs, 'start'>
  readonly clock: Clock
}

type Format = NonNullable<Input<'promo:history'>['export']>

const mostReceipts = 1_000
const longestReply = 1_000_000

/** Receipts for the screen, one in full, and their export as a job. */
export const createPromoHistory =
  ({ store, files, delivery, jobs, clock }: PromoHistoryParts) =>
  async ({ race, receipt: id, export: format }: Input<'promo:history'>): Promise<Result<PromoHistory>> => {
    const found = id === undefined ? null : store.promoReceipt(id)
    if (id !== undefined && found === null) return { ok: false, error: { kind: 'not-found', what: 'receipt' } }
    const receipts = store.promoReceipts(race ?? null, mostReceipts)
    const history = { receipts, detail: found === null ? null : detailOf(found), jobId: null }
    if (format === undefined) return { ok: true, value: history }
    const wanted = found === null ? receipts : [found.receipt]
    if (wanted.length === 0) return { ok: false, error: { kind: 'not-found', what: 'receipt' } }
    const target = await delivery.choose(suggestName(race ?? found?.receipt.race ?? '', format, new Date(clock())))
    if (target === null) return { ok: true, value: history }
    if (!target.ok) return target
    const file = target.value
    const jobId = jobs.start({
      kind: 'export',
      stage: null,
      title: file.path.replace(/^.*[/\\]/, ''),
      run: (control) =>
        writeReceipts(
          files,
          file,
          wanted.map((one) => () => store.promoReceipt(one.id)),
          format,
          control,
        ),
    })
    return { ok: true, value: { ...history, jobId } }
  }

const detailOf = ({ receipt, codes, body, reply }: StoredPromoReceipt): PromoReceiptDetail => {
  const text = reply === null ? '' : new TextDecoder().decode(reply.body)
  return {
    receipt,
    codes,
    body: new TextDecoder().decode(body),
    reply:
      reply === null
        ? null
        : {
            text: text.slice(0, longestReply),
            isCut: text.length > longestReply,
            sizeBytes: reply.body.length,
            contentType: reply.contentType,
          },
  }
}

/** `2026-05-16 Promo codes 8c1d7a30 1405.csv`, in local time. */
const suggestName = (race: string, format: Format, now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const stem = fileStem([date, `Promo codes ${race.slice(0, 8)}`, `${two(now.getHours())}${two(now.getMinutes())}`])
  return `${stem}.${format === 'tsv' || format === 'json' ? format : 'csv'}`
}

type Load = () => StoredPromoReceipt | null

const writeReceipts = async (
  files: Files,
  target: DeliveryTarget,
  receipts: readonly Load[],
  format: Format,
  control: JobControl,
): Promise<JobEnd> => {
  control.report({ total: receipts.length })
  const created = await files.create(target.path)
  if (!created.ok) return { state: 'failed', error: created.error }
  const writer = created.value
  const written = await writeAll(writer, receipts, format, control)
  if (!written.ok) {
    await writer.discard()
    return { state: written.error.kind === 'cancelled' ? 'cancelled' : 'failed', error: written.error }
  }
  const finished = await writer.finish()
  if (!finished.ok) {
    await writer.discard()
    return { state: 'failed', error: finished.error }
  }
  const { path, download } = target.finish()
  const name = target.path.replace(/^.*[/\\]/, '')
  return {
    state: 'done',
    file: { name, rows: written.value, unit: 'promo', sha256: finished.value.sha256, path, download },
  }
}

const cancelled: AppError = { kind: 'cancelled' }

/** Gives the number of codes written. */
const writeAll = async (
  writer: FileWriter,
  receipts: readonly Load[],
  format: Format,
  control: JobControl,
): Promise<Result<number>> => {
  const form = format === 'json' ? jsonForm : tableForm(format)
  let rows = 0
  let isFirst = true
  let done = await writer.write(form.head)
  for (const [index, load] of receipts.entries()) {
    if (!done.ok) return done
    if (control.signal.aborted) return { ok: false, error: cancelled }
    const stored = load()
    if (stored !== null) {
      const piece = form.piece(stored, isFirst)
      isFirst = false
      rows += stored.codes.length
      done = await writer.write(piece)
    }
    control.report({ done: index + 1 })
    await setImmediate()
  }
  if (done.ok) done = await writer.write(form.tail)
  return done.ok ? { ok: true, value: rows } : done
}

type Form = {
  readonly head: string | Uint8Array
  readonly piece: (stored: StoredPromoReceipt, isFirst: boolean) => string | Uint8Array
  readonly tail: string
}

const jsonForm: Form = {
  head: '[',
  piece: (stored, isFirst) => {
    const { receipt, ...rest } = detailOf(stored)
    return `${isFirst ? '' : ','}\n${JSON.stringify({ ...receipt, ...rest })}`
  },
  tail: '\n]\n',
}

const tableHeader = [
  'sentAt',
  'profile',
  'race',
  'outcome',
  'count',
  'affected',
  'bodySha256',
  'code',
  'discountPercent',
]

/** A row for each code of each receipt. */
const tableForm = (preset: Exclude<Format, 'json'>): Form => {
  const dialect = csvDialects[preset]
  const writeLine = csvLineWriter(dialect)
  const encode = (text: string): string | Uint8Array =>
    dialect.encoding === 'utf8' ? text : Buffer.from(text, 'utf16le')
  // The Russian Excel takes "10.5" for a day in May.
  const percentOf = (exact: string): string => (preset === 'ru' ? exact.replace('.', ',') : exact)
  return {
    head: encode((dialect.hasByteOrderMark ? '\uFEFF' : '') + writeLine(tableHeader)),
    piece: ({ receipt, codes }) => {
      const { sentAt, profileName, race, state, count, affected, sha256 } = receipt
      const rows = codes.map(({ value, discountPercent }) =>
        writeLine([sentAt, profileName, race, state, count, affected, sha256, value, percentOf(discountPercent)]),
      )
      return encode(rows.join(''))
    },
    tail: '',
  }
}
