import type { Input } from '../../../preload/contract.ts'
import type { PromoReceiptDetail, PromoHistory } from '../../../preload/contract/promo.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { csvDialects } from '../files/rules/csv.ts'
import type { ExportDesk } from '../files/exportDesk.ts'
import type { FileContent, Piece } from '../files/fileWriting.ts'
import { csvEnding, csvPieces } from '../files/formats/csv.ts'
import type { PromoStore, StoredPromoReceipt } from './promoTables.ts'
import { notFound } from '../../kernel/result.ts'

export type PromoHistoryParts = { readonly store: PromoStore; readonly desk: ExportDesk }

type Format = NonNullable<Input<'promo:history'>['export']>

const mostReceipts = 1_000
const longestReply = 1_000_000

/** Receipts for the screen, one in full, and their export as a job. */
export const createPromoHistory =
  ({ store, desk }: PromoHistoryParts) =>
  async ({ race, receipt: id, export: format }: Input<'promo:history'>): Promise<Result<PromoHistory>> => {
    const found = id === undefined ? null : store.promoReceipt(id)
    if (id !== undefined && found === null) return notFound('receipt')
    const receipts = store.promoReceipts(race ?? null, mostReceipts)
    const history = { receipts, detail: found === null ? null : detailOf(found), jobId: null }
    if (format === undefined) return { ok: true, value: history }
    const wanted = found === null ? receipts : [found.receipt]
    if (wanted.length === 0) return notFound('receipt')
    const loads = wanted.map((one) => () => store.promoReceipt(one.id))
    const started = await desk.start({
      name: [`Promo codes ${(race ?? found?.receipt.race ?? '').slice(0, 8)}`],
      ending: format === 'json' ? 'json' : csvEnding(format),
      stage: null,
      content: {
        total: wanted.reduce((sum, { count }) => sum + count, 0),
        unit: 'promo',
        ...(format === 'json' ? jsonText(loads) : tableText(loads, format)),
      },
    })
    if (!started.ok) return started
    return { ok: true, value: { ...history, jobId: started.value?.jobId ?? null } }
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

type Load = () => StoredPromoReceipt | null

type Text = Pick<FileContent, 'encoding' | 'pieces'>

const jsonText = (receipts: readonly Load[]): Text => {
  const pieces = function* (): Generator<Piece> {
    let separator = '['
    let done = 0
    for (const load of receipts) {
      const stored = load()
      if (stored === null) continue
      const { receipt, ...rest } = detailOf(stored)
      done += stored.codes.length
      yield { bytes: `${separator}\n${JSON.stringify({ ...receipt, ...rest })}`, done }
      separator = ','
    }
    yield { bytes: `${separator === '[' ? '[' : ''}\n]\n` }
  }
  return { pieces: pieces() }
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
const tableText = (receipts: readonly Load[], preset: Exclude<Format, 'json'>): Text => {
  // Russian Excel reads "10.5" as a date in May.
  const percentOf = (exact: string): string => (preset === 'ru' ? exact.replace('.', ',') : exact)
  const lines = function* () {
    for (const load of receipts) {
      const stored = load()
      if (stored === null) continue
      const { sentAt, profileName, race, state, count, affected, sha256 } = stored.receipt
      const about = [sentAt, profileName, race, state, count, affected, sha256]
      yield stored.codes.map(({ value, discountPercent }) => [...about, value, percentOf(discountPercent)])
    }
  }
  return { encoding: csvDialects[preset].encoding, pieces: csvPieces(tableHeader, lines(), preset) }
}
