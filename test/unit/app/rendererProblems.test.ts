import { beforeAll, describe, expect, it } from 'vitest'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Problem } from '../../../renderer/api.ts'
import { checkText } from '../../../renderer/app/problems/checkText.ts'
import { describeProblem } from '../../../renderer/app/problems/describeProblem.ts'
import { helpOn } from '../../../renderer/app/problems/helpOn.ts'
import { readChapters } from '../../../renderer/features/help/chapters.ts'
import { finishedSentence } from '../../../renderer/app/jobs/notify.ts'
import { enPlace } from '../../../renderer/text/en/parts/enPlace.ts'
import { ruPlace } from '../../../renderer/text/ru/parts/ruPlace.ts'
import { addTexts, setLanguage, translate } from '../../../renderer/text/text.ts'
import { sampleProblems as samples, slowDown } from '../../support/units/problems.ts'
import { startPageTexts } from '../../support/units/pageTexts.ts'
import { sampleJob } from '../../support/units/samples.ts'

startPageTexts()
beforeAll(() => addTexts({ en: enPlace, ru: ruPlace }))

const all: readonly Problem[] = Object.values(samples).flat()

describe.each(['en', 'ru'] as const)('problems in %s', (language) => {
  it('every kind says what happened, what was kept and what to do, with no hole and no raw key', () => {
    setLanguage(language)
    for (const problem of all) {
      const text = describeProblem(problem, translate, language)
      for (const part of [text.what, text.kept, text.todo]) {
        expect(part, problem.kind).not.toBe('')
        expect(part, problem.kind).not.toMatch(/\{\{|undefined|null|problem\.|kept\./)
        expect(part, problem.kind).toMatch(/[.!?…)]$|https:\/\/\S+$|a\.csv$|disk is full$/)
      }
    }
  })

  it('the details that tell one failure from another are in the sentence', () => {
    setLanguage(language)
    const what = (problem: AppError): string => {
      const { what: happened, todo } = describeProblem(problem, translate, language)
      return `${happened} ${todo}`
    }
    const offline = (detail: string): string => what({ kind: 'offline', host: 'api.example.com', detail })
    const known = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ECONNRESET', 'ERR_SSL_WRONG_VERSION_NUMBER']
    expect(new Set(known.map(offline)).size).toBe(known.length)
    for (const code of known) expect(offline(code)).not.toContain(code)
    expect(offline('EODD')).toMatch(/api\.example\.com.*EODD/)
    expect(what(slowDown)).toMatch(/429.*120/)
    expect(what({ kind: 'timed-out', afterMs: 15_000 })).toMatch(/15/)
    expect(what({ kind: 'key-rejected', which: 'access', status: 401, message: 'expired' })).toMatch(/401.*expired/)
    expect(what({ kind: 'internal', reference: 'bug-1' })).toContain('bug-1')
    expect(what({ kind: 'storage', reason: 'disk I/O error', cause: 'read-only', folder: '/data' })).toMatch(/\/data/)
  })
})

it.each(['en', 'ru'] as const)(
  'the test of a connection in %s does not mention a GUID without one in the input, and names the service once',
  (language) => {
    setLanguage(language)
    const said = (error: AppError): string => checkText({ ok: false, error }, translate, language)
    for (const error of [...samples.http, ...samples['refused-by-service'], ...samples['key-rejected']]) {
      expect(said(error)).not.toMatch(/GUID|undefined|\{\{|check\./)
      if (!('isPortal' in error)) expect(said(error)).not.toMatch(/main API|the results service|Основной|Сервис рез/i)
    }
    const refused = said({ kind: 'refused-by-service', message: 'Path not found', status: 404 })
    expect(refused).toMatch(/404.*Path not found\. .*(address|адрес)/i)
  },
)

describe('problems', () => {
  it('lead to sections of Help that are there, and hardly any of them nowhere', () => {
    const sections = readChapters('en', translate).flatMap(({ id, sections: of }) => of.map((one) => `${id}/${one.id}`))
    const places = all.map(helpOn).filter((place) => place !== null)
    for (const { chapter, section } of places) expect(sections).toContain(`${chapter}/${section}`)
    expect(places.length).toBeGreaterThan(all.length / 2)
  })

  it('the two keys are never confused', () => {
    const [access, results] = samples['key-missing'].map((problem) => describeProblem(problem, translate, 'en').what)
    expect(access).toContain('access key')
    expect(results).toContain('results key')
  })

  it("the gate's message is a detail, and not part of the sentence", () => {
    const issues = [
      { path: 'rows.0', message: 'Unrecognized key: "cells"' },
      { path: '', message: 'no such operation' },
    ]
    for (const language of ['en', 'ru'] as const) {
      setLanguage(language)
      const { what, kept, todo, detail } = describeProblem({ kind: 'invalid-input', issues }, translate, language)
      expect(`${what} ${kept} ${todo}`).not.toMatch(/rows|cells|operation/)
      expect(detail?.text).toBe('rows.0: Unrecognized key: "cells"\nno such operation')
    }
  })

  it('the beginning of an unexpected reply is a detail, unless it is empty', () => {
    const of = (bodyStart: string) =>
      describeProblem({ kind: 'http', status: 502, message: '', bodyStart }, translate, 'en').detail?.text
    expect(of('<html>Bad gateway</html>')).toBe('<html>Bad gateway</html>')
    expect(of('')).toBeUndefined()
  })
})

it('counts in the sentence about a job what was taken, and is silent about one that was cancelled or still runs', () => {
  expect(finishedSentence(sampleJob({ state: 'partial', failed: 2 }), translate)).toContain('22 of 24')
  for (const state of ['cancelled', 'running'] as const)
    expect(finishedSentence(sampleJob({ state }), translate)).toBeNull()
})
