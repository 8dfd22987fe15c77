import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { patience } from '@longreach/contract/test-patience'
import { until } from '../apps/server/src/test/until.ts'
import { agentSettings, enrolledAs } from './agent-device.ts'
import { isRoot, missingTools } from './tools.ts'

/** The install command requires root. */
export const canInstallAgent = isRoot && missingTools('ssh', 'ssh-keygen', 'sha256sum').length === 0

export interface LocalAgent {
  id: number
  serial: string
  /** Runs as another version from now on. */
  become(version: string): Promise<void>
  remove(): void
}

/** The agent on this very machine, in a folder of its own, installed by the install command. */
export function installAgent(line: string): LocalAgent {
  const root = mkdtempSync(path.join(tmpdir(), 'local-agent-'))
  const bin = path.join(root, 'usr/sbin/rm-agent')
  const env = {
    PATH: process.env.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin',
    ...agentSettings(root, path.basename(root)),
    RM_RETRY_MAX: '2',
    RM_TRIAL_STABLE: '3',
  }
  const run = (command: string, ...words: string[]) =>
    spawnSync(command, words, { env, encoding: 'utf8', timeout: patience.installation })
  const { stdout, stderr } = run('/bin/sh', '-c', line)
  const enrolled = enrolledAs(stdout + stderr)
  const pid = () => Number(readFileSync(path.join(root, 'run/rm-agent/pid'), 'utf8'))
  // A process that has ended has no command line any more, although init may take long to reap it.
  const lives = (id: number) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8') !== ''
    } catch {
      return false
    }
  }

  return {
    ...enrolled,
    async become(version) {
      const before = pid()
      process.kill(before)
      await until(() => !lives(before))
      writeFileSync(bin, readFileSync(bin, 'utf8').replace(/^RM_VERSION=.*$/m, `RM_VERSION=${version}`))
      spawn(bin, ['run'], { env, detached: true, stdio: 'ignore' }).unref()
    },
    remove() {
      run(bin, 'uninstall')
      rmSync(root, { recursive: true, force: true })
    },
  }
}
