import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { fingerprintOf, judgeKey, knownFirst, readKnownHost } from '../../../main/platform/remote/knownHosts.ts'

const key = Buffer.from('the key of a host').toString('base64')
const other = Buffer.from('another key').toString('base64')
const found = (text: string, host = 'web.example.org', port = 22): readonly string[] =>
  readKnownHost(text, host, port).known.map((known) => known.key.toString('base64'))

it.each([
  [`web.example.org ssh-ed25519 ${key} a comment`, 22],
  [`  WEB.example.org,192.0.2.1 ssh-ed25519 ${key}\r`, 22],
  [`*.example.org ssh-rsa ${key}`, 22],
  [`[web.example.org]:2222 ssh-ed25519 ${key}`, 2222],
])('knows the key of a host by %s', (line, port) => {
  expect(found(`# hosts\n\n${line}\n`, 'web.example.org', port)).toEqual([key])
})

it('knows hosts whose names are hashed', () => {
  const salt = Buffer.from('twenty bytes of salt')
  const hash = createHmac('sha1', salt).update('web.example.org').digest('base64')
  const line = `|1|${salt.toString('base64')}|${hash} ssh-ed25519 ${key}`
  expect(found(line)).toEqual([key])
  expect(found(line, 'WEB.example.org')).toEqual([key])
  expect(found(line, 'mail.example.org')).toEqual([])
})

it.each([
  `webXexample.org ssh-ed25519 ${key}`,
  `*.example.org,!web.example.org ssh-ed25519 ${key}`,
  `[web.example.org]:2222 ssh-ed25519 ${key}`,
  `@cert-authority *.example.org ssh-ed25519 ${key}`,
  `web.example.org ssh-ed25519 ${key}\n@revoked * ssh-ed25519 ${key}`,
  `#web.example.org ssh-ed25519 ${key}`,
  'web.example.org ssh-ed25519',
])('knows no key by %s', (text) => {
  expect(found(text)).toEqual([])
})

it('asks a host for a key of a known type first, and takes any other key for a change', () => {
  const lines = `web.example.org ssh-rsa ${key}\nweb.example.org ecdsa-sha2-nistp256 ${other}`
  const host = readKnownHost(lines, 'web.example.org', 22)
  expect(found(lines)).toEqual([key, other])
  const asked = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'rsa-sha2-512']
  expect(knownFirst(asked, host.known)).toEqual(['ecdsa-sha2-nistp256', 'rsa-sha2-512', 'ssh-ed25519'])
  const [own, third] = [Buffer.from(key, 'base64'), Buffer.from('a key of a third type')]
  const accepted = fingerprintOf(third)
  const judge = (shown: Buffer, by = host, operators: string | null = null) => judgeKey(shown, by, operators)
  expect([judge(own), judge(third, host, accepted), judge(own, host, accepted)]).toEqual(Array(3).fill('trusted'))
  expect(judge(third)).toEqual({ expected: fingerprintOf(own) })
  const nobody = readKnownHost('', 'web.example.org', 22)
  expect([judge(third, nobody), judge(own, nobody, accepted)]).toEqual(['new', { expected: accepted }])
})
