import type { Json } from '../../../../preload/contract/ids.ts'
import type { AppError, KeyName, Result } from '../../../../preload/contract/result.ts'
import { excessOfJson, recordBounds, type Excess } from '../../../kernel/bodyLimits.ts'
import { isWebPage, signInStatus } from './portal.ts'
import { replySyntax, xmlSyntax } from './replySyntax.ts'
import { parseRetryAfterS } from '../../../kernel/retry.ts'
import { fillTemplate, findGuids } from '../../../kernel/urls.ts'
import type { Failure } from '../../../kernel/result.ts'

/** A raw reply; `headers` have lower-case names. */
export type RawReply = {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: Uint8Array
  /** It points to another host than the one that was asked. */
  readonly leadsAway?: boolean
}

type Envelope = { readonly data: Json; readonly message: string | null }

/** A reply that is neither an error of HTTP nor refused. */
type ParsedReply = {
  readonly status: number
  /** Null when the body is something else, which only results and generic calls may show. */
  readonly envelope: Envelope | null
  /** Undefined when the body is not JSON. */
  readonly body: Json | undefined
  readonly bytes: Uint8Array
  readonly bodyStart: string
}

/** Ids are lower case when they are GUIDs; a missing name is the id. */
export type StageLinks = {
  readonly resultsUrlTemplate: string | null
  readonly distances: readonly DistanceLinks[]
  /** Entries left out: nothing names them, or their id has come before. */
  readonly skipped: number
}

export type DistanceLinks = {
  readonly guid: string
  readonly name: string
  readonly categories: readonly CategoryLink[]
}

/** `resultsUrl` is null when the reply has neither a link nor a template. */
type CategoryLink = { readonly guid: string; readonly name: string; readonly resultsUrl: string | null }

type JsonObject = { readonly [key: string]: Json }

const bodyStartLength = 300
const longestMessage = 1000
const utf8 = new TextDecoder('utf-8', { fatal: true })
const lenientUtf8 = new TextDecoder('utf-8')

/**
 * Judges a reply by its status and envelope (design.md, HTTP client).
 * Errors: key-rejected, refused-by-service, http, too-large.
 */
export function readReply(reply: RawReply, which: KeyName): Result<ParsedReply> {
  const read = readJson(reply.body)
  const judged = judgeReply(reply, read.value, which)
  return judged.ok && read.excess !== null ? refuse(read.excess) : judged
}

/** `readReply` for a body that has been parsed already (undefined: not JSON). */
export function judgeReply(reply: RawReply, body: Json | undefined, which: KeyName): Result<ParsedReply> {
  const { status } = reply
  const envelope = isEnvelope(body) ? body : null
  const message = readMessage(body)
  if (status === 401) return refuse({ kind: 'key-rejected', which, status, message })
  if (status === 403 && envelope === null) return refuse({ kind: 'key-rejected', which, status, message })
  if (status === 403 || envelope?.isSuccess === false) return refuse({ kind: 'refused-by-service', message, status })
  const bodyStart = readBodyStart(reply.body)
  if (status < 200 || status > 299) {
    const retryAfterS = parseRetryAfterS(reply.headers['retry-after'], Date.parse(reply.headers['date'] ?? ''))
    return refuse({
      kind: 'http',
      status,
      message,
      bodyStart,
      ...(retryAfterS === null ? {} : { retryAfterS }),
      ...(reply.leadsAway === true || status === signInStatus ? { isPortal: true } : {}),
    })
  }
  return {
    ok: true,
    value: {
      status,
      envelope: envelope && { data: envelope['data'] ?? null, message: message === '' ? null : message },
      body,
      bytes: reply.body,
      bodyStart,
    },
  }
}

/** The payload for typed operations; a body without an envelope is `unexpected-reply`. */
export function readData(reply: ParsedReply): Result<Json> {
  if (reply.envelope !== null) return { ok: true, value: reply.envelope.data }
  const text = reply.body === undefined ? lenientUtf8.decode(reply.bytes) : null
  return refuse(unexpectedReply('envelope', reply.bodyStart, text))
}

/** For a reply that is not what was asked for; web pages, XML and, by the whole `text` of it, faulty JSON are told apart. */
export const unexpectedReply = (where: string, bodyStart: string, text: string | null = null): AppError => {
  const error = { kind: 'unexpected-reply', where, bodyStart } as const
  if (isWebPage(bodyStart)) return { ...error, isPortal: true }
  const syntax = text === null ? xmlSyntax(bodyStart) : replySyntax(text)
  return syntax === null ? error : { ...error, syntax }
}

/**
 * Data of the stage results reply (API document, Stage results links), read leniently: ids that are missing are taken from
 * the links, links that are missing from the template; `decode` makes names readable. Null when `data` holds no list of distances.
 */
export function readStageLinks(data: Json, stage: string, decode: (name: string) => string): StageLinks | null {
  const readable = (name: string): string => decode(name).trim() || name
  if (!isObject(data) || !isList(data['distances'])) return null
  const template = readText(data['resultsUrlTemplate'])
  const distances = new Map<string, { readonly name: string; readonly categories: Map<string, CategoryLink> }>()
  let skipped = 0
  for (const source of data['distances']) {
    const categories = isObject(source) && isList(source['categories']) ? source['categories'] : []
    const name = isObject(source) ? readText(source['displayName']) : null
    const group = (isObject(source) ? readText(source['raceGroupGuid']) : null) ?? groupOfLinks(categories) ?? name
    if (group === null) {
      skipped += Math.max(1, categories.length)
      continue
    }
    const guid = normaliseId(group)
    const distance = distances.get(guid) ?? {
      name: name === null ? guid : readable(name),
      categories: new Map<string, CategoryLink>(),
    }
    distances.set(guid, distance)
    for (const item of categories) {
      const category = readCategory(item, group, template, stage)
      if (category === null || distance.categories.has(category.guid)) skipped += 1
      else distance.categories.set(category.guid, { ...category, name: readable(category.name) })
    }
  }
  return {
    resultsUrlTemplate: template,
    distances: Array.from(distances, ([guid, { name, categories }]) => ({
      guid,
      name,
      categories: [...categories.values()],
    })),
    skipped,
  }
}

/** `value` is undefined when the bytes are not UTF-8 (with or without a byte order mark), not JSON, or beyond a limit. */
function readJson(body: Uint8Array): { readonly value: Json | undefined; readonly excess: Excess | null } {
  try {
    const text = utf8.decode(body)
    const excess = excessOfJson(text, recordBounds)
    return { value: excess === null ? (JSON.parse(text) as Json) : undefined, excess }
  } catch {
    return { value: undefined, excess: null }
  }
}

/** The first 300 characters at most, on one line. */
export function readBodyStart(body: Uint8Array): string {
  return toLine(lenientUtf8.decode(body.subarray(0, 4 * bodyStartLength)), bodyStartLength)
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

function isEnvelope(body: Json | undefined): body is JsonObject & { readonly isSuccess: boolean } {
  return isObject(body) && typeof body['isSuccess'] === 'boolean'
}

function readMessage(body: Json | undefined): string {
  if (!isObject(body)) return ''
  const found = [body['message'], body['detail'], body['title'], body['error']].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  )
  return typeof found === 'string' ? toLine(found, longestMessage) : ''
}

/** Control characters and marks that turn the direction of text would let a body disguise what it says. */
function toLine(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
}

function refuse(error: AppError): Failure {
  return { ok: false, error }
}

function readCategory(source: Json, group: string, template: string | null, stage: string): CategoryLink | null {
  if (!isObject(source)) return null
  const link = readLink(source)
  const sentId = readText(source['raceGroupCategoryGuid']) ?? linkGuid(link, 2) ?? link
  if (sentId === null) return null
  const guid = normaliseId(sentId)
  const resultsUrl = link ?? (template === null ? null : fillTemplate(template, { stage, group, category: sentId }))
  const name = readText(source['displayName'])
  return { guid, name: name ?? guid, resultsUrl }
}

function readLink(category: JsonObject): string | null {
  return typeof category['resultsUrl'] === 'string' ? readText(category['resultsUrl']) : null
}

/** A link names stage, distance and category in that order. */
function linkGuid(link: string | null, position: number): string | null {
  return link === null ? null : (findGuids(link)[position] ?? null)
}

function groupOfLinks(categories: readonly Json[]): string | null {
  for (const category of categories) {
    const guid = isObject(category) ? linkGuid(readLink(category), 1) : null
    if (guid !== null) return guid
  }
  return null
}

function normaliseId(id: string): string {
  const [guid] = findGuids(id)
  return guid?.length === id.length ? guid : id
}

/** Numbers are let through as text: an id or a name may come as one. */
function readText(value: Json | undefined): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The beginning of the body for errors. */
export const bodyStartOf = (text: string): string => text.slice(0, 300).replace(/\p{Cc}/gu, ' ')
