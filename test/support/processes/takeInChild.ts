import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('./takingProcess.ts', import.meta.url))

export const takeInChild = (
  dataDir: string,
  service: { readonly url: string; readonly resultsUrl: string; readonly stage: string },
) => {
  const { url, resultsUrl, stage } = service
  const child = spawn(process.execPath, [script, JSON.stringify({ dataDir, url, resultsUrl, stage })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  /** Categories whose rows the child has been told are stored, by name. */
  const stored = new Set<string>()
  const waiting = new Set<() => void>()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const name of JSON.parse(line) as string[]) stored.add(name)
    for (const check of waiting) check()
  })
  return {
    child,
    stored,
    /** Resolves when so many categories were reported as stored; the child may have gone on meanwhile. */
    reported: (count: number) =>
      new Promise<void>((resolve, reject) => {
        const check = (): void => {
          if (stored.size < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        void ended.then(() => reject(new Error(`the child ended after ${stored.size} categories`)))
        check()
      }),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
