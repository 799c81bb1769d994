import { createHash, createHmac } from 'node:crypto'

/** A key of a host, with its type, such as `ssh-ed25519`. */
export type HostKey = { readonly type: string; readonly key: Buffer }

const wildcard = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[^\w*?]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    'i',
  )

/** `|1|SALT|HASH`: the name's HMAC with SHA-1, in base64. */
const isHashOf = (hashed: string, name: string): boolean => {
  const [, , salt = '', hash = ''] = hashed.split('|')
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash
}

const names = (hosts: string, name: string): boolean => {
  if (hosts.startsWith('|1|')) return isHashOf(hosts, name)
  const patterns = hosts.split(',')
  const fits = (pattern: string): boolean => wildcard(pattern).test(name)
  const isExcluded = patterns.some((pattern) => pattern.startsWith('!') && fits(pattern.slice(1)))
  return !isExcluded && patterns.some((pattern) => !pattern.startsWith('!') && fits(pattern))
}

export type KnownHost = {
  readonly known: readonly HostKey[]
  /** Whether the file says that nobody is to trust the key. */
  readonly isRevoked: (key: Buffer) => boolean
}

/** The keys that a `known_hosts` file has for a host (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). Certificates count as none. */
export const readKnownHost = (text: string, host: string, port: number): KnownHost => {
  // In lower case, as OpenSSH hashes names.
  const name = port === 22 ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`
  const revoked: Buffer[] = []
  const found: HostKey[] = []
  for (const line of text.split(/\r?\n/)) {
    const [first = '', ...rest] = line.trim().split(/\s+/)
    const marker = first.startsWith('@') ? first : ''
    const [hosts = '', type = '', base64 = ''] = marker === '' ? [first, ...rest] : rest
    if (hosts === '' || hosts.startsWith('#') || base64 === '' || !names(hosts, name)) continue
    const key = Buffer.from(base64, 'base64')
    if (marker === '@revoked') revoked.push(key)
    else if (marker === '') found.push({ type, key })
  }
  const isRevoked = (key: Buffer): boolean => revoked.some((one) => one.equals(key))
  return { known: found.filter(({ key }) => !isRevoked(key)), isRevoked }
}

/**
 * A host with keys of several types shows the one that is asked for first. As OpenSSH does, the types of known keys come first, so
 * that a host that shows another type has none of them.
 */
export const knownFirst = <T extends string>(algorithms: readonly T[], known: readonly HostKey[]): T[] => {
  const types = new Set(known.map(({ type }) => type))
  const isKnown = (algorithm: T): boolean => types.has(algorithm.startsWith('rsa-sha2-') ? 'ssh-rsa' : algorithm)
  return [...algorithms.filter(isKnown), ...algorithms.filter((algorithm) => !isKnown(algorithm))]
}

/** May be connected to, is not known yet, or has another key than the one that is named. */
export type Judged = 'trusted' | 'new' | 'revoked' | { readonly expected: string }

/** A key held against those of `known_hosts` and the fingerprint that the operator accepted; null: none. */
export const judgeKey = (key: Buffer, { known, isRevoked }: KnownHost, accepted: string | null): Judged => {
  if (isRevoked(key)) return 'revoked'
  if (known.some((one) => one.key.equals(key)) || fingerprintOf(key) === accepted) return 'trusted'
  const [first] = known
  if (accepted !== null) return { expected: accepted }
  return first === undefined ? 'new' : { expected: fingerprintOf((known.find(isOfType(key)) ?? first).key) }
}

/** As the key itself names its type. */
const isOfType =
  (key: Buffer) =>
  ({ type }: HostKey): boolean =>
    key.toString('latin1', 4, 4 + type.length) === type

/** As `ssh-keygen -l` shows it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
