import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { json, startStageOfCategories } from '../../support/stageOfCategories.ts'
import { runTerminal } from '../../support/processes/terminal.ts'

const keys = { RACEDESK_ACCESS_KEY: 'a-key-of-the-terminal-1', RACEDESK_RESULTS_KEY: 'a-key-of-the-terminal-2' }

test('two downloads at once each report their own outcomes; new rows are done for one of them', async () => {
  const home = await mkdtemp(join(tmpdir(), 'racedesk-at-once-'))
  const names = Array.from({ length: 30 }, (_, index) => `C${index}`)
  const service = await startStageOfCategories(
    Object.fromEntries(names.map((name) => [name, json({ isSuccess: true, data: [{ number: 1, name }] })])),
  )
  try {
    const args = ['take', service.stage, '--base-url', service.url, '--results-url', service.url]
    const take = () => runTerminal(home, [...args, '--data', join(home, 'data'), '--json'], { env: keys })
    const answers = (await Promise.all([take(), take()])).map(({ stdout }) => JSON.parse(stdout) as Answer)
    const done = answers.flatMap(({ categories }) => categories.filter(({ outcome }) => outcome === 'done'))
    expect(new Set(done.map(({ category }) => category))).toEqual(new Set(names))
  } finally {
    await service.close()
    await rm(home, { recursive: true, force: true })
  }
})

type Answer = { readonly categories: readonly { readonly category: string; readonly outcome: string }[] }
