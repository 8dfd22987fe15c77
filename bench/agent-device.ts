import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getSessionUser } from '@longreach/contract/account/endpoints'
import { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import { buildAgentScript } from '../apps/server/src/gateway/install/agent-script.ts'
import type { Installation } from './installation.ts'
import { freePort } from './ports.ts'

export type SshKind = 'dropbear' | 'openssh'

export interface AgentDevice {
  id: number
  /** Port of its own SSH server. */
  sshPort: number
  /** Home of root as seen by that server. */
  home: string
  stop(): void
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

/** Starts the device's SSH server; `unshare` gives it a /root of its own. */
function startSshServer(kind: SshKind, folder: string, port: number): ChildProcess {
  const home = path.join(folder, 'root')
  const server =
    kind === 'dropbear'
      ? `dropbearkey -t ed25519 -f ${folder}/host >/dev/null 2>&1; exec dropbear -F -r ${folder}/host -p 127.0.0.1:${port}`
      : `mkdir -p /run/sshd; ssh-keygen -q -t ed25519 -N "" -f ${folder}/host; exec $(command -v sshd) -D -e -f /dev/null -h ${folder}/host -o ListenAddress=127.0.0.1 -p ${port} -o PidFile=none`
  return spawn('sh', ['-c', `exec unshare -m sh -c 'mount --bind ${home} /root; ${server}'`], { stdio: 'ignore' })
}

/**
 * A real agent with a real SSH client on this machine, enrolled, online, with an SSH server of its own. Requires root.
 */
export async function startAgentDevice(installation: Installation, kind: SshKind): Promise<AgentDevice> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-agent-'))
  chmodSync(folder, 0o755)
  for (const name of ['run', 'etc']) mkdirSync(path.join(folder, name))
  mkdirSync(path.join(folder, 'root'), { mode: 0o700 })
  writeFileSync(path.join(folder, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  const { script } = await buildAgentScript()
  const file = path.join(folder, 'rm-agent')
  writeFileSync(file, script, { mode: 0o755 })
  const environment = {
    PATH: process.env.PATH ?? '',
    RM_ROOT: folder,
    RM_SERVICE: 'none',
    RM_QUIET: '1',
    RM_SSH: kind,
    RM_SERIAL: kind === 'dropbear' ? '1108123456' : '1108123457',
    RM_MAC: kind === 'dropbear' ? '00:1E:42:AA:BB:C1' : '00:1E:42:AA:BB:C2',
    RM_HOST_KEY: installation.hostKey,
  }
  const { data: session } = await installation.admin.call(getSessionUser)
  const { data: key } = await installation.admin.call(createEnrolmentKey, { body: { company_id: session.company_id } })
  const said = execFileSync(file, ['install', `127.0.0.1:${installation.gatewayPort}`, key.key], {
    env: environment,
    encoding: 'utf8',
  })
  const id = Number(/enrolled as device (\d+)/.exec(said)?.[1])
  const sshPort = await freePort()
  const server = startSshServer(kind, folder, sshPort)
  await reachable(sshPort)
  return {
    id,
    sshPort,
    home: path.join(folder, 'root'),
    stop() {
      try {
        process.kill(Number(readFileSync(path.join(folder, 'run/rm-agent/pid'), 'utf8')), 'SIGTERM')
      } catch {
        // It has already ended.
      }
      server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
