import { createServer } from 'node:net'
import { listening } from './listening.ts'

/** A port of loopback that nobody listens on, for servers that cannot choose one themselves. */
export const freePort = async (): Promise<number> => {
  const { port, stop } = await listening(createServer())
  await stop()
  return port
}
