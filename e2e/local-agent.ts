import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../apps/server/src/test/until.ts'

const wanted = ['ssh', 'ssh-keygen', 'sha256sum']
const missing = wanted.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)

/** The line that installs the agent wants root. */
export const canInstallAgent = process.getuid?.() === 0 && missing.length === 0

export interface LocalAgent {
  id: number
  serial: string
  /** Runs as another version from now on. */
  become(version: string): Promise<void>
  remove(): void
}

/** The agent on this very machine, in a folder of its own, installed by the line a person would paste. */
export function installAgent(line: string): LocalAgent {
  const root = mkdtempSync(path.join(tmpdir(), 'local-agent-'))
  const bin = path.join(root, 'usr/sbin/rm-agent')
  for (const folder of ['etc', 'run']) mkdirSync(path.join(root, folder))
  copyFileSync('/etc/os-release', path.join(root, 'etc/os-release'))
  writeFileSync(path.join(root, 'etc/machine-id'), `${path.basename(root)}\n`)
  const env = {
    PATH: process.env.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: root,
    RM_ROOT: root,
    RM_DMI: '/nonexistent',
    RM_SERVICE: 'none',
    RM_QUIET: '1',
    RM_TICK: '1',
    RM_RETRY_MAX: '2',
    RM_TRIAL_STANDS: '3',
  }
  const run = (command: string, ...words: string[]) =>
    spawnSync(command, words, { env, encoding: 'utf8', timeout: 60_000 })
  const { stdout, stderr } = run('/bin/sh', '-c', line)
  const [, id, serial] = /enrolled as device (\d+) \(serial ([^,]+),/.exec(stdout) ?? []
  if (id === undefined || serial === undefined) throw new Error(`the agent was not installed: ${stdout}${stderr}`)
  const pid = () => Number(readFileSync(path.join(root, 'run/rm-agent/pid'), 'utf8'))
  const lives = (process_: number) => spawnSync('kill', ['-0', String(process_)]).status === 0

  return {
    id: Number(id),
    serial,
    async become(version) {
      const before = pid()
      process.kill(before)
      await until(() => !lives(before), 10_000)
      writeFileSync(bin, readFileSync(bin, 'utf8').replace(/^RM_VERSION=.*$/m, `RM_VERSION=${version}`))
      spawn(bin, ['run'], { env, detached: true, stdio: 'ignore' }).unref()
    },
    remove() {
      run(bin, 'uninstall')
      rmSync(root, { recursive: true, force: true })
    },
  }
}
