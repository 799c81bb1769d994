import { beforeAll, describe, expect, it } from 'vitest'
import type {
  AppError,
  CapsuleFault,
  CertificateFault,
  FileReason,
  KeychainReason,
  PlaceAct,
  PlaceFault,
  ProxyFault,
} from '../../../preload/contract/result.ts'
import type { Problem } from '../../../renderer/api.ts'
import { checkText } from '../../../renderer/app/problems/checkText.ts'
import { describeProblem } from '../../../renderer/app/problems/describeProblem.ts'
import { helpOn } from '../../../renderer/app/problems/helpOn.ts'
import { readChapters } from '../../../renderer/features/help/chapters.ts'
import { finishedSentence } from '../../../renderer/app/jobs/notify.ts'
import { enPlace } from '../../../renderer/text/en/parts/enPlace.ts'
import { ruPlace } from '../../../renderer/text/ru/parts/ruPlace.ts'
import { addTexts, setLanguage, translate } from '../../../renderer/text/text.ts'
import { startPageTexts } from '../../support/units/pageTexts.ts'
import { sampleJob } from '../../support/units/samples.ts'

startPageTexts()
beforeAll(() => addTexts({ en: enPlace, ru: ruPlace }))

type Words<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Words<Rest> : T
/** The members of a union, in words; the type makes one that is missing an error here. */
const each =
  <Wanted extends string>() =>
  <T extends string>(words: T & ([Wanted] extends [Words<T>] ? unknown : never)) =>
    words.split(' ') as Wanted[]

const fileReasons = each<FileReason>()('locked no-space denied exists missing not-a-folder name-too-long gone')
const capsuleFaults = each<CapsuleFault>()(
  'not-a-zip damaged no-manifest bad-manifest newer-version too-large encrypted unsafe-entry missing-entry unlisted-entry altered stage-exists in-bin older read-only',
)
const keychainReasons = each<KeychainReason>()('no-module no-service locked timeout')
const proxyProblems = each<ProxyFault['problem']>()('unreachable sign-in refused unsupported')
const certificateFaults = each<CertificateFault>()('issuer clock name other')
const placeFaults = each<PlaceFault>()(
  'clock no-bucket no-folder region denied full locked busy broken unsuitable unknown',
)
const placeRefused = (reason: PlaceFault, act: PlaceAct) =>
  ({ kind: 'place-refused', reason, act, host: 's3.example.com', code: 'HTTP 403 AccessDenied', message: '' }) as const

const slowDown = { kind: 'http', status: 429, message: 'slow down', bodyStart: '', retryAfterS: 120 } as const

// One of each kind; the type makes a new kind an error here.
const samples: { readonly [K in Problem['kind']]: readonly Extract<Problem, { kind: K }>[] } = {
  'invalid-input': [{ kind: 'invalid-input', issues: [{ path: 'text', message: 'no GUID' }] }],
  'untrusted-caller': [{ kind: 'untrusted-caller' }],
  'not-found': [{ kind: 'not-found', what: 'stage' }],
  'key-missing': (['access', 'results'] as const).map((which) => ({ kind: 'key-missing', which })),
  'key-rejected': [
    { kind: 'key-rejected', which: 'access', status: 401, message: '' },
    { kind: 'key-rejected', which: 'results', status: 403, message: 'expired' },
  ],
  'keychain-unavailable': keychainReasons.map((reason) => ({ kind: 'keychain-unavailable', reason })),
  http: [
    { kind: 'http', status: 404, message: '', bodyStart: '' },
    { kind: 'http', status: 503, message: 'Service Unavailable', bodyStart: '<html>' },
    { kind: 'http', status: 302, message: '', bodyStart: '', isPortal: true },
    slowDown,
  ],
  'refused-by-service': ['', 'no such stage'].map((message) => ({ kind: 'refused-by-service', message, status: 200 })),
  offline: [
    { kind: 'offline', host: 'api.example.com', detail: 'ENOTFOUND' },
    ...proxyProblems.map((problem) => ({
      kind: 'offline' as const,
      host: 'api.example.com',
      detail: 'HTTP_407',
      proxy: { host: 'proxy.example.com:3128', problem },
    })),
  ],
  'untrusted-certificate': certificateFaults.map((reason) => ({
    kind: 'untrusted-certificate',
    host: 'api.example.com',
    reason,
    detail: 'CERT_HAS_EXPIRED',
  })),
  'timed-out': [
    { kind: 'timed-out', afterMs: 15_000 },
    { kind: 'timed-out', afterMs: 10_000, isConnect: true },
    { kind: 'timed-out', afterMs: 120_000, isTooSlow: true },
  ],
  'unexpected-reply': [
    { kind: 'unexpected-reply', where: 'stage links', bodyStart: '<html>' },
    { kind: 'unexpected-reply', where: 'stage links', bodyStart: '<html>', isPortal: true },
    { kind: 'unexpected-reply', where: 'a results link', bodyStart: '[{}]', message: 'Maintenance until 12:00' },
    { kind: 'unexpected-reply', where: 'a results link', bodyStart: '[{}]', message: '' },
  ],
  'wrong-origin': [{ kind: 'wrong-origin', url: 'https://elsewhere.example/results' }],
  'too-large': (
    ['bytes', 'rows', 'columns', 'depth', 'cells', 'values', 'objects', 'keys', 'text', 'request'] as const
  ).map((what) => ({ kind: 'too-large', what, limit: 67_108_864 })),
  storage: [
    { kind: 'storage', reason: 'disk is full' },
    ...(['no-space', 'read-only', 'replaced', 'gone', 'not-a-file'] as const).map((cause) => ({
      kind: 'storage' as const,
      reason: 'database or disk is full',
      cause,
      folder: '/data',
    })),
  ],
  file: fileReasons.map((reason) => ({ kind: 'file', reason, path: 'a.csv' })),
  'outcome-unknown': [{ kind: 'outcome-unknown', afterMs: 60_000 }],
  'capsule-refused': capsuleFaults.flatMap((reason) => [
    { kind: 'capsule-refused', reason },
    { kind: 'capsule-refused', reason, detail: 'bodies/00001.json' },
  ]),
  'publish-refused': [
    ...(['no-target', 'nothing', 'other-page', 'other-desk', 'no-secret', 'wrong-secret'] as const).map((reason) => ({
      kind: 'publish-refused' as const,
      reason,
    })),
    { kind: 'publish-refused', reason: 'host-key', detail: 'SHA256:one SHA256:two' },
  ],
  'place-refused': [
    ...placeFaults.map((reason) => placeRefused(reason, 'write')),
    ...(['list', 'read', 'remove'] as const).map((act) => placeRefused('denied', act)),
    { ...placeRefused('busy', 'write'), retryAfterS: 30 },
  ],
  'damaged-replies': [1, 2, 7].map((count) => ({
    kind: 'damaged-replies',
    categories: Array.from({ length: count }, (_, at) => ({ distanceName: '10 km', categoryName: `M${at}` })),
  })),
  'preflight-refused': [
    { kind: 'preflight-refused', rows: 1, notTaken: 1 },
    { kind: 'preflight-refused', rows: 2_000, notTaken: 33 },
  ],
  'not-printed': (['failed', 'no-answer', 'layout'] as const).map((reason) => ({ kind: 'not-printed', reason })),
  'sheet-too-large': [
    { kind: 'sheet-too-large', what: 'rows', limit: 1_048_575 },
    { kind: 'sheet-too-large', what: 'columns', limit: 16_384 },
    { kind: 'sheet-too-large', what: 'bytes', limit: 4_294_967_295 },
  ],
  cancelled: [{ kind: 'cancelled' }],
  internal: [{ kind: 'internal', reference: 'bug-1' }],
  'core-gone': [{ kind: 'core-gone' }],
  'no-token': [{ kind: 'no-token' }],
}
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

describe.each(['en', 'ru'] as const)('the test of a connection in %s', (language) => {
  const said = (error: AppError): string => checkText({ ok: false, error }, translate, language)

  it('does not mention a GUID without one in the input, and names the service once', () => {
    setLanguage(language)
    for (const kind of ['http', 'refused-by-service', 'key-rejected'] as const) {
      for (const error of samples[kind]) {
        expect(said(error)).not.toMatch(/GUID|undefined|\{\{|check\./)
        if (!('isPortal' in error)) expect(said(error)).not.toMatch(/main API|the results service|Основной|Сервис рез/i)
      }
    }
    expect(said({ kind: 'refused-by-service', message: 'Path not found', status: 404 })).toMatch(
      /404.*Path not found\. .*(address|адрес)/i,
    )
  })
})

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
      const text = describeProblem({ kind: 'invalid-input', issues }, translate, language)
      expect(`${text.what} ${text.kept} ${text.todo}`).not.toMatch(/rows|cells|operation/)
      expect(text.detail?.text).toBe('rows.0: Unrecognized key: "cells"\nno such operation')
    }
  })

  it('the beginning of an unexpected reply is a detail, unless it is empty', () => {
    const of = (bodyStart: string) =>
      describeProblem({ kind: 'http', status: 502, message: '', bodyStart }, translate, 'en').detail?.text
    expect(of('<html>Bad gateway</html>')).toBe('<html>Bad gateway</html>')
    expect(of('')).toBeUndefined()
  })
})

describe('the sentence about a finished job', () => {
  it('counts what was taken, not what was tried', () => {
    expect(finishedSentence(sampleJob({ state: 'partial', failed: 2 }), translate)).toContain('22 of 24')
  })

  it('is silent about a job that the user cancelled or that still runs', () => {
    expect(finishedSentence(sampleJob({ state: 'cancelled' }), translate)).toBeNull()
    expect(finishedSentence(sampleJob({ state: 'running' }), translate)).toBeNull()
  })
})
