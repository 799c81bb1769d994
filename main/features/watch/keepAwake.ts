import type { AppEvent } from '../../../preload/contract.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'

type KeepAwakeParts = {
  readonly listen: (listener: (event: AppEvent) => void) => unknown
  readonly isServed: (stage: StageGuid) => boolean
  /** As the setting says. */
  readonly isWanted: () => boolean
  readonly stayAwake: (isNeeded: boolean) => void
}

/** Keeps the computer from going to sleep by itself while a watch runs or screens are served. */
export const keepAwake = ({ listen, isServed, isWanted, stayAwake }: KeepAwakeParts): void => {
  const watched = new Set<StageGuid>()
  const served = new Set<StageGuid>()
  const mark = (stages: Set<StageGuid>, stage: StageGuid, isOn: boolean): void =>
    void (isOn ? stages.add(stage) : stages.delete(stage))
  listen(({ name, data }) => {
    if (name === 'watch:changed') mark(watched, data.stage, data.state !== null)
    else if (name === 'screens:changed') mark(served, data.stage, isServed(data.stage))
    else if (name !== 'settings:changed') return
    stayAwake(isWanted() && watched.size + served.size > 0)
  })
}
