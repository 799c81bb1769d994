import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { readKnownHost } from '../../../main/platform/remote/knownHosts.ts'

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

it('knows several keys of a host', () => {
  expect(found(`web.example.org ssh-rsa ${key}\nweb.example.org ssh-ed25519 ${other}`)).toEqual([key, other])
})
