import { resolve } from 'node:path'
import { besidePath } from './exportNames.ts'
import type { Delivery, DeliveryTarget } from '../kernel/face.ts'

/** Files go exactly where the user says, whatever name is suggested; `next` says where the next one does. */
export const exactDelivery = (cwd: string): { readonly delivery: Delivery; readonly next: (path: string) => void } => {
  const target = (path: string): DeliveryTarget => ({
    path: resolve(cwd, path),
    finish: () => ({ path, download: null }),
    beside: async (name) => ({ ok: true, value: target(besidePath(path, name)) }),
  })
  let given = ''
  return {
    delivery: { choose: async () => ({ ok: true, value: target(given) }) },
    next: (path) => {
      given = path
    },
  }
}
