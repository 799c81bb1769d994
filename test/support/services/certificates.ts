import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate of nobody; its key is gone. */
export const sampleCertificate = `-----BEGIN CERTIFICATE-----
MIIBvjCCAWWgAwIBAgIUXamYtPv4XwdQou1AaK7/1kqFXbYwCgYIKoZIzj0EAwIw
NDEXMBUGA1UECgwOUmFjZWRlc2sgdGVzdHMxGTAXBgNVBAMMEFNhbXBsZSBhdXRo
b3JpdHkwIBcNMjYxMTIxMTQ0MDM1WhgPMjA4MTA4MjQxNDQwMzVaMDQxFzAVBgNV
BAoMDlJhY2VkZXNrIHRlc3RzMRkwFwYDVQQDDBBTYW1wbGUgYXV0aG9yaXR5MFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZmO7DE+Or/C4uSH5yM7g2zlTA6kAaIFr
ot859HVCf6TWwgMra9io8w0EzWIojiAEQDG7Eig1xEtPUr1LErxpsaNTMFEwHQYD
VR0OBBYEFGpurA5in+tm0cPqZ4EkKW4zJabkMB8GA1UdIwQYMBaAFGpurA5in+tm
0cPqZ4EkKW4zJabkMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIg
YO5J0+plDJ0WESMikIAMHTvHs3EveAOzS99SDLjgUjACIDTvCi+lsgWxGgf8KR0l
RWIe9ruuA7pT5kUjDWsqvGfd
-----END CERTIFICATE-----
`

export type KeyPair = { readonly key: string; readonly cert: string }

export type Authority = KeyPair & {
  /** A server's certificate for those names, such as `DNS:api.race.test` or `IP:127.0.0.1`; of -1 days: one that has expired. */
  readonly issue: (names: string, days?: number) => KeyPair
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

export const makeAuthority = (folder: string, name: string): Authority => {
  let count = 0
  const run = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  }
  const pair = (file: string): KeyPair => ({
    key: readFileSync(join(folder, `${file}.key`), 'utf8'),
    cert: readFileSync(join(folder, `${file}.pem`), 'utf8'),
  })
  run('req', '-x509', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`, '-days', '3')
  return {
    ...pair(name),
    issue: (names, days = 2) => {
      count += 1
      const file = `${name}-${count}`
      writeFileSync(join(folder, `${file}.ext`), `subjectAltName=${names}\n`)
      run('req', '-new', ...newKey, '-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', '/CN=server')
      const signedBy = ['-CA', `${name}.pem`, '-CAkey', `${name}.key`, '-CAcreateserial', '-days', `${days}`]
      run('x509', '-req', '-in', `${file}.csr`, ...signedBy, '-extfile', `${file}.ext`, '-out', `${file}.pem`)
      return pair(file)
    },
  }
}
