import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from './config.ts'

/** Start time of a process, so that a recycled process id is not mistaken for it; '' if unknown. */
async function startOf(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Exited, but not reaped by its parent yet.
  if (fields[0] === 'Z') return null
  return fields[19] ?? ''
}

const busy = 5

/**
 * A lock of the operating system, through SQLite because Node has none: it ends with the process, in any way, and works
 * between containers that share the folder. Undefined if another process has it.
 */
function lockFile(file: string): (() => void) | undefined {
  const database = new DatabaseSync(file)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw error
  }
  return () => database.close()
}

/** The process id in a lock, and whether that process runs here. */
async function readHolder(file: string): Promise<{ pid: string; runs: boolean }> {
  const [pid = '', started = ''] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ')
  const running = pid ? await startOf(Number(pid)) : null
  return { pid, runs: pid !== String(process.pid) && running !== null && running === started }
}

/**
 * Keeps two servers from using one data folder. Throws a ConfigError with the process that has the lock; the lock of a
 * killed server is taken over. Returns the function that releases it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  /** Contains the id of the process; servers before 5.14 respect it as the lock. */
  const named = path.join(dataDir, 'server.lock')
  try {
    await mkdir(dataDir, { recursive: true })
    const unlock = lockFile(path.join(dataDir, 'server.lock.sqlite'))
    const { pid, runs } = await readHolder(named)
    if (!unlock || runs) {
      unlock?.()
      throw new Error(`${dataDir} is in use by process ${pid}`)
    }
    await writeFile(named, `${process.pid} ${(await startOf(process.pid)) ?? ''}\n`, { mode: 0o600 })
    return async () => {
      await rm(named, { force: true })
      unlock()
    }
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${(error as Error).message}`)
  }
}
