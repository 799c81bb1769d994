/**
 * The contract: every operation, event and error that crosses between the faces and the core.
 * Types only, no imports; the main side checks inputs against schemas that must satisfy `Operations`.
 */
type Branded<Name extends string> = string & { readonly __brand: Name }

/** A GUID in its textual form, lower case. */
export type Guid = Branded<'Guid'>

export type ProfileId = Branded<'ProfileId'>

/** GUID of a race stage. */
export type StageGuid = Branded<'StageGuid'>

/** Opaque id of one category of one distance of one stage. */
export type CategoryId = Branded<'CategoryId'>

export type JobId = Branded<'JobId'>

/** One stored reply of a category's results link. */
export type ReplyId = Branded<'ReplyId'>

/** One generic call in the history. */
export type CallId = Branded<'CallId'>

export type SavedCallId = Branded<'SavedCallId'>

/** Id of a block type as text; one that came without an id is named by its place. */
export type BlockTypeId = Branded<'BlockTypeId'>

/** GUID of a race, as promo codes are set for. */
export type RaceGuid = Branded<'RaceGuid'>

/** Opaque, of one preview of this run; good for one sending. */
export type PromoPreviewId = Branded<'PromoPreviewId'>

export type PromoReceiptId = Branded<'PromoReceiptId'>

/** A file that a page hands over, by a name of its choice: a GUID. */
export type ReceivedFileId = Branded<'ReceivedFileId'>

/** SHA-256 of a certificate. */
export type CertificateId = Branded<'CertificateId'>

/** ISO 8601 in UTC, milliseconds. */
export type Instant = Branded<'Instant'>

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The same set of columns in the bodies of one origin; split columns count by their list and field. */
export type ShapeSignature = Branded<'ShapeSignature'>

/** A cell as received: a scalar, or an array or empty object kept as JSON. Undefined crosses as null. */
export type Cell = Json
