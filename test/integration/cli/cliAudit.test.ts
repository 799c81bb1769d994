import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoService } from '../../../main/demo/demoService.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { runTerminal } from '../../support/processes/terminal.ts'

type Finding = {
  readonly rule: string
  readonly category: string
  readonly bib?: string
  readonly message: string
  readonly index: number
}
type Answer = { readonly findings: readonly Finding[] }

const clock = (seconds: number): string =>
  `0:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

/** Two categories of finishers in order, of which the first has a time that is too long and a bib given out twice. */
const file = (): string => {
  const lines = ['Category,Place,Bib,Name,Result']
  for (const category of ['Men', 'Women']) {
    for (let place = 1; place <= 20; place += 1) {
      const isWrong = category === 'Men' && place === 4
      const isTwice = category === 'Men' && place === 9
      const bib = (category === 'Men' ? 100 : 200) + (isTwice ? 7 : place)
      lines.push(
        `${category},${place},${bib},${category} Runner ${String.fromCodePoint(64 + place)},${isWrong ? '0:59:59' : clock(1800 + place * 11)}`,
      )
    }
  }
  return `${lines.join('\r\n')}\r\n`
}

describe('audit in the terminal', () => {
  let home = ''
  let demo: DemoService
  let stage = ''
  let data = ''
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'racedesk-audit-'))
    data = join(home, 'taken')
    demo = await startOrFail({ race: { fileName: 'race.csv', bytes: Buffer.from(file()), groupBy: ['Category'] } })
    stage = demo.stages[0]?.guid ?? ''
    const env = { RACEDESK_ACCESS_KEY: demo.accessKey, RACEDESK_RESULTS_KEY: demo.resultsKey }
    const urls = ['--base-url', demo.url, '--results-url', demo.resultsUrl]
    const taken = await runTerminal(home, ['take', stage, '--data', data, ...urls, '--json'], { env })
    if (taken.code !== 0) throw new Error(taken.stderr)
  })
  afterAll(async () => {
    await demo.close()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  })

  test('prints each issue with rule, category and bib in a sentence, and exits with 0', async () => {
    const { code, stdout, stderr } = await runTerminal(home, ['audit', stage, '--data', data, '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { findings }: Answer = JSON.parse(stdout)
    expect(findings.map(({ rule, category, bib }) => [rule, category, bib])).toEqual([
      ['place-order', 'Men', '104'],
      ['duplicate-bib', 'Men', '107'],
    ])
    expect(findings[0]?.message).toBe('place 4 with 0:59:59, but place 5 with 0:30:55')
    expect(findings[0]?.index).toBe(3)
  })

  test('checks a single category and prints lines without --json', async () => {
    const women = await runTerminal(home, ['audit', stage, '--category', 'Women', '--data', data, '--json'])
    expect(JSON.parse(women.stdout)).toMatchObject({ findings: [], rows: 20, categories: 1 })
    const men = await runTerminal(home, ['audit', stage, '--category', 'Men', '--data', data])
    expect(men.code).toBe(0)
    expect(men.stdout).toContain('place 4 with 0:59:59')
    expect(men.stderr).toContain('2 issues in 20 rows')
  })

  test.each([
    ['a category that is not there', ['--category', 'nobody'], 'not-found'],
    ['a stage that nobody took', [], 'not-found'],
  ])('fails with %s by its exit code', async (name, flags, kind) => {
    const which = name.includes('stage') ? '00000000-0000-4000-8000-00000000dead' : stage
    const ended = await runTerminal(home, ['audit', which, ...flags, '--data', data, '--json'])
    expect(ended.code).toBe(2)
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false, error: { kind } })
  })
})
