import type { Guid, StageGuid } from '../../../../preload/contract/ids.ts'
import type { AppLink } from '../../../../preload/contract/stages.ts'
import { isSafeTransport, stageFromText } from '../../../kernel/urls.ts'

/** Longer texts are not links. */
const longest = 2_048
const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu

/**
 * Target of a `racedesk://` link: `stage/<GUID>`, `order/<GUID>` or `results?url=<results link>`. Null for anything
 * else. The user is asked before the link is followed.
 */
export function parseLink(text: string): AppLink | null {
  if (text.length > longest || /[\s\\\p{Cc}]/u.test(text)) return null
  const match = /^racedesk:\/\/([a-z]+)(?:\/([^/?#]*))?(?:\?([^#]*))?$/iu.exec(text)
  if (match === null) return null
  const [, what = '', id = '', query] = match
  switch (what.toLowerCase()) {
    case 'stage':
      return query === undefined && guid.test(id) ? { kind: 'stage', stage: id.toLowerCase() as StageGuid } : null
    case 'order':
      return query === undefined && guid.test(id) ? { kind: 'order', order: id.toLowerCase() as Guid } : null
    case 'results':
      return id === '' ? resultsLink(query ?? '') : null
    default:
      return null
  }
}

/**
 * Target of a dropped text: a `racedesk://` link or a plain results link, which identifies its stage. Reads the first
 * line that is not a comment (text/uri-list, RFC 2483). Null for other texts.
 */
export function readDropped(text: string): AppLink | null {
  const line = text
    .slice(0, 4 * longest)
    .split(/[\r\n]+/u)
    .map((one) => one.trim())
    .find((one) => one !== '' && !one.startsWith('#'))
  if (line === undefined || line.length > longest) return null
  return /^racedesk:/iu.test(line) ? parseLink(line) : stageFromText(line) === null ? null : resultsUrl(line)
}

function resultsLink(query: string): AppLink | null {
  const parameters = [...new URLSearchParams(query)]
  const [name, value] = parameters[0] ?? []
  return parameters.length === 1 && name === 'url' && value !== undefined ? resultsUrl(value) : null
}

function resultsUrl(text: string): AppLink | null {
  const url = /[\s\\\p{Cc}]/u.test(text) ? null : URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || !isSafeTransport(url)) return null
  return { kind: 'results', url: url.href }
}

/** The link among the arguments that the system started the app with; the last one counts. */
export function linkFromArgs(args: readonly string[]): AppLink | null {
  const link = args.findLast((arg) => /^racedesk:/iu.test(arg))
  return link === undefined ? null : parseLink(link)
}
