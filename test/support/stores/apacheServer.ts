import { createHash } from 'node:crypto'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './freePort.ts'
import { startProgram } from './serverProgram.ts'

const modules = 'mpm_event authn_core authn_file authz_core authz_user auth_basic mime dav dav_fs'.split(' ')
/** Debian's user for web servers: Apache serves nobody as root. */
const webUser = 33

const isRoot = process.getuid?.() === 0

const configuration = (home: string, port: number): string => `
ServerRoot "${home}"
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile "${home}/pid"
ErrorLog "${home}/errors"
DefaultRuntimeDir "${home}"
Mutex sem default
StartServers 1
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
TypesConfig /dev/null
AddType text/html .html
${isRoot ? `User #${webUser}\nGroup #${webUser}` : ''}
DocumentRoot "${home}/served"
DavLockDB "${home}/locks/db"
<Directory "${home}/served">
  AllowOverride None
  Dav On
  AuthType Basic
  AuthName stores
  AuthUserFile "${home}/users"
  <LimitExcept GET HEAD OPTIONS>
    Require valid-user
  </LimitExcept>
</Directory>
`

/** A WebDAV server with one empty folder, the root of the server; anyone may read. */
export const startApache = async (home: string) => {
  const [user, password] = ['desk', 'пароль: of the desk']
  const folder = join(home, 'served')
  for (const made of [folder, join(home, 'locks')]) {
    await mkdir(made, { recursive: true })
    if (isRoot) await chown(made, webUser, webUser)
  }
  const port = await freePort()
  await writeFile(join(home, 'users'), `${user}:{SHA}${createHash('sha1').update(password).digest('base64')}\n`)
  await writeFile(join(home, 'conf'), configuration(home, port))
  const stop = await startProgram(port, '/usr/sbin/apache2', ['-f', join(home, 'conf'), '-D', 'FOREGROUND'])
  return { port, folder, user, password, stop }
}
