import { createHmac } from 'node:crypto'

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

/** The keys that a `known_hosts` file has for a host (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). Certificates and revoked keys count as none. */
export const knownHostKeys = (text: string, host: string, port: number): readonly HostKey[] => {
  const name = port === 22 ? host : `[${host}]:${port}`
  const revoked = new Set<string>()
  const found: HostKey[] = []
  for (const line of text.split(/\r?\n/)) {
    const [first = '', ...rest] = line.trim().split(/\s+/)
    const marker = first.startsWith('@') ? first : ''
    const [hosts = '', type = '', key = ''] = marker === '' ? [first, ...rest] : rest
    if (hosts === '' || hosts.startsWith('#') || key === '' || !names(hosts, name)) continue
    if (marker === '@revoked') revoked.add(key)
    else if (marker === '') found.push({ type, key: Buffer.from(key, 'base64') })
  }
  return found.filter(({ key }) => !revoked.has(key.toString('base64')))
}
