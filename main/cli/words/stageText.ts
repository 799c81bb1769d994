import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { stageFromText } from '../../kernel/urls.ts'
import { invalid } from '../commandLine.ts'

/** STAGE of the verbs that only read: a GUID or a results link. */
export const readStage = (text: string): Result<StageGuid> => {
  const stage = stageFromText(text)
  return stage === null ? invalid('STAGE', 'neither a GUID nor a results link') : { ok: true, value: stage }
}
