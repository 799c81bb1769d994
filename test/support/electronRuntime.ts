/**
 * What the Node inside Electron 45 lacks or does differently, as far as main could notice. Electron links Node against
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
export const keyTypes = 'rsa ec ed25519 x25519'.split(' ')

/** Functions of node:crypto that take an algorithm, where it stands among their arguments, and what it may be. */
export const cryptoCalls: {
  readonly [name: string]: { readonly argument: number; readonly known: readonly string[] }
} = {
  createHash: { argument: 0, known: digests },
  hash: { argument: 0, known: digests },
  createHmac: { argument: 0, known: digests },
  createSign: { argument: 0, known: digests },
  createVerify: { argument: 0, known: digests },
  hkdf: { argument: 0, known: digests },
  hkdfSync: { argument: 0, known: digests },
  pbkdf2: { argument: 4, known: digests },
  pbkdf2Sync: { argument: 4, known: digests },
  createCipheriv: { argument: 0, known: ciphers },
  createDecipheriv: { argument: 0, known: ciphers },
  createECDH: { argument: 0, known: curves },
  generateKeyPair: { argument: 0, known: keyTypes },
  generateKeyPairSync: { argument: 0, known: keyTypes },
}

/**
 * All that main may use of these built-ins: what is not listed has not been looked up in Electron's Node.
 * Left out with a reason: `backup` of node:sqlite (Electron disables Node's test of it); `argon2`, `setEngine`, `setFips`,
 * `getDiffieHellman` of node:crypto; `getHashes` and `getCiphers`, whose answers differ.
 */
export const lookedUp: { readonly [builtin: string]: readonly string[] } = {
  'node:crypto': [
    ...Object.keys(cryptoCalls),
    ...'randomBytes randomInt randomUUID timingSafeEqual X509Certificate'.split(' '),
  ],
  'node:sqlite': ['DatabaseSync'],
  'node:tls': 'connect getCACertificates setDefaultCACertificates'.split(' '),
  'node:https': [],
}

/** Options of a TLS connection or server that BoringSSL refuses or reads otherwise: DHE, protocols by method, security levels. */
export const tlsOptions = 'ciphers dhparam ecdhCurve secureOptions secureProtocol sigalgs clientCertEngine'.split(' ')

/** Built-ins that Electron's Node 24 lacks, or that need a flag which the packed app cannot be given. */
export const missingBuiltins = 'node:quic node:ffi node:vfs node:wasi node:sea node:test node:test/reporters'.split(' ')
