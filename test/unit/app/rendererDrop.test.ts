import { expect, it } from 'vitest'
import { mayDrop, readDrop } from '../../../renderer/app/opened/dropped.ts'

const drag = (texts: { readonly [type: string]: string }, names: readonly string[] = []) => {
  const files = names.map((name) => new File(['x'], name))
  return { files, getData: (type: string) => texts[type] ?? '' }
}

it('a drop is a stage file by its ending, whatever text a file manager drags beside it', () => {
  const dropped = readDrop(drag({ 'text/uri-list': 'file:///home/a/Spring.racestage' }, ['Весна 2026.RaceStage']))
  expect(dropped).toMatchObject({ kind: 'capsules', files: [{ name: 'Весна 2026.RaceStage' }] })
})

it('a drop is every stage file among several files', () => {
  const dropped = readDrop(drag({}, ['a.racestage', 'b.csv', 'c.racestage']))
  expect(dropped).toMatchObject({ kind: 'capsules', files: [{ name: 'a.racestage' }, { name: 'c.racestage' }] })
})

it.each(['results.csv', 'a.racestage.exe', 'racestage', ''])('a drop is nothing when it is the file %j', (name) => {
  expect(readDrop(drag({ 'text/plain': 'https://results.example/x' }, [name]))).toEqual({ kind: 'unknown' })
})

it('a drop is the link, not its title, when a browser drags both', () => {
  const dropped = readDrop(drag({ 'text/uri-list': 'https://results.example/x', 'text/plain': 'Results' }))
  expect(dropped).toEqual({ kind: 'text', text: 'https://results.example/x' })
})

it('a drop is nothing when it is empty, and never a text without end', () => {
  expect(readDrop(drag({}))).toEqual({ kind: 'unknown' })
  const dropped = readDrop(drag({ 'text/plain': 'x'.repeat(5_000_000) }))
  expect(dropped.kind === 'text' ? dropped.text.length : 0).toBe(20_000)
})

it('no drop is expected from other drags, such as a table column', () => {
  expect(mayDrop({ types: ['application/x-column'] })).toBe(false)
  expect(mayDrop({ types: ['text/html', 'text/uri-list'] })).toBe(true)
})
