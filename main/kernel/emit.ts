import type { AppEvent } from '../../preload/contract.ts'

export type Emit = (event: AppEvent) => void
