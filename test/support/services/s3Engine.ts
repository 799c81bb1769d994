import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type S3Engine = {
  /** Its buckets are the first part of the path; anyone may read. */
  readonly endpoint: string
  readonly bucket: string
  readonly env: { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string }
  readonly stop: () => Promise<void>
}

// Its paging encrypts with an algorithm that OpenSSL has only in its legacy provider.
const nodeOptions = '--openssl-legacy-provider'

/** An S3-compatible store with one empty bucket, which keeps its objects in the folder. `port` 0: any that is free. */
export const startS3 = async (folder: string, port = 0): Promise<S3Engine> => {
  const file = fileURLToPath(new URL('./s3EngineChild.ts', import.meta.url))
  const env = { ...process.env, NODE_OPTIONS: nodeOptions }
  const child = spawn(process.execPath, [file, folder, String(port)], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const [endpoint] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    endpoint,
    bucket: 'results',
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
