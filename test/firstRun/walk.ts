import { setTimeout as after } from 'node:timers/promises'
import { readAnswer } from './answer.ts'
import { failed, type AskedStep, type MachineStep, type Results, type Step, type StepResult } from './step.ts'

export type Walk<Place> = {
  readonly steps: readonly Step<Place>[]
  readonly place: Place
  /** Of an earlier walk that was stopped; what has a result is not done again, unless nobody was asked. */
  readonly done: Results
  readonly keep: (results: Results) => void
  readonly say: (text: string) => void
  /** Shows the question and gives the line that was typed, null when the person stops here. Null where nobody can be asked. */
  readonly ask: ((question: string) => Promise<string | null>) | null
  /** Shows the app for a question about it. */
  readonly show: (place: Place) => Promise<void>
  /** How long a step of the machine may take. */
  readonly limitMs: number
  readonly platform: NodeJS.Platform
}

/** Goes through the steps in their order; `isStopped` when the person wants to go on later. */
export const walk = async <Place>(options: Walk<Place>): Promise<{ results: Results; isStopped: boolean }> => {
  const { platform, keep, say } = options
  const steps = options.steps.filter((step) => step.by === 'machine' || (step.on ?? [platform]).includes(platform))
  let results = options.done
  for (const [index, step] of steps.entries()) {
    const earlier = results[step.id]?.outcome
    if (earlier !== undefined && earlier !== 'not asked') continue
    const place = `${index + 1} of ${steps.length}`
    const result = step.by === 'machine' ? await runStep(step, options) : await askStep(step, place, options)
    if (result === 'stop') return { results, isStopped: true }
    if (step.by === 'machine' || result.outcome === 'not asked') say(lineOf(step.title, result))
    results = { ...results, [step.id]: result }
    keep(results)
  }
  return { results, isStopped: false }
}

const marks = { passed: 'ok       ', failed: 'FAILED   ', skipped: 'skipped  ', 'not asked': 'not asked' } as const

const lineOf = (title: string, { outcome, note }: StepResult): string =>
  `${marks[outcome]}  ${title}${note === undefined ? '' : `: ${note}`}\n`

/** A step that throws or never ends has failed; the others go on. */
const runStep = async <Place>(step: MachineStep<Place>, { place, limitMs }: Walk<Place>): Promise<StepResult> => {
  const isOver = new AbortController()
  const late = after(limitMs, failed(`no end within ${limitMs / 1000} s`), { signal: isOver.signal })
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
  try {
    await show(place)
  } catch (thrown) {
    return failed(`the app does not open: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
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
