import { readFile } from 'node:fs/promises'

/** Seconds of CPU and bytes of memory a process has used; null where there is no /proc. */
export async function usageOf(pid: number | undefined): Promise<{ cpu: number; rss: number } | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, rss: Number(fields[21]) * 4096 }
  } catch {
    return null
  }
}
