import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** OpenStack Swift with its S3 API and one empty bucket, which anyone may read and list. */
export type SwiftServer = {
  /** The address of its S3 API. Its buckets are the first part of the path. */
  readonly endpoint: string
  readonly bucket: string
  /** The bucket as anyone reads it, which is not by the S3 API. */
  readonly publicUrl: string
  /** The one that requests must be signed for. */
  readonly region: string
  readonly env: { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string }
  readonly stop: () => Promise<void>
}

/** Debian's: another Python does not see its packages. */
const python = '/usr/bin/python3'
const program = fileURLToPath(new URL('swiftServer.py', import.meta.url))
const [account, user, key] = ['racedesk', 'desk', 'key-of-the-desk']

type Options = {
  readonly region?: string
  readonly listedAtOnce?: number
}

/** `folder` is the server's own and is made. */
export const startSwift = async (
  folder: string,
  { region = 'us-east-1', listedAtOnce = 1_000 }: Options = {},
): Promise<SwiftServer> => {
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
    publicUrl: `${endpoint}/v1/AUTH_${account}/results`,
    env: { AWS_ACCESS_KEY_ID: `${account}:${user}`, AWS_SECRET_ACCESS_KEY: key },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
