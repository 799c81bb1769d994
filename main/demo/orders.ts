import { guidOf } from './random.ts'

/** One order as Orders/Details sends it, with fields beyond those of the API document. */
type DemoOrder = {
  readonly guid: string
  readonly number: string
  readonly stateId: number
  readonly stateName: string
  readonly total: number
  readonly currencyIsoCode: string
  /** Without a time zone, as such services send it. */
  readonly createdAt: string
  readonly items: readonly { readonly displayName: string; readonly price: number }[]
}

type Line = readonly [displayName: string, price: number]

function createOrder(
  number: string,
  state: readonly [id: number, name: string],
  currencyIsoCode: string,
  createdAt: string,
  lines: readonly Line[],
): DemoOrder {
  return {
    guid: guidOf('racedesk demo order', number),
    number,
    stateId: state[0],
    stateName: state[1],
    total: Math.round(lines.reduce((sum, [, price]) => sum + price * 100, 0)) / 100,
    currencyIsoCode,
    createdAt,
    items: lines.map(([displayName, price]) => ({ displayName, price })),
  }
}

const awaiting = [1, 'Ожидает оплаты'] as const
const paid = [2, 'Оплачен'] as const
const cancelled = [3, 'Отменён'] as const
const refunded = [5, 'Возврат'] as const

export const demoOrders: readonly DemoOrder[] = [
  createOrder('SR26-000141', paid, 'RUB', '2026-02-11T09:14:05', [
    ['Слот 10 км', 2400],
    ['Футболка участника, M', 1500],
  ]),
  createOrder('SR26-000142', awaiting, 'RUB', '2026-02-11T09:31:40', [['Слот 21,1 км', 3200]]),
  createOrder('SR26-000207', paid, 'EUR', '2026-03-02T18:00:00', [
    ['Half marathon entry', 42.5],
    ['Pasta party', 12.9],
    ['Promo code SPRING10', -4.25],
  ]),
  createOrder('SR26-000315', cancelled, 'RUB', '2026-03-20T23:59:59', [['Слот 5 км', 1400]]),
  createOrder('SR26-000316', refunded, 'EUR', '2026-03-21T00:00:00', [['10 km entry', 29]]),
  createOrder('SR26-000402', paid, 'RUB', '2026-04-01T12:00:00', [
    ['Слот 5 км: командный зачёт', 1250],
    ['Слот 5 км: командный зачёт', 1250],
    ['Слот 5 км: командный зачёт', 1250],
    ['Подарочная упаковка', 0],
  ]),
]
