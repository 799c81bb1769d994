import { once } from 'node:events'
import { createConnection } from 'node:net'

type Waiting = { readonly resolve: (body: Buffer) => void; readonly reject: (error: Error) => void }

const headerBytes = 16
const methodReturn = 2
const errorReply = 3
const primaryOwner = 1
const doNotQueue = 4

const align = (at: number, to: number): number => Math.ceil(at / to) * to

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const text = (value: string): Buffer => Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(`${value}\0`)])

const paddedTo = (bytes: Buffer, to: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(align(bytes.length, to) - bytes.length)])

const headerField = (code: number, type: 'o' | 's' | 'g', value: string): Buffer => {
  const signature = Buffer.from([code, 1, type.charCodeAt(0), 0])
  return Buffer.concat([
    signature,
    type === 'g' ? Buffer.from(`${String.fromCharCode(value.length)}${value}\0`) : text(value),
  ])
}

/** A method call to the bus in the wire format of the D-Bus specification ("Message Format"), little endian. */
const methodCall = (serial: number, member: string, signature: string, body: Buffer): Buffer => {
  const fields = [
    headerField(1, 'o', '/org/freedesktop/DBus'),
    headerField(2, 's', 'org.freedesktop.DBus'),
    headerField(3, 's', member),
    headerField(6, 's', 'org.freedesktop.DBus'),
    ...(signature === '' ? [] : [headerField(8, 'g', signature)]),
  ].reduce((all, field) => Buffer.concat([paddedTo(all, 8), field]), Buffer.alloc(0))
  const fixed = Buffer.concat([Buffer.from('l\x01\0\x01', 'latin1'), uint32(body.length), uint32(serial)])
  return Buffer.concat([paddedTo(Buffer.concat([fixed, uint32(fields.length), fields]), 8), body])
}

/** The first whole message of what was received, or null. */
const firstMessage = (
  bytes: Buffer,
): { readonly type: number; readonly body: Buffer; readonly length: number } | null => {
  if (bytes.length < headerBytes) return null
  const bodyBytes = bytes.readUInt32LE(4)
  const bodyAt = align(headerBytes + bytes.readUInt32LE(12), 8)
  const length = bodyAt + bodyBytes
  return bytes.length < length ? null : { type: bytes.readUInt8(1), body: bytes.subarray(bodyAt, length), length }
}

/** A connection to a message bus that calls nothing but the bus itself, and answers nobody. */
export const connectBus = async (path: string) => {
  const socket = createConnection(path)
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  await once(socket, 'connect')
  const welcome = once(socket, 'data')
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`)
  const [reply] = (await welcome) as [Buffer]
  if (!reply.toString('latin1').startsWith('OK')) throw new Error(`The bus refused: ${reply.toString('latin1')}`)
  socket.write('BEGIN\r\n')

  const waiting: Waiting[] = []
  let received = Buffer.alloc(0)
  let serial = 0
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    for (let message = firstMessage(received); message !== null; message = firstMessage(received)) {
      received = received.subarray(message.length)
      // The bus answers the calls of one connection in their order.
      if (message.type === methodReturn) waiting.shift()?.resolve(message.body)
      if (message.type === errorReply) waiting.shift()?.reject(new Error(message.body.toString('latin1')))
    }
  })
  socket.on('error', () => socket.destroy())

  const ask = (member: string, signature: string, body: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      serial += 1
      socket.write(methodCall(serial, member, signature, body))
    })

  await ask('Hello', '', Buffer.alloc(0))
  return {
    /** Owns a name; who calls it waits for an answer that never comes, as at a prompt nobody types into. */
    hold: async (name: string): Promise<void> => {
      const answer = await ask('RequestName', 'su', Buffer.concat([paddedTo(text(name), 4), uint32(doNotQueue)]))
      if (answer.readUInt32LE(0) !== primaryOwner) throw new Error(`Somebody else owns ${name}`)
    },
    hasOwner: async (name: string) => (await ask('NameHasOwner', 's', text(name))).readUInt32LE(0) === 1,
    close: async () => {
      if (socket.closed) return
      const closed = once(socket, 'close')
      socket.destroy()
      await closed
    },
  }
}
