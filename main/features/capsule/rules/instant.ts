import * as z from 'zod'
import type { Instant } from '../../../../preload/contract/ids.ts'

/** A moment that there was or will be, to the millisecond: `2026-02-30T…` is none. */
export const instant = () => z.iso.datetime({ precision: 3 }).transform((value) => value as Instant)
