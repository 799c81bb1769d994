import type { ServiceCheck } from '../../../preload/contract/organizations.ts'
import { formatCount } from '../../text/format.ts'
import type { Language, Translate } from '../../text/text.ts'
import { describeProblem, ended, httpTodo } from './describeProblem.ts'

/** Result of a connection test, shown after the service's name. */
export const checkText = (check: ServiceCheck, t: Translate, language: Language): string => {
  if (check.ok) return t('check.ok', { ms: formatCount(Math.round(check.tookMs), language) })
  const { error } = check
  const said =
    'message' in error && error.message.trim() !== ''
      ? ` ${t('problem.service', { message: ended(error.message) })}`
      : ''
  const todo = (status: number): string => t(status === 404 ? 'check.address.todo' : 'check.refused.todo')
  if (error.kind === 'key-rejected') {
    return `${t(`check.key-rejected.${error.which}`, { status: error.status })}${said} ${t('problem.key-rejected.todo')}`
  }
  if (error.kind === 'refused-by-service')
    return `${t('check.refused', { status: error.status })}${said} ${todo(error.status)}`
  if (error.kind === 'http' && error.isPortal !== true) {
    const isClient = error.status < 500 && error.status !== 429 && error.status !== 406
    return `${t('check.http', { status: error.status })}${said} ${isClient ? todo(error.status) : httpTodo(error, t)}`
  }
  const { what, todo: next } = describeProblem(error, t, language)
  // The address may never have been right.
  if (error.kind === 'offline' && error.proxy === undefined) return `${what} ${t('check.offline.todo')}`
  return `${what} ${next}`
}
