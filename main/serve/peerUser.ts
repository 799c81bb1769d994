import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'

type Endpoint = { readonly address: string; readonly port: number }

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')

/** An IPv4 address and port as the kernel's table writes them: the address in the machine's byte order. */
const inTable = ({ address, port }: Endpoint): string => {
  const bytes = address.split('.').map((part) => hex(Number(part), 2))
  return `${(endianness() === 'LE' ? bytes.toReversed() : bytes).join('')}:${hex(port, 4)}`
}

/** Prefix of an IPv4 address in the table of IPv6 sockets. */
const mappedPrefix = endianness() === 'LE' ? '0000000000000000FFFF0000' : '00000000000000000000FFFF'

const established = '01'

type Entry = { readonly state: string; readonly uid: number }

/** The end of a connection at `local`, in the kernel's tables `/proc/net/tcp` and `tcp6` (proc(5): local_address, rem_address, st, …, uid). */
const entryOf = (tables: string, local: Endpoint, remote: Endpoint): Entry | null => {
  const from = inTable(local)
  const to = inTable(remote)
  for (const line of tables.split('\n')) {
    const [, near = '', far = '', state = '', , , , uid = ''] = line.trim().split(/\s+/)
    const isIt = near === from && far === to
    const isMapped = near === mappedPrefix + from && far === mappedPrefix + to
    if (isIt || isMapped) return { state, uid: Number(uid) }
  }
  return null
}

/** User id of the process that connected from `client` to `server`; null when the tables do not list the connection. */
export const ownerInTables = (tables: string, client: Endpoint, server: Endpoint): number | null =>
  entryOf(tables, client, server)?.uid ?? null

/** False once the client has closed its end, which the kernel then lists as root's, or not at all. */
export const isOpenInTables = (tables: string, client: Endpoint, server: Endpoint): boolean =>
  entryOf(tables, server, client)?.state === established

/** False where an owner is unknown, as on any system but Linux, and for root, who can read everything anyway. */
export const isOfOtherUser = (ownerId: number | null, ownId: number | null): boolean =>
  ownerId !== null && ownId !== null && ownerId !== 0 && ownerId !== ownId

const readTable = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')
const readTables = async (): Promise<string> =>
  (await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readTable))).join('\n')

/** `gone`: the client hung up, so that its user is unknown. */
type Peer = 'own' | 'other-user' | 'gone'

/** The user at the other end of the connection: our own, as far as the system tells, or another of this computer. */
export const peerOf = async (socket: Socket): Promise<Peer> => {
  const { remoteAddress, remotePort, localAddress, localPort } = socket
  if (process.platform !== 'linux') return 'own'
  if (remoteAddress === undefined || localAddress === undefined) return 'gone'
  const client = { address: remoteAddress, port: remotePort ?? 0 }
  const server = { address: localAddress, port: localPort ?? 0 }
  const owner = ownerInTables(await readTables(), client, server)
  if (isOfOtherUser(owner, process.getuid?.() ?? null)) return 'other-user'
  // Read after the owner: a connection that is still open now belonged to that owner then.
  const tables = await readTables()
  return tables.trim() === '' || isOpenInTables(tables, client, server) ? 'own' : 'gone'
}
