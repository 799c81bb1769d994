import type { ColumnRole } from '../../../../../preload/contract/roles.ts'

/** `other`: the name is known, and it is none of the roles. */
export type NamedRole = ColumnRole | 'other'

/**
 * How much a name says by itself: 1 it has only this meaning · 0.85 it usually means this · 0.7 it often does · 0.5 a letter or a word of many
 * meanings, which only values make clear.
 */
export type Strength = 1 | 0.85 | 0.7 | 0.5
export type Claim = { readonly role: NamedRole; readonly strength: Strength }
