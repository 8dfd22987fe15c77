import { mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
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

/**
 * Keeps two servers from using one data folder. Throws a ConfigError naming the process that holds the lock; the lock
 * of a killed server is taken over. Returns the function that releases it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'server.lock')
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${(error as Error).message}`)
  }
  for (const attempt of [1, 2]) {
    try {
      const handle = await open(file, 'wx', 0o600)
      await handle.writeFile(`${process.pid} ${(await startOf(process.pid)) ?? ''}\n`)
      await handle.close()
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new ConfigError(`DATA_DIR: ${(error as Error).message}`)
    }
    const [pid, started = ''] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ')
    const running = pid ? await startOf(Number(pid)) : null
    if (attempt === 2 || (running !== null && running === started)) {
      throw new ConfigError(`DATA_DIR: ${dataDir} is in use by process ${pid}`)
    }
    await rm(file, { force: true })
  }
  throw new ConfigError(`DATA_DIR: ${dataDir} cannot be locked`)
}
