import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { usualScreen, type ScreenLayout, type StageScreens } from '../../../preload/contract/screens/layout.ts'
import { screenViews, type ScreenState } from '../../../preload/contract/screens/state.ts'
import { integerBetween, pick, type Random } from '../../../main/demo/random.ts'
import { createScreenHost } from '../../../main/serve/screens/screenHost.ts'
import { clock } from '../../support/audits.ts'
import { addStage } from '../../support/openCore.ts'
import { bytesOf, inEnvelope, startRaceService } from '../../support/services/raceService.ts'
import { inSteps, type Campaign, type Fall, type Soak } from '../campaign.ts'
import { openSoakCore, soakKeys, type SoakCore } from '../soakCore.ts'

const rendererDir = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer')
const pin = '730519'
const people = 40
const newestWithinMs = 20_000
const mostMb = 400
const mostHandles = 300

/** Only the content of each column. */
const words = { club: 'ClubOfTheSoak', team: 'TeamOfTheSoak', city: 'CityOfTheSoak' } as const
type Column = keyof typeof words
const columns = Object.keys(words) as Column[]
/** Views that show everybody, or those who finished last. */
const telling = new Set(['rotation', 'podium', 'last', 'category', 'announcer'])

type Screen = ScreenLayout['screens'][number]

const openPlace = async (folder: string) => {
  const service = await startRaceService('All')
  let version = 0
  const change = (): void => {
    version += 1
    const rows = Array.from({ length: people }, (_, at) => {
      const resultTime = clock(3_600 + at * at + version)
      return { position: at + 1, number: 9_000 + at, fullName: `Runner ${at} v${version}v`, resultTime, ...words }
    })
    service.answer('All', bytesOf(inEnvelope(rows)))
  }
  change()
  const open = async (): Promise<SoakCore> => {
    const screenHost = createScreenHost({ rendererDir })
    const core = await openSoakCore({ dataDir: join(folder, 'data'), face: 'browser', screenHost })
    screenHost.attach(core.core)
    return core
  }
  let core = await open()
  const { stage } = await addStage(core, service)
  const take = async (): Promise<void> => void (await core.ended((await core.call('stage:take', { stage })).jobId))
  await take()
  const [category] = (await core.call('stage:tree', { stage })).distances.flatMap(({ categories }) => categories)
  const screenOf = (view: Screen['view']): Screen => ({
    ...usualScreen,
    id: `screen-${view}`,
    name: view,
    view,
    category: category?.id ?? null,
    language: 'en',
  })
  const layout: { of: ScreenLayout } = {
    of: { screens: screenViews.map(screenOf), columns: ['club'], isFinal: false, logo: null, pin },
  }
  const save = (next: ScreenLayout): Promise<StageScreens> =>
    core.call('screens:save', { stage, layout: (layout.of = next) })
  await save(layout.of)
  await core.call('screens:start', { stage, address: '127.0.0.1', port: 0 })
  const before = process.memoryUsage.rss()
  return {
    layout,
    save,
    newest: () => `v${version}v`,
    changed: async (): Promise<void> => {
      change()
      await take()
    },
    restarted: async (): Promise<void> => {
      await core.close()
      core = await open()
    },
    served: async () => {
      for (let turn = 0; turn < 200; turn += 1) {
        const { served } = await core.call('screens:read', { stage })
        if (served !== null) return served
        await sleep(100)
      }
      throw new Error('the screens are not served again')
    },
    /** The last content of each frozen screen. */
    frozen: new Map<string, string>(),
    grownMb: () => (process.memoryUsage.rss() - before) / 1e6,
    close: async () => {
      await core.close()
      await service.close()
    },
  }
}

type Place = Awaited<ReturnType<typeof openPlace>>

const textAt = async (url: string): Promise<string> =>
  await (await fetch(url, { signal: AbortSignal.timeout(20_000) })).text()

const stateAt = async (url: string): Promise<ScreenState> => {
  const { body } = await fetch(`${url}/events`, { signal: AbortSignal.timeout(20_000) })
  let told = ''
  for await (const part of body ?? []) {
    told += Buffer.from(part).toString()
    const json = /^data: (\{.+)\n\n/mu.exec(told)?.[1]
    if (json !== undefined) return JSON.parse(json) as ScreenState
  }
  throw new Error('no state')
}

/** All that a device learns of a screen: its content, and those that this leads to. */
const shownAt = async (url: string, { content }: ScreenState): Promise<string> => {
  if (content === null) return ''
  const text = await textAt(`${url}/content/${content}`)
  const inner = [...text.matchAll(/"content":"([\w-]+)"/g)].map(([, name]) => textAt(`${url}/content/${name}`))
  return [text, ...(await Promise.all(inner))].join('\n')
}

const asks = [
  '',
  '/events',
  '/here',
  '/content/x',
  '/find/9001',
  '/../../data/racedesk.db',
  '/%2e%2e/%00',
  '/crew/lists',
  `/find/${'%D0%96'.repeat(900)}`,
  `/${'a'.repeat(9_000)}`,
] as const

/** Devices that say nothing, half of something, too much, or read nothing of what they asked for. */
const crowd = (random: Random, urls: readonly string[]): readonly Socket[] =>
  Array.from({ length: integerBetween(random, 20, 400) }, () => {
    const { port, pathname } = new URL(pick(random, urls as [string, ...string[]]))
    const socket = connect({
      host: '127.0.0.1',
      port: Number(port),
      localAddress: `127.0.${integerBetween(random, 1, 3)}.${integerBetween(random, 1, 250)}`,
    })
    socket.on('error', () => undefined)
    const ask = `${pick(random, ['GET', 'GET', 'POST', 'OPTIONS'] as const)} ${pathname}${pick(random, asks)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`
    const kind = random()
    if (kind < 0.6) socket.write(`${ask}\r\n`)
    else if (kind < 0.8) socket.write(ask)
    else if (kind < 0.9) socket.write(`${ask}\r\n`.repeat(500))
    else if (kind < 0.95) socket.write(Buffer.alloc(100_000, 'x'))
    if (random() < 0.5) socket.resume()
    return socket
  })

const findScreenFaults = async (place: Place, hidden: readonly string[]): Promise<readonly Fall[]> => {
  const falls: Fall[] = []
  const served = await place.served()
  for (const screen of place.layout.of.screens) {
    const fell = (what: string, detail: string): unknown =>
      falls.push({ what: `${screen.view}: ${what}`, detail: detail.slice(0, 600) })
    const url = served.screens.find(({ id }) => id === screen.id)?.url ?? ''
    const until = performance.now() + newestWithinMs
    const others = served.screens.flatMap((other) =>
      other.id === screen.id ? [] : [other.url.split('/').at(-1) ?? ''],
    )
    let [state, text, all] = [await stateAt(url), '', '']
    const toldOf = (): readonly string[] => [...hidden, ...others].filter((word) => all.includes(word))
    for (;;) {
      text = await shownAt(url, state)
      const found = screen.view === 'find' ? await textAt(`${url}/find/9001`) : ''
      all = `${JSON.stringify(state)}${text}${found}`
      const isNewest = screen.isFrozen || !telling.has(screen.view) || text.includes(place.newest())
      // Contents of other columns follow a moment after these were chosen.
      if ((isNewest && toldOf().length === 0) || performance.now() > until) break
      await sleep(200)
      state = await stateAt(url)
    }
    for (const word of toldOf()) fell('tells what it must not', `${word} in ${all}`)
    const before = place.frozen.get(screen.id)
    if (!screen.isFrozen) place.frozen.delete(screen.id)
    else if (before === undefined) place.frozen.set(screen.id, state.content ?? '')
    else if (before !== (state.content ?? '')) fell('shows something new while it is frozen', JSON.stringify(state))
    if (!screen.isFrozen && telling.has(screen.view) && !text.includes(place.newest()))
      fell('does not show the newest', `${place.newest()} not in ${text}`)
  }
  return falls
}

/** Something changes, with a crowd at the door or without one. */
const tryStep = async (place: Place, random: Random, soak: Soak): Promise<readonly Fall[]> => {
  soak.tried()
  const { layout, save } = place
  const urls = random() < 0.6 ? (await place.served()).screens.map(({ url }) => url) : []
  const sockets = urls.length > 0 ? crowd(random, urls) : []
  const step = pick(random, ['change', 'change', 'freeze', 'freeze', 'columns', 'order', 'restart'] as const)
  if (step === 'change') await place.changed()
  if (step === 'restart') await place.restarted()
  if (step === 'columns') await save({ ...layout.of, columns: columns.filter(() => random() < 0.5) })
  if (step === 'order') await save({ ...layout.of, screens: layout.of.screens.toReversed() })
  if (step === 'freeze') {
    const { id } = pick(random, layout.of.screens as [Screen, ...Screen[]])
    const turned = (screen: Screen): Screen => (screen.id === id ? { ...screen, isFrozen: !screen.isFrozen } : screen)
    await save({ ...layout.of, screens: layout.of.screens.map(turned) })
  }
  // A screen that was frozen with a column goes on showing it.
  const mayTell = layout.of.screens.some(({ isFrozen }) => isFrozen) ? columns : layout.of.columns
  const unchosen = columns.filter((column) => !mayTell.includes(column)).map((column) => words[column])
  const falls = await findScreenFaults(place, [...unchosen, ...Object.values(soakKeys), pin])
  for (const socket of sockets) socket.destroy()
  await Promise.all(sockets.map(async (socket) => socket.closed || (await once(socket, 'close'))))
  const countHandles = (): number => process.getActiveResourcesInfo().length
  for (let turn = 0; turn < 100 && countHandles() > mostHandles; turn += 1) await sleep(100)
  const handles = countHandles()
  const detail = `${handles} handles, ${Math.round(place.grownMb())} MB more`
  if (handles > mostHandles) return [...falls, { what: 'handles stay', detail }]
  return place.grownMb() > mostMb ? [...falls, { what: `more than ${mostMb} MB`, detail }] : falls
}

export const screens: Campaign = inSteps('steps', 40, openPlace, tryStep)
