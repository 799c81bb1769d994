import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

/** Lets a server of any protocol listen on loopback; port 0 is any that is free. */
export const listening = async (server: Server, port = 0) => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    port: own,
    host: `127.0.0.1:${own}`,
    sockets,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
