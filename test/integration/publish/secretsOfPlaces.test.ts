import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../support/atEnd.ts'
import { runCommand } from '../../support/terminalRig.ts'
import { usePublishing } from '../../support/services/publishRig.ts'
import { openDoor } from '../../support/stores/frontDoor.ts'

const rig = usePublishing()

const secret = 'made-up-secret-of-the-place'

const begin = async () => {
  const home = await rig.folder()
  const dataDir = join(home, 'data')
  const { stage, close } = await rig.openDesk({ dataDir })
  await close()
  const publish = (words: readonly string[], env: { readonly [name: string]: string } = {}) =>
    runCommand(home, ['publish', stage, '--data', dataDir, ...words], { env })
  /** Files under the home that contain it, in any encoding of a path or of base64. */
  const filesWith = async (text: string): Promise<readonly string[]> => {
    const forms = [text, encodeURIComponent(text), Buffer.from(`desk:${text}`).toString('base64')]
    const entries = await readdir(home, { recursive: true, withFileTypes: true })
    const found: string[] = []
    for (const entry of entries.filter((one) => one.isFile())) {
      const body = await readFile(join(entry.parentPath, entry.name))
      if (forms.some((form) => body.includes(form))) found.push(entry.name)
    }
    return found
  }
  return { publish, filesWith }
}

test('a secret on the command line is refused and repeated nowhere', async () => {
  const { publish, filesWith } = await begin()
  for (const words of [
    ['--to', `sftp://desk:${secret}@127.0.0.1/www`],
    ['--to', `https://desk:${secret}@127.0.0.1/www`],
    ['--to', `s3://key:${secret}@results/spring`],
    ['--to', 's3://results/spring', '--endpoint', `https://key:${secret}@127.0.0.1`],
    ['--to', 'site', '--url', `https://desk:${secret}@127.0.0.1/`],
    ['--to', 'site', '--password', secret],
    ['--to', 'site', `--secret-access-key=${secret}`],
  ]) {
    const { code, stdout, stderr } = await publish([...words, '--json'])
    expect(code).toBe(2)
    expect(stdout + stderr, words.join(' ')).not.toContain(secret)
  }
  expect(await filesWith(secret)).toEqual([])
}, 60_000)

test('a secret of the environment is nowhere after a place has repeated it in every reply', async () => {
  const { publish, filesWith } = await begin()
  const asked: string[] = []
  const { endpoint, stop } = await openDoor(({ headers, url = '' }, reply) => {
    asked.push(url)
    const { authorization = '' } = headers
    const given = Buffer.from(authorization.split(' ')[1] ?? '', 'base64').toString()
    reply
      .writeHead(418, { location: `/${encodeURIComponent(given)}` })
      .end(`<Code>${secret}</Code><Message>${given} ${secret}</Message>`)
  })
  atEnd(stop)
  const { host } = new URL(endpoint)
  const env = {
    AWS_ACCESS_KEY_ID: 'key-id',
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_SESSION_TOKEN: `${secret}-token`,
    RACEDESK_PUBLISH_USER: 'desk',
    RACEDESK_PUBLISH_PASSWORD: secret,
  }
  for (const words of [
    ['--to', `dav://${host}/www`],
    ['--to', 's3://results/spring', '--endpoint', endpoint],
  ]) {
    for (const json of [[], ['--json']]) {
      const { code, stdout, stderr } = await publish([...words, ...json], env)
      expect(code).toBe(3)
      expect(stdout + stderr).toContain('418')
      expect(stdout + stderr).not.toContain(secret)
    }
  }
  expect(asked.length).toBeGreaterThan(0)
  expect(await filesWith(secret)).toEqual([])
}, 60_000)
