import { createRequire } from 'node:module'

type Engine = { readonly run: () => Promise<{ readonly port: number }> }
type EngineOptions = {
  readonly port: number
  readonly address: string
  readonly silent: boolean
  readonly directory: string
  readonly configureBuckets: readonly { readonly name: string }[]
}

// It has no types of its own.
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: EngineOptions) => Engine

const [, , directory = '', wantedPort = '0'] = process.argv
const options = {
  port: Number(wantedPort),
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: [{ name: 'results' }],
}
const { port } = await new S3rver(options).run()
process.stdout.write(`http://127.0.0.1:${port}\n`)
// Ends with the test that started it.
process.stdin.on('end', () => process.exit()).resume()
