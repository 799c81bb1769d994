import { expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { StageScreens } from '../../../preload/contract/screens/layout.ts'
import { boardPlace, isBoardRequest, movedTo, waitingPage } from '../../../main/desktop/window/boardPlace.ts'

const left = { x: 0, y: 0, width: 1920, height: 1040 }
const right = { x: 1920, y: 0, width: 1280, height: 720 }
const app = { x: 100, y: 100, width: 1000, height: 700 }

it('fills the monitor that does not have the window of the app', () => {
  expect(boardPlace([left, right], app)).toEqual({ ...right, isFull: true })
  expect(boardPlace([left, right], { ...app, x: 2000, y: 10 })).toEqual({ ...left, isFull: true })
})

it('is a usual window where there is one monitor, or nobody knows where the app is', () => {
  for (const [monitors, own] of [
    [[left], app],
    [[left, right], null],
    [[left, right], { ...app, x: 90_000 }],
  ] as const) {
    expect(boardPlace(monitors, own)).toEqual({ width: 1280, height: 720, isFull: false })
  }
})

it('asks nothing but the server of its screen', () => {
  const shown = 'http://192.168.1.5:8080/s/secret'
  expect(isBoardRequest('http://192.168.1.5:8080/assets/index.js', shown)).toBe(true)
  for (const url of [
    'http://192.168.1.5/',
    'https://192.168.1.5:8080/',
    'http://example.org/',
    'file:///etc/hosts',
    'blob:http://192.168.1.50:8080/x',
    'x',
  ]) {
    expect(isBoardRequest(url, shown)).toBe(false)
  }
})

const served = (url: string, trouble: NonNullable<StageScreens['served']>['trouble'] = null) => ({
  served: {
    address: '192.168.1.5',
    port: 8080,
    reachedAt: null,
    trouble,
    screens: [{ id: 'screen-1', url, urlByName: null, connections: [] }],
  },
})

it('goes where its screen is served now, and stays where it is while that is nowhere', () => {
  const [here, there] = ['http://192.168.1.5:8080/s/secret', 'http://192.168.1.9:8080/s/secret']
  expect(movedTo('screen-1', here, served(there))).toBe(there)
  expect(movedTo('screen-1', here, served(here))).toBeNull()
  expect(movedTo('screen-2', here, served(there))).toBeNull()
  expect(movedTo('screen-1', here, { served: null })).toBeNull()
  const gone = { kind: 'gone', address: '192.168.1.9', at: '2026-05-17T10:00:00.000Z' as Instant } as const
  expect(movedTo('screen-1', here, served(there, gone))).toBeNull()
})

it('says in a page without scripts that the screen does not answer', () => {
  const page = decodeURIComponent(waitingPage({ screenUnreachable: 'Экран не отвечает' }))
  expect(page).toMatch(/^data:text\/html;charset=utf-8,/u)
  expect(page).toContain('Экран не отвечает')
  expect(page).toContain("default-src 'none'")
  expect(isBoardRequest(page, 'http://192.168.1.5:8080/s/secret')).toBe(true)
})
