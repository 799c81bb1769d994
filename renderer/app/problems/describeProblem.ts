import type { AppError, FileReason, ReplyPlace, ReplySyntax } from '../../../preload/contract/result.ts'
import type { Problem } from '../../api.ts'
import { formatCount, formatSize } from '../../text/format.ts'
import type { Language, Translate } from '../../text/text.ts'
import { isKeyMisplaced } from './issues.ts'

/** What happened, what was kept, what to do: one or more sentences each. */
type ProblemText = {
  readonly what: string
  readonly kept: string
  readonly todo: string
  /** Details for support: the beginning of an unexpected reply, or the core's own message. */
  readonly detail: { readonly label: string; readonly text: string } | null
}

type HttpError = Extract<AppError, { kind: 'http' }>
type OfflineError = Extract<AppError, { kind: 'offline' }>

export const httpTodo = (error: HttpError, t: Translate): string => {
  const wait = error.retryAfterS === undefined ? '' : ` ${t('problem.wait', { count: error.retryAfterS })}`
  if (error.status === 429 || error.status === 406) return t('problem.http.busy.todo') + wait
  return t(error.status >= 500 ? 'problem.http.server.todo' : 'problem.http.client.todo') + wait
}

const fileText = (reason: FileReason, path: string, t: Translate): readonly [string, string] => [
  t(`problem.file.${reason}`, { path }),
  t(`problem.file.${reason}.todo`),
]

type StorageError = Extract<AppError, { kind: 'storage' }>

export const storageText = (
  { cause, folder = '', reason }: Pick<StorageError, 'cause' | 'folder' | 'reason'>,
  t: Translate,
): readonly [string, string] =>
  cause === undefined
    ? [t('problem.storage', { reason }), t('problem.storage.todo')]
    : [t(`problem.storage.${cause}`, { folder, reason }), t(`problem.storage.${cause}.todo`)]

type Say = (what: string, todo: string) => ProblemText

/** Codes of Node's sockets that mean something to a crew; others are shown as they are. */
const OFFLINE_REASONS: ReadonlyMap<string, 'refused' | 'name' | 'route' | 'dropped' | 'tls'> = new Map([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'name'],
  ['EAI_AGAIN', 'name'],
  ['ENETUNREACH', 'route'],
  ['EHOSTUNREACH', 'route'],
  ['NO_ROUTE', 'route'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['EPROTO', 'tls'],
  ['ECONNRESET', 'dropped'],
  ['EPIPE', 'dropped'],
  ['UND_ERR_SOCKET', 'dropped'],
])

const offlineText = ({ host, detail: code, proxy }: OfflineError, t: Translate, say: Say): ProblemText => {
  const reason = OFFLINE_REASONS.get(code)
  const detail = reason === undefined ? code : t(`problem.offline.${reason}`)
  if (proxy === undefined) return say(t('problem.offline', { host, detail }), t('problem.offline.todo'))
  const details = { host, detail, proxy: proxy.host }
  return say(t(`problem.proxy.${proxy.problem}`, details), t('problem.proxy.todo'))
}

const syntaxText = (syntax: ReplySyntax, t: Translate, language: Language): readonly [string, string] => {
  const place = { line: formatCount(syntax.line, language), column: formatCount(syntax.column, language) }
  return syntax.language === 'xml'
    ? [t('problem.xml', { root: syntax.root, ...place }), t('problem.xml.todo')]
    : [t('problem.json', { fault: t(`problem.json.${syntax.fault}`), ...place }), t('problem.json.todo')]
}

type CapsuleRefused = Extract<AppError, { kind: 'capsule-refused' }>

const capsuleText = ({ reason, detail }: CapsuleRefused, t: Translate): readonly [string, string] => {
  const part = detail === undefined ? '' : ` ${t('problem.capsule.part', { detail })}`
  const todo =
    reason === 'newer-version' || reason === 'read-only' || reason === 'in-bin'
      ? t(`problem.capsule.${reason}.todo`)
      : t(reason === 'stage-exists' || reason === 'older' ? 'problem.capsule.stage.todo' : 'problem.capsule.file.todo')
  return [t(`problem.capsule.${reason}`) + part, todo]
}

type PlaceRefused = Extract<AppError, { kind: 'place-refused' }>

const placeText = ({ reason, act, host, code, message, retryAfterS }: PlaceRefused, t: Translate): ProblemText => {
  const wait = retryAfterS === undefined ? '' : ` ${t('problem.place.wait', { count: retryAfterS })}`
  return {
    what: t(reason === 'denied' ? `problem.place.denied.${act}` : `problem.place.${reason}`, { host }),
    kept: t(act === 'remove' ? 'problem.place.left' : 'problem.place.kept'),
    todo: t(`problem.place.${reason}.todo`) + wait,
    detail: { label: t('problem.detail'), text: `${code}\n${message}`.trim() },
  }
}

/** A message of a service, closed like a sentence. */
export const ended = (message: string): string =>
  /[.!?…]$/.test(message.trim()) ? message.trim() : `${message.trim()}.`

type Issues = Extract<AppError, { kind: 'invalid-input' }>['issues']

const issueLines = (issues: Issues): string =>
  issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n')

const seconds = (ms: number): number => Math.round(ms / 1000)

/** A longer list is hard to read. */
const mostNamed = 5

/** `10 km M40, 10 km W40`, at most five. */
export const damagedNames = (places: readonly ReplyPlace[]): string =>
  places
    .slice(0, mostNamed)
    .map(({ distanceName, categoryName }) => `${distanceName} ${categoryName}`.trim())
    .join(', ') + (places.length > mostNamed ? ', …' : '')

const timedOutText = ({ isConnect, isTooSlow }: Extract<AppError, { kind: 'timed-out' }>) =>
  isConnect === true ? 'problem.timed-out.connect' : isTooSlow === true ? 'problem.timed-out.slow' : 'problem.timed-out'

export const describeProblem = (problem: Problem, t: Translate, language: Language): ProblemText => {
  const say = (what: string, todo: string, bodyStart = '', kept = t('kept.stored')): ProblemText => ({
    what: what.trim(),
    kept,
    todo,
    detail: bodyStart === '' ? null : { label: t('problem.body'), text: bodyStart },
  })
  switch (problem.kind) {
    case 'invalid-input':
      if (isKeyMisplaced(problem)) {
        return say(t('problem.key-misplaced'), t('problem.key-misplaced.todo'), '', t('kept.nothing'))
      }
      return {
        ...say(t('problem.invalid-input'), t('problem.invalid-input.todo'), '', t('kept.nothing')),
        detail: { label: t('problem.detail'), text: issueLines(problem.issues) },
      }
    case 'untrusted-caller':
      return say(t('problem.untrusted-caller'), t('problem.untrusted-caller.todo'), '', t('kept.nothing'))
    case 'not-found':
      return say(t('problem.not-found', { what: problem.what }), t('problem.not-found.todo'), '', t('kept.nothing'))
    case 'key-missing':
      return say(t(`problem.key-missing.${problem.which}`), t('problem.key-missing.todo'))
    case 'key-rejected': {
      const message = problem.message === '' ? '' : ` ${t('problem.service', { message: ended(problem.message) })}`
      return say(
        t(`problem.key-rejected.${problem.which}`, { status: problem.status }) + message,
        t('problem.key-rejected.todo'),
      )
    }
    case 'keychain-unavailable':
      return say(
        t('problem.keychain-unavailable', { reason: t(`keys.reason.${problem.reason}`) }),
        t('problem.keychain-unavailable.todo'),
      )
    case 'http':
      if (problem.isPortal === true) {
        return say(t('problem.portal', { status: problem.status }), t('problem.portal.todo'), problem.bodyStart)
      }
      return say(
        t('problem.http', {
          status: problem.status,
          message: problem.message.trim() === '' ? '' : ended(problem.message),
        }),
        httpTodo(problem, t),
        problem.bodyStart,
      )
    case 'refused-by-service':
      return say(
        problem.message === ''
          ? t('problem.refused-by-service.none', { status: problem.status })
          : t('problem.refused-by-service', { message: ended(problem.message) }),
        t('problem.refused-by-service.todo'),
      )
    case 'offline':
      return offlineText(problem, t, say)
    case 'untrusted-certificate':
      return say(
        t(`problem.untrusted-certificate.${problem.reason}`, { host: problem.host, detail: problem.detail }),
        t(`problem.untrusted-certificate.${problem.reason === 'clock' ? 'clock' : 'sign-in'}.todo`),
      )
    case 'timed-out':
      return say(
        t(timedOutText(problem), { seconds: seconds(problem.afterMs) }),
        t(problem.isConnect === true ? 'problem.offline.todo' : 'problem.timed-out.todo'),
      )
    case 'unexpected-reply':
      if (problem.isPortal === true) return say(t('problem.portal.page'), t('problem.portal.todo'), problem.bodyStart)
      if (problem.syntax !== undefined) return say(...syntaxText(problem.syntax, t, language), problem.bodyStart)
      if (problem.message !== undefined) {
        const what = problem.message === '' ? t('problem.blank-reply') : t('problem.message', { text: problem.message })
        return say(what, t('problem.message.todo'), problem.bodyStart)
      }
      return say(
        t('problem.unexpected-reply', { where: problem.where }),
        t('problem.unexpected-reply.todo'),
        problem.bodyStart,
      )
    case 'wrong-origin':
      return say(
        t('problem.wrong-origin', { url: URL.parse(problem.url)?.origin ?? problem.url }),
        t('problem.wrong-origin.todo'),
      )
    case 'too-large':
      return say(
        problem.what === 'bytes' || problem.what === 'request'
          ? t(`problem.too-large.${problem.what}`, { size: formatSize(problem.limit, t, language) })
          : t(`problem.too-large.${problem.what}`, { limit: formatCount(problem.limit, language) }),
        t(problem.what === 'request' ? 'problem.too-large.request.todo' : 'problem.too-large.todo'),
      )
    case 'not-printed':
      return say(t(`problem.not-printed.${problem.reason}`), t(`problem.not-printed.${problem.reason}.todo`))
    case 'sheet-too-large':
      return say(
        t(`problem.sheet-too-large.${problem.what}`, { limit: formatCount(problem.limit, language) }),
        t('problem.sheet-too-large.todo'),
        '',
        t('kept.nothing'),
      )
    case 'storage':
      return say(...storageText(problem, t))
    case 'damaged-replies':
      return say(
        t('problem.damaged-replies', { count: problem.categories.length, names: damagedNames(problem.categories) }),
        t('problem.damaged-replies.todo'),
        '',
        t('kept.nothing'),
      )
    case 'file':
      return say(...fileText(problem.reason, problem.path, t))
    case 'outcome-unknown':
      return say(t('problem.outcome-unknown', { seconds: seconds(problem.afterMs) }), t('problem.outcome-unknown.todo'))
    case 'capsule-refused':
      return say(...capsuleText(problem, t), '', t('kept.nothing'))
    case 'publish-refused':
      return {
        what: t(`problem.publish.${problem.reason}`),
        kept: t('kept.nothing'),
        todo: t(`problem.publish.${problem.reason}.todo`),
        detail:
          problem.reason === 'wrong-secret' && problem.detail !== undefined
            ? { label: t('problem.detail'), text: problem.detail }
            : null,
      }
    case 'place-refused':
      return placeText(problem, t)
    case 'preflight-refused':
      return say(
        t('problem.preflight-refused', { count: problem.notTaken, rows: problem.rows }),
        t('problem.preflight-refused.todo'),
        '',
        t('kept.nothing'),
      )
    case 'cancelled':
      return say(t('problem.cancelled'), t('problem.cancelled.todo'))
    case 'internal':
      return say(t('problem.internal', { reference: problem.reference }), t('problem.internal.todo'))
    case 'core-gone':
      return say(t('problem.core-gone'), t('problem.core-gone.todo'))
    case 'no-token':
      return say(t('problem.no-token'), t('problem.no-token.todo'), '', t('kept.nothing'))
    default:
      return problem satisfies never
  }
}
