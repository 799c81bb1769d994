import { describe, expect, it } from 'vitest'
import { readData, readReply } from '../../../main/features/organizations/rules/envelope.ts'
import { isWebPage, leadsAway } from '../../../main/features/organizations/rules/portal.ts'
import { readBody } from '../../../main/features/columns/rules/body/readBody.ts'

describe('a web page in the place of data', () => {
  const pages =
    '<!DOCTYPE html><html>|\ufeff \n<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">|<html lang="en">|<?xml version="1.0"?>\n<!DOCTYPE html>|<!-- portal --> <!-- 2 --><HTML>|<h1>Login</h1>|<meta http-equiv="refresh" content="0;url=http://10.0.0.1/">|<script>location="/login"</script>'
  it.each(pages.split('|'))('recognizes %s', (text) => {
    expect(isWebPage(text)).toBe(true)
  })

  it.each(
    '|{"html":"<html>"}|[]|<Error><Code>AccessDenied</Code></Error>|<?xml version="1.0"?><rows/>|<hr2>|a <html>|"<html>"|<!-- only a comment'.split(
      '|',
    ),
  )('reads %j as data', (text) => {
    expect(isWebPage(text)).toBe(false)
  })

  it('reads a text made to be slow in time', () => {
    expect(isWebPage('<!--'.repeat(1_000_000))).toBe(false)
    expect(isWebPage(' '.repeat(1_000_000))).toBe(false)
    expect(isWebPage('<!-- -->'.repeat(500) + '<?xml ?>'.repeat(500))).toBe(false)
  })
})

it.each([
  [true, '302 http://portal.hotel.example/login|307 //10.0.0.1/login|302 https://race.example/'],
  [
    false,
    '302 https://api.race.example:8443/|301 https://www.api.race.example/v3/Races/Years|301 http://api.race.example/|302 /login|301 https://api.race.example/v3/Races/Years/|302|302 http://[|200 http://portal.hotel.example/login',
  ],
])('knows whether redirects lead away, %s: %s', (isAway, redirects) => {
  for (const redirect of redirects.split('|')) {
    const [status, location] = redirect.split(' ')
    const judged = leadsAway('https://api.race.example/v3/Races/Years?x=1', Number(status), location)
    expect([redirect, judged]).toEqual([redirect, isAway])
  }
})

describe('what is said of it', () => {
  const page = Buffer.from('<!doctype html><title>Welcome</title>')
  const reply = (status: number, body: Uint8Array, more: { readonly leadsAway?: boolean } = {}) =>
    readReply({ status, headers: {}, body, ...more }, 'access')

  it('reports a page with 200 as a sign-in page', () => {
    const read = reply(200, page)
    const portal = { kind: 'unexpected-reply', isPortal: true }
    expect(read.ok && readData(read.value)).toMatchObject({ error: { ...portal, where: 'envelope' } })
    expect(readBody(page.toString(), 'here', 200)).toMatchObject({
      kind: 'no-rows',
      error: { ...portal, where: 'here' },
    })
  })

  it('reports a redirect elsewhere and a 511 as sign-in pages, and no other error', () => {
    const errorOf = (status: number) => ({ error: { kind: 'http', status, isPortal: true } })
    expect(reply(302, page, { leadsAway: true })).toMatchObject(errorOf(302))
    expect(reply(511, page)).toMatchObject(errorOf(511))
    for (const status of [302, 404, 502]) expect(reply(status, page)).not.toMatchObject({ error: { isPortal: true } })
  })
})
