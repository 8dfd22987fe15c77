import { execFile } from 'node:child_process'
import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ownFolder, prepareHome } from './embedded-home.ts'

const run = promisify(execFile)

/** Milliseconds between checks that PostgreSQL is running. */
const watchEvery = 5000
/** Milliseconds for the processes of a killed PostgreSQL to exit. */
const takeOverWithin = 30_000

export interface EmbeddedPostgres {
  /** Connection settings for `pg`: a private unix socket, no password. */
  connection: { host: string; user: string; database: string }
  folder: string
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Server settings in addition to the defaults. */
  settings?: Record<string, string>
  /** Called with one line when PostgreSQL has stopped by itself, and when it could not be started again. */
  onError?: (message: string) => void
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** The line with the reason, from the end of PostgreSQL's log. */
async function reasonIn(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-40)
  const telling = lines.filter((line) => /\b(PANIC|FATAL|ERROR|No space)\b/.test(line)).at(-1)
  return (telling ?? lines.at(-1) ?? 'no log').replace(/^.*?(PANIC|FATAL|ERROR): +/, '')
}

async function answers(connection: EmbeddedPostgres['connection']): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Starts the PostgreSQL of `dataDir`: creates a new one, adopts one that a killed server left running, and restarts it
 * if it stops by itself. Rejects with one line that describes the problem.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const { account, bin, cluster, sockets } = await prepareHome(dataDir)
  const asAccount = { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } }
  const control = (...words: string[]) => run(path.join(bin, 'pg_ctl'), ['-D', cluster, ...words], asAccount)
  const connection = { host: sockets, user: 'longreach', database: 'postgres' }
  const logFile = path.join(cluster, 'server.log')

  const isRunning = () =>
    control('status').then(
      () => true,
      () => false,
    )

  /** Created under a temporary name and renamed, so that a kill never leaves half a cluster. */
  async function make(): Promise<void> {
    const draft = `${cluster}.new`
    await rm(draft, { recursive: true, force: true })
    await ownFolder(draft, account)
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const words = ['-D', draft, '-U', connection.user, '-E', 'UTF8', '-A', 'trust', '-k', ...locale]
    await run(path.join(bin, 'initdb'), words, asAccount)
    await rename(draft, cluster)
  }

  async function launch(): Promise<void> {
    await (await open(logFile, 'w')).close()
    if (account) await chown(logFile, account.uid, account.gid)
    const given = {
      listen_addresses: '',
      unix_socket_directories: sockets,
      unix_socket_permissions: '0700',
      ...options.settings,
    }
    const words = Object.entries(given).map(([key, value]) => `-c ${key}='${value}'`)
    try {
      // Recovery after a kill may have a lot of log to replay.
      await control('-w', '-t', '600', '-l', logFile, '-o', words.join(' '), 'start')
    } catch {
      throw new Error(`The embedded PostgreSQL did not start: ${await reasonIn(logFile)}`)
    }
  }

  if (!(await exists(path.join(cluster, 'PG_VERSION')))) await make()

  /** Adopts a running one, starts a stopped one, and waits while a killed one is still exiting. */
  async function takeOver(): Promise<void> {
    const deadline = Date.now() + takeOverWithin
    for (;;) {
      if ((await isRunning()) && (await answers(connection))) return
      try {
        return await launch()
      } catch (error) {
        if (!/already exists|still in use/.test((error as Error).message) || Date.now() > deadline) throw error
      }
      await delay(250)
    }
  }
  await takeOver()

  let stopping = false
  let looking: Promise<void> = Promise.resolve()
  async function look(): Promise<void> {
    if (stopping || (await isRunning()) || stopping) return
    options.onError?.(`The embedded PostgreSQL ended: ${await reasonIn(logFile)}`)
    await takeOver().catch((error: Error) => options.onError?.(error.message))
  }
  const watch = setInterval(() => {
    looking = looking.then(look)
  }, watchEvery)

  return {
    connection,
    folder: cluster,
    async stop() {
      stopping = true
      clearInterval(watch)
      await looking
      try {
        await control('-m', 'fast', '-w', '-t', '60', 'stop')
      } catch {
        // It may have stopped by itself.
        if (await isRunning()) await control('-m', 'immediate', '-w', 'stop')
      }
    },
  }
}
