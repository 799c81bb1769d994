import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { sentenceOf } from '../../../main/cli/words/sentence.ts'
import { isPassing } from '../../../main/features/publish/tryAgain.ts'
import type { RemoteFolder } from '../../../main/platform/remote/remoteFolder.ts'
import type { AppError, PlaceAct, Result } from '../../../preload/contract/result.ts'
import { startStore, writeOptions } from '../../support/stores/stores.ts'

const signal = new AbortController().signal
const body = Buffer.from('a file')

const acts: { readonly [K in PlaceAct]: (place: RemoteFolder) => Promise<Result<unknown>> } = {
  list: (place) => place.list(['p'], signal),
  read: (place) => place.read('index.html', 1_000, signal),
  write: (place) => place.write('p/a1.bin', body, writeOptions, signal),
  remove: (place) => place.remove(['p/a1.bin'], signal),
}
const everyAct = Object.keys(acts) as PlaceAct[]

const errorOf = (result: Result<unknown>): AppError => {
  if (result.ok) throw new Error('it was not refused')
  return result.error
}

const s3Refusal =
  (status: number, code: string, message = ''): RequestListener =>
  (_, reply) => {
    reply.writeHead(status, { 'content-type': 'application/xml' })
    reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
  }

describe('an S3-compatible store', () => {
  it.each([
    [403, 'RequestTimeTooSkewed', 'clock', /clock is wrong .*Set its date and time/],
    [404, 'NoSuchBucket', 'no-bucket', /no such bucket .*Check the bucket/],
    [301, 'PermanentRedirect', 'region', /another region .*AWS_REGION/],
    [400, 'AuthorizationHeaderMalformed', 'region', /another region/],
    [403, 'QuotaExceeded', 'full', /no space left .*Free some space/],
    [405, 'MethodNotAllowed', 'unsuitable', /does not take files at this address .*Check --to/],
    [400, 'InvalidArgument', 'unknown', /refused \(HTTP 400 InvalidArgument\)/],
  ])('that answers %i %s is told apart, and is not tried again', async (status, code, reason, sentence) => {
    const { s3: place } = await startStore(s3Refusal(status, code))
    for (const act of ['list', 'write'] as const) {
      const error = errorOf(await acts[act](place))
      expect(error).toMatchObject({ kind: 'place-refused', reason, act, code: `HTTP ${status} ${code}` })
      expect(isPassing(error)).toBe(false)
      expect(sentenceOf(error)).toMatch(sentence)
    }
  })

  it.each([
    [503, 'SlowDown', 'busy'],
    [409, 'OperationAborted', 'busy'],
    [500, 'InternalError', 'broken'],
  ])('that answers %i %s is tried again, as late as it asks for', async (status, code, reason) => {
    const refuse = s3Refusal(status, code)
    const { s3 } = await startStore((request, reply) => {
      reply.setHeader('retry-after', '7')
      refuse(request, reply)
    })
    const error = errorOf(await acts.write(s3))
    expect(error).toMatchObject({ kind: 'place-refused', reason, retryAfterS: 7 })
    expect(isPassing(error)).toBe(true)
    expect(sentenceOf(error)).toMatch(/Publish again later; files already sent are not sent again.* 7 s/)
  })

  it.each(['SignatureDoesNotMatch', 'InvalidAccessKeyId', 'ExpiredToken'])(
    'that answers 403 %s was given a wrong key',
    async (code) => {
      const error = errorOf(await acts.read((await startStore(s3Refusal(403, code))).s3))
      expect(error).toEqual({ kind: 'publish-refused', reason: 'wrong-secret', detail: `HTTP 403 ${code}` })
      expect(sentenceOf(error)).toMatch(new RegExp(`${code}.*Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`))
    },
  )

  it('that denies access is said to deny that which was tried', async () => {
    const { s3: place } = await startStore(s3Refusal(403, 'AccessDenied', 'Access Denied'))
    const sentences: string[] = []
    for (const act of everyAct) {
      const error = errorOf(await acts[act](place))
      expect(error).toMatchObject({ kind: 'place-refused', reason: 'denied', act, message: 'Access Denied' })
      sentences.push(sentenceOf(error))
    }
    expect(sentences.map((text) => /does not allow (\w+) files/.exec(text)?.[1])).toEqual([
      'listing',
      'reading',
      'writing',
      'deleting',
    ])
  })

  const etag = '"0123456789abcdef0123456789abcdef"'
  /** A store with one version of every file, which answers a write with that status. */
  const answeringWrites =
    (status: number, code: string): RequestListener =>
    (request, reply) => {
      if (request.method === 'PUT') s3Refusal(status, code)(request, reply)
      else reply.writeHead(200, { etag }).end()
    }

  it.each([
    [404, 'NoSuchKey'],
    [409, 'ConditionalRequestConflict'],
    [412, 'PreconditionFailed'],
  ])('that answers a write in place of a version with %i %s has another one', async (status, code) => {
    const { s3: place } = await startStore(answeringWrites(status, code))
    const options = { ...writeOptions, expects: etag }
    expect(await place.write('index.html', body, options, signal)).toEqual({ ok: true, value: { written: false } })
  })

  it('without its bucket has no other version either', async () => {
    const { s3: place } = await startStore(answeringWrites(404, 'NoSuchBucket'))
    const options = { ...writeOptions, expects: etag }
    expect(await place.write('index.html', body, options, signal)).toMatchObject({ error: { reason: 'no-bucket' } })
  })

  it.each([409, 412])('that answers a write of any version with %i has not written', async (status) => {
    expect(await acts.write((await startStore(s3Refusal(status, ''))).s3)).toMatchObject({ ok: false })
  })
})

const answering =
  (status: number): RequestListener =>
  (_, reply) =>
    void reply.writeHead(status).end('No')

describe('a web host by WebDAV', () => {
  it.each([
    [403, 'denied', /does not allow writing files/],
    [405, 'unsuitable', /does not take files at this address/],
    [409, 'no-folder', /folder was not found .* could not be made/],
    [507, 'full', /no space left/],
    [413, 'unknown', /refused \(HTTP 413: No\)/],
  ])('that answers %i is told apart, and is not tried again', async (status, reason, sentence) => {
    const error = errorOf(await acts.write((await startStore(answering(status))).webdav))
    expect(error).toMatchObject({ kind: 'place-refused', reason, act: 'write', code: `HTTP ${status}`, message: 'No' })
    expect(isPassing(error)).toBe(false)
    expect(sentenceOf(error)).toMatch(sentence)
  })

  it.each([
    [408, 'busy'],
    [423, 'locked'],
    [429, 'busy'],
    [502, 'broken'],
    [503, 'busy'],
  ])('that answers %i is tried again', async (status, reason) => {
    const error = errorOf(await acts.write((await startStore(answering(status))).webdav))
    expect(error).toMatchObject({ kind: 'place-refused', reason })
    expect(isPassing(error)).toBe(true)
  })

  it('that wants another password says so', async () => {
    const { webdav: place } = await startStore(answering(401))
    for (const act of everyAct) {
      expect(errorOf(await acts[act](place))).toEqual({ kind: 'publish-refused', reason: 'wrong-secret' })
    }
  })

  it('that knows no WebDAV is no place for a site', async () => {
    const { webdav: place } = await startStore((_, reply) => void reply.end('<h1>Our club</h1>'))
    expect(errorOf(await acts.list(place))).toMatchObject({ reason: 'unsuitable', act: 'list', code: 'HTTP 200' })
  })

  it.each([409, 412])('that answers a write of any version with %i has not written', async (status) => {
    expect(await acts.write((await startStore(answering(status))).webdav)).toMatchObject({ ok: false })
  })
})

it('a place that fails while a site is taken down may still have some of it', async () => {
  const error = errorOf(await acts.remove((await startStore(s3Refusal(403, 'AccessDenied'))).s3))
  expect(sentenceOf(error)).toMatch(/deleting files .*may still be there/)
})
