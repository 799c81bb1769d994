import type { Handlers } from '../../../preload/contract/operation.ts'
import type { ordersOperations } from '../../../preload/contract/orders.ts'
import { createOrderExports, type OrderExportsParts } from './exportOrders.ts'
import { createOrders, type OrdersParts } from './orders.ts'

export const handleOrders = (parts: OrdersParts & OrderExportsParts): Handlers<typeof ordersOperations> => {
  const orders = createOrders(parts)
  return {
    'order:lookup': orders.lookup,
    'order:list': orders.list,
    'order:remove': ({ guids }) => orders.remove(guids),
    'order:export': createOrderExports(parts).start,
  }
}
