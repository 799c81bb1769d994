import { useLayoutEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useStageFrame, type SlotName } from './stageFrameContext.ts'

type StageSlotProps = { readonly name: SlotName; readonly label?: string; readonly children: ReactNode }

/** Children that a view puts into the frame around it; the panel is open while it has content. */
export const StageSlot = ({ name, label = '', children }: StageSlotProps) => {
  const { hosts, claim } = useStageFrame()
  useLayoutEffect(() => claim(name, label), [claim, name, label])
  const host = hosts[name]
  return host === null ? null : createPortal(children, host)
}
