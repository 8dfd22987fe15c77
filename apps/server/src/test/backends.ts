import { appendFileSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'

interface Queries {
  query(text: string): Promise<{ rows: { pid: number }[] }>
}

/** CPU seconds of a process; undefined once it has ended, as a connection may at any time. */
function secondsOf(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}

/** Notes what PostgreSQL uses for a test file, as scripts/file-cpu.mjs does of Node, if a run asks for it. */
export function watchBackends() {
  const notes = process.env.FILE_CPU
  const seconds = new Map<number, number>()
  return {
    /** Reads what the connections to a database have used up to now. */
    async read(database: Queries): Promise<void> {
      if (!notes) return
      const sessions = 'FROM pg_stat_activity WHERE datname = current_database()'
      const { rows } = await database.query(`SELECT pid ${sessions}`)
      for (const { pid } of rows) seconds.set(pid, secondsOf(pid) ?? seconds.get(pid) ?? 0)
    },
    write(): void {
      if (!notes) return
      const total = [...seconds.values()].reduce((sum, one) => sum + one, 0)
      const file = expect.getState().testPath
      appendFileSync(notes, `${JSON.stringify({ file, program: 'PostgreSQL', seconds: total })}\n`)
    },
  }
}
