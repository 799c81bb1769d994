import type { StorageStop } from '../../../preload/contract/storage.ts'
import type { StorageStore } from './storageStore.ts'
import type { Emit } from '../../kernel/emit.ts'

type StorageState = {
  readonly read: () => StorageStop | null
  readonly close: () => void
}

/** The system sends no event when the file is moved or replaced, so it is checked at this interval and before each write. */
const lookEveryMs = 2_000

/** Whether anything can be stored; an event reports each change. */
export const createStorageState = (
  store: Pick<StorageStore, 'writeFault'>,
  folder: string,
  emit: Emit,
  onStop: (stop: StorageStop) => void,
): StorageState => {
  const read = (): StorageStop | null => {
    const cause = store.writeFault()
    return cause === null ? null : { cause, folder }
  }
  let told = read()
  if (told !== null) onStop(told)
  const look = (): void => {
    const stop = read()
    if (stop?.cause === told?.cause) return
    told = stop
    if (stop !== null) onStop(stop)
    emit({ name: 'storage:changed', data: { stop } })
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return { read, close: () => clearInterval(timer) }
}
