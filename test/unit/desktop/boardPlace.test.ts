import { expect, it } from 'vitest'
import { boardPlace, isBoardRequest } from '../../../main/desktop/window/boardPlace.ts'

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
    'x',
  ]) {
    expect(isBoardRequest(url, shown)).toBe(false)
  }
})
