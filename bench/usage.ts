import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** CPU seconds and bytes of memory of a process; null without /proc. */
export async function usageOf(pid: number | undefined): Promise<{ cpu: number; rss: number } | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, rss: Number(fields[21]) * 4096 }
  } catch {
    return null
  }
}

/** A process and its descendants. */
export function tree(root: number): number[] {
  const lines = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n')
  const parents = new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]))
  const below = (pid: number): boolean => {
    const parent = parents.get(pid)
    return pid === root || (parent !== undefined && parent !== 0 && below(parent))
  }
  return [...parents.keys()].filter(below)
}

/** Bytes of private memory, plus the process's share of shared memory. */
export function memoryOf(pid: number): number {
  try {
    return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
