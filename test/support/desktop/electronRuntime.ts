import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Differences of the Node inside Electron 45, as far as main could notice. Electron links Node against
 * Chromium's BoringSSL; names were looked up in electron/electron at 96f3996 (August 2026):
 * patches/boringssl/*.patch (tables of digests and ciphers, with what Electron adds), patches/node/*boringssl*.patch and
 * script/node-disabled-tests.json.
 */

/** For createHash, hash, createHmac and the like. BoringSSL has no sha3, shake, blake2s512, sm3 or whirlpool. */
export const digests = 'md4 md5 md5-sha1 ripemd160 sha1 sha224 sha256 sha384 sha512 sha512-256'.split(' ')

/** No ccm, ocb, xts, wrap, siv, aria, camellia, sm4, chacha20-poly1305 (which BoringSSL offers in another form only). */
export const ciphers = [
  ...[128, 192, 256].flatMap((bits) => ['cbc', 'ctr', 'ecb', 'gcm', 'ofb'].map((mode) => `aes-${bits}-${mode}`)),
  ...'aes-128-cfb aes-256-cfb bf-cbc bf-cfb bf-ecb des-cbc des-ecb des-ede des-ede-cbc des-ede3 des-ede3-cbc'.split(
    ' ',
  ),
  ...'rc2-cbc rc2-40-cbc rc4'.split(' '),
]

/** No secp256k1, no brainpool. */
export const curves = 'prime256v1 secp224r1 secp384r1 secp521r1'.split(' ')

/** No dsa, dh, rsa-pss, ed448, x448 or post-quantum keys. */
const keyTypes = 'rsa ec ed25519 x25519'.split(' ')

const callsWith = (names: string, known: readonly string[], argument = 0) =>
  names.split(' ').map((name) => [name, { known, argument }] as const)
/** Functions of node:crypto that take an algorithm, what it may be, and where it stands among their arguments. */
const cryptoCalls = new Map([
  ...callsWith('createHash hash createHmac createSign createVerify sign verify hkdf hkdfSync', digests),
  ...callsWith('pbkdf2 pbkdf2Sync', digests, 4),
  ...callsWith('createCipheriv createDecipheriv', ciphers),
  ...callsWith('createECDH', curves),
  ...callsWith('generateKeyPair generateKeyPairSync', keyTypes),
])

/**
 * `argon2`, `setEngine`, `setFips` and `getDiffieHellman` are missing there. `getCiphers`, `getCurves` and `getHashes` answer
 * otherwise; of those who ask, the packager and a part of undici are in no bundle, and ssh2 goes by the answer. `createPublicKey`
 * and `diffieHellman` know the key types above, with which ssh2 asks.
 */
const otherFunctions = (
  'createPublicKey diffieHellman getCiphers getCurves getHashes getRandomValues randomBytes randomFillSync randomInt ' +
  'randomUUID timingSafeEqual'
).split(' ')

let isLimited = false

/** Gives this process a node:crypto whose functions throw where Electron's would fail, or where nobody has looked it up. */
export const limitCrypto = (): void => {
  // Test files share a process, and each of them asks for it.
  if (isLimited) return
  isLimited = true
  for (const [name, original] of Object.entries<unknown>(crypto)) {
    if (typeof original !== 'function' || /^[A-Z]/u.test(name) || otherFunctions.includes(name)) continue
    const limit = cryptoCalls.get(name)
    const limited = (...args: readonly unknown[]): unknown => {
      const algorithm = limit === undefined ? undefined : args[limit.argument]
      if (limit === undefined || (typeof algorithm === 'string' && !limit.known.includes(algorithm.toLowerCase()))) {
        throw new Error(`Not known to work in Electron: ${name} ${String(algorithm ?? '')}`)
      }
      return Reflect.apply(original, crypto, args)
    }
    Reflect.set(crypto, name, limited)
  }
  syncBuiltinESMExports()
}
