import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { CallReply, CallRequest, QueryPair } from '../../../preload/contract/calls.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Core } from '../../core.ts'
import { requestLimitBytes } from '../../gate/requestLimits.ts'
import { isPromoPath } from '../../features/calls/rules/callPath.ts'
import type { Gate } from '../../gate/gate.ts'
import { invalid, renameIssues } from '../commandLine.ts'
import { readInput } from '../inputFile.ts'
import { jsonText, plain } from '../words/plain.ts'
import { chooseProfile, readProfileFlags, type ProfileFlags } from '../profileChoice.ts'
import { withCore } from '../session.ts'
import { listenForStop } from '../stopRequest.ts'
import { profileOptions, profileSynopsis, type Context, type Verb } from '../verb.ts'

const textPiece = 1_000_000
const linePiece = 1_000
/** A character takes at most four bytes. */
const bodyLimitBytes = requestLimitBytes('call:send')

/** The reply and its body as pieces of text for stdout. */
type Answered = { readonly reply: CallReply; readonly body: readonly string[] }

const readMethod = (text: string): Result<CallRequest['method']> => {
  const method = text.toUpperCase()
  return method === 'GET' || method === 'POST'
    ? { ok: true, value: method }
    : invalid('GET|POST', 'neither GET nor POST')
}

const readQuery = (texts: readonly string[]): Result<readonly QueryPair[]> => {
  const pairs: QueryPair[] = []
  for (const text of texts) {
    const end = text.indexOf('=')
    if (end < 1) return invalid('--query', 'not of the form name=value')
    pairs.push({ name: text.slice(0, end), value: text.slice(end + 1) })
  }
  return { ok: true, value: pairs }
}

/** The text whose bytes in UTF-8 are those of the file; a byte order mark stays in it, and is then no JSON. */
const readBody = async ({ line, cwd, stdin }: Context): Promise<Result<string | null>> => {
  const given = line.text('body')
  if (given === undefined) return { ok: true, value: null }
  const from = given === '-' ? stdin() : resolve(cwd, given)
  const bytes = await readInput({ from, given, flag: '--body', limitBytes: bodyLimitBytes })
  if (!bytes.ok) return bytes
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { ok: true, value: decoder.decode(bytes.value) }
  } catch {
    return invalid('--body', 'not JSON in UTF-8')
  }
}

const readRequest = async (context: Context): Promise<Result<CallRequest>> => {
  const [first = '', path = ''] = context.line.positionals
  const method = readMethod(first)
  if (!method.ok) return method
  const query = readQuery(context.line.texts('query'))
  if (!query.ok) return query
  if (method.value === 'GET' && context.line.text('body') !== undefined) return invalid('--body', 'a GET has no body')
  const body = await readBody(context)
  if (!body.ok) return body
  return { ok: true, value: { method: method.value, path, query: query.value, body: body.value } }
}

/** All of the body's text, piece by piece. */
const readText = async (gate: Gate, { id, body, isCut }: CallReply): Promise<Result<readonly string[]>> => {
  if (!isCut) return { ok: true, value: [body] }
  const pieces: string[] = []
  for (let offset = 0, total = 1; offset < total; offset += textPiece) {
    const read = await gate.call('call:read', { id, view: { kind: 'text', offset, limit: textPiece } })
    if (!read.ok) return read
    if (read.value.kind !== 'text') break
    pieces.push(read.value.text)
    total = read.value.total
  }
  return { ok: true, value: pieces }
}

/** A JSON reply is copied digit for digit, on one line; any other body becomes a string. */
const jsonPieces = (reply: CallReply, pieces: readonly string[]): readonly string[] => {
  if (!reply.isJson) return [jsonText(pieces.join(''))]
  return pieces.map((piece) =>
    piece
      .replaceAll(/[\r\n\t]/gu, ' ')
      .replaceAll(
        /[\u007f-\u009f\u2028\u2029]/gu,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  )
}

const readLines = async (gate: Gate, { id }: CallReply): Promise<Result<readonly string[]>> => {
  const lines: string[] = []
  for (let total = 1; lines.length < total;) {
    const view = { kind: 'lines', offset: lines.length, limit: linePiece, isFormatted: true } as const
    const read = await gate.call('call:read', { id, view })
    if (!read.ok) return read
    if (read.value.kind !== 'lines' || read.value.lines.length === 0) break
    for (const line of read.value.lines) lines.push(`${plain(line)}\n`)
    total = read.value.total
  }
  return { ok: true, value: lines }
}

const names = { path: 'PATH', body: '--body', query: '--query' }

const sendWith = async (
  context: Context,
  core: Core,
  flags: ProfileFlags,
  request: CallRequest,
): Promise<Result<Answered>> => {
  const profile = await chooseProfile(core, flags)
  if (!profile.ok) return profile
  const sendId = randomUUID()
  const stop = listenForStop(context)
  const cancel = (): void => void core.gate.call('call:cancel', { sendId })
  stop.signal.addEventListener('abort', cancel, { once: true })
  try {
    const sent = await core.gate.call('call:send', { ...request, profileId: profile.value.id, sendId })
    const reply = renameIssues(sent, names)
    if (!reply.ok) return reply
    const { verdict } = reply.value
    if (verdict.kind === 'failed') return { ok: false, error: verdict.error }
    const text = context.isJson ? await readText(core.gate, reply.value) : await readLines(core.gate, reply.value)
    if (!text.ok) return text
    const body = context.isJson ? jsonPieces(reply.value, text.value) : text.value
    return { ok: true, value: { reply: reply.value, body } }
  } finally {
    stop.dispose()
  }
}

function* answerText({ reply, body }: Answered): Iterable<string> {
  const { status, tookMs, headers } = reply
  yield `${jsonText({ ok: true, value: { status, tookMs, headers } }).slice(0, -2)},"body":`
  yield* body
  yield '}}\n'
}

export const callVerb: Verb = {
  words: 'call',
  synopsis: `GET|POST PATH [--query NAME=VALUE]… [--body FILE|-] ${profileSynopsis}`,
  summary: 'call any path of the API; a POST is sent once, without a question',
  options: { ...profileOptions, query: { type: 'string', multiple: true }, body: { type: 'string' } },
  positionals: ['GET|POST', 'PATH'],
  run: async (context) => {
    const flags = readProfileFlags(context.line)
    if (!flags.ok) return flags
    const request = await readRequest(context)
    if (!request.ok) return request
    if (request.value.method === 'POST' && isPromoPath(request.value.path)) {
      await context.output.say('This sets promo codes without a preview; `promo set` shows one first.\n')
    }
    const session = flags.value.unsaved === undefined ? {} : { unsaved: flags.value.unsaved }
    const answered = await withCore(context, session, (core) => sendWith(context, core, flags.value, request.value))
    if (!answered.ok) return answered
    const { reply, body } = answered.value
    const printed = await context.output.print(context.isJson ? answerText(answered.value) : body)
    if (!printed.ok) return printed
    if (!context.isJson) {
      const type = reply.headers['content-type'] ?? ''
      await context.output.say(
        `HTTP ${reply.status}, ${reply.tookMs} ms, ${reply.sizeBytes} bytes${type === '' ? '' : `, ${plain(type)}`}\n`,
      )
    }
    return { ok: true, value: 0 }
  },
}
