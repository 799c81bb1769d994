import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { SharedName, SharedServer } from '../sharedServers.ts'

/** A server that the whole run shares. A test that stops it, locks it or changes its key starts one for itself. */
export const sharedServer = async <K extends SharedName>(name: K): Promise<SharedServer<K>> => {
  const reply = await fetch(`${inject('sharedServers')}/${name}`)
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as SharedServer<K>
}

/** The shared SSH server, with a home of the asker's own whose key it lets in. */
export const sharedSshd = async (home: string): Promise<SharedServer<'sshd'>> => {
  const server = await sharedServer('sshd')
  await mkdir(join(home, '.ssh'), { recursive: true, mode: 0o700 })
  await copyFile(join(server.home, '.ssh', 'id_ed25519'), join(home, '.ssh', 'id_ed25519'))
  return { ...server, home }
}
