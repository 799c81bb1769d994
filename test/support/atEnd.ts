import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, TestRunner } from 'vitest'

type End = () => unknown

const endsOfFile: End[] = []

/** Runs `end` after the test that now runs, the last one first; after the whole file when no test runs. */
export const atEnd = (end: End): void => {
  if (TestRunner.getCurrentTest() === undefined) endsOfFile.push(end)
  else onTestFinished(async () => void (await end()))
}

export const endFile = async (): Promise<void> => {
  for (const end of endsOfFile.splice(0).toReversed()) await end()
}

/** Closes at the end of the test, or of the file when no test runs, unless it was closed before. */
export const closing = <Opened extends { readonly close: () => Promise<void> }>(opened: Opened): Opened => {
  let closed: Promise<void> | null = null
  const close = (): Promise<void> => (closed ??= opened.close())
  atEnd(close)
  return { ...opened, close }
}

/** A folder of its own, removed at the end of the test, or of the file when no test runs. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-test-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
