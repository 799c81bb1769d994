import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'

export type Endpoint = { readonly address: string; readonly port: number }

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')

/** An IPv4 address and port as the kernel's table writes them: the address in the machine's byte order. */
const inTable = ({ address, port }: Endpoint): string => {
  const bytes = address.split('.').map((part) => hex(Number(part), 2))
  return `${(endianness() === 'LE' ? bytes.toReversed() : bytes).join('')}:${hex(port, 4)}`
}

/** Prefix of an IPv4 address in the table of IPv6 sockets. */
const mappedPrefix = endianness() === 'LE' ? '0000000000000000FFFF0000' : '00000000000000000000FFFF'

/**
 * User id of the process that connected from `client` to `server`, as the kernel's tables `/proc/net/tcp` and `tcp6` have it
 * (proc(5): columns local_address, rem_address, …, uid); null when they do not list the connection.
 */
export const ownerInTables = (tables: string, client: Endpoint, server: Endpoint): number | null => {
  const from = inTable(client)
  const to = inTable(server)
  for (const line of tables.split('\n')) {
    const [, local = '', remote = '', , , , , uid = ''] = line.trim().split(/\s+/)
    const isIt = local === from && remote === to
    const isMapped = local === mappedPrefix + from && remote === mappedPrefix + to
    if (isIt || isMapped) return Number(uid)
  }
  return null
}

const readTable = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** False where an owner is unknown, as on any system but Linux, and for root, who can read everything anyway. */
export const isOfOtherUser = (ownerId: number | null, ownId: number | null): boolean =>
  ownerId !== null && ownId !== null && ownerId !== 0 && ownerId !== ownId

/** Whether another user of this machine holds the other end of the connection. */
export const isFromOtherUser = async (socket: Socket): Promise<boolean> => {
  const { remoteAddress, remotePort, localAddress, localPort } = socket
  if (process.platform !== 'linux' || remoteAddress === undefined || localAddress === undefined) return false
  const tables = (await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readTable))).join('\n')
  const client = { address: remoteAddress, port: remotePort ?? 0 }
  const server = { address: localAddress, port: localPort ?? 0 }
  return isOfOtherUser(ownerInTables(tables, client, server), process.getuid?.() ?? null)
}
