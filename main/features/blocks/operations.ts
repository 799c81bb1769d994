import type { blocksOperations } from '../../../preload/contract/blocks.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import { createBlockTypes, type BlockTypesParts } from './blockTypes.ts'
import { createBlockExports, type BlockExportsParts } from './exportBlocks.ts'
import { createRaceYears } from './raceYears.ts'

export const handleBlocks = (
  parts: BlockTypesParts & Omit<BlockExportsParts, 'blockTypes'>,
): Handlers<typeof blocksOperations> => {
  const blockTypes = createBlockTypes(parts)
  return {
    'block:list': blockTypes.list,
    'block:details': blockTypes.details,
    'block:export': createBlockExports({ ...parts, blockTypes }).start,
    'race:years': createRaceYears(parts).read,
  }
}
