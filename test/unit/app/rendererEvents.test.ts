import { expect, it } from 'vitest'
import { createEventParser } from '../../../renderer/app/state/eventStream.ts'

const event = { name: 'stage:changed', data: { stage: '7a1f0c9e-4f7f-4b8a-9f1b-2f6f0b7c9a10' } }
const wire = `: open\n\ndata: ${JSON.stringify(event)}\n\n`

it('loses no event when the network cuts the text at any place', () => {
  for (let cut = 1; cut < wire.length; cut += 1) {
    const parse = createEventParser()
    expect([...parse(wire.slice(0, cut)), ...parse(wire.slice(cut))]).toEqual([event])
  }
})

it('keeps the order of several events in one piece', () => {
  const second = { name: 'profile:changed', data: { id: 'p1' } }
  expect(createEventParser()(`${wire}data: ${JSON.stringify(second)}\n\n`)).toEqual([event, second])
})

it('reads CRLF line ends, a missing space and data in several lines', () => {
  const parse = createEventParser()
  expect(parse('data:{"name":"stage:changed",\r\ndata:"data":{"stage":"x"}}\r\n\r\n')).toEqual([
    { name: 'stage:changed', data: { stage: 'x' } },
  ])
})

it('continues after heartbeats, junk and unknown events', () => {
  const parse = createEventParser()
  const junk =
    ': still here\n\ndata: {not json\n\ndata: null\n\ndata: {"name":"moon:risen","data":1}\n\ndata: {"name":"toString","data":1}\n\n'
  expect(parse(junk)).toEqual([])
  expect(parse(wire)).toEqual([event])
})

it('waits for the end of an event before passing it on', () => {
  expect(createEventParser()(wire.slice(0, -1))).toEqual([])
})
