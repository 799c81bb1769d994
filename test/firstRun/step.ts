export type Fact = string | number | boolean | null

/** Findings of a step by name, without keys, names of people or paths of a home folder. */
export type Facts = { readonly [name: string]: Fact }

export type Outcome = 'passed' | 'failed' | 'skipped' | 'not asked'

export type StepResult = { readonly outcome: Outcome; readonly note?: string; readonly facts?: Facts }

export type MachineStep<Place> = {
  readonly by: 'machine'
  readonly id: string
  readonly title: string
  readonly run: (place: Place) => Promise<StepResult>
  /** If it fails, later steps of the machine are skipped. */
  readonly isGround?: boolean
}

export type AskedStep = {
  readonly by: 'person'
  readonly id: string
  readonly title: string
  readonly how: string
  readonly expect: string
  /** The person closes the app first, and looks at the one that the walk opens next. */
  readonly isAfterRestart?: boolean
}

export type Step<Place> = MachineStep<Place> | AskedStep

export type Results = { readonly [id: string]: StepResult }

export const passed = (facts?: Facts): StepResult => ({ outcome: 'passed', ...(facts === undefined ? {} : { facts }) })
export const failed = (note: string, facts?: Facts): StepResult => ({
  outcome: 'failed',
  note,
  ...(facts === undefined ? {} : { facts }),
})
export const skipped = (note: string): StepResult => ({ outcome: 'skipped', note })
