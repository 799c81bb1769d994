import type { AppError, FileReason } from '../../preload/contract.ts'
import type { Problem } from '../api.ts'
import { formatSize } from '../text/format.ts'
import type { Language, Translate } from '../text/text.ts'

/** What happened, what was kept and what to do, each a sentence or more. */
export type ProblemText = {
  readonly what: string
  readonly kept: string
  readonly todo: string
  /** Beginning of the reply, when it was not what was expected. */
  readonly bodyStart: string | null
}

type HttpError = Extract<AppError, { kind: 'http' }>

const httpTodo = (error: HttpError, t: Translate): string => {
  const wait = error.retryAfterS === undefined ? '' : ` ${t('problem.wait', { count: error.retryAfterS })}`
  if (error.status === 429 || error.status === 406) return t('problem.http.busy.todo') + wait
  return t(error.status >= 500 ? 'problem.http.server.todo' : 'problem.http.client.todo') + wait
}

const fileText = (reason: FileReason, path: string, t: Translate): readonly [string, string] => [
  t(`problem.file.${reason}`, { path }),
  t(`problem.file.${reason}.todo`),
]

/** A message of a service, closed like a sentence. */
const ended = (message: string): string => (/[.!?…]$/.test(message.trim()) ? message.trim() : `${message.trim()}.`)

const seconds = (ms: number): number => Math.round(ms / 1000)

/** The one place where errors become sentences. */
export const describeProblem = (problem: Problem, t: Translate, language: Language): ProblemText => {
  const say = (what: string, todo: string, bodyStart = '', kept = t('kept.stored')): ProblemText => ({
    what: what.trim(),
    kept,
    todo,
    bodyStart: bodyStart === '' ? null : bodyStart,
  })
  switch (problem.kind) {
    case 'invalid-input':
      return say(
        t('problem.invalid-input', {
          issues: problem.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; '),
        }),
        t('problem.invalid-input.todo'),
        '',
        t('kept.nothing'),
      )
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
      return say(t('problem.offline', { host: problem.host, detail: problem.detail }), t('problem.offline.todo'))
    case 'timed-out':
      return say(t('problem.timed-out', { seconds: seconds(problem.afterMs) }), t('problem.timed-out.todo'))
    case 'unexpected-reply':
      return say(
        t('problem.unexpected-reply', { where: problem.where }),
        t('problem.unexpected-reply.todo'),
        problem.bodyStart,
      )
    case 'wrong-origin':
      return say(t('problem.wrong-origin', { url: problem.url }), t('problem.wrong-origin.todo'))
    case 'too-large':
      return say(
        t('problem.too-large', { size: formatSize(problem.limitBytes, t, language) }),
        t('problem.too-large.todo'),
      )
    case 'storage':
      return say(t('problem.storage', { reason: problem.reason }), t('problem.storage.todo'))
    case 'file':
      return say(...fileText(problem.reason, problem.path, t))
    case 'outcome-unknown':
      return say(t('problem.outcome-unknown', { seconds: seconds(problem.afterMs) }), t('problem.outcome-unknown.todo'))
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
    case 'preflight-refused':
      return say(
        t('problem.preflight-refused', { count: problem.notTaken, rows: problem.rows }),
        t('problem.preflight-refused.todo'),
        '',
        t('kept.nothing'),
      )
