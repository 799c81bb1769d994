import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import './support/timings.ts'

/** Seconds of the workers. `tests` contains what `timed` measured: starts of browsers and of the app. */
type Shares = { setup: number; import: number; tests: number }

const slowestShown = 20

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`

const sharesOf = (module: TestModule): Shares => {
  const { setupDuration, environmentSetupDuration, prepareDuration, collectDuration, duration } = module.diagnostic()
  return { setup: setupDuration + environmentSetupDuration + prepareDuration, import: collectDuration, tests: duration }
}

const totalOf = (module: TestModule): number => Object.values(sharesOf(module)).reduce((sum, ms) => sum + ms, 0)

const stepsOf = (module: TestModule): string =>
  Object.entries(module.meta().timings ?? {})
    .map(([step, { count, ms }]) => `, ${count} ${step} ${(ms / 1000).toFixed(1)} s`)
    .join('')

const linesOf = (name: string, modules: readonly TestModule[]): string[] => {
  const sum: Shares = { setup: 0, import: 0, tests: 0 }
  const starts: { [kind: string]: { count: number; ms: number } } = {}
  for (const module of modules) {
    const shares = sharesOf(module)
    for (const share of ['setup', 'import', 'tests'] as const) sum[share] += shares[share]
    for (const [kind, { count, ms }] of Object.entries(module.meta().timings ?? {})) {
      const start = (starts[kind] ??= { count: 0, ms: 0 })
      start.count += count
      start.ms += ms
    }
  }
  return [
    `${name}: ${modules.length} files`,
    ...Object.entries(sum).map(([share, ms]) => `${seconds(ms)}  ${share}`),
    ...Object.entries(starts).map(([kind, { count, ms }]) => `${seconds(ms)}    of it ${kind}, ${count} times`),
  ]
}

/** `npm test -- --durations`: the share of set-up, imports, browser starts, app starts and tests, and the slowest files. */
export const durations: Reporter = {
  onTestRunEnd: (modules) => {
    const projects = Map.groupBy(modules, ({ project }) => project.name)
    const slowest = [...modules].toSorted((a, b) => totalOf(b) - totalOf(a)).slice(0, slowestShown)
    const lines = [
      'Where the workers spent their time',
      ...[...projects].flatMap(([name, own]) => linesOf(name, own)),
      'Slowest files',
      ...slowest.map(
        (module) => `${seconds(totalOf(module))}  ${relative(process.cwd(), module.moduleId)}${stepsOf(module)}`,
      ),
    ]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  },
}

/** Names each test that passed on its second try only, at the end of the run. */
export const retried: Reporter = {
  onTestRunEnd: (modules) => {
    const isFlaky = (test: TestCase): boolean => test.diagnostic()?.flaky === true
    const tests = modules.flatMap(({ children }) => [...children.allTests()].filter(isFlaky))
    for (const { fullName, module } of tests) {
      process.stdout.write(`Passed on the second try: ${relative(process.cwd(), module.moduleId)} ${fullName}\n`)
    }
  },
}
