import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHere, routesFromEnvironment, routesFromPac } from '../../../main/platform/http/routes.ts'
import { rowsIn } from '../../support/units/rows.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const shown = (routes: readonly (URL | null)[]): readonly (string | null)[] =>
  routes.map((route) => route?.href ?? null)

describe('answers of a proxy script', () => {
  it.each([
    ['PROXY a:1; SOCKS b; DIRECT', ['http://a:1/', null]],
    ['DIRECT', [null]],
    ['', [null]],
    [' ; ;', [null]],
    ['proxy Proxy.Example:8080', ['http://proxy.example:8080/']],
    ['HTTPS secure.example:443;HTTP plain.example:3128', ['https://secure.example/', 'http://plain.example:3128/']],
    ['PROXY [::1]:3128', ['http://[::1]:3128/']],
    ['SOCKS5 b:1080', []],
    ['QUIC q:443; PROXY a:1', ['http://a:1/']],
  ])('reads %s', (answer, routes) => {
    expect(shown(routesFromPac(answer))).toEqual(routes)
  })

  const faulty =
    'PROXY|PROXY a:1 b:2|PROXY a:99999|PROXY a:1/path|PROXY a:1?x|PROXY a:1#x|PROXY http://a:1|PROXY a\\b:1|PROXY a\u0000b:1|PROXY %zz@a:1|constructor a:1|__proto__ a:1|DIRECT a:1|nonsense'
  it.each(faulty.split('|'))('reads no route from %j', (answer) => {
    expect(routesFromPac(answer)).toEqual([])
  })

  it('reads any junk as origins of proxies only, bounded and without throwing', () => {
    const word = fc.constantFrom('PROXY', 'DIRECT', 'HTTPS', 'SOCKS', ';', ' ', 'a:1', '//', '@', '\t', ':', '[::1]')
    const answers = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
    )
    expectAll(answers, (answer) => {
      const routes = routesFromPac(answer)
      expect(routes.length).toBeLessThanOrEqual(10)
      for (const route of routes) {
        if (route === null) continue
        expect(['http:', 'https:']).toContain(route.protocol)
        expect([route.pathname, route.search, route.hash]).toEqual(['/', '', ''])
      }
    })
    expect(routesFromPac('PROXY a:1;'.repeat(1_000_000))).toHaveLength(10)
  })
})

describe('proxies of the environment', () => {
  const url = 'https://api.race.example:8443/v3'
  it.each([
    ['nothing set', {}, [null]],
    ['empty', { HTTPS_PROXY: ' ' }, [null]],
    ['capitals', { HTTPS_PROXY: 'http://p:3128' }, ['http://p:3128/']],
    ['small letters first', { HTTPS_PROXY: 'http://no:1', https_proxy: 'http://p:2' }, ['http://p:2/']],
    ['without a scheme', { HTTPS_PROXY: 'p:3128' }, ['http://p:3128/']],
    ['one for everything', { ALL_PROXY: 'http://p:3128' }, ['http://p:3128/']],
    ['only one for plain http', { HTTP_PROXY: 'http://p:3128' }, [null]],
    ['SOCKS', { HTTPS_PROXY: 'socks5://p:1080' }, []],
    ['a path', { HTTPS_PROXY: 'http://p:3128/x' }, []],
    ['exempt: everything', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, [null]],
    ['exempt: the host', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.example, api.race.example' }, [null]],
    ['exempt: its domain', { HTTPS_PROXY: 'http://p:1', no_proxy: '.race.example' }, [null]],
    ['exempt: its domain with a star', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*.RACE.example' }, [null]],
    ['exempt: host and port', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'race.example:8443' }, [null]],
    ['another port', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'race.example:443' }, ['http://p:1/']],
    ['half a character', { HTTPS_PROXY: 'http://%E2:%82%AC@p:1' }, []],
    ['ranges of addresses', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '0.0.0.0/0,::/0' }, ['http://p:1/']],
    ['another host', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'trace.example,ace.example,[::1],:,.' }, ['http://p:1/']],
  ] as const)('reads %s', (_, env, routes) => {
    expect(shown(routesFromEnvironment(env, url))).toEqual(routes)
  })

  it.each(
    rowsIn(`
      10.20.30.40 | exempts | 10.0.0.0/8 10.20.30.41/31 10.20.30.40/32 0.0.0.0/0 10.20.30.40
      10.20.30.40 | keeps | 10.20.30.41/32 10.0.0.0/33 11.0.0.0/8 ::/0 10.0.0.0/
      [fd00::1] | exempts | fd00::1 FD00:0:0::0:1 [fd00::1] fd00::/8 [fd00::]/8 ::/0
      [fd00::1] | keeps | fd00::2 fe00::/8 fd00::/129 0.0.0.0/0
      [::ffff:a14:1e28] | exempts | ::ffff:10.20.30.40
      [2001:db8:1:2:3:4:5:6] | exempts | 2001:db8:1:2::/64
    `),
  )('%s: NO_PROXY %s it with any of %s', (host, verdict, entries) => {
    for (const entry of entries.split(' ')) {
      const env = { HTTPS_PROXY: 'http://p:1', NO_PROXY: `else.example,${entry}` }
      const routes = shown(routesFromEnvironment(env, `https://${host}/`))
      expect([entry, routes]).toEqual([entry, [verdict === 'exempts' ? null : 'http://p:1/']])
    }
  })

  it('reads any list of exemptions without throwing', () => {
    const piece = fc.constantFrom('10', '.', ':', '::', '[', ']', '/', '8', 'fd00', '0', '%', 'x', '999', ',')
    const lists = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    expectAll(lists, fc.constantFrom('10.20.30.40', '[fd00::1]', 'a.example'), (list, host) => {
      expect(routesFromEnvironment({ HTTPS_PROXY: 'http://p:1', NO_PROXY: list }, `https://${host}/`)).toHaveLength(1)
    })
  })

  it('keeps credentials', () => {
    const [proxy] = routesFromEnvironment({ HTTPS_PROXY: 'http://crew:p%40ss@p:3128' }, url)
    expect([proxy?.username, proxy?.password, proxy?.host]).toEqual(['crew', 'p%40ss', 'p:3128'])
  })
})

it('knows the addresses of this computer', () => {
  expect(['https://127.0.0.1:8443/', 'http://localhost/', 'https://[::1]/'].map(isHere)).not.toContain(false)
  expect(['https://127.0.0.1.example/', 'https://localhost.example/', 'nonsense'].map(isHere)).not.toContain(true)
})
