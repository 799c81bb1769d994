import { connect, createServer, type Socket } from 'node:net'
import { listening } from './listening.ts'

/** A way to a server on loopback that can break. */
export const startWire = async (to: number) => {
  const sockets = new Set<Socket>()
  let leftBytes = Infinity
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const breakAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const server = createServer((client) => {
    keep(client)
    if (leftBytes <= 0) return void client.resetAndDestroy()
    const upstream = keep(connect(to, '127.0.0.1'))
    client.on('data', (chunk: Buffer) => {
      const passed = chunk.subarray(0, leftBytes)
      leftBytes -= chunk.byteLength
      if (passed.byteLength > 0) upstream.write(passed)
      if (leftBytes <= 0) breakAll()
    })
    client.once('end', () => upstream.end())
    upstream.pipe(client)
    upstream.once('close', () => client.destroy())
    client.once('close', () => upstream.destroy())
  })
  const { port, stop } = await listening(server)
  return {
    port,
    /** Breaks every connection after so many more bytes to the server; none gets through until `mend`. */
    cutAfter: (bytes: number): void => {
      leftBytes = bytes
      if (bytes <= 0) breakAll()
    },
    mend: () => void (leftBytes = Infinity),
    isCut: () => leftBytes <= 0,
    stop: () => {
      breakAll()
      return stop()
    },
  }
}
