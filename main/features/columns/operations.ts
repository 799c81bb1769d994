import type { columnsOperations } from '../../../preload/contract/columns.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import { createMapping } from './mapping.ts'
import { createReading } from './reading.ts'

export const handleColumns = (
  parts: Parameters<typeof createMapping>[0] & Parameters<typeof createReading>[0],
): Handlers<typeof columnsOperations> => {
  const mapping = createMapping(parts)
  const reading = createReading(parts)
  return {
    'results:mapping': mapping.read,
    'results:setMapping': mapping.set,
    'results:setReading': reading.set,
    'results:previewCharset': reading.preview,
  }
}
