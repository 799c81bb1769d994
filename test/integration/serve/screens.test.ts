import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { operationNames } from '../../../main/gate/gate.ts'
import { createContents } from '../../../main/serve/screens/contents.ts'
import { createStageContents } from '../../../main/serve/screens/stageContents.ts'
import type {
  FoundResult,
  ScreenColumn,
  ScreenContent,
  ScreenState,
  ScreenView,
} from '../../../preload/contract/screens/state.ts'
import { atEnd } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { handOver } from '../../support/openCore.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { crewPin, openedState, screenFor, showScreens, useScreens } from '../../support/services/screenRig.ts'
import { askPlainly, untilClosed } from '../../support/services/serveRig.ts'
import { takeRows } from '../../support/takenRows.ts'

const cores = useCores()
const screens = useScreens()
const begin = (...views: readonly ScreenView[]) => screens.show(views)

const takeCorrected = (result: object = { position: 5, resultTime: '0:50:00' }): Promise<void> =>
  screens.takeMen(awkwardRace.Men.map((row) => (row.number === 1005 ? { ...row, ...result } : row)))

const ask = (url: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) =>
  askPlainly(url, { method, headers })

const follow = (url: string) => {
  const states: ScreenState[] = []
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const asked = request(`${url}/events`, (response) => {
    let text = ''
    response.on('end', end)
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) if (block.startsWith('data: ')) states.push(JSON.parse(block.slice(6)) as ScreenState)
    })
    response.on('error', () => undefined)
  })
  asked.on('error', () => undefined)
  asked.end()
  atEnd(() => asked.destroy())
  return { states, ended, stop: () => asked.destroy() }
}

const contentOf = async (url: string, { content }: ScreenState): Promise<ScreenContent> =>
  JSON.parse((await ask(`${url}/content/${content}`)).text) as ScreenContent

describe('a screen', () => {
  it('shows people, not rows, and nobody who was disqualified with a result', async () => {
    const shown = await begin('rotation')
    const url = shown.url('rotation')
    const state = await openedState(url)
    expect(state).toMatchObject({ stage: 'Spring race', isFinal: false, polling: 'off' })
    const index = await contentOf(url, state)
    if (index.kind !== 'lists') throw new Error(index.kind)
    expect(index.lists.map(({ category, rows }) => [category, rows])).toEqual([
      ['Overall', 7],
      ['Men', 7],
      ['M30-39', 7],
    ])
    const list = JSON.parse((await ask(`${url}/content/${index.lists[0]?.content}`)).text) as ScreenContent
    if (list.kind !== 'list') throw new Error(list.kind)
    expect(list.rows.map(({ place, bib, result }) => [place, bib, result])).toEqual([
      [1, '1001', '0:40:00'],
      [2, '1002', '0:41:00'],
      [2, '1003', '0:41:00'],
      [4, '1004', '0:42:00'],
      [null, '1006', 'DNF'],
      [null, '1005', 'DSQ'],
      [null, '1007', 'DNS'],
    ])
    // Nothing of a person but what is shown.
    expect(JSON.stringify(list)).not.toMatch(/1990|RUS|gender|isFinished/)
  })

  it('is told of a change, and one that comes back of what it missed', async () => {
    const shown = await begin('rotation')
    const url = shown.url('rotation')
    const there = follow(url)
    const gone = follow(url)
    await expect.poll(() => [there.states.length, gone.states.length]).toEqual([1, 1])
    gone.stop()
    await takeCorrected()
    await expect.poll(() => there.states.at(-1)?.content).not.toBe(there.states[0]?.content)
    expect((await openedState(url)).content).toBe(there.states.at(-1)?.content)
  })

  it('shows rows as they are read now, after another start list or charset', async () => {
    const csv = Buffer.from('Place;Bib;Name;Result\r\n1;11;Jos\xE9;0:41:00\r\n2;12;Bob;0:42:00', 'latin1')
    const { open, stage } = await takeRows(cores, { Men: csv })
    const join = async (club: string): Promise<void> => {
      const file = await handOver(open, Buffer.from(`Bib;Name;Club\r\n12;Bob;${club}`))
      await open.call('startList:join', { stage, file, name: 'starters.csv' })
    }
    await join('Alpha')
    await open.call('results:setReading', { stage, charset: 'windows-1251' })
    const shown = await showScreens(open, stage, ['rotation'])
    atEnd(shown.close)
    const url = shown.url('rotation')
    const text = async (): Promise<string> => {
      const index = await contentOf(url, await openedState(url))
      return index.kind === 'lists' ? (await ask(`${url}/content/${index.lists[0]?.content}`)).text : ''
    }
    expect(await text()).toMatch(/Alpha/)
    await join('Gamma')
    await expect.poll(text).toMatch(/Gamma/)
    await open.call('results:setReading', { stage, charset: 'windows-1252' })
    await expect.poll(text).toMatch(/José/)
  })

  it('remembers no rows that were being read when columns came to mean something else', async () => {
    const rows = [1, 2].map((position) => ({
      position,
      number: position,
      alias: `x${position}`,
      resultTime: '0:40:00',
    }))
    const { open, stage, idOf } = await takeRows(cores, { Men: rows })
    const made = createStageContents({ gate: open.core.gate, stage, contents: createContents(), columns: ['bib'] })
    const tree = await open.call('stage:tree', { stage })
    const make = () => made.make(tree, { ...screenFor('category'), category: idOf('Men') })
    const before = make()
    made.forget()
    const first = await before
    await open.call('results:setMapping', { stage, columns: [{ column: 'alias', role: 'bib' }] })
    expect(await make()).not.toEqual(first)
  })

  it('expects who is on the way by their last point, once somebody has come in, also of another category', async () => {
    const runner = (number: number, half: string, result: string) => ({
      number,
      account: { lastName: `Runner${number}`, firstName: 'Ann' },
      isFinished: result !== '',
      resultTime: result,
      laps: [
        { name: '5 km', totalTime: half },
        { name: 'Finish', totalTime: result },
      ],
    })
    const finished = [1, 2, 3, 4, 5, 6].map((minute) => runner(minute, `0:2${minute}:00`, `0:4${minute}:00`))
    const woman = runner(20, '0:24:00', '0:46:00')
    const people = { Men: [...finished, runner(7, '0:25:00', '')], Women: [woman, runner(8, '', '')] }
    const { open, stage, idOf, retake } = await takeRows(cores, people)
    const ofMen = () => open.call('results:expected', { stage, categories: [idOf('Men')] })
    const shown = await showScreens(open, stage, ['onTheWay'])
    atEnd(shown.close)
    const there = follow(shown.url('onTheWay'))
    await expect.poll(() => there.states.length).toBe(1)
    const before = await contentOf(shown.url('onTheWay'), there.states[0] as ScreenState)
    expect(before).toEqual({ kind: 'expected', expected: [] })
    expect(await ofMen()).toEqual([])
    await retake('Women', [woman, runner(8, '0:23:00', '0:46:30')])
    await expect.poll(() => there.states.length).toBeGreaterThan(1)
    const after = await contentOf(shown.url('onTheWay'), there.states.at(-1) as ScreenState)
    if (after.kind !== 'expected') throw new Error(after.kind)
    expect(after.expected).toMatchObject([{ bib: '7', name: 'Runner7 Ann', distance: '10 km', point: '5 km' }])
    expect(await ofMen()).toMatchObject([{ distanceName: '10 km', people: [{ point: '5 km' }] }])
  })

  it('finds a bib with its places and points, and only on a screen for that', async () => {
    const shown = await begin('find', 'rotation')
    const found = JSON.parse((await ask(`${shown.url('find')}/find/1002`)).text) as readonly FoundResult[]
    expect(found).toMatchObject([
      {
        bib: '1002',
        name: 'Бегун1002 Пётр',
        result: '0:41:00',
        placings: [
          { category: 'Overall', place: 2 },
          { category: 'Men', place: 2 },
          { category: 'M30-39', place: null },
        ],
      },
    ])
    expect(JSON.parse((await ask(`${shown.url('find')}/find/01002`)).text)).toEqual(found)
    expect(found[0]?.splits[0]).toEqual({ label: '5 km', totalMs: 1_331_000 })
    expect(JSON.stringify(found)).not.toMatch(/1990|RUS/)
    shown.arrange({ isFrozen: true })
    expect((await ask(`${shown.url('find')}/find/1002`)).status).toBe(404)
    shown.arrange({ isFrozen: false })
    expect((await ask(`${shown.url('find')}/find/9999`)).text).toBe('[]')
    expect((await ask(`${shown.url('rotation')}/find/1002`)).status).toBe(404)
  })
})

describe('the operator', () => {
  it('freezes a screen: what it shows stays, until it goes on', async () => {
    const shown = await begin('last')
    const url = shown.url('last')
    const there = follow(url)
    await expect.poll(() => there.states.length).toBe(1)
    const { content } = there.states[0] as ScreenState
    shown.arrange({ isFrozen: true, message: 'Prize giving at noon' })
    await expect.poll(() => there.states.at(-1)?.message).toBe('Prize giving at noon')
    await takeCorrected()
    shown.arrange({ isFrozen: true, message: 'Soon' })
    await expect.poll(() => there.states.at(-1)?.message).toBe('Soon')
    expect((await openedState(url)).content).toBe(content)
    shown.arrange({ isFrozen: false, message: '' })
    await expect.poll(() => there.states.at(-1)?.content).not.toBe(content)
  })

  it('turns a frozen screen over to the crew, which is never frozen', async () => {
    const shown = await begin('rotation')
    const url = shown.url('rotation')
    shown.arrange({ isFrozen: true })
    await expect.poll(async () => (await openedState(url)).isFrozen).toBe(true)
    shown.arrange({ view: 'crew' })
    await expect.poll(async () => (await openedState(url)).view).toBe('crew')
  })

  it('frees no result that was held back before a restart', async () => {
    const shown = await begin('podium')
    shown.arrange({ isFrozen: true })
    await shown.close()
    const again = await screens.show(['podium'], { before: shown })
    expect(await openedState(again.url('podium'))).toMatchObject({ isFrozen: true, content: null, confirmedAt: null })
  })

  it.each([
    [['club'], /Динамо/, /Сокол|Тула|RUS/],
    [['team'], /Сокол/, /Динамо|Тула|RUS/],
    [['city'], /Тула/, /Динамо|Сокол|RUS/],
    [[], /0:4/, /Динамо|Сокол|Тула|RUS|"bib":"1/],
  ] satisfies [ScreenColumn[], RegExp, RegExp][])(
    'says of people only what was chosen: %s',
    async (columns, said, unsaid) => {
      await screens.takeMen(
        awkwardRace.Men.map((row, at) => ({ ...row, team: 'Сокол', ...(at % 2 === 0 ? { club: '' } : {}) })),
      )
      const views = ['last', 'podium', 'announcer'] as const
      const shown = await begin(...views)
      shown.update((hosted) => ({ ...hosted, columns }))
      const text = async (): Promise<string> => {
        const contents = views.map(async (view) => contentOf(shown.url(view), await openedState(shown.url(view))))
        return JSON.stringify(await Promise.all(contents))
      }
      await expect.poll(text).not.toMatch(unsaid)
      expect(await text()).toMatch(said)
    },
  )

  it('removes a screen: it is told nothing more, and its address is gone', async () => {
    const shown = await begin('last', 'podium')
    const url = shown.url('last')
    const there = follow(url)
    await expect.poll(() => there.states.length).toBe(1)
    shown.update((hosted) => ({ ...hosted, screens: hosted.screens.filter(({ view }) => view !== 'last') }))
    await expect.poll(async () => (await ask(url)).status).toBe(404)
    await there.ended
  })

  it.each(['localhost', '0.0.0.0'])('may show under %s, and keeps doing so', async (address) => {
    let looks = 0
    const networks = () => {
      looks += 1
      return [{ address: '127.0.0.1', network: 'lo', netmask: '255.0.0.0' }]
    }
    const shown = await screens.show(['last'], { address, networks })
    await expect.poll(() => looks).toBeGreaterThan(3)
    expect(shown.url('last')).toMatch(/^http:\/\/(?:localhost|127\.0\.0\.1):/)
    expect((await ask(shown.url('last'))).status).toBe(200)
  })

  it('is told how the address of the laptop went and came back, as another one in the same network', async () => {
    const lan = { network: 'lan', netmask: '255.255.255.0' }
    let networks = [{ ...lan, address: '127.0.0.2' }]
    let looks = 0
    const shown = await screens.show(['last'], {
      address: '127.0.0.2',
      networks: () => {
        looks += 1
        return networks
      },
    })
    const before = shown.url('last')
    expect((await ask(before)).status).toBe(200)
    networks = []
    await expect.poll(() => shown.state()?.trouble).toMatchObject({ kind: 'gone', address: '127.0.0.2' })
    await expect(ask(before)).rejects.toThrow(/ECONNREFUSED|ECONNRESET|hang up/u)
    // The interface joined another network.
    looks = 0
    networks = [{ ...lan, address: '127.0.9.2' }]
    await expect.poll(() => looks).toBeGreaterThan(5)
    expect(shown.state()?.trouble).toMatchObject({ kind: 'gone' })
    networks = [{ ...lan, address: '127.0.0.3' }]
    await expect.poll(() => shown.state()?.trouble).toMatchObject({ kind: 'moved', from: '127.0.0.2', to: '127.0.0.3' })
    expect(shown.url('last')).toBe(before.replace('127.0.0.2', '127.0.0.3'))
    expect((await ask(shown.url('last'))).status).toBe(200)
  })
})

describe('the crew', () => {
  const asCrew = (url: string, path: string, pin = crewPin) => ask(`${url}/crew/${path}`, 'GET', { 'X-Pin': pin })

  it('finds people by bib and name and reads every list, behind its PIN', async () => {
    const shown = await begin('crew', 'rotation')
    const url = shown.url('crew')
    expect((await openedState(url)).content).toBeNull()
    const lists = JSON.parse((await asCrew(url, 'lists')).text) as ScreenContent
    if (lists.kind !== 'lists') throw new Error(lists.kind)
    expect(lists.lists.map(({ category }) => category)).toEqual(['Overall', 'Men', 'M30-39'])
    const list = await ask(`${url}/content/${lists.lists[1]?.content}`)
    expect(list.text).toContain('1002')
    for (const words of ['1002', encodeURIComponent('Бегун1002')]) {
      const found = JSON.parse((await asCrew(url, `find/${words}`)).text) as readonly FoundResult[]
      expect(found.map(({ bib }) => bib)).toEqual(['1002'])
    }
    for (const path of ['lists', 'find/1002']) {
      expect((await ask(`${url}/crew/${path}`)).status).toBe(401)
      expect((await asCrew(shown.url('rotation'), path)).status).toBe(404)
    }
  })

  it('may not guess its PIN, and goes on with a device that knew it, whatever others of its address try', async () => {
    const shown = await begin('crew')
    const url = shown.url('crew')
    const asPhone = () => ask(`${url}/crew/lists`, 'GET', { 'X-Pin': crewPin, 'X-Device': 'ab'.repeat(16) })
    expect((await asPhone()).status).toBe(200)
    for (const pin of ['000000', '1', '', `${crewPin}0`, '999999']) {
      expect((await asCrew(url, 'lists', pin)).status).toBe(401)
    }
    expect((await asCrew(url, 'lists')).status).toBe(429)
    expect((await asPhone()).status).toBe(200)
  })
})

describe('the network', () => {
  it('reaches no operation of the app, under whatever path and method', async () => {
    const shown = await begin('rotation')
    const url = shown.url('rotation')
    const { origin } = new URL(url)
    const [first = ''] = operationNames
    const paths = [...operationNames].map((name) => `${origin}/api/${name}`)
    const statuses = new Set<string>()
    for (const path of [...paths, `${origin}/${first}`, `${url}/${first}`, `${url}/api/${first}`]) {
      for (const method of ['GET', 'POST'])
        statuses.add(`${method} ${(await ask(path, method, { Authorization: 'Bearer x' })).status}`)
    }
    expect(statuses).toEqual(new Set(['GET 404', 'POST 405']))
  })

  it('sees nothing without the address of a screen, nor under a foreign name', async () => {
    const shown = await begin('rotation')
    const url = shown.url('rotation')
    const { origin, port, pathname } = new URL(url)
    const { content } = await openedState(url)
    const wrong = `${origin}/s/${'x'.repeat(22)}`
    for (const path of ['', '/events', `/content/${content}`]) expect((await ask(`${wrong}${path}`)).status).toBe(404)
    for (const path of ['/', '/index.html', '/NOTICES.md', '/assets/../index.html', `${pathname}/../../assets/`])
      expect((await ask(`${origin}${path}`)).status).toBe(404)
    expect((await ask(url, 'GET', { Host: `rebound.example:${port}` })).status).toBe(403)
    const page = await ask(url)
    expect([page.status, page.headers['referrer-policy'], page.headers['set-cookie']]).toEqual([
      200,
      'no-referrer',
      undefined,
    ])
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(page.text).not.toContain(shown.screen('rotation').secret)
  })

  it('is answered a question for the head of the events at once', async () => {
    const shown = await begin('rotation')
    expect((await ask(`${shown.url('rotation')}/events`, 'HEAD')).status).toBe(405)
    expect((await ask(`${shown.url('rotation')}/here`)).headers['access-control-allow-origin']).toBe('*')
  })

  it('is served through a flood of bad requests', async () => {
    const shown = await begin('rotation')
    const url = shown.url('rotation')
    const { origin, port } = new URL(url)
    const flood = Array.from({ length: 100 }, async (_, index) => {
      if (index % 2 === 0) return await ask(`${origin}/s/${index}`).catch(() => null)
      const socket = connect(Number(port), '127.0.0.1', () => socket.end('NONSENSE\r\n\r\n'))
      return await untilClosed(socket.resume())
    })
    expect((await openedState(url)).name).toBe('rotation')
    await Promise.all(flood)
    expect((await ask(url)).status).toBe(200)
  })
})
