import { setTimeout as after } from 'node:timers/promises'
import { readAnswer } from './answer.ts'
import { failed, skipped, type AskedStep, type MachineStep, type Results, type Step, type StepResult } from './step.ts'

export type Walk<Place> = {
  readonly steps: readonly Step<Place>[]
  readonly place: Place
  /** Results of a stopped walk: answered questions and passed steps are not repeated. */
  readonly done: Results
  readonly keep: (results: Results) => void
  readonly say: (text: string) => void
  /** Shows the question and resolves with the typed line, null when the person stops. Null without a person. */
  readonly ask: ((question: string) => Promise<string | null>) | null
  readonly show: (place: Place) => Promise<void>
  readonly limitMs: number
  /** Aborted when the person stops the walk in the middle of a step. */
  readonly stop: AbortSignal
}

/** Goes through the steps in their order; `isStopped` when the person wants to go on later. */
export const walk = async <Place>(options: Walk<Place>): Promise<{ results: Results; isStopped: boolean }> => {
  const { steps, keep, say, stop } = options
  let results = options.done
  let isGrounded = true
  for (const [index, step] of steps.entries()) {
    if (isSettled(step, results[step.id])) continue
    const place = `${index + 1} of ${steps.length}`
    const result: StepResult | 'stop' =
      step.by === 'person'
        ? await askStep(step, place, options)
        : isGrounded
          ? await runStep(step, options)
          : skipped('the app does not start')
    // A step that was cut short has no result.
    if (result === 'stop' || stop.aborted) return { results, isStopped: true }
    if (step.by === 'machine' || result.outcome === 'not asked') say(lineOf(step.title, result))
    if (step.by === 'machine' && step.isGround === true) isGrounded = result.outcome === 'passed'
    results = { ...results, [step.id]: result }
    keep(results)
  }
  return { results, isStopped: false }
}

const isSettled = <Place>({ by }: Step<Place>, earlier: StepResult | undefined): boolean =>
  earlier !== undefined && (by === 'machine' ? earlier.outcome === 'passed' : earlier.outcome !== 'not asked')

const marks = { passed: 'ok       ', failed: 'FAILED   ', skipped: 'skipped  ', 'not asked': 'not asked' } as const

const lineOf = (title: string, { outcome, note }: StepResult): string =>
  `${marks[outcome]}  ${title}${note === undefined ? '' : `: ${note}`}\n`

/** A step that throws or never ends has failed; the others go on. */
const runStep = async <Place>(step: MachineStep<Place>, { place, limitMs, stop }: Walk<Place>): Promise<StepResult> => {
  const isOver = new AbortController()
  const signal = AbortSignal.any([isOver.signal, stop])
  const late = after(limitMs, failed(`no end within ${limitMs / 1000} s`), { signal })
  late.catch(() => undefined)
  try {
    return await Promise.race([step.run(place), late])
  } catch (thrown) {
    return failed(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown))
  } finally {
    isOver.abort()
  }
}

const askStep = async <Place>(
  step: AskedStep,
  where: string,
  { ask, show, place }: Walk<Place>,
): Promise<StepResult | 'stop'> => {
  if (ask === null) return { outcome: 'not asked' }
  const isShown = await show(place).then(
    () => true,
    () => false,
  )
  if (!isShown) return { outcome: 'not asked', note: 'the app does not open' }
  const task = `\n(${where}) ${step.title}\n  Do:     ${step.how}\n`
  if (step.isAfterRestart === true) {
    if ((await ask(`${task}  Then press Enter: the app opens again. `)) === null) return 'stop'
    await show(place)
  }
  let question = `${step.isAfterRestart === true ? '' : task}  Expect: ${step.expect}\n  Is it so? y, n, s (skip) or q (go on later), then a note if you like: `
  for (;;) {
    const line = await ask(question)
    if (line === null) return 'stop'
    const answer = readAnswer(line)
    if (answer !== null) return answer
    question = '  y, n, s or q, please: '
  }
}
