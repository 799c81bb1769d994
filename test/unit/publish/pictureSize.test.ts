import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pictureSize } from '../../../main/features/publish/rules/pictureSize.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const hex = (...parts: readonly string[]): Buffer => Buffer.from(parts.join(''), 'hex')
const riff = `${Buffer.from('RIFF').toString('hex')}00000000${Buffer.from('WEBP').toString('hex')}`

const pictures: readonly (readonly [name: string, type: string, bytes: Buffer])[] = [
  ['PNG', 'png', hex('89504e470d0a1a0a', '0000000d', '49484452', '00000014', '0000000a', '0806000000')],
  ['JPEG', 'jpeg', hex('ffd8', 'ffe000044a46', 'ffc000110800', '0a0014', '030122')],
  ['JPEG with tables before its frame', 'jpeg', hex('ffd8', 'ffc4000300', 'ffc200110800', '0a0014', '030122')],
  ['lossy WebP', 'webp', hex(riff, '56503820', '34000000', 'd00200', '9d012a', '14000a00')],
  ['lossless WebP', 'webp', hex(riff, '5650384c', '0f000000', '2f', '13400200')],
  ['extended WebP', 'webp', hex(riff, '56503858', '0a000000', '20000000', '130000', '090000')],
]

it.each(pictures)('reads the sides of a %s, and nothing of one that is cut off', (_, type, bytes) => {
  expect(pictureSize(type, bytes)).toEqual({ width: 20, height: 10 })
  expect(pictureSize(type, bytes.subarray(0, bytes.length - 10))).toBeNull()
})

it('takes no picture for one of another type, and nothing else for a picture', () => {
  for (const [, type, bytes] of pictures) {
    for (const other of ['png', 'jpeg', 'webp'].filter((one) => one !== type)) {
      expect(pictureSize(other, bytes)).toBeNull()
    }
  }
  for (const text of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'GIF89a']) {
    for (const type of ['png', 'jpeg', 'webp']) expect(pictureSize(type, Buffer.from(text))).toBeNull()
  }
})

it('ends, whatever the bytes are', () => {
  expectAll(fc.constantFrom(...pictures), fc.uint8Array({ maxLength: 100 }), ([, type, bytes], rest) => {
    const size = pictureSize(type, Buffer.concat([bytes.subarray(0, rest.length % bytes.length), rest]))
    expect(size === null || (size.width >= 0 && size.height >= 0)).toBe(true)
  })
})
