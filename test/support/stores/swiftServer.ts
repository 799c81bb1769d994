import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's: another Python does not see its packages. */
const python = '/usr/bin/python3'
const program = fileURLToPath(new URL('swiftServer.py', import.meta.url))
const [account, user, key] = ['racedesk', 'desk', 'key-of-the-desk']

type Options = {
  readonly region?: string
  readonly listedAtOnce?: number
}

/** OpenStack Swift with its S3 API and one empty bucket, which anyone may read and list. `folder` is its own and is made. */
export const startSwift = async (folder: string, { region = 'us-east-1', listedAtOnce = 1_000 }: Options = {}) => {
  const args = [program, folder, region, String(listedAtOnce), account, user, key]
  const child = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const started = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const failed = ended.then(() => {
    throw new Error('Swift ended before it was there')
  })
  const [port] = await Promise.race([started, failed])
  failed.catch(() => undefined)
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    bucket: 'results',
    region,
    /** The bucket as anyone reads it, which is not by the S3 API. */
    publicUrl: `${endpoint}/v1/AUTH_${account}/results`,
    env: { AWS_ACCESS_KEY_ID: `${account}:${user}`, AWS_SECRET_ACCESS_KEY: key },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
