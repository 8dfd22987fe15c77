import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tunnel } from '../apps/server/src/drivers/driver.ts'
import { generateHostKey, hostKeyLine } from '../apps/server/src/gateway/host-key.ts'
import { buildAgentScript } from '../apps/server/src/gateway/install/agent-script.ts'
import { openGateway, type TestGateway } from '../apps/server/src/test/gateway/gateway.ts'
import type { TestUpload } from '../apps/server/src/test/gateway/server.ts'
import { runThrough } from '../apps/server/src/test/gateway/tunnel.ts'
import { until } from '../apps/server/src/test/until.ts'
import { isRoot, missingTools } from './tools.ts'

export interface Kind {
  shell: 'busybox ash' | 'dash'
  client: 'dropbear' | 'openssh'
}

const which = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim()
const able = isRoot && missingTools('busybox', 'dash', 'dbclient', 'dropbear', 'ssh', 'sshd', 'unshare').length === 0

// The gateway is in this process: nothing here may block it.
const call = promisify(execFile)

async function listen(serve: (socket: Socket) => void): Promise<{ port: number; close(): void }> {
  const server = createServer({ allowHalfOpen: true }, serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as { port: number }).port, close: () => void server.close() }
}

async function reachable(port: number): Promise<void> {
  for (const deadline = Date.now() + 5000; Date.now() < deadline; await delay(20)) {
    const socket = connect(port, '127.0.0.1')
    const open = await new Promise((resolve) => {
      socket.on('connect', () => resolve(true))
      socket.on('error', () => resolve(false))
    })
    socket.destroy()
    if (open) return
  }
  throw new Error(`nothing listens on port ${port}`)
}

/** Names in a gzipped tar archive. */
const namesIn = (archive: Buffer) => spawnSync('tar', ['-tzf', '-'], { input: archive, encoding: 'utf8' }).stdout

const sha256 = (...parts: Buffer[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Tunnels of the agent as each of the kinds: its shell and its SSH client. */
export function testAgentTunnels(kinds: readonly Kind[]): void {
  describe.skipIf(!able).each(kinds)('the agent under $shell with $client', (kind) => testKind(kind))
}

function testKind({ shell, client }: Kind): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-tunnel-'))
  const run = path.join(folder, 'run/rm-agent')
  let gateway: TestGateway
  let deviceId = 0
  let service: ChildProcess
  let environment: Record<string, string>

  /** The /etc of the device, with its passwords. */
  const system = path.join(folder, 'system')

  /**
   * With OpenSSH the agent sets passwords by `chpasswd`, in a namespace whose /etc is the device's; with dropbear in the
   * shadow file itself.
   */
  function start() {
    const agent = path.join(folder, 'usr/sbin/rm-agent')
    const inside = client === 'openssh'
    const env = { ...environment, RM_SHADOW: inside ? '/etc/shadow' : path.join(system, 'shadow') }
    const words = inside
      ? ['unshare', '-m', 'sh', '-c', `mount --bind ${system} /etc && exec ${agent} run`]
      : [agent, 'run']
    service = spawn(words[0] as string, words.slice(1), { env, stdio: 'ignore' })
  }

  async function online() {
    await until(() => gateway.server.online.size > 0 && gateway.counts.get('links') === 1)
  }

  /** The clients of the device's tunnels. */
  function clients(): string[] {
    return readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid)) return false
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return words.includes(folder) && words.includes('\0-R\0')
      } catch {
        // It has ended in the meantime.
        return false
      }
    })
  }

  beforeAll(async () => {
    gateway = await openGateway({ times: { goneRetry: [20, 100] } })
    gateway.server.keys.set('k7f2m9qa', 'S'.repeat(32))
    for (const name of ['run', 'etc', 'bin']) mkdirSync(path.join(folder, name))
    cpSync('/etc', system, { recursive: true, verbatimSymlinks: true })
    symlinkSync(which('busybox'), path.join(folder, 'bin/mkpasswd'))
    writeFileSync(path.join(folder, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
    writeFileSync(path.join(folder, 'bin/reboot'), `#!/bin/sh\necho again >>${folder}/rebooted\n`)
    chmodSync(path.join(folder, 'bin/reboot'), 0o755)
    const { script } = await buildAgentScript()
    const interpreter = shell === 'dash' ? which('dash') : `${which('busybox')} ash`
    const file = path.join(folder, 'rm-agent')
    writeFileSync(file, String(script).replace('#!/bin/sh', `#!${interpreter}`), { mode: 0o755 })
    environment = {
      PATH: `${process.env.PATH}:/usr/sbin:/sbin:${path.join(folder, 'bin')}`,
      RM_ROOT: folder,
      RM_SERVICE: 'none',
      RM_QUIET: '1',
      RM_TICK: '1',
      RM_SSH: client,
      RM_SERIAL: '1108123456',
      RM_MAC: '00:1E:42:AA:BB:CC',
      RM_REBOOT: path.join(folder, 'bin/reboot'),
      RM_HOST_KEY: gateway.hostKeyLine,
    }
    const { stdout: said } = await call(file, ['install', `127.0.0.1:${gateway.port}`, `k7f2m9qa.${'S'.repeat(32)}`], {
      env: environment,
    })
    deviceId = Number(/enrolled as device (\d+)/.exec(said)?.[1])
    process.kill(Number(readFileSync(path.join(run, 'pid'), 'utf8')), 'SIGTERM')
    await until(() => gateway.counts.get('links') === 0)
    start()
    await online()
  })

  afterAll(async () => {
    service?.kill('SIGTERM')
    await gateway.driver.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const tunnelTo = (port: number, host = '127.0.0.1') => gateway.driver.openTunnel(deviceId, { host, port })

  test('opens a tunnel to a port on the device, through which 20 MB each way arrive whole', async () => {
    const sent = randomBytes(20 << 20)
    const answer = randomBytes(20 << 20)
    let heard = ''
    const target = await listen((socket) => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      socket.on('end', () => {
        heard = sha256(...chunks)
        socket.end(answer)
      })
    })
    const tunnel = await tunnelTo(target.port)
    const stream = await tunnel.open()
    stream.end(sent)
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    expect(heard).toBe(sha256(sent))
    expect(sha256(...chunks)).toBe(sha256(answer))
    tunnel.close('enough')
    await until(() => clients().length === 0)
    target.close()
  })

  test('a port without a listener is refused, an unknown name is not reached', async () => {
    const target = await listen((socket) => socket.end())
    target.close()
    const closed = await tunnelTo(target.port)
    await expect(closed.open()).rejects.toMatchObject({ step: 'target_refused' })
    const nowhere = await tunnelTo(80, 'no-such-host.invalid')
    await expect(nowhere.open()).rejects.toMatchObject({ step: 'target_unreachable' })
    closed.close('enough')
    nowhere.close('enough')
  })

  test('a tunnel whose client is killed closes within a second, and a service that ends takes its tunnels with it', async () => {
    const killed = await tunnelTo(80)
    let gone = 0
    const noted = (tunnel: Tunnel) => tunnel.onClose(() => void gone++)
    noted(killed)
    const [pid] = clients()
    process.kill(Number(pid), 'SIGKILL')
    await until(() => gone === 1, 1000)
    noted(await tunnelTo(80))
    noted(await tunnelTo(81))
    // While it is ending, another does not start.
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    await until(() => gone === 3, 5000)
    await until(() => gateway.counts.get('links') === 0)
    await ended
    start()
    await online()
    noted(await tunnelTo(80))
    service.kill('SIGKILL')
    await until(() => gateway.counts.get('links') === 0)
    expect(clients()).toHaveLength(1)
    start()
    await online()
    // Leftovers of a killed service are removed when the next starts.
    await until(() => gone === 4, 5000)
    expect(clients()).toHaveLength(0)
  })

  test('runs a command and reports its output and exit code', async () => {
    const answer = await gateway.driver.ask(deviceId, {
      verb: 'exec',
      arg: 'uname -s; printf "ä\\t"; exit 3',
      seconds: 10,
    })
    expect(answer).toEqual({ state: 'done', exit: 3, text: 'Linux\nä\t' })
    const long = await gateway.driver.ask(deviceId, { verb: 'exec', arg: 'seq 1 10000', seconds: 10 })
    expect(long.text).toBe(Array.from({ length: 10_000 }, (_, index) => `${index + 1}\n`).join(''))
    const ended = await gateway.driver.ask(deviceId, { verb: 'exec', arg: 'echo started; sleep 60', seconds: 1 })
    expect(ended).toEqual({ state: 'failed', exit: 124, text: 'started\n' })
  })

  test('reboots once for one id, also when it is asked again after it came back', async () => {
    const command = { id: 'b-1', verb: 'reboot', seconds: 60, arg: '' }
    await gateway.driver.send(deviceId, command)
    await until(() => existsSync(path.join(folder, 'rebooted')))
    rmSync(path.join(run, 'notes'), { force: true })
    await gateway.driver.send(deviceId, command)
    await until(() => gateway.server.results.length > 0)
    expect(gateway.server.results).toMatchObject([{ id: 'b-1', state: 'already', exit: 0 }])
    expect(readFileSync(path.join(folder, 'rebooted'), 'utf8')).toBe('again\n')
  })

  /** The device's own SSH server, with a home of its own. */
  async function startSshd(port: number): Promise<ChildProcess> {
    const home = path.join(folder, 'root')
    mkdirSync(home, { recursive: true, mode: 0o700 })
    const server =
      client === 'dropbear'
        ? `dropbearkey -t ed25519 -f ${folder}/host >/dev/null 2>&1; exec dropbear -F -r ${folder}/host -p 127.0.0.1:${port}`
        : `mkdir -p /run/sshd; ssh-keygen -q -t ed25519 -N "" -f ${folder}/host; exec $(command -v sshd) -D -e -f /dev/null -h ${folder}/host -o PermitRootLogin=yes -o ListenAddress=127.0.0.1 -p ${port} -o PidFile=none`
    const child = spawn(
      'sh',
      ['-c', `exec unshare -m sh -c 'mount --bind ${home} /root && mount --bind ${system} /etc && { ${server}; }'`],
      {
        stdio: 'ignore',
      },
    )
    await reachable(port)
    return child
  }

  test('lets a session key sign in at its own SSH server through a tunnel, until it is revoked', async () => {
    const spare = await listen((socket) => socket.end())
    spare.close()
    const sshd = await startSshd(spare.port)
    const privateKey = generateHostKey()
    const login = { username: 'root', privateKey }
    const tunnel = await tunnelTo(spare.port)
    try {
      await expect(runThrough(await tunnel.open(), login, 'true')).rejects.toThrow()
      const arg = `s-1 60 ${hostKeyLine(privateKey)}`
      const answer = await gateway.driver.ask(deviceId, { verb: 'authorize', arg, seconds: 10 })
      expect(answer).toMatchObject({
        state: 'done',
        text: expect.stringMatching(/^user=root server=(openssh|dropbear)$/),
      })
      expect(await runThrough(await tunnel.open(), login, 'echo $((6 * 7))')).toBe('42\n')
      expect(await gateway.driver.ask(deviceId, { verb: 'deauthorize', arg: 's-1', seconds: 10 })).toMatchObject({
        state: 'done',
      })
      await expect(runThrough(await tunnel.open(), login, 'true')).rejects.toThrow()
    } finally {
      tunnel.close('enough')
      sshd.kill()
    }
  })

  test('sets the password with which root signs in at its own SSH server', async () => {
    const own = readFileSync('/etc/shadow', 'utf8')
    const spare = await listen((socket) => socket.end())
    spare.close()
    const sshd = await startSshd(spare.port)
    const tunnel = await tunnelTo(spare.port)
    const signIn = async (password: string) =>
      runThrough(await tunnel.open(), { username: 'root', password }, 'echo $((6 * 7))')
    try {
      // Once more, and then another: as a retry whose first answer was lost, and as the next change.
      for (const password of ['Tr1cky:\\$HOME*', 'Tr1cky:\\$HOME*', 'Another-1 "quoted"']) {
        expect(await gateway.driver.ask(deviceId, { verb: 'password', arg: password, seconds: 10 })).toEqual({
          state: 'done',
          exit: 0,
          text: 'password set',
        })
        expect(await signIn(password)).toBe('42\n')
      }
      await expect(signIn('Tr1cky:\\$HOME*')).rejects.toThrow()
      expect(readFileSync('/etc/shadow', 'utf8')).toBe(own)
    } finally {
      tunnel.close('enough')
      sshd.kill()
    }
  })

  test('sends a backup, a troubleshoot file and its log, going on where a connection broke', async () => {
    writeFileSync(path.join(folder, 'etc/large'), randomBytes(3 << 20))
    for (const [at, what] of ['backup', 'troubleshoot', 'eventslog'].entries()) {
      const ticket = String(at).repeat(32)
      const upload: TestUpload = { content: Buffer.alloc(0), offsets: [] }
      if (what === 'backup') upload.failsAt = 1 << 20
      gateway.server.uploads.set(ticket, upload)
      const answer = gateway.driver.ask(deviceId, { verb: 'send', arg: `${ticket} ${what}`, seconds: 60 })
      expect(await answer).toEqual({ state: 'done', exit: 0, text: `${upload.content.length} bytes` })
      expect(upload.sha256).toBe(sha256(upload.content))
      const listed = what === 'eventslog' ? '' : namesIn(upload.content)
      if (what === 'backup') {
        expect(upload.offsets).toEqual([0, expect.any(Number)])
        expect(upload.offsets[1]).toBeGreaterThanOrEqual(1 << 20)
        expect(listed).toMatch(/^etc\/large$/m)
        expect(listed).not.toMatch(/rm-agent/)
      }
      if (what === 'troubleshoot') expect(listed).toMatch(/troubleshoot\/uptime\.txt/)
      if (what === 'eventslog') expect(String(upload.content)).toMatch(/online as device/)
    }
    rmSync(path.join(folder, 'etc/large'))
    expect(existsSync(path.join(run, 'send'))).toBe(false)
  })

  test('uninstalling removes everything', async () => {
    const arg = `s-2 600 ${hostKeyLine(generateHostKey())}`
    await gateway.driver.ask(deviceId, { verb: 'authorize', arg, seconds: 10 })
    expect(existsSync(path.join(folder, 'root/.ssh/authorized_keys'))).toBe(true)
    await call(path.join(folder, 'usr/sbin/rm-agent'), ['uninstall'], { env: environment })
    expect(existsSync(path.join(folder, 'root/.ssh'))).toBe(false)
    expect(existsSync(path.join(folder, 'etc/rm-agent'))).toBe(false)
    expect(clients()).toHaveLength(0)
  })
}
