import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './freePort.ts'
import { startProgram } from './serverProgram.ts'

const run = promisify(execFile)

export const makeKey = async (path: string, passphrase = ''): Promise<void> => {
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', 'of a test', '-f', path])
}

/** As `ssh-keygen -l` shows a key. */
export const fingerprintOf = async (key: string): Promise<string> => {
  const { stdout } = await run('ssh-keygen', ['-l', '-f', `${key}.pub`])
  return stdout.split(' ')[1] ?? ''
}

const configuration = (folder: string, port: number): string => `
ListenAddress 127.0.0.1
Port ${port}
HostKey ${folder}/host
PidFile ${folder}/pid
AuthorizedKeysFile ${folder}/authorized
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 100
Subsystem sftp internal-sftp
LogLevel QUIET
`

/** OpenSSH's server with its own SFTP, for the user of this process. `folder` is its own and is made; `home` has the key that it lets in. */
export const startSshd = async (folder: string) => {
  const home = join(folder, 'home')
  await mkdir(join(home, '.ssh'), { recursive: true, mode: 0o700 })
  // Where root starts it, sshd wants an empty folder of its own.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  const key = join(home, '.ssh', 'id_ed25519')
  await makeKey(key)
  await copyFile(`${key}.pub`, join(folder, 'authorized'))
  await makeKey(join(folder, 'host'))
  const port = await freePort()
  await writeFile(join(folder, 'conf'), configuration(folder, port))
  const start = () => startProgram(port, '/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'conf')])
  let stop = await start()
  return {
    port,
    user: userInfo().username,
    home,
    fingerprint: () => fingerprintOf(join(folder, 'host')),
    changeHostKey: async () => {
      await stop()
      const before = await readFile(join(folder, 'host.pub'), 'utf8')
      for (const name of ['host', 'host.pub']) await rm(join(folder, name))
      await makeKey(join(folder, 'host'))
      if ((await readFile(join(folder, 'host.pub'), 'utf8')) === before) throw new Error('the key is the same')
      stop = await start()
    },
    stop: (): Promise<void> => stop(),
  }
}
