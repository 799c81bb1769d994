import type { Input } from '../../../preload/contract.ts'
import type { Guid, JobId } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { exactOrderJson, readOrderData } from './rules/orderReply.ts'
import { orderWords, otherFields } from './rules/orders.ts'
import { orderCells, orderColumns } from './rules/orderTable.ts'
import type { FileContent, Piece } from '../files/fileWriting.ts'
import { aboutWriting, fileContent, fileRefusal, type FileParts } from '../files/fileParts.ts'
import type { FileDocument, Line } from '../files/formats/format.ts'
import { turn } from '../../kernel/turns.ts'
import type { OrderStore, StoredOrder } from './orderStore.ts'
import type { StoredBody } from '../../kernel/storedBody.ts'
import { notFound } from '../../kernel/result.ts'

type OrderExports = {
  /** Null when the user closed the dialog. */
  readonly start: (input: Input<'order:export'>) => Promise<Result<{ readonly jobId: JobId } | null>>
}

export type OrderExportsParts = FileParts & { readonly store: OrderStore }

export const createOrderExports = (parts: OrderExportsParts): OrderExports => ({
  start: async ({ search = '', guids, ...options }) => {
    const { store, desk } = parts
    const chosen = guids === undefined ? store.orderGuids(orderWords(search)) : [...new Set(guids)]
    if (chosen.every((guid) => store.order(guid) === null)) {
      return notFound('order')
    }
    const target = { name: ['Orders'], stage: null }
    if (options.format === 'json') {
      return await desk.start({ ...target, ending: 'json', content: jsonContent(store, chosen) })
    }
    const document = await orderDocument(parts, chosen, search)
    const refusal = fileRefusal(parts, document, options)
    if (refusal !== null) return { ok: false, error: refusal }
    return await desk.start({ ...target, ...fileContent(parts, document, options) })
  },
})

type Kept = { readonly order: StoredOrder; readonly body: StoredBody }

/** An order removed meanwhile is left out. */
const keptOrder = (store: OrderStore, guid: Guid): Kept | null => {
  const stored = store.order(guid)
  const body = stored === null ? null : store.orderBody(stored.look)
  return stored === null || body === null ? null : { order: stored.order, body }
}

const orderDocument = async (
  parts: OrderExportsParts,
  guids: readonly Guid[],
  search: string,
): Promise<FileDocument> => {
  const { store } = parts
  const found = new Set<string>()
  for (const guid of guids) {
    const data = readOrderData(keptOrder(store, guid)?.body.text ?? '') ?? {}
    for (const name of Object.keys(otherFields(data))) found.add(name)
    await turn()
  }
  const others = [...found]
  const lines = function* (): Generator<readonly Line[]> {
    for (const guid of guids) {
      const kept = keptOrder(store, guid)
      if (kept === null) continue
      const { profileName: organization, checkedAt } = kept.order
      yield [orderCells({ guid, organization, checkedAt, data: readOrderData(kept.body.text) ?? {} }, others)]
    }
  }
  return {
    title: 'Orders',
    unit: 'orders',
    about: {
      ...aboutWriting(parts),
      subject: 'orders',
      stage: null,
      origin: null,
      choice: { search, orders: guids.length },
      sources: () => [],
    },
    all: { columns: orderColumns(others).map((name) => ({ name, kind: 'text' })), total: guids.length, lines },
    categories: null,
  }
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
