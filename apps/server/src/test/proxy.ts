import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { type CertificateFiles, makeCertificate } from './certificate.ts'
import { until } from './until.ts'

export type ProxyKind = 'nginx' | 'haproxy'

export interface RunningProxy extends CertificateFiles {
  stop(): Promise<void>
}

interface Ports {
  https: number
  http: number
  /** Port of the server behind it. */
  behind: number
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** As in docs/operations.md. */
const nginx = (folder: string, { https, http, behind }: Ports) => `
daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.err;
events { worker_connections 256; }
http {
  access_log off; server_tokens off;
  client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  server {
    listen 127.0.0.1:${https} ssl; listen 127.0.0.1:${http};
    ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
    client_max_body_size 200m;
    location / {
      proxy_pass http://127.0.0.1:${behind};
      proxy_http_version 1.1;
      proxy_request_buffering off; proxy_buffering off; proxy_read_timeout 1h;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
  }
}
`

const haproxy = (folder: string, { https, http, behind }: Ports) => `
global
  maxconn 500
defaults
  mode http
  timeout connect 5s
  timeout client 1m
  timeout server 1m
  timeout tunnel 1h
  timeout http-request 15s
frontend console
  bind 127.0.0.1:${https} ssl crt ${folder}/both.pem
  bind 127.0.0.1:${http}
  option forwardfor
  http-request set-header X-Forwarded-Proto https if { ssl_fc }
  http-request set-header X-Forwarded-Proto http unless { ssl_fc }
  http-request set-header X-Forwarded-Host %[req.hdr(Host)]
  default_backend console
backend console
  server one 127.0.0.1:${behind}
`

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** The real program in front of a server on this machine, with its own certificate. */
export async function startProxy(kind: ProxyKind, ports: Ports): Promise<RunningProxy> {
  const files = makeCertificate()
  const { folder } = files
  writeFileSync(path.join(folder, 'both.pem'), readFileSync(files.cert, 'utf8') + readFileSync(files.key, 'utf8'))
  const conf = path.join(folder, 'conf')
  writeFileSync(conf, kind === 'nginx' ? nginx(folder, ports) : haproxy(folder, ports))
  const words = kind === 'nginx' ? ['-c', conf, '-e', `${folder}/nginx.err`] : ['-f', conf, '-db']
  const child = spawn(kind, words, {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${kind} ended: ${said}`)
    return (await listens(ports.https)) && (await listens(ports.http))
  })
  return {
    ...files,
    async stop() {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
