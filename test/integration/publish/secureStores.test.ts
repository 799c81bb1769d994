import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { atEnd, closing, temporaryFolder } from '../../support/atEnd.ts'
import { hasOpenssl, suiteFor } from '../../support/requirements.ts'
import { makeAuthority, type Authority, type KeyPair } from '../../support/services/certificates.ts'
import { startConnectProxy } from '../../support/services/connectProxy.ts'
import { readPublished } from '../../support/services/publishedSite.ts'
import { usePublishing } from '../../support/services/publishRig.ts'

const bucketInRegion = 'results.s3.eu-central-1.amazonaws.com'
const bucketElsewhere = 'results.s3.us-east-1.amazonaws.com'
const bucketInHost = 'results.s3.race.test'
const names = [bucketInRegion, bucketElsewhere, bucketInHost].map((name) => `DNS:${name}`).join()

/** A bucket in its region, which has its name in the host. */
const startBucket = async (pair: KeyPair) => {
  const files = new Map<string, Buffer>()
  const asked: string[] = []
  const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`
  const listed = (prefix: string): string =>
    [...files]
      .filter(([path]) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
      .map(([path, body]) => `<Contents><Key>${path}</Key><Size>${body.byteLength}</Size></Contents>`)
      .join('')
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', `https://${headers.host}`)
    asked.push(`${method} ${url.host}`)
    const body = await buffer(request)
    if (url.host === bucketElsewhere) {
      return void reply.writeHead(301, { 'x-amz-bucket-region': 'eu-central-1' }).end()
    }
    const path = url.pathname.slice(1)
    if (url.searchParams.has('list-type')) {
      return void reply.end(`<ListBucketResult>${listed(url.searchParams.get('prefix') ?? '')}</ListBucketResult>`)
    }
    if (method === 'PUT') files.set(path, body)
    const found = files.get(path)
    if (found === undefined) return void reply.writeHead(404).end()
    reply.writeHead(200, { etag: etagOf(found) }).end(method === 'GET' ? found : '')
  }
  const server = createServer(pair, (request, reply) => void answer(request, reply))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    files,
    asked,
    port: (server.address() as AddressInfo).port,
    show: (other: KeyPair) => {
      server.setSecureContext(other)
      server.closeAllConnections()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

suiteFor('openssl', hasOpenssl())('a store over HTTPS', () => {
  const rig = usePublishing(() => ({ env: { ...keys, HTTPS_PROXY: proxy.url } }))
  const keys = { AWS_ACCESS_KEY_ID: 'key-id', AWS_SECRET_ACCESS_KEY: 'made-up-secret' }
  let authority: Authority
  let bucket: Awaited<ReturnType<typeof startBucket>>
  let proxy: Awaited<ReturnType<typeof startConnectProxy>>
  beforeAll(async () => {
    authority = makeAuthority(temporaryFolder(), 'crew')
    bucket = closing(await startBucket(authority.issue(names)))
    proxy = closing(await startConnectProxy({ port: bucket.port }))
  })

  const openDesk = async (endpoint: string | null) => {
    bucket.files.clear()
    bucket.asked.length = 0
    const desk = await rig.shareDesk()
    await desk.place('s3://results/spring', endpoint)
    return {
      ...desk,
      trust: async (): Promise<void> => {
        const { certificates } = await desk.call('app:addCertificates', { pem: authority.cert })
        atEnd(() => Promise.all(certificates.map(({ id }) => desk.call('app:removeCertificate', { id }))))
      },
      site: () => readPublished((path) => Promise.resolve(bucket.files.get(`spring/${path}`) ?? null)),
    }
  }

  it('of Amazon names its region to readers, once it is known', async () => {
    const { trust, publish, read, site } = await openDesk(null)
    await trust()
    expect((await read()).readerUrl).toBe(`https://${bucketElsewhere}/spring/index.html`)
    expect(await publish()).toMatchObject({ state: 'done' })
    expect((await read()).readerUrl).toBe(`https://${bucketInRegion}/spring/index.html`)
    expect((await site())?.rows.get('Men')).toHaveLength(7)
    const entry = bucket.files.get('spring/index.html')?.toString()
    expect(entry).toContain(`https://${bucketInRegion}/spring/`)
    expect(entry).not.toContain(bucketElsewhere)
    bucket.asked.length = 0
    expect(await publish()).toMatchObject({ state: 'done' })
    expect(new Set(bucket.asked.map((one) => one.split(' ')[1]))).toEqual(new Set([bucketInRegion]))
  })

  it('with the bucket in its host has no other folder for it', async () => {
    const { trust, publish, read, site } = await openDesk(`https://${bucketInHost}`)
    await trust()
    expect(await publish()).toMatchObject({ state: 'done' })
    expect((await read()).readerUrl).toBe(`https://${bucketInHost}/spring/index.html`)
    expect((await site())?.rows.get('Men')).toHaveLength(7)
  })

  it.each([
    ['that nobody vouches for', 'issuer', () => authority.issue(names), false],
    ['of another host', 'name', () => authority.issue('DNS:other.race.test'), true],
    ['that has expired', 'clock', () => authority.issue(names, -1), true],
  ])('with a certificate %s gets nothing at all', async (_, reason, issue, isTrusted) => {
    bucket.show(issue())
    const { trust, publish, read } = await openDesk(`https://${bucketInHost}`)
    if (isTrusted) await trust()
    const error = { kind: 'untrusted-certificate', reason, host: bucketInHost }
    expect(await publish()).toMatchObject({ state: 'failed', error })
    expect(bucket.asked).toEqual([])
    expect(await read()).toMatchObject({ published: null, receipts: [] })
  })
})
