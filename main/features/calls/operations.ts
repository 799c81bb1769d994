import type { callsOperations } from '../../../preload/contract/calls.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { CallExportsParts } from './callExports.ts'
import { createCallReplies } from './callReplies.ts'
import { createCalls, type CallsParts } from './calls.ts'
import { createReplyReadings } from './replyReading.ts'

export const handleCalls = ({
  atEnd,
  ...given
}: Omit<CallsParts & CallExportsParts, 'readings'> & {
  readonly atEnd: (end: () => Promise<void>) => void
}): Handlers<typeof callsOperations> => {
  const parts = { ...given, readings: createReplyReadings(given.store) }
  const calls = createCalls(parts)
  atEnd(calls.stop)
  const read = createCallReplies(parts.store, parts.readings)
  return {
    'call:send': calls.send,
    'call:cancel': ({ sendId }) => ({ ok: true, value: calls.cancel(sendId) }),
    'call:list': calls.list,
    'call:read': ({ id, view }) => read(id, view),
    'call:save': calls.save,
    'call:remove': calls.remove,
    'call:export': async (input) => {
      const { createCallExports } = await import('./callExports.ts')
      return await createCallExports(parts)(input)
    },
  }
}
