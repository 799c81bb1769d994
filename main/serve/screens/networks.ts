import { hostname, networkInterfaces } from 'node:os'
import type { ScreenNetwork } from '../../../preload/contract/screens/layout.ts'

/** Addresses of this computer now, those of its own (loopback) last; networks come and go during a day. */
export const ownNetworks = (): readonly ScreenNetwork[] => {
  const found = Object.entries(networkInterfaces()).flatMap(([network, own]) =>
    (own ?? []).flatMap(({ address, netmask, family, internal }) =>
      family === 'IPv4' ? [{ network, address, netmask, isInternal: internal }] : [],
    ),
  )
  return found
    .toSorted((a, b) => Number(a.isInternal) - Number(b.isInternal))
    .map(({ network, address, netmask }) => ({ network, address, netmask }))
}

const bitsOf = (address: string): number => address.split('.').reduce((bits, part) => (bits << 8) | Number(part), 0)

/** Whether an address that an interface had belongs to the network in which it is now. */
export const isSameNetwork = (before: string, { address, netmask }: ScreenNetwork): boolean =>
  (bitsOf(before) & bitsOf(netmask)) === (bitsOf(address) & bitsOf(netmask))

export const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$|^localhost$/.test(address)

/** The name by which neighbours find this computer (mDNS); null where it has none of its own. */
export const ownName = (): string | null => {
  const name = hostname().toLowerCase().split('.')[0] ?? ''
  return /^[a-z0-9-]+$/.test(name) && name !== 'localhost' ? `${name}.local` : null
}

const namesForMs = 2_000
let known: { readonly names: ReadonlySet<string>; readonly atMs: number } | null = null

/** Names and addresses under which this computer can be reached now. */
const ownNames = (): ReadonlySet<string> => {
  if (known !== null && performance.now() - known.atMs < namesForMs) return known.names
  const addresses = Object.values(networkInterfaces()).flatMap((own) => own ?? [])
  const byName = ownName()
  const names = new Set([
    'localhost',
    hostname().toLowerCase(),
    ...(byName === null ? [] : [byName]),
    ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address.toLowerCase()}]` : address)),
  ])
  known = { names, atMs: performance.now() }
  return names
}

/** Another name in `Host` is a stranger's page that had its own name point here (DNS rebinding). */
export const isOwnHost = (host: string | undefined, address: string, port: number): boolean => {
  if (host === undefined) return false
  const name =
    port === 80 ? host.replace(/:80$/, '') : host.endsWith(`:${port}`) ? host.slice(0, -`:${port}`.length) : ''
  return name === address || ownNames().has(name.toLowerCase())
}
