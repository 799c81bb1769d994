import type { CsvPreset, Guid, Input, JobId, Result } from '../../preload/contract.ts'
import { csvDialects } from '../domain/csv.ts'
import { exactOrderJson, readOrderData } from '../domain/orderReply.ts'
import { orderWords, otherFields } from '../domain/orders.ts'
import { orderCells, orderColumns } from '../domain/orderTable.ts'
import { csvEnding, csvPieces } from './csvContent.ts'
import type { ExportDesk, FileContent, Piece } from './exportDesk.ts'
import type { OrderStore, StoredBody, StoredOrder } from './ports.ts'

export type OrderExports = {
  /** Null when the user closed the dialog. */
  readonly start: (input: Input<'order:export'>) => Promise<Result<{ readonly jobId: JobId } | null>>
}

export type OrderExportsParts = { readonly store: OrderStore; readonly desk: ExportDesk }

export const createOrderExports = ({ store, desk }: OrderExportsParts): OrderExports => ({
  start: async ({ format, preset = 'en', search = '', guids }) => {
    const chosen = guids === undefined ? store.orderGuids(orderWords(search)) : [...new Set(guids)]
    if (chosen.every((guid) => store.order(guid) === null)) {
      return { ok: false, error: { kind: 'not-found', what: 'order' } }
    }
    return await desk.start({
      name: ['Orders'],
      ending: format === 'json' ? 'json' : csvEnding(preset),
      stage: null,
      content: format === 'json' ? jsonContent(store, chosen) : tableContent(store, chosen, preset),
    })
  },
})

type Kept = { readonly order: StoredOrder; readonly body: StoredBody }

/** An order removed meanwhile is left out. */
const keptOrder = (store: OrderStore, guid: Guid): Kept | null => {
  const stored = store.order(guid)
  const body = stored === null ? null : store.orderBody(stored.look)
  return stored === null || body === null ? null : { order: stored.order, body }
}

const tableContent = (store: OrderStore, guids: readonly Guid[], preset: CsvPreset): FileContent => {
  const linesWith = function* (others: readonly string[]) {
    for (const guid of guids) {
      const kept = keptOrder(store, guid)
      if (kept === null) continue
      const { profileName: organization, checkedAt } = kept.order
      yield [orderCells({ guid, organization, checkedAt, data: readOrderData(kept.body.text) ?? {} }, others)]
    }
  }
  const pieces = async function* (): AsyncGenerator<Piece> {
    const found = new Set<string>()
    for (const guid of guids) {
      const data = readOrderData(keptOrder(store, guid)?.body.text ?? '') ?? {}
      for (const name of Object.keys(otherFields(data))) found.add(name)
      // Nothing to write yet, but others get their turn.
      yield { bytes: '' }
    }
    const others = [...found]
    yield* csvPieces({ header: orderColumns(others), lines: linesWith(others) }, preset)
  }
  return { total: guids.length, unit: 'orders', encoding: csvDialects[preset].encoding, pieces: pieces() }
}

/** A list of `{guid, organization, checkedAt, order}`, the order as received with its own digits. */
const jsonContent = (store: OrderStore, guids: readonly Guid[]): FileContent => {
  const pieces = function* (): Generator<Piece> {
    let separator = '[\n'
    let done = 0
    for (const guid of guids) {
      const kept = keptOrder(store, guid)
      if (kept === null) continue
      const { profileName: organization, checkedAt } = kept.order
      const about = JSON.stringify({ guid, organization, checkedAt }).slice(0, -1)
      done += 1
      yield { bytes: `${separator}${about},"order":${exactOrderJson(kept.body.text)}}`, done }
      separator = ',\n'
    }
    yield { bytes: `${separator === '[\n' ? '[' : ''}\n]\n` }
  }
  return { total: guids.length, unit: 'orders', pieces: pieces() }
}
