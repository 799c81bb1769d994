import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Input } from '../../../preload/contract.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { guidAt, paidOrder, envelopeOf, useOrderService, type OrderDesk } from '../../support/services/orderService.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import type { Delivery } from '../../../main/kernel/face.ts'

const rig = useOrderService()

type Exporting = OrderDesk & {
  readonly folder: string
  readonly suggested: readonly string[]
  readonly write: (input: Input<'order:export'>) => Promise<Job>
}

/** Three orders, of which the second tries what a spreadsheet would take for formulas. */
const bodies: readonly string[] = [
  envelopeOf(paidOrder),
  '{"isSuccess":true,"data":{"number":"=1+1","stateId":3,"stateName":"@SUM(A1)","total":-4.250,"currencyIsoCode":"EUR","items":[{"displayName":"+7 \\"x\\"\\n","price":-4.25}],"comment":"-2+3","buyer":{"name":"Ёлкин"},"lines":"9"}}',
  '{"isSuccess":true,"data":{"number":null,"total":"1e3"}}',
]

const openExporting = async (): Promise<Exporting> => {
  const folder = temporaryFolder()
  const suggested: string[] = []
  const delivery: Delivery = {
    choose: (name) => {
      suggested.push(name)
      const path = join(folder, 'orders.out')
      return Promise.resolve({ ok: true, value: { path, finish: () => ({ path, download: null }) } })
    },
  }
  const desk = await rig.open({ delivery })
  for (const [index, body] of bodies.entries()) rig.answer(guidAt(index), body)
  for (const index of bodies.keys()) await desk.lookUp(guidAt(index))
  return {
    ...desk,
    folder,
    suggested,
    write: async (input) => {
      const started = await desk.call('order:export', input)
      if (started === null) throw new Error('no job')
      return await desk.finished(started.jobId)
    },
  }
}

const guard = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

it.each([
  ['ru', ';', 'utf8'],
  ['en', ',', 'utf8'],
  ['import', ',', 'utf8'],
  ['tsv', '\t', 'utf16le'],
] as const)(
  'writes every stored order as %s, with amounts as received and formulas disarmed',
  async (preset, separator, encoding) => {
    const desk = await openExporting()
    const job = await desk.write({ format: 'csv', preset })
    const file = { rows: 3, unit: 'orders' }
    expect(job).toMatchObject({ kind: 'export', stage: null, state: 'done', done: 3, total: 3, file })
    expect(desk.suggested[0]).toMatch(preset === 'tsv' ? /^\d{4}-\d\d-\d\d Orders \d{4}\.tsv$/ : /Orders \d{4}\.csv$/)
    const text = await readFile(join(desk.folder, 'orders.out'), encoding)
    expect(text.startsWith('\uFEFF')).toBe(preset !== 'import')
    const [header = [], ...lines] = readStrictCsv(text.replace(/^\uFEFF/, ''), separator)
    const rows = lines.map((line) => Object.fromEntries(line.map((cell, index) => [header[index] ?? '', cell])))
    expect(rows.map((row) => row['guid'])).toEqual([guidAt(2), guidAt(1), guidAt(0)])
    expect(rows.map((row) => row['total'])).toEqual([guard('1e3'), '-4.250', '3900'])
    expect(rows[1]).toMatchObject({
      number: "'=1+1",
      stateName: "'@SUM(A1)",
      comment: "'-2+3",
      buyer: '{"name":"Ёлкин"}',
      items: `'+7 "x"\n: -4.25`,
      lines: '1',
      'lines (source)': '9',
      organization: 'Organizer',
    })
    expect(rows[2]).toMatchObject({ items: 'Слот 10 км: 2400; Футболка: 1500', lines: '2', comment: '' })
  },
)

it('writes JSON with every order as received, digit for digit', async () => {
  const desk = await openExporting()
  const job = await desk.write({ format: 'json' })
  expect(job).toMatchObject({ state: 'done', file: { rows: 3 } })
  const text = await readFile(join(desk.folder, 'orders.out'), 'utf8')
  expect(text).toContain('"total":-4.250')
  const orders = JSON.parse(text) as readonly { readonly guid: string; readonly order: object }[]
  expect(orders.map(({ guid }) => guid)).toEqual([guidAt(2), guidAt(1), guidAt(0)])
  expect(orders[2]?.order).toEqual(paidOrder)
})

it('writes only the orders found or selected', async () => {
  const desk = await openExporting()
  expect(await desk.write({ format: 'json', search: 'футболка' })).toMatchObject({ file: { rows: 1 } })
  const guids = [guidAt(0), guidAt(2), guidAt(0), guidAt(77)]
  expect(await desk.write({ format: 'csv', guids })).toMatchObject({ file: { rows: 2 } })
  for (const nothing of [{ search: 'nobody' }, { guids: [guidAt(77)] }]) {
    const reply = await desk.ask('order:export', { format: 'csv', ...nothing })
    expect(reply).toMatchObject({ ok: false, error: { kind: 'not-found', what: 'order' } })
  }
})

it('leaves no partial file when cancelled', async () => {
  const desk = await openExporting()
  const started = await desk.call('order:export', { format: 'json' })
  const jobId = started?.jobId
  if (jobId === undefined) throw new Error('no job')
  await desk.call('job:cancel', { id: jobId })
  expect(await desk.finished(jobId)).toMatchObject({ state: 'cancelled', file: null })
  expect(await readdir(desk.folder)).toEqual([])
})
