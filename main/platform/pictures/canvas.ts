/** A colour such as #0a5bd3. */
export type Colour = string

/** A picture without transparency: red, green and blue of each pixel, line by line from the top. */
export type Canvas = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** A closed outline in pixels: x, y, x, y, … */
export type Contour = readonly number[]

const channelsOf = (colour: Colour): readonly [red: number, green: number, blue: number] => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]

export const createCanvas = (width: number, height: number, ground: Colour): Canvas => {
  const canvas = { width, height, pixels: new Uint8Array(width * height * 3) }
  fillRectangle(canvas, { x: 0, y: 0, width, height }, ground)
  return canvas
}

/** In whole pixels, within the canvas. */
export const fillRectangle = (
  { width, pixels }: Canvas,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  colour: Colour,
): void => {
  const line = new Uint8Array(area.width * 3)
  const channels = channelsOf(colour)
  for (let at = 0; at < line.length; at += 3) line.set(channels, at)
  for (let y = area.y; y < area.y + area.height; y += 1) pixels.set(line, (y * width + area.x) * 3)
}

/** Fills the inside of the contours with smooth edges. Contours of opposite direction are holes in each other. */
export const fillShape = (canvas: Canvas, contours: readonly Contour[], colour: Colour): void => {
  const box = boundsOf(contours)
  if (box.width <= 0) return
  // Each edge notes by how much it changes the covered part of a pixel against its left neighbour.
  const changes = new Float32Array(box.width * box.height)
  for (const contour of contours) {
    let x = (contour.at(-2) ?? 0) - box.x
    let y = (contour.at(-1) ?? 0) - box.y
    for (let at = 0; at < contour.length; at += 2) {
      const nextX = (contour[at] ?? 0) - box.x
      const nextY = (contour[at + 1] ?? 0) - box.y
      noteEdge(changes, box.width, x, y, nextX, nextY)
      x = nextX
      y = nextY
    }
  }
  blend(canvas, box, changes, colour)
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const boundsOf = (contours: readonly Contour[]): Box => {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const contour of contours) {
    for (let at = 0; at < contour.length; at += 2) {
      left = Math.min(left, contour[at] ?? 0)
      right = Math.max(right, contour[at] ?? 0)
      top = Math.min(top, contour[at + 1] ?? 0)
      bottom = Math.max(bottom, contour[at + 1] ?? 0)
    }
  }
  const x = Math.floor(left)
  const y = Math.floor(top)
  // An edge notes a change in the pixel to its right, too.
  return { x, y, width: Math.ceil(right) - x + 2, height: Math.ceil(bottom) - y + 1 }
}

const noteEdge = (changes: Float32Array, width: number, x1: number, y1: number, x2: number, y2: number): void => {
  const direction = Math.sign(y2 - y1)
  const slope = (x2 - x1) / (y2 - y1)
  const first = Math.min(y1, y2)
  const last = Math.max(y1, y2)
  for (let row = Math.floor(first); row < last; row += 1) {
    const top = Math.max(first, row)
    const bottom = Math.min(last, row + 1)
    const atTop = x1 + slope * (top - y1)
    const atBottom = x1 + slope * (bottom - y1)
    const left = Math.min(atTop, atBottom)
    const right = Math.max(atTop, atBottom)
    for (let column = Math.floor(left); column <= right; column += 1) {
      const from = Math.max(left, column)
      const to = Math.min(right, column + 1)
      const share = right === left ? 1 : (to - from) / (right - left)
      const height = direction * (bottom - top) * share
      const uncovered = (from + to) / 2 - column
      const at = row * width + column
      changes[at] = (changes[at] ?? 0) + height * (1 - uncovered)
      changes[at + 1] = (changes[at + 1] ?? 0) + height * uncovered
    }
  }
}

/** More steps are invisible and make the file larger. */
const edgeSteps = 32

const blend = (canvas: Canvas, box: Box, changes: Float32Array, colour: Colour): void => {
  const [red, green, blue] = channelsOf(colour)
  for (let row = 0; row < box.height; row += 1) {
    const y = box.y + row
    if (y < 0 || y >= canvas.height) continue
    let sum = 0
    for (let column = 0; column < box.width; column += 1) {
      sum += changes[row * box.width + column] ?? 0
      const x = box.x + column
      const covered = Math.round(Math.min(Math.abs(sum), 1) * edgeSteps) / edgeSteps
      if (covered === 0 || x < 0 || x >= canvas.width) continue
      const at = (y * canvas.width + x) * 3
      canvas.pixels[at] = mix(canvas.pixels[at] ?? 0, red, covered)
      canvas.pixels[at + 1] = mix(canvas.pixels[at + 1] ?? 0, green, covered)
      canvas.pixels[at + 2] = mix(canvas.pixels[at + 2] ?? 0, blue, covered)
    }
  }
}

/** `share` of the second colour in the first, from 0 to 1. */
export const mixColours = (one: Colour, other: Colour, share: number): Colour => {
  const others = channelsOf(other)
  const mixed = channelsOf(one).map((channel, at) => mix(channel, others[at] ?? 0, share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const mix = (ground: number, colour: number, share: number): number => Math.round(ground + (colour - ground) * share)
