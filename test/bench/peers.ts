import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const isInstalled = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Milliseconds from start to end of a command; its output is thrown away. */
export const timeCommand = async (command: string, args: readonly string[]): Promise<number> => {
  const startedAt = performance.now()
  await run(command, args, { maxBuffer: 1 << 30 })
  return performance.now() - startedAt
}

export type Child = {
  /** Sends a line and gives the next line the child prints. */
  readonly ask: (line: string) => Promise<string>
  readonly firstLine: Promise<string>
  readonly end: () => Promise<void>
}

/** What the app's scripts and its entry file give a process: little memory for what dies young, and compiled code kept. */
const asTheApp = [
  '--max-semi-space-size=16',
  "--import=data:text/javascript,import { enableCompileCache } from 'node:module'; enableCompileCache()",
]

/** A file as a process of its own, run as the app is; it ends when its standard input closes. */
export const startChild = (file: URL, args: readonly string[] = []): Child => {
  const child: ChildProcess = spawn(process.execPath, [...asTheApp, fileURLToPath(file), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('The child has no pipes')
  const lines = createInterface({ input: stdout })
  const nextLine = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`${file.pathname} ended with ${code}`))
      child.once('exit', onExit)
      lines.once('line', (line) => {
        child.off('exit', onExit)
        resolve(line)
      })
    })
  const firstLine = nextLine()
  return {
    firstLine,
    ask: (line) => {
      const answer = nextLine()
      stdin.write(`${line}\n`)
      return answer
    },
    end: async () => {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.removeAllListeners('exit')
      child.once('exit', () => undefined)
      stdin.end()
      if (child.exitCode === null)
        await Promise.race([ended, new Promise<void>((resolve) => child.once('exit', () => resolve()))])
    },
  }
}

type Addresses = { readonly url: string; readonly resultsUrl: string; readonly bytes: number }

/** `bytes`: of all its bodies. */
export type Service = Child & Addresses

/** The service of the bench; the numbers are those of benchService.ts. */
export const startService = async (...numbers: readonly number[]): Promise<Service> => {
  const child = startChild(new URL('./benchService.ts', import.meta.url), numbers.map(String))
  return { ...child, ...(JSON.parse(await child.firstLine) as Addresses) }
}
