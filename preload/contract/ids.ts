import * as z from 'zod'
import { rowOffset } from './bounds.ts'
import type { Parsed } from './operation.ts'

type Branded<Name extends string> = string & { readonly __brand: Name }

const branded = <Id extends string>(pattern: RegExp, what: string) =>
  z
    .string()
    .max(64)
    .regex(pattern, what)
    .transform((text) => text.toLowerCase() as Id)

const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const named = /^[a-z0-9-]{1,64}$/
const numbered = /^[0-9]{1,15}$/

/** A GUID in its textual form, lower case. */
export type Guid = Branded<'Guid'>
export const guid = () => branded<Guid>(guidPattern, 'a GUID')

export type ProfileId = Branded<'ProfileId'>
export const profileId = () => branded<ProfileId>(named, 'a profile id')

/** GUID of a race stage. */
export type StageGuid = Branded<'StageGuid'>
export const stageGuid = () => branded<StageGuid>(guidPattern, 'a GUID')

/** Opaque id of one category of one distance of one stage. */
export type CategoryId = Branded<'CategoryId'>
export const categoryId = () => branded<CategoryId>(numbered, 'a category id')
export const categoryIds = () => z.array(categoryId()).max(5_000)

/** One stored row, by its place in its category. */
export type RowPlace = Parsed<typeof rowPlace>
export const rowPlace = () => z.strictObject({ category: categoryId(), index: rowOffset() })

export type JobId = Branded<'JobId'>
export const jobId = () => branded<JobId>(named, 'a job id')

/** One stored reply of a category's results link. */
export type ReplyId = Branded<'ReplyId'>
export const replyId = () => branded<ReplyId>(numbered, 'a reply id')

/** One generic call in the history. */
export type CallId = Branded<'CallId'>
export const callId = () => branded<CallId>(numbered, 'a call id')

export type SavedCallId = Branded<'SavedCallId'>
export const savedCallId = () => branded<SavedCallId>(numbered, 'an id of a saved call')

/** Id of a block type as text, whatever a reply called it; one that came without an id is named by its place. */
export type BlockTypeId = Branded<'BlockTypeId'>
export const blockTypeId = () =>
  z
    .string()
    .min(1)
    .max(10_000)
    .transform((text) => text as BlockTypeId)

/** GUID of a race, as promo codes are set for. */
export type RaceGuid = Branded<'RaceGuid'>
export const raceGuid = () => branded<RaceGuid>(guidPattern, 'a GUID')

/** Opaque, of one preview of this run; good for one sending. */
export type PromoPreviewId = Branded<'PromoPreviewId'>
export const promoPreviewId = () => branded<PromoPreviewId>(/^[0-9a-f-]{36}$/, 'a preview id')

export type PromoReceiptId = Branded<'PromoReceiptId'>
export const promoReceiptId = () => branded<PromoReceiptId>(numbered, 'a receipt id')

/** A file that a page hands over, by a name of its choice: a GUID. */
export type ReceivedFileId = Branded<'ReceivedFileId'>
export const receivedFileId = () => branded<ReceivedFileId>(guidPattern, 'a GUID')

/** SHA-256 of a certificate. */
export type CertificateId = Branded<'CertificateId'>
export const certificateId = () => branded<CertificateId>(/^[0-9a-f]{64}$/, 'an id of a certificate')

/** The same set of columns in the bodies of one origin; split columns count by their list and field. */
export type ShapeSignature = Branded<'ShapeSignature'>
export const shapeSignature = () => branded<ShapeSignature>(/^[0-9a-f]{32}$/, 'a signature of a shape')

/** ISO 8601 in UTC, milliseconds. */
export type Instant = Branded<'Instant'>
export const instant = () =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'an instant in UTC')
    .transform((text) => text as Instant)

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A cell as received: a scalar, or an array or empty object kept as JSON. Undefined crosses as null. */
export type Cell = Json
