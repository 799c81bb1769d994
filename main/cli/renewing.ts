import type { StageGuid } from '../../preload/contract/ids.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { StageTree } from '../../preload/contract/stages.ts'
import type { Core } from '../core.ts'
import type { Gate } from '../gate/gate.ts'
import { chooseProfile, type ProfileFlags } from './profileChoice.ts'
import { runJob } from './runJob.ts'
import { readStored } from './storedStage.ts'
import type { Context } from './verb.ts'
import { plain } from './words/plain.ts'
import { sentenceOf } from './words/sentence.ts'

type Renewed = { readonly stage: StageGuid; readonly flags: ProfileFlags; readonly watchS: number | undefined }

/** Saves the stage if need be and polls it; a first download comes before, since screens of categories need their names. */
export const startWatch = async (
  context: Context,
  core: Core,
  { stage, flags, watchS }: Renewed,
): Promise<Result<null>> => {
  if (watchS === undefined) return { ok: true, value: null }
  const profile = await chooseProfile(core, flags)
  if (!profile.ok) return profile
  const added = await core.gate.call('stage:add', { profileId: profile.value.id, text: stage, isChecked: true })
  if (!added.ok) return added
  const stored = await readStored(core.gate, stage)
  if (!stored.ok) {
    const taken = await runJob(
      context,
      core.gate,
      () => core.gate.call('stage:take', { stage }),
      () => undefined,
    )
    if (!taken.ok) return taken
    if (taken.value.error !== null) return { ok: false, error: taken.value.error }
  }
  const watched = await core.gate.call('stage:watch', { stage, everyS: watchS, budgetMbPerHour: 10_000 })
  return watched.ok ? { ok: true, value: null } : watched
}

/** Says on stderr why results are not renewed, and that they are again. */
export const tellTroubles = async ({ output }: Context, gate: Gate, stage: StageGuid): Promise<() => void> => {
  let told = ''
  const tell = (watch: StageTree['watch']): void => {
    const error = watch?.error ?? null
    const text = error === null ? '' : sentenceOf(error)
    if (text === told) return
    told = text
    void output.say(text === '' ? 'The results are renewed again.\n' : `The results are not renewed: ${plain(text)}\n`)
  }
  const stopListening = gate.listen((event) => {
    if (event.name === 'watch:changed' && event.data.stage === stage) tell(event.data.state)
  })
  // A watch without its key may have stopped before anybody listened.
  const tree = await gate.call('stage:tree', { stage })
  if (tree.ok) tell(tree.value.watch)
  return stopListening
}
