import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectBus } from './keyringBus.ts'

const secretsName = 'org.freedesktop.secrets'

// No service folders: nothing is started that the test did not start.
const busConfig = (
  socket: string,
): string => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

const end = async (child: ChildProcess | null): Promise<void> => {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), 3000)
  await ended
  clearTimeout(impatience)
}

const until = async (isTrue: () => Promise<boolean>, what: string): Promise<void> => {
  const giveUpAt = Date.now() + 20_000
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error(`Never happened: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A message bus of its own, with a home folder of its own; no keyring until it is started. */
export const openKeyringSession = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'racedesk-keyring-'))
  const socket = join(folder, 'bus')
  const config = join(folder, 'bus.conf')
  const runtime = join(folder, 'run')
  const data = join(folder, 'data')
  await mkdir(runtime, { mode: 0o700 })
  await mkdir(data)
  await writeFile(config, busConfig(socket))
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: folder,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: data,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}`,
  }
  const daemon = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--nopidfile', '--print-address=1'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(daemon.stdout, 'data')
  const bus = await connectBus(socket)
  let keyring: ChildProcess | null = null

  /** Unlocked (with a login collection made on first use), or as a login without a password leaves it. */
  const startKeyring = async (how: 'unlocked' | 'not-unlocked') => {
    const asked = how === 'unlocked' ? '--unlock' : '--start'
    const child = spawn('gnome-keyring-daemon', [asked, '--foreground', '--components=secrets'], {
      env: environment,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    keyring = child
    child.stdin.on('error', () => child.stdin.destroy())
    child.stdin.end(how === 'unlocked' ? 'password of the test' : '')
    await until(() => bus.hasOwner(secretsName), 'the keyring is on the bus')
    const collection = join(data, 'keyrings', 'login.keyring')
    if (how === 'unlocked') await until(() => Promise.resolve(existsSync(collection)), 'the login collection is there')
  }

  const stopKeyring = async (): Promise<void> => {
    await end(keyring)
    keyring = null
  }

  return {
    bus,
    environment,
    startKeyring,
    stopKeyring,
    close: async () => {
      await stopKeyring()
      await bus.close()
      await end(daemon)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type KeyringSession = Awaited<ReturnType<typeof openKeyringSession>>
