import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { mostListed } from '../../../main/platform/remote/remoteFolder.ts'
import { startStore, writeOptions } from '../../support/stores/stores.ts'

const signal = new AbortController().signal

const multistatus =
  (content: string): RequestListener =>
  (_, reply) => {
    reply.writeHead(207, { 'content-type': 'application/xml' })
    reply.end(`<multistatus xmlns="DAV:">${content}</multistatus>`)
  }
const bucketList = (content: string): string => `<ListBucketResult>${content}</ListBucketResult>`

describe('a web host by WebDAV', () => {
  it('never gets its password into an error, in any form in which it repeats it', async () => {
    const { webdav } = await startStore(({ headers: { authorization = '' } }, reply) => {
      reply.writeHead(500)
      const [, given = ''] = authorization.split(' ')
      reply.end(JSON.stringify({ authorization, password: Buffer.from(given, 'base64').toString() }))
    })
    const failed = await webdav.write('d/a1.bin', Buffer.from('one'), writeOptions, signal)
    expect(failed).toMatchObject({
      error: { kind: 'place-refused', message: '{"authorization":"Basic ***","password":"desk:***"}' },
    })
  })

  it.each([
    ['folders in folders without end', '<a>'.repeat(200_000)],
    ['namespaces within namespaces', '<a xmlns:b="b">'.repeat(100_000)],
    ['a tag with 200,000 attributes', `<a ${Array.from({ length: 200_000 }, (_, at) => `a${at}=""`).join(' ')}/>`],
    ['entities of entities', '<!DOCTYPE a [<!ENTITY a "aaaa">]><response><href>&a;</href></response>'],
  ])(
    'is refused in no time when it lists %s',
    async (_, content) => {
      const { webdav } = await startStore(multistatus(content))
      expect(await webdav.list(['p'], signal)).toMatchObject({ ok: false })
    },
    20_000,
  )

  it('is left, with the reason, when it lists more than a site can need', async () => {
    const { webdav } = await startStore(
      multistatus('<response><href>/site/p/x</href></response>'.repeat(mostListed + 1)),
    )
    const listed = await webdav.list(['p'], signal)
    expect(listed).toMatchObject({ error: { kind: 'place-refused', reason: 'crowded' } })
  })

  it('lists nothing of other folders, however it writes their addresses', async () => {
    // prettier-ignore
    const hrefs = [
      '/site/p/../x', '/site/p/..%2Fx', '/site/p/%2e%2e/x', '/other/p/x', '/site/p/q/x', 'x/../../y', '%zz',
    ]
    const { webdav } = await startStore(
      multistatus(hrefs.map((href) => `<response><href>${href}</href></response>`).join('')),
    )
    expect(await webdav.list(['p'], signal)).toEqual({ ok: true, value: [] })
  })

  it('is not followed to another address, so that no password goes there', async () => {
    const asked: string[] = []
    const { webdav } = await startStore(({ url = '' }, reply) => {
      asked.push(url)
      reply.writeHead(307, { location: '/elsewhere' })
      reply.end()
    })
    expect(await webdav.write('d/a1.bin', Buffer.from('one'), writeOptions, signal)).toMatchObject({ ok: false })
    expect(asked).toEqual(['/site/d/a1.bin'])
  })
})

describe('an S3-compatible store', () => {
  it('never gets a token into an error when it repeats it', async () => {
    const { s3 } = await startStore(({ headers }, reply) => {
      const token = String(headers['x-amz-security-token'])
      reply.writeHead(500)
      reply.end(`<Code>${token.replaceAll('-', '.')}</Code><Message>${token}</Message>`)
    })
    const failed = await s3.write('d/a1.bin', Buffer.from('one'), writeOptions, signal)
    expect(failed).toMatchObject({ error: { kind: 'place-refused', message: '***' } })
  })

  it.each([
    ['a page to sign in', '<html>Sign in</html>'],
    ['a part of a list without its end', bucketList('<IsTruncated>true</IsTruncated>')],
    [
      'the same part of a list again and again',
      bucketList('<IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>'),
    ],
  ])('is not taken for empty when it answers with %s', async (_, text) => {
    const { s3 } = await startStore((_request, reply) => void reply.end(text))
    expect(await s3.list(['p'], signal)).toMatchObject({ ok: false, error: { kind: 'unexpected-reply' } })
  })

  it('that lists without end is left, with the reason', async () => {
    let pages = 0
    const { s3 } = await startStore((_request, reply) => {
      pages += 1
      reply.end(bucketList(`<IsTruncated>true</IsTruncated><NextContinuationToken>${pages}</NextContinuationToken>`))
    })
    expect(await s3.list(['p'], signal)).toMatchObject({ error: { kind: 'place-refused', reason: 'crowded' } })
    expect(pages).toBe(100)
  })

  it('that refuses with a long page is not told to have sent a large file', async () => {
    const { s3, webdav } = await startStore((_request, reply) => void reply.writeHead(500).end('x'.repeat(2_000_000)))
    for (const place of [s3, webdav]) {
      expect(await place.read('index.html', 1_000_000, signal)).toMatchObject({ error: { reason: 'broken' } })
    }
  })

  it('may begin entries that it never ends', async () => {
    const { s3 } = await startStore((_, reply) => void reply.end(bucketList('<Contents>'.repeat(100_000))))
    expect(await s3.list(['p'], signal)).toEqual({ ok: true, value: [] })
  }, 20_000)
})
