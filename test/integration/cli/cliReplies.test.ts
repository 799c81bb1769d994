import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Reply } from '../../../preload/contract/replies.ts'
import { closing } from '../../support/atEnd.ts'
import type { Script } from '../../support/services/hostileServer.ts'
import { bytesOf, envelope, sendJson, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { useTerminal } from '../../support/terminalRig.ts'

const terminal = useTerminal()
let data = ''
let race: RaceService
beforeEach(async () => {
  data = await mkdtemp(join(terminal.home(), 'data-'))
  race = closing(await startRaceService('Men'))
})

const lastNames = 'Berg Lindqvist Novák Петров Ruiz Katz Öst Park Diaz Hall Mäki Wolf'.split(' ')
const menOf =
  (count: number): Script =>
  (response) =>
    sendJson(
      response,
      envelope(lastNames.slice(0, count).map((lastName, index) => ({ number: index + 1, account: { lastName } }))),
    )

const take = (script: Script) => {
  race.answer('Men', script)
  return terminal.take(race, '--data', data)
}
const replies = async (...more: string[]) => {
  const { code, answer } = await terminal.ask<{
    readonly categories?: readonly { readonly rows: number; readonly replies: readonly Reply[] }[]
    readonly error?: unknown
  }>(['replies', race.stage, '--data', data, ...more])
  const [category] = answer.categories ?? []
  return {
    code,
    error: answer.error,
    rows: category?.rows,
    standings: category?.replies.map(({ standing }) => standing),
  }
}

const maintenance = bytesOf('{"status":"ok","items":[{"text":"Maintenance until 12:00"}]}')

test('take keeps the rows beside replies without results, prints their text, and replies --accept uses those it names until --back', async () => {
  race.list('Men', 'Women')
  race.answer('Women', menOf(7))
  await take(menOf(9))
  race.answer('Women', maintenance)
  const { stderr, answer } = await take(maintenance)
  expect(answer).toMatchObject({ rows: 16, categories: [{ outcome: 'no-rows', rows: 9 }, { rows: 7 }] })
  expect(answer.categories[0]?.error).toMatchObject({ kind: 'unexpected-reply', message: 'Maintenance until 12:00' })
  expect(answer.categories[0]?.setAside).toMatchObject({ reason: 'no-results', text: 'Maintenance until 12:00' })
  expect(stderr).toContain('10 km / Men: reply without results not used: Maintenance until 12:00. 9 rows still stored.')
  expect(await replies('--back')).toMatchObject({ code: 2, error: { kind: 'not-found' } })
  expect(await replies('--accept')).toMatchObject({
    code: 2,
    error: { kind: 'invalid-input', issues: [{ path: '--category' }] },
  })
  expect(await replies()).toMatchObject({ rows: 9, standings: ['no-results', 'shown'] })
  const both = ['--category', 'Men', '--category', 'Women']
  expect(await replies('--accept', ...both)).toMatchObject({ code: 0, rows: 1, standings: ['shown', 'earlier'] })
  expect(await replies('--category', 'Men', '--back')).toMatchObject({ code: 0, rows: 9, standings: ['left', 'shown'] })
})

test('take announces a table that shrank, and replies reverts or keeps it', async () => {
  await take(menOf(12))
  const { stderr, answer } = await take(menOf(5))
  expect(answer.categories[0]).toMatchObject({ outcome: 'done', rows: 5, shrunk: { rowsBefore: 12, rows: 5, lost: 7 } })
  expect(stderr).toContain('10 km / Men: 12 → 5 rows')
  expect(await replies('--keep', '--back')).toMatchObject({ code: 2, error: { kind: 'invalid-input' } })
  expect(await replies('--category', 'Men', '--back')).toMatchObject({ rows: 12, standings: ['left', 'shown'] })
  await take(menOf(6))
  expect(await replies('--keep')).toMatchObject({ code: 0, rows: 6 })
  const { answer: kept, stderr: nothing } = await take(menOf(6))
  expect(kept.categories[0]?.shrunk).toBeUndefined()
  expect(nothing).not.toContain('→')
})
