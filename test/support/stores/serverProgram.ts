import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as passing } from 'node:timers/promises'

const tries = 200

/** Waits until something on loopback listens on the port. Throws when the process that should has ended, or takes longer than 10 s. */
const untilReachable = async (port: number, ended: Promise<unknown>): Promise<void> => {
  const server = { hasEnded: false }
  void ended.then(() => (server.hasEnded = true))
  for (let at = 0; at < tries && !server.hasEnded; at += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await passing(50)
  }
  throw new Error(`nothing listens on port ${port}`)
}

/** Starts a program that serves on that port of loopback; gives how to stop it once it listens. */
export const startProgram = async (
  port: number,
  path: string,
  args: readonly string[],
  stopSignal: NodeJS.Signals = 'SIGTERM',
): Promise<() => Promise<void>> => {
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'close')
  await untilReachable(port, ended)
  return async () => {
    child.kill(stopSignal)
    await ended
  }
}
