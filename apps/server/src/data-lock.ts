import { mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from './config.ts'

/** When a process began, so that a number taken over by another process is not mistaken for it; '' where unknown. */
async function startOf(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Ended, only not yet noticed by its parent.
  if (fields[0] === 'Z') return null
  return fields[19] ?? ''
}

/**
 * Keeps two servers off one data folder. Throws ConfigError naming the process that holds it; a lock left behind by a
 * killed server is taken over. Returns the function that gives it back.
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
