import { expect, it } from 'vitest'
import { createContents } from '../../../main/serve/screens/contents.ts'

it('what is made again is kept as long as what is new', async () => {
  const contents = createContents()
  const name = await contents.keep({ kind: 'lists' })
  contents.retain([], 0)
  expect(await contents.keep({ kind: 'lists' })).toBe(name)
  contents.retain([], 130_000)
  expect(contents.find(name)).not.toBeNull()
  contents.retain([], 251_000)
  expect(contents.find(name)).toBeNull()
})

it('a content takes no more memory than it has bytes', async () => {
  const contents = createContents()
  const gzipped = contents.find(await contents.keep({ kind: 'lists' }))?.gzipped
  expect(gzipped?.buffer.byteLength).toBe(gzipped?.byteLength)
})
