import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { benchCategories, benchUrl } from './benchRace.ts'

const run = promisify(execFile)

/** A folder of its own, with what it holds for as long as it is used. */
export const useFolder = (): { readonly path: string } & Disposable => {
  const path = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  // The browser's helpers may write into it for a moment after the browser has ended.
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

export const isInstalled = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export const timeCommand = async (command: string, args: readonly string[]): Promise<number> => {
  const startedAt = performance.now()
  await run(command, args, { maxBuffer: 1 << 30 })
  return performance.now() - startedAt
}

/** Arguments by which curl brings all bodies to `INDEX.json`, 8 at a time; with tags, only those that changed since. */
export const curlArgs = (folder: string, { resultsUrl }: Service, hasTags: boolean): readonly string[] => {
  const path = join(folder, 'curl.config')
  const sections = Array.from({ length: benchCategories }, (_, index) => {
    const tag = join(folder, `${index}.etag`)
    const place = [`url = "${benchUrl(resultsUrl, index)}"`, `output = "${join(folder, `${index}.json`)}"`]
    const lines = ['silent', 'show-error', ...place]
    return [...lines, ...(hasTags ? [`etag-compare = "${tag}"`, `etag-save = "${tag}"`] : [])].join('\n')
  })
  writeFileSync(path, `${sections.join('\nnext\n')}\n`)
  return ['-Z', '--no-progress-meter', '--parallel-max', '8', '-K', path]
}

export type Child<First = unknown> = AsyncDisposable & {
  readonly first: First
  readonly ask: <T>(line: string) => Promise<T>
}

/** The flags of the app's scripts and its entry file: little memory for short-lived objects, and compiled code kept. */
const asTheApp = [
  '--max-semi-space-size=16',
  "--import=data:text/javascript,import { enableCompileCache } from 'node:module'; enableCompileCache()",
]

/** A file as a process of its own, run as the app is, which prints lines of JSON; it ends when its standard input closes. */
export const startChild = async <First = unknown>(file: URL, args: readonly string[]): Promise<Child<First>> => {
  const child = spawn(process.execPath, [...asTheApp, fileURLToPath(file), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]): never => {
    throw new Error(`${file.pathname} ended with ${String(code)}`)
  })
  failed.catch(() => undefined)
  const lines = createInterface({ input: child.stdout })
  const nextLine = async <T>(): Promise<T> => {
    const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string]
    return JSON.parse(line) as T
  }
  return {
    first: await nextLine<First>(),
    ask: (line) => {
      const answer = nextLine<never>()
      child.stdin.write(`${line}\n`)
      return answer
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await ended
    },
  }
}

export type Service = Child & { readonly url: string; readonly resultsUrl: string; readonly bytes: number }

/** The service of the bench; the numbers are those of benchService.ts. */
export const startService = async (...numbers: readonly number[]): Promise<Service> => {
  const file = new URL('./benchService.ts', import.meta.url)
  const child = await startChild<Omit<Service, keyof Child>>(file, numbers.map(String))
  return { ...child, ...child.first }
}
