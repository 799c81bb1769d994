import { derivation } from '../columns/rules/table/derivation.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** Reads tables of older versions anew on the main thread; a large part of the code, so it is loaded only where there are any. */
type Rules = {
  readonly deriveStageAgain: (database: Database, stage: string) => void
  readonly deriveCategoryAgain: (database: Database, category: number) => void
}

export type RulesOfReading = Rules & {
  /** Resolves once they are loaded, or at once if no table needs them. */
  readonly load: () => Promise<void>
}

const outdated = 'SELECT 1 FROM category_tables WHERE derivation < ? LIMIT 1'

export const rulesOfReading = (database: Database): RulesOfReading => {
  let rules: Rules | null = null
  const load = async (): Promise<void> => {
    if (rules === null && database.get(outdated, derivation) !== null) rules = await import('./deriveAgain.ts')
  }
  /** Before they are loaded, a table stays as it is, as where the database cannot be written. */
  const withRules = (use: (rules: Rules) => void): void => {
    if (rules !== null) use(rules)
    else void load()
  }
  return {
    load,
    deriveStageAgain: (at, stage) => withRules((loaded) => loaded.deriveStageAgain(at, stage)),
    deriveCategoryAgain: (at, category) => withRules((loaded) => loaded.deriveCategoryAgain(at, category)),
  }
}
