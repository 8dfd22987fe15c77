import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { generateHostKey, hostKeyLine } from '../apps/server/src/gateway/host-key.ts'
import { freePort } from './ports.ts'

/** Waits until something listens on the port. */
export async function listening(port: number): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(20)) {
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

/** The machine's own sshd with a forward to a local port: the reference for our tunnels. */
export async function startPlainTunnel(folder: string, target: number): Promise<{ port: number; stop(): void }> {
  const [port, forward] = [await freePort(), await freePort()]
  const [hostKey, key] = [generateHostKey(), generateHostKey()]
  const file = (name: string) => path.join(folder, name)
  await writeFile(file('host'), hostKey, { mode: 0o600 })
  await writeFile(file('key'), key, { mode: 0o600 })
  await writeFile(file('keys'), `${hostKeyLine(key)}\n`, { mode: 0o600 })
  await writeFile(file('known'), `[127.0.0.1]:${port} ${hostKeyLine(hostKey)}\n`)
  await mkdir('/run/sshd', { recursive: true })
  const options = [`AuthorizedKeysFile=${file('keys')}`, 'PidFile=none', 'StrictModes=no', 'UsePAM=no']
  const sshd = spawn(
    '/usr/sbin/sshd',
    ['-D', '-f', '/dev/null', '-h', file('host'), '-p', String(port), ...options.flatMap((one) => ['-o', one])],
    { stdio: 'ignore' },
  )
  await listening(port)
  const client = spawn('ssh', [
    ...['-F', '/dev/null', '-c', 'aes128-gcm@openssh.com', '-N', '-T', '-p', String(port), '-i', file('key')],
    ...['-o', `UserKnownHostsFile=${file('known')}`, '-o', 'IdentityAgent=none', '-o', 'ExitOnForwardFailure=yes'],
    ...['-R', `127.0.0.1:${forward}:127.0.0.1:${target}`, 'root@127.0.0.1'],
  ])
  await listening(forward)
  return {
    port: forward,
    stop() {
      client.kill()
      sshd.kill()
    },
  }
}
