export type Fact = string | number | boolean | null

/** What a step found, by name; no key, no name of a person, no path of a home folder. */
export type Facts = { readonly [name: string]: Fact }

export type Outcome = 'passed' | 'failed' | 'skipped' | 'not asked'

export type StepResult = { readonly outcome: Outcome; readonly note?: string; readonly facts?: Facts }

/** Done by the walk itself; `Place` is where it finds the app. */
export type MachineStep<Place> = {
  readonly by: 'machine'
  readonly id: string
  readonly title: string
  readonly run: (place: Place) => Promise<StepResult>
  /** Unless it passes, later steps of the machine are skipped. */
  readonly isGround?: boolean
}

/** Answered by the person at the screen. */
export type AskedStep = {
  readonly by: 'person'
  readonly id: string
  readonly title: string
  readonly how: string
  readonly expect: string
  /** Systems where it can be tried; all, when left out. */
  readonly on?: readonly NodeJS.Platform[]
  /** The person closes the app first, and looks at the one that the walk opens next. */
  readonly isAfterRestart?: boolean
}

export type Step<Place> = MachineStep<Place> | AskedStep

/** By the id of the step. */
export type Results = { readonly [id: string]: StepResult }

export const passed = (facts?: Facts): StepResult => ({ outcome: 'passed', ...(facts === undefined ? {} : { facts }) })
export const failed = (note: string, facts?: Facts): StepResult => ({
  outcome: 'failed',
  note,
  ...(facts === undefined ? {} : { facts }),
})
export const skipped = (note: string): StepResult => ({ outcome: 'skipped', note })
