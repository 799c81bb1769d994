import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A change is saved once nothing was changed for this long. */
const SAVE_MS = 400

export type Draft<T> = {
  /** With what was changed here and is not saved yet; null until something is known. */
  readonly value: T | null
  readonly isChanged: boolean
  readonly edit: (change: (value: T) => T) => void
  /** Saves at once. False: it could not be saved, or cannot be yet. */
  readonly flush: () => Promise<boolean>
}

type DraftParts<T> = {
  readonly stored: T | null
  readonly canSave: (value: T) => boolean
  /** False: not saved. */
  readonly save: (value: T) => Promise<boolean>
}

/** What is stored, as it is being changed: the newest change wins and is saved as a whole, at the latest when its part goes. */
export const useDraft = <T>({ stored, canSave, save }: DraftParts<T>): Draft<T> => {
  const [draft, setDraft] = useState<T | null>(null)
  const newest = useRef<T | null>(null)
  const saveNow = async (value: T): Promise<boolean> => {
    const isSaved = await save(value)
    if (isSaved && newest.current === value) {
      newest.current = null
      setDraft(null)
    }
    return isSaved
  }
  const saveLater = useEffectEvent((value: T): void => {
    if (canSave(value)) void saveNow(value)
  })
  const saveLast = useEffectEvent((): void => {
    const left = newest.current
    if (left !== null && canSave(left)) void save(left)
  })
  useEffect(() => {
    if (draft === null) return undefined
    const timer = setTimeout(() => saveLater(draft), SAVE_MS)
    return () => clearTimeout(timer)
  }, [draft])
  useEffect(() => () => saveLast(), [])
  const value = draft ?? stored
  return {
    value,
    isChanged: draft !== null,
    edit: (change) => {
      const base = newest.current ?? value
      if (base === null) return
      newest.current = change(base)
      setDraft(newest.current)
    },
    flush: async () => {
      const left = newest.current
      return left === null || (canSave(left) && (await saveNow(left)))
    },
  }
}
