import { spawnSync } from 'node:child_process'

/** kill -9 of a process and of everything it started, at the same moment. */
export function killTree(pid: string): void {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' }).stdout.split(/\s+/)
  for (const victim of [pid, ...children].filter(Boolean)) {
    try {
      process.kill(Number(victim), 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
}
