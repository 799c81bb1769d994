import type { Handlers } from '../../../preload/contract/operation.ts'
import type { startListOperations } from '../../../preload/contract/startList.ts'
import { createFileReader } from '../../platform/files/fileReader.ts'
import { readSpreadsheet } from '../../platform/files/spreadsheet.ts'
import { createStartLists, type StartListParts } from './startList.ts'

export const handleStartLists = (
  parts: Omit<StartListParts, 'reader' | 'readSpreadsheet'>,
): Handlers<typeof startListOperations> => {
  const lists = createStartLists({ ...parts, reader: createFileReader(), readSpreadsheet })
  return {
    'startList:try': (input) => lists.use(input, false),
    'startList:join': (input) => lists.use(input, true),
    'startList:read': ({ stage }) => lists.read(stage),
    'startList:remove': ({ stage }) => lists.remove(stage),
  }
}
