import type { Handlers } from '../../../preload/contract/operation.ts'
import type { storageOperations } from '../../../preload/contract/storage.ts'
import type { StorageStore } from './storageStore.ts'

/** `isBusy`: jobs or watches run, and the file is not made smaller meanwhile. */
export const handleStorage = (
  store: Pick<StorageStore, 'usage' | 'freeStorage'>,
  isBusy: () => boolean,
): Handlers<typeof storageOperations> => ({
  'storage:usage': store.usage,
  'storage:free': ({ parts }) => store.freeStorage(parts, !isBusy()),
})
