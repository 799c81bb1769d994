import { carryOver, withOwnCorrections, type Corrections } from '../columns/rules/table/tableShape.ts'
import { derivation } from '../columns/rules/table/derivation.ts'
import { capsuleOrigin, capsuleOrigins, type GivenShape } from '../columns/shapeBook.ts'
import { correctionsFrom } from '../columns/shapeRows.ts'
import type { CapsuleManifest } from './rules/manifest.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

type Said = { readonly origin: string; readonly signature: string; readonly own: Corrections }

/** Corrections by users here of the stage's columns, newest first, without those from capsules. */
const saidOf = (database: Database, stage: string): readonly Said[] => {
  const origins = capsuleOrigins(stage)
  return database
    .all(
      `SELECT origin, signature, corrections FROM shapes
       WHERE substr(origin, 1, length(?)) = ? AND corrected_at IS NOT NULL ORDER BY corrected_at DESC, id`,
      origins,
      origins,
    )
    .map((row) => ({
      origin: String(row['origin']),
      signature: String(row['signature']),
      own: new Map([...correctionsFrom(row['corrections'])].filter(([, { isCarried }]) => isCarried !== true)),
    }))
}

/** Shapes of a capsule, with what was said here of an older one of the same stage before what it says itself. */
export const withRolesSaidHere = (
  database: Database,
  stage: string,
  given: readonly GivenShape[],
): readonly GivenShape[] => {
  const said = saidOf(database, stage)
  if (said.length === 0) return given
  return given.map((shape) => {
    const ofOrigin = said.filter(({ origin }) => origin === shape.origin)
    const same = ofOrigin.find(({ signature }) => signature === shape.signature)
    const all = ofOrigin.map(({ own }) => own)
    const own = same?.own ?? carryOver(shape.known, all)
    return { ...shape, corrections: withOwnCorrections(shape.corrections, own) }
  })
}

/** Forgets what an older capsule said of columns. Within a transaction. */
export const renewShapes = (database: Database, stage: string, given: readonly GivenShape[]): void => {
  const origins = capsuleOrigins(stage)
  const renewed = withRolesSaidHere(database, stage, given)
  database.run('DELETE FROM shapes WHERE substr(origin, 1, length(?)) = ? AND corrected_at IS NULL', origins, origins)
  for (const { origin, signature, known, corrections } of renewed) {
    database.run(
      `UPDATE shapes SET known = ?, corrections = ?, version = (SELECT max(version) + 1 FROM shapes)
       WHERE origin = ? AND signature = ?`,
      JSON.stringify([...known]),
      JSON.stringify([...corrections]),
      origin,
      signature,
    )
  }
}

/** The shapes of a capsule's columns. */
export const capsuleShapes = ({ stage, shapes, derivation: rules }: CapsuleManifest): readonly GivenShape[] =>
  shapes.map(({ origin, signature, known, corrections }) => ({
    origin: capsuleOrigin(stage.guid, origin),
    signature,
    known: new Map(known),
    corrections: new Map(corrections),
    isOld: rules !== derivation,
  }))
