import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './freePort.ts'
import { startProgram } from './serverProgram.ts'

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const configuration = (home: string, root: string, port: number): string => `
daemon off;
pid ${home}/pid;
worker_processes 1;
events { worker_connections 2048; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  sendfile on;
  gzip on;
  ${temporary.map((name) => `${name}_temp_path ${home}/${name};`).join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`

/** nginx as it comes with Debian, which packs only HTML, with `root` as its site. `home` is its own and is made; where root starts it, others must be able to read `root`. */
export const startNginx = async (home: string, root: string) => {
  await mkdir(home, { recursive: true })
  const port = await freePort()
  await writeFile(join(home, 'conf'), configuration(home, root, port))
  const stop = await startProgram(port, 'nginx', ['-c', join(home, 'conf'), '-e', 'stderr'], 'SIGQUIT')
  return { url: `http://127.0.0.1:${port}/`, stop }
}
