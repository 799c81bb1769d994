import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import ssh2, { type AnyAuthMethod, type Client, type ConnectConfig, type ParsedKey, type SFTPWrapper } from 'ssh2'
import type { AppError, PublishFault, Result } from '../../../preload/contract/result.ts'
import { fingerprintOf, judgeKey, knownFirst, readKnownHost } from './knownHosts.ts'

export type SshPlace = {
  readonly host: string
  readonly port: number
  readonly user: string
  /** A password, or what opens a key file that has one; null without either. */
  readonly secret: string | null
  /** The socket of an agent; null without one. */
  readonly agent: string | null
  /** With the folder of the user's keys; null: as the system says. */
  readonly home: string | null
  /** The fingerprint that the host's key must have; null: what `known_hosts` says, and any where it says nothing and no password is sent. */
  readonly hostKey: string | null
}

export type SshLine = {
  readonly sftp: SFTPWrapper
  /** Resolves when the connection is over. */
  readonly lost: Promise<void>
  readonly end: () => void
}

const readyMs = 20_000
const keepAliveMs = 15_000
const shownCharacters = 300

/** What Electron has of them, and no SHA-1. */
const algorithms = {
  kex: [
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
  ],
  serverHostKey: [
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
} satisfies ConnectConfig['algorithms']

const keyFiles = ['id_ed25519', 'id_ecdsa', 'id_rsa']

type Keys = { readonly keys: readonly ParsedKey[]; readonly isSecretTheirs: boolean }

const readKeys = async (folder: string, secret: string | null): Promise<Keys> => {
  const keys: ParsedKey[] = []
  let isSecretTheirs = false
  for (const name of keyFiles) {
    const text = await readFile(join(folder, name)).catch(() => null)
    if (text === null) continue
    const open = ssh2.utils.parseKey(text)
    const opened = open instanceof Error && secret !== null ? ssh2.utils.parseKey(text, secret) : open
    if (opened instanceof Error) continue
    keys.push(opened)
    if (opened !== open) isSecretTheirs = true
  }
  return { keys, isSecretTheirs }
}

/** What opens a key file is no password and never goes to a host. A password goes first: hosts hang up after a few keys. */
const waysIn = async ({ user, secret, agent, home }: SshPlace): Promise<AnyAuthMethod[]> => {
  const username = user
  const { keys, isSecretTheirs } = await readKeys(join(home ?? homedir(), '.ssh'), secret)
  const ways: AnyAuthMethod[] = []
  if (secret !== null && !isSecretTheirs) {
    ways.push({ type: 'password', username, password: secret })
    ways.push({
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.length === 1 && prompts[0]?.echo !== true ? [secret] : []),
    })
  }
  if (agent !== null) ways.push({ type: 'agent', username, agent })
  for (const key of keys) ways.push({ type: 'publickey', username, key })
  return ways
}

/**
 * Connects to a host and opens its files. `keepHostKey` is told the fingerprint of a host that was not known. Errors: offline,
 * timed-out, place-refused, publish-refused{host-key, new-host-key, revoked-host-key, no-secret, wrong-secret}. No password goes to
 * a host that nobody vouches for, and nothing at all to one with another key or a revoked one.
 */
export const connectSsh = async (
  place: SshPlace,
  keepHostKey: (fingerprint: string) => void,
): Promise<Result<SshLine>> => {
  const { host, port, user, hostKey } = place
  const authHandler = await waysIn(place)
  const sendsPassword = authHandler.some(({ type }) => type === 'password')
  const file = join(place.home ?? homedir(), '.ssh', 'known_hosts')
  const listed = readKnownHost(await readFile(file, 'utf8').catch(() => ''), host, port)
  return await new Promise((resolve) => {
    const client: Client = new ssh2.Client()
    let refusedKey: AppError | null = null
    const lost = new Promise<void>((over) => void client.once('close', over))
    const end = (): void => void client.destroy()
    const refuse = (error: AppError): void => {
      resolve({ ok: false, error })
      end()
    }
    // Stays: an error of a connection that broke later would be thrown.
    client.on('error', (thrown) => {
      // An agent that is gone or does not sign is only one of the ways in: ssh2 tries the next one by itself.
      if ('level' in thrown && thrown.level === 'agent') return
      refuse(refusedKey ?? faultOf(thrown, place))
    })
    client.once('close', () => refuse({ kind: 'offline', host, detail: 'ECONNRESET' }))
    client.once('ready', () =>
      client.sftp((error, sftp) => {
        if (error !== undefined) return refuse(unsuitable(host, 'SFTP', error))
        // A host may end the files alone: requests would wait for their time limit on a connection that is up.
        sftp.once('close', end)
        resolve({ ok: true, value: { sftp, lost, end } })
      }),
    )
    client.connect({
      host,
      port,
      username: user,
      authHandler,
      algorithms: { ...algorithms, serverHostKey: knownFirst(algorithms.serverHostKey, listed.known) },
      readyTimeout: readyMs,
      keepaliveInterval: keepAliveMs,
      hostVerifier: (key: Buffer): boolean => {
        const shown = fingerprintOf(key)
        const judged = judgeKey(key, listed, hostKey)
        const refuseKey = (reason: PublishFault, detail = shown): void => {
          refusedKey = { kind: 'publish-refused', reason, detail }
        }
        if (judged === 'revoked') refuseKey('revoked-host-key')
        else if (typeof judged === 'object') refuseKey('host-key', `${judged.expected} ${shown}`)
        else if (judged === 'new' && sendsPassword) refuseKey('new-host-key')
        else if (hostKey === null) keepHostKey(shown)
        return refusedKey === null
      },
    })
    // Each message waits for an answer to the one before.
    client.setNoDelay(true)
  })
}

const unsuitable = (host: string, code: string, { message }: Error): AppError => ({
  kind: 'place-refused',
  reason: 'unsuitable',
  act: 'list',
  host,
  code,
  message: message.slice(0, shownCharacters),
})

const faultOf = (thrown: Error, { host, secret }: SshPlace): AppError => {
  const code: unknown = 'code' in thrown ? thrown.code : undefined
  const level: unknown = 'level' in thrown ? thrown.level : undefined
  if (level === 'client-authentication' || /authentication/i.test(thrown.message)) {
    return { kind: 'publish-refused', reason: secret === null ? 'no-secret' : 'wrong-secret' }
  }
  if (level === 'client-timeout') return { kind: 'timed-out', afterMs: readyMs, isConnect: true }
  if (typeof code === 'string') return { kind: 'offline', host, detail: code }
  if (level === 'handshake') return unsuitable(host, 'SSH', thrown)
  return { kind: 'offline', host, detail: 'ECONNRESET' }
}
