import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openKeyringSession } from './keyring/keyringSession.ts'
import { startApache } from './stores/apacheServer.ts'
import { openDoor } from './stores/frontDoor.ts'
import { startNginx } from './stores/nginxServer.ts'
import { startSshd } from './stores/sshServer.ts'
import { startSwift } from './stores/swiftServer.ts'

/** Servers that the tests of a run share. Each starts when the first test asks for it, in vitest's own process, and stops with the run. */

const starts = {
  apache: startApache,
  nginx: async (home: string) => {
    const root = join(home, 'served')
    await mkdir(root)
    return { ...(await startNginx(home, root)), root }
  },
  sshd: async (home: string) => {
    const server = await startSshd(home)
    return { ...server, fingerprint: await server.fingerprint() }
  },
  // A region that clients do not expect, and parts of lists short enough that a site has several.
  swift: (home: string) => startSwift(home, { region: 'eu-central-1', listedAtOnce: 5 }),
  keyring: async () => {
    const { environment, startKeyring, close } = await openKeyringSession()
    await startKeyring('unlocked')
    return { environment, stop: close }
  },
} as const

type Started<K extends keyof typeof starts> = Awaited<ReturnType<(typeof starts)[K]>>
type Values<T> = { readonly [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]: T[K] }

export type SharedServer<K extends keyof typeof starts> = Values<Started<K>> & {
  /** A name that no other asker gets, for a folder, a prefix or an account. */
  readonly own: string
}
export type SharedName = keyof typeof starts

const isName = (name: string): name is SharedName => name in starts

declare module 'vitest' {
  interface ProvidedContext {
    readonly sharedServers: string
  }
}

/** Run by vitest before the first test; gives what ends them. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const home = await mkdtemp(join(tmpdir(), 'racedesk-shared-'))
  // Some servers run as another user.
  await chmod(home, 0o755)
  const started = new Map<SharedName, Promise<{ readonly stop: () => Promise<void> }>>()
  let askers = 0
  const start = async (name: SharedName) => {
    const folder = join(home, name)
    await mkdir(folder)
    return await starts[name](folder)
  }
  const answer = async (name: string, reply: ServerResponse): Promise<void> => {
    if (!isName(name)) return void reply.writeHead(404).end(`there is no shared ${name}`)
    const starting = started.get(name) ?? start(name)
    started.set(name, starting)
    askers += 1
    reply.end(JSON.stringify({ ...(await starting), own: `${name}-${askers}` }))
  }
  const desk = await openDoor((asked, reply) => {
    answer((asked.url ?? '').slice(1), reply).catch((error) => reply.writeHead(500).end(String(error)))
  })
  project.provide('sharedServers', desk.endpoint)
  return async () => {
    await desk.stop()
    const servers = await Promise.allSettled(started.values())
    for (const server of servers) if (server.status === 'fulfilled') await server.value.stop()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}
