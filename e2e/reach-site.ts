import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run, type Site } from './agent-net.ts'

export type SshServer = 'dropbear' | 'OpenSSH'

/** A host on the device's own network, in a namespace of its own, that only the device can see. */
export const lanHost = '192.168.50.2'
/** Basic auth of the pages under /private/. */
export const pagesPassword = 'pages-secret'

const sshdConfig = (folder: string) => `
Port 22
ListenAddress 127.0.0.1
HostKey ${folder}/ssh_host_key
PidFile none
UsePAM no
PermitRootLogin prohibit-password
PasswordAuthentication no
AuthorizedKeysFile .ssh/authorized_keys
Subsystem sftp /bin/false
`

/** Pages of a device: a sign-in form, a socket, an upload that is hashed, a page that spies on its neighbours. */
const pages = (name: string, folder: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.err;
worker_processes 1;
events { worker_connections 64; }
http {
  access_log off;
  client_max_body_size 300m;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  server {
    listen 80;
    listen 443 ssl;
    server_name _;
    ssl_certificate ${folder}/page.crt;
    ssl_certificate_key ${folder}/page.key;
    default_type text/html;
    root ${folder}/www;
    location = /moved { return 302 $scheme://$http_host/landed.html; }
    location /private/ { auth_basic "${name}"; auth_basic_user_file ${folder}/users; }
    location /app/ {
      proxy_pass http://127.0.0.1:8099;
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
  }
}
`

const index = (name: string) => `<!doctype html><html><head><title>${name}</title></head>
<body><h1>${name}</h1><p id="scheme"></p><script>document.getElementById('scheme').textContent = location.protocol</script></body></html>`

/** Tries everything a hostile page could do to reach the console, and records the results. */
const spy = `<!doctype html><html><head><title>spy</title></head><body><pre id="got">waiting</pre><script>
(async () => {
  const got = { cookie: document.cookie, local: { ...localStorage } }
  const console = new URLSearchParams(location.search).get('console')
  const attempt = async (name, work) => { try { got[name] = await work() } catch (error) { got[name] = 'refused: ' + error.name } }
  await attempt('read', async () => (await fetch(console + '/api/user', { credentials: 'include' })).text())
  await attempt('write', async () => (await fetch(console + '/api/devices', { method: 'DELETE', credentials: 'include', mode: 'no-cors', body: '{"device_id":[1]}' })).type)
  await attempt('frame', () => new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.onload = () => { try { resolve(frame.contentDocument === null ? 'closed' : frame.contentDocument.title) } catch (error) { resolve('refused: ' + error.name) } }
    frame.src = console
    document.body.append(frame)
  }))
  await attempt('socket', () => new Promise((resolve) => {
    const socket = new WebSocket(console.replace('http', 'ws') + '/status/socket.io/?EIO=4&transport=websocket')
    socket.onopen = () => resolve('open')
    socket.onerror = () => resolve('refused')
  }))
  document.getElementById('got').textContent = JSON.stringify(got)
})()
</script></body></html>`

const app = `
const { createServer } = require('node:http')
const { createHash } = require('node:crypto')
const { WebSocketServer } = require(process.argv[1])
const server = createServer((request, response) => {
  const hash = createHash('sha256'); let bytes = 0
  request.on('data', (chunk) => { hash.update(chunk); bytes += chunk.length })
  request.on('end', () => response.end(JSON.stringify({ bytes, sha256: hash.digest('hex'), cookie: request.headers.cookie ?? '', host: request.headers.host })))
})
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket) => socket.on('message', (data, binary) => socket.send(data, { binary })))
server.listen(8099, '127.0.0.1')
`

/** Runs until `end`, which waits for its exit. */
function keep(child: ChildProcess) {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-4000)
    })
  }
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    said: () => said,
    async end() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

const inside = (space: string, line: string) =>
  keep(spawn('ip', ['netns', 'exec', space, '/bin/bash', '-c', line], { stdio: ['ignore', 'pipe', 'pipe'] }))

export interface Served {
  /** Its errors, for the message of a failing test. */
  said(): string
  end(): Promise<void>
}

/** The device's SSH server on 127.0.0.1:22, where root signs in with the keys that the agent adds. */
export function serveShell(site: Site, root: string, kind: SshServer, hostKeyName = 'ssh_host_key'): Served {
  const home = path.join(root, 'root')
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o700)
  const passwd = path.join(root, 'passwd')
  writeFileSync(passwd, 'root:x:0:0:root:/root:/bin/sh\nsshd:x:100:65534::/run/sshd:/usr/sbin/nologin\n')
  const hostKey = path.join(root, hostKeyName)
  const own = `mount --bind ${home} /root && mount --bind ${passwd} /etc/passwd`
  if (kind === 'dropbear') {
    run('sh', '-c', `[ -f ${hostKey} ] || dropbearkey -t ed25519 -f ${hostKey} >/dev/null 2>&1`)
    return inside(site.space, `${own} && exec dropbear -F -E -s -p 127.0.0.1:22 -P ${root}/dropbear.pid -r ${hostKey}`)
  }
  run('sh', '-c', `[ -f ${hostKey} ] || ssh-keygen -q -t ed25519 -N '' -f ${hostKey}`)
  const config = path.join(root, 'sshd_config')
  writeFileSync(config, sshdConfig(root).replace('ssh_host_key', hostKeyName))
  return inside(site.space, `${own} && mkdir -p /run/sshd && exec /usr/sbin/sshd -D -e -f ${config}`)
}

/** Pages with and without TLS in a namespace. */
export function servePages(space: string, root: string, name: string): Served[] {
  const folder = path.join(root, `pages-${space}`)
  mkdirSync(path.join(folder, 'www/private'), { recursive: true })
  run('chmod', '-R', 'a+rX', folder)
  run(
    'openssl',
    ...`req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=${name} -keyout ${folder}/page.key -out ${folder}/page.crt`.split(
      ' ',
    ),
  )
  writeFileSync(path.join(folder, 'users'), `admin:{PLAIN}${pagesPassword}\n`)
  writeFileSync(path.join(folder, 'www/index.html'), index(name))
  writeFileSync(path.join(folder, 'www/landed.html'), '<h1>landed</h1>')
  writeFileSync(path.join(folder, 'www/spy.html'), spy)
  writeFileSync(path.join(folder, 'www/private/index.html'), '<h1>private page</h1>')
  writeFileSync(path.join(folder, 'nginx.conf'), pages(name, folder))
  const ws = path.resolve(import.meta.dirname, '../node_modules/ws/index.js')
  writeFileSync(path.join(folder, 'app.cjs'), app.replace('process.argv[1]', JSON.stringify(ws)))
  return [
    inside(space, `exec nginx -c ${folder}/nginx.conf -g 'user root;'`),
    inside(space, `exec ${process.execPath} ${folder}/app.cjs`),
  ]
}

/** A host behind the device: a namespace connected to the device's alone. */
export function addLanHost(site: Site): { space: string; remove(): void } {
  const space = `${site.space}-lan`
  const remove = () => void spawnSync('ip', ['netns', 'del', space])
  remove()
  run('ip', 'netns', 'add', space)
  run('ip', '-n', site.space, 'link', 'add', 'lan0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  run('ip', '-n', site.space, 'addr', 'add', '192.168.50.1/24', 'dev', 'lan0')
  run('ip', '-n', site.space, 'link', 'set', 'lan0', 'up')
  run('ip', '-n', space, 'addr', 'add', `${lanHost}/24`, 'dev', 'eth0')
  run('ip', '-n', space, 'link', 'set', 'lo', 'up')
  run('ip', '-n', space, 'link', 'set', 'eth0', 'up')
  return { space, remove }
}
