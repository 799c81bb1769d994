import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Ours, ReactWindow, TanStackMemo, TanStackVirtual } from './peers.ts'
import { columns, makeRows } from './rows.ts'

export type Contender = 'ours' | 'react-window' | 'tanstack' | 'tanstack-memo'

export type BenchPage = {
  /** Milliseconds from asking React to render to the first frame with a view full of rows being handed to the compositor. */
  readonly mount: (contender: Contender) => Promise<number>
  readonly unmount: () => Promise<void>
  /** Scrolls `stepPx` a frame; returns the milliseconds between frames. */
  readonly fling: (frames: number, stepPx: number) => Promise<readonly number[]>
  readonly text: () => string
}

const rows = makeRows(100_000)
const contenders = { ours: Ours, 'react-window': ReactWindow, tanstack: TanStackVirtual, 'tanstack-memo': TanStackMemo }
let root: Root | null = null

const stage = (): HTMLElement => {
  const element = document.querySelector<HTMLElement>('#stage')
  if (element === null) throw new Error('the bench page has no stage')
  return element
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Whether `holds` at the start of the next frame, told once that frame has been laid out and painted: a message posted
 * from a frame callback arrives then. Asking later would count rows that are in the document but on no frame yet.
 */
const afterPaint = (holds: () => boolean): Promise<boolean> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const isHolding = holds()
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(isHolding)
      channel.port2.postMessage(null)
    })
  })

const scroller = (): HTMLElement => {
  const element = stage().querySelector<HTMLElement>('[role=grid]')
  if (element === null) throw new Error('nothing is mounted')
  return element
}

const viewRows = 25

/** The view is full: some libraries show a few rows before they know how many fit. */
const hasRows = (): boolean =>
  stage().querySelectorAll('[role=gridcell]').length >= viewRows * columns.length &&
  stage().textContent.includes(rows[viewRows - 1]?.cells[2] ?? '-')

const mount = async (contender: Contender): Promise<number> => {
  await nextFrame()
  const startedMs = performance.now()
  root = createRoot(stage())
  root.render(createElement(contenders[contender], { rows }))
  while (!(await afterPaint(hasRows)));
  return performance.now() - startedMs
}

const unmount = async (): Promise<void> => {
  root?.unmount()
  root = null
  await afterPaint(() => true)
}

const fling = async (frames: number, stepPx: number): Promise<readonly number[]> => {
  const element = scroller()
  const gapsMs: number[] = []
  let before = await nextFrame()
  for (let frame = 0; frame < frames; frame += 1) {
    element.scrollTop += stepPx
    const now = await nextFrame()
    gapsMs.push(now - before)
    before = now
  }
  return gapsMs
}

const bench: BenchPage = { mount, unmount, fling, text: () => stage().innerText }
Object.assign(window, { bench })
