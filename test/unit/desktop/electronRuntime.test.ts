import crypto, { createHash, generateKeyPair, hash, pbkdf2Sync } from 'node:crypto'
import { expect, it } from 'vitest'

it.each([
  () => createHash('sha3-256'),
  () => crypto.createHash('shake128'),
  () => hash('blake2s256', ''),
  () => pbkdf2Sync('', '', 1, 32, 'sm3'),
  () => crypto.createCipheriv('aes-128-ccm', '', ''),
  () => crypto.createECDH('secp256k1'),
  () => generateKeyPair('ed448', undefined, () => undefined),
  () => crypto.scryptSync('', '', 1),
])('fails a test in which the app calls %s', (call) => {
  expect(call).toThrow('Not known to work in Electron')
})

it('lets tests use the digests that Electron has', () => {
  expect(createHash('SHA256').update('').digest('hex')).toBe(hash('sha256', ''))
})
