import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { patience } from '@longreach/contract/test-patience'
import type { Site } from './agent-net.ts'
import { run } from './agent-net.ts'

export type Shell = 'busybox ash' | 'dash'
export type Client = 'dropbear' | 'OpenSSH'

const clients: Record<Client, string[]> = { dropbear: ['dbclient', 'dropbearkey'], OpenSSH: ['ssh', 'ssh-keygen'] }

const which = (tool: string) => run('sh', '-c', `command -v ${tool}`)

/** The tools of the device: busybox alone, or those of this machine; in both cases with a single SSH client. */
function fillPath(folder: string, shell: Shell, client: Client) {
  mkdirSync(folder, { recursive: true })
  if (shell === 'busybox ash') {
    for (const applet of run('busybox', '--list').split('\n')) symlinkSync(which('busybox'), path.join(folder, applet))
  } else {
    const others = Object.values(clients).flat()
    const names = ['/usr/sbin', '/usr/bin'].flatMap((from) => readdirSync(from).map((name) => [name, from] as const))
    for (const [name, from] of new Map(names)) {
      if (!others.includes(name)) symlinkSync(path.join(from, name), path.join(folder, name))
    }
  }
  for (const tool of clients[client]) symlinkSync(which(tool), path.join(folder, tool))
}

/** Identity that the machine reports to the agent, and timings for tests. */
export function agentSettings(root: string, machineId: string): Record<string, string> {
  for (const folder of ['run', 'etc']) mkdirSync(path.join(root, folder))
  copyFileSync('/etc/os-release', path.join(root, 'etc/os-release'))
  writeFileSync(path.join(root, 'etc/machine-id'), `${machineId}\n`)
  return {
    HOME: root,
    RM_ROOT: root,
    RM_DMI: '/nonexistent',
    RM_SERVICE: 'none',
    RM_QUIET: '1',
    RM_TICK: '1',
  }
}

/** The device's identity, as printed by the installation of the agent. */
export function enrolledAs(output: string): { id: number; serial: string } {
  const [, id, serial] = /enrolled as device (\d+) \(serial ([^,]+),/.exec(output) ?? []
  if (id === undefined || serial === undefined) throw new Error(`the agent was not installed: ${output}`)
  return { id: Number(id), serial }
}

/** Offsets at which the clients of a device request a file. */
export function requestedOffsets({ space }: Site): number[] {
  const pids = spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  return pids.flatMap((pid) => {
    const command = spawnSync('cat', [`/proc/${pid}/cmdline`], { encoding: 'utf8' }).stdout
    const [, offset] = /get [0-9a-f]{32} (\d+)\0/.exec(command) ?? []
    return offset === undefined ? [] : [Number(offset)]
  })
}

export interface Device {
  /** Runs a line as if pasted into the device's shell; returns its output, both streams. */
  paste(line: string): string
  /** A file in the agent's folder in memory. */
  state(name: string): string
  /** Ends all of the device's processes at once; without power its memory is lost too. */
  kill(lost?: 'power'): void
  /** Starts the agent again, with the machine's boot id or another. */
  start(boot?: string): void
  remove(): void
}

/** Gives a device a program of its own in place of one of the machine's, in case it has that. */
export function setTool(root: string, name: string, script: string): void {
  const file = path.join(root, 'tools', name)
  rmSync(file, { force: true })
  writeFileSync(file, script, { mode: 0o755 })
}

/** A device in a network namespace, with its own root for the agent, its own tools, and /bin/sh being `shell`. */
export function makeDevice(
  site: Site,
  root: string,
  shell: Shell,
  client: Client,
  more: Record<string, string> = {},
): Device {
  rmSync(root, { recursive: true, force: true })
  const tools = path.join(root, 'tools')
  fillPath(tools, shell, client)
  const settings = {
    PATH: tools,
    ...agentSettings(root, site.space),
    RM_EVERY_DYNAMIC: '2',
    RM_ACK_WAIT: '5',
    RM_RETRY_MAX: '4',
    ...more,
  }
  const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  // `ip netns exec` creates a mount namespace of its own, so that /bin/sh can be replaced there.
  const asShell = shell === 'dash' ? which('dash') : which('busybox')
  const enter = `mount --bind ${asShell} "$(readlink -f /bin/sh)"; exec env -i ${words.join(' ')} /bin/sh -c "$1"`
  const inside = (line: string) => ['netns', 'exec', site.space, '/bin/bash', '-c', enter, 'bash', line]

  return {
    paste(line) {
      const { stdout, stderr, status } = spawnSync('ip', inside(line), {
        encoding: 'utf8',
        timeout: patience.installation,
      })
      if (status !== 0) throw new Error(`the line ended with ${status}:\n${stdout}${stderr}`)
      return stdout + stderr
    },
    state: (name) => readFileSync(path.join(root, 'run/rm-agent', name), 'utf8').trim(),
    kill(lost) {
      const { stdout } = spawnSync('ip', ['netns', 'pids', site.space], { encoding: 'utf8' })
      spawnSync('kill', ['-9', ...stdout.split('\n').filter(Boolean)])
      if (lost === 'power') rmSync(path.join(root, 'run/rm-agent'), { recursive: true, force: true })
    },
    start(boot) {
      const file = path.join(root, 'boot_id')
      const mount = boot === undefined ? '' : `mount --bind ${file} /proc/sys/kernel/random/boot_id && `
      if (boot !== undefined) writeFileSync(file, `${boot}\n`)
      const child = spawn('ip', inside(`${mount}exec ${root}/usr/sbin/rm-agent run`), {
        detached: true,
        stdio: 'ignore',
      })
      child.unref()
    },
    remove() {
      try {
        execFileSync('ip', inside(`${root}/usr/sbin/rm-agent uninstall`), { stdio: 'ignore' })
      } catch {
        // It was never installed; its namespace is cleaned up anyway.
      }
      rmSync(root, { recursive: true, force: true })
    },
  }
}
