import type {
  CapsuleFault,
  CertificateFault,
  FileReason,
  JsonFault,
  KeychainReason,
  PlaceAct,
  PlaceFault,
  ProxyFault,
} from '../../../preload/contract/result.ts'
import type { Problem } from '../../../renderer/api.ts'

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
const jsonFaults = each<JsonFault>()('escape comma quotes name value comment script control cut more other').map(
  (fault) => ({ language: 'json' as const, fault }),
)
const keychainReasons = each<KeychainReason>()('no-module no-service locked timeout')
const proxyProblems = each<ProxyFault['problem']>()('unreachable sign-in refused unsupported')
const certificateFaults = each<CertificateFault>()('issuer clock name other')
const placeFaults = each<PlaceFault>()(
  'clock no-bucket no-folder region denied full locked busy broken unsuitable crowded unknown',
)
const placeRefused = (reason: PlaceFault, act: PlaceAct) =>
  ({ kind: 'place-refused', reason, act, host: 's3.example.com', code: 'HTTP 403 AccessDenied', message: '' }) as const

export const slowDown = { kind: 'http', status: 429, message: 'slow down', bodyStart: '', retryAfterS: 120 } as const

// One of each kind; the type makes a new kind an error here.
export const sampleProblems: { readonly [K in Problem['kind']]: readonly Extract<Problem, { kind: K }>[] } = {
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
    ...[{ language: 'xml' as const, root: 'ResultList' }, ...jsonFaults].map((syntax) => ({
      kind: 'unexpected-reply' as const,
      where: 'a results link',
      bodyStart: '[{',
      syntax: { ...syntax, line: 1, column: 3 },
    })),
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
    { kind: 'publish-refused', reason: 'new-host-key', detail: 'SHA256:one' },
    { kind: 'publish-refused', reason: 'revoked-host-key', detail: 'SHA256:one' },
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
